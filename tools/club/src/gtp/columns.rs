//! The letters of the columns: programs for Go leave out I.

use std::fmt::Display;

/// The letters of the columns in commands and responses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Columns {
    /// A to X.
    All,
    /// A to Y without I, as GTP prescribes for Go.
    WithoutI,
}

impl Columns {
    /// Converts the holes in a client's move.
    pub(super) fn read(self, text: &str) -> String {
        self.map(text, |letter| match letter {
            // Not a column; refused as a hole off the board.
            'i' | 'I' => 'Z',
            letter if letter.to_ascii_uppercase() > 'I' => before(letter),
            letter => letter,
        })
    }

    /// Formats a move for the client.
    pub(super) fn write(self, ply: &impl Display) -> String {
        self.map(&ply.to_string(), |letter| match letter {
            letter if letter.to_ascii_uppercase() >= 'I' => after(letter),
            letter => letter,
        })
    }

    /// Replaces the letters before digits.
    fn map(self, text: &str, letter: impl Fn(char) -> char) -> String {
        if self == Columns::All {
            return text.to_owned();
        }
        let next = text.chars().skip(1).chain([' ']);
        let pairs = text.chars().zip(next);
        let is_column = |c: char, next: char| c.is_ascii_alphabetic() && next.is_ascii_digit();
        pairs.map(|(c, next)| if is_column(c, next) { letter(c) } else { c }).collect()
    }
}

fn before(letter: char) -> char {
    char::from(letter as u8 - 1)
}

fn after(letter: char) -> char {
    char::from(letter as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_without_i_are_converted_back_and_forth() {
        for (client, own) in [
            ("H8", "H8"),
            ("J9", "I9"),
            ("l10", "k10"),
            ("J12-K12/L11+H11/J12", "I12-J12/K11+H11/I12"),
            ("swap", "swap"),
            ("resign", "resign"),
        ] {
            assert_eq!(Columns::WithoutI.read(client), own);
            assert_eq!(Columns::WithoutI.write(&own), client);
            assert_eq!(Columns::All.read(own), own);
        }
        assert_eq!(Columns::WithoutI.read("I9"), "Z9");
    }
}
