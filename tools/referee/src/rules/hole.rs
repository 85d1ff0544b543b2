use std::fmt;

/// A hole named by column and row, both counted from 0 at the top left.
///
/// A `Hole` need not lie on any board: [`super::Game::play`] judges that.
// The row stands first so that sorted holes run row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hole {
    /// Counted from 0 at the top.
    pub row: u8,
    /// Counted from 0 at the left.
    pub column: u8,
}

impl Hole {
    /// The hole at `column` and `row`.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Hole {
        Hole { row, column }
    }

    /// Reads a hole as the arena writes it: one capital letter and a number from 1 without leading
    /// zeros, such as `D6`. `Z99` reads as a hole too, though no board has it; anything else is
    /// `None`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Hole> {
        let letter = text.chars().next().filter(char::is_ascii_uppercase)?;
        let number = &text[1..];
        let plain = number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0');
        let number: u8 = number.parse().ok().filter(|_| plain)?;
        Some(Hole::new(letter as u8 - b'A', number - 1))
    }

    /// The hole mirrored on the main diagonal: where a swapped peg goes.
    #[must_use]
    pub const fn mirrored(self) -> Hole {
        Hole::new(self.row, self.column)
    }
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'A' + self.column);
        write!(f, "{letter}{}", u32::from(self.row) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::Hole;

    #[test]
    fn text_and_hole_agree() {
        assert_eq!(Hole::parse("D6"), Some(Hole::new(3, 5)));
        assert_eq!(Hole::parse("X24").unwrap().to_string(), "X24");
        assert_eq!(Hole::parse("C5").unwrap().mirrored().to_string(), "E3");
    }

    #[test]
    fn other_text_is_no_hole() {
        for text in ["", "D", "d6", "D0", "D06", "D+6", "6D", "D6x", "DD6", "É6", "D256"] {
            assert_eq!(Hole::parse(text), None, "{text:?}");
        }
    }
}
