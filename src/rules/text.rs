//! The text form of plies, as on the server gamerz.net.
//!
//! A turn is the hole of the new peg, then `-` and the links to remove, then `+` and the links to make:
//! `J12-I12/K11/M12+H11/J12`. Links are written as chains: `/` joins the holes of a chain, and `,` separates
//! chains. Without a `+` the peg makes all possible links; with a `+` alone it makes none. A swap is `swap`.

use super::{Ply, Turn};
use crate::geometry::{Hole, ParseHoleError};
use std::fmt;
use std::str::FromStr;

/// The text is not a ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsePlyError {
    /// The position of the wrong character, from 1; one past the end if something is missing.
    pub column: usize,
    /// A description of the expected text.
    pub expected: &'static str,
    /// The text found; empty at the end.
    pub found: String,
}

const A_HOLE: &str = "a hole such as D6 (a letter A-X, then a number 1-24)";
const A_CHAIN: &str = "a chain of at least two holes with / between";

impl FromStr for Ply {
    type Err = ParsePlyError;

    /// Parses a turn or `swap`, in either case.
    fn from_str(text: &str) -> Result<Ply, ParsePlyError> {
        if text.eq_ignore_ascii_case("swap") {
            return Ok(Ply::Swap);
        }
        let mut reader = Reader { text, at: 0 };
        let peg = reader.hole()?;
        let unlink = if reader.take('-') { reader.list()? } else { Vec::new() };
        let link = match reader.take('+') {
            true if reader.rest().is_empty() => Some(Vec::new()),
            true => Some(reader.list()?),
            false => None,
        };
        let expected = match (&link, unlink.is_empty()) {
            (Some(_), _) => "/, a comma or the end",
            (None, false) => "/, a comma, + or the end",
            (None, true) => "-, + or the end",
        };
        match reader.rest() {
            "" => Ok(Ply::Turn(Turn { peg, unlink, link })),
            _ => Err(reader.error(expected)),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    /// The number of bytes read.
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn take(&mut self, sign: char) -> bool {
        let there = self.rest().starts_with(sign);
        self.at += if there { sign.len_utf8() } else { 0 };
        there
    }

    /// Reads the letters and digits of a hole.
    fn hole(&mut self) -> Result<Hole, ParsePlyError> {
        let end = self.rest().find(|c: char| !c.is_ascii_alphanumeric());
        let word = &self.rest()[..end.unwrap_or(self.rest().len())];
        match word.parse() {
            Ok(hole) => {
                self.at += word.len();
                Ok(hole)
            }
            Err(ParseHoleError) => Err(self.error(A_HOLE)),
        }
    }

    /// Reads chains separated by commas, and returns their links.
    fn list(&mut self) -> Result<Vec<[Hole; 2]>, ParsePlyError> {
        let mut links = Vec::new();
        loop {
            let mut from = self.hole()?;
            if !self.rest().starts_with('/') {
                return Err(self.error(A_CHAIN));
            }
            while self.take('/') {
                let to = self.hole()?;
                links.push([from, to]);
                from = to;
            }
            if !self.take(',') {
                return Ok(links);
            }
        }
    }

    fn error(&self, expected: &'static str) -> ParsePlyError {
        let end = self.rest().find(|c: char| "-+/,".contains(c)).map(|end| end.max(1));
        let found = self.rest()[..end.unwrap_or(self.rest().len())].chars().take(12).collect();
        let column = self.text[..self.at].chars().count() + 1;
        ParsePlyError { column, expected, found }
    }
}

impl fmt::Display for ParsePlyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at character {}: expected {}, found ", self.column, self.expected)?;
        match self.found.as_str() {
            "" => f.write_str("the end"),
            found => write!(f, "{found:?}"),
        }
    }
}

impl std::error::Error for ParsePlyError {}

impl fmt::Display for Ply {
    /// Writes a [`Turn`] or `swap`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ply::Turn(turn) => turn.fmt(f),
            Ply::Swap => f.write_str("swap"),
        }
    }
}

impl fmt::Display for Turn {
    /// Writes a link that starts at the end of the one before as a continuation of the same chain.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.peg.fmt(f)?;
        if !self.unlink.is_empty() {
            f.write_str("-")?;
            write_chains(f, &self.unlink)?;
        }
        match &self.link {
            None => Ok(()),
            Some(links) => {
                f.write_str("+")?;
                write_chains(f, links)
            }
        }
    }
}

fn write_chains(f: &mut fmt::Formatter<'_>, links: &[[Hole; 2]]) -> fmt::Result {
    let mut last = None;
    for &[from, to] in links {
        match last {
            Some(last) if last == from => write!(f, "/{to}")?,
            Some(_) => write!(f, ",{from}/{to}")?,
            None => write!(f, "{from}/{to}")?,
        }
        last = Some(to);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ply(text: &str) -> Ply {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn plies_round_trip() {
        for text in [
            "J12",
            "SWAP",
            "J12+",
            "J12-I12/K11",
            "J12-I12/K11+",
            "j12-i12/k11/m12/n10,o11/n13+h11/j12/l11/n12/p11",
        ] {
            assert!(ply(text).to_string().eq_ignore_ascii_case(text), "{text}");
            assert_eq!(ply(&text.to_lowercase()), ply(text));
        }
    }

    #[test]
    fn chains_are_parsed_as_links() {
        let Ply::Turn(turn) = ply("a2-i12/k11/m12,o11/n13+") else { panic!("a turn") };
        let ends = |text: &str| {
            let (a, b) = text.split_once('/').unwrap();
            [a.parse().unwrap(), b.parse().unwrap()]
        };
        assert_eq!(turn.unlink, ["I12/K11", "K11/M12", "O11/N13"].map(ends));
        assert_eq!(turn.link, Some(vec![]));
    }

    #[test]
    fn errors_give_column_expected_and_found() {
        for (text, complaint) in [
            ("", "at character 1: expected a hole such as D6 (a letter A-X, then a number 1-24), found the end"),
            ("Z9", "at character 1: expected a hole such as D6 (a letter A-X, then a number 1-24), found \"Z9\""),
            ("d6 ", "at character 3: expected -, + or the end, found \" \""),
            ("d6-e8", "at character 6: expected a chain of at least two holes with / between, found the end"),
            ("d6-e8/", "at character 7: expected a hole such as D6 (a letter A-X, then a number 1-24), found the end"),
            ("d6-e8/d6,+", "at character 10: expected a hole such as D6 (a letter A-X, then a number 1-24), found \"+\""),
            ("d6-+", "at character 4: expected a hole such as D6 (a letter A-X, then a number 1-24), found \"+\""),
            ("d6+e8/d6-c4/d6", "at character 9: expected /, a comma or the end, found \"-\""),
            ("d6+é", "at character 4: expected a hole such as D6 (a letter A-X, then a number 1-24), found \"é\""),
        ] {
            assert_eq!(text.parse::<Ply>().unwrap_err().to_string(), complaint, "{text:?}");
        }
    }
}
