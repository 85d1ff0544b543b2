//! The text form of holes and sides.
//!
//! A hole is a column letter (I is not skipped) and a row number, `D6` or `d6`; a side is `vertical` or
//! `horizontal`.

use super::{Hole, Side, Size};
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a letter A–X and a number 1–24.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseHoleError;

impl fmt::Display for ParseHoleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a hole such as D6: a column letter A-X, then a row number 1-24")
    }
}

impl std::error::Error for ParseHoleError {}

impl FromStr for Hole {
    type Err = ParseHoleError;

    /// Parses `D6` or `d6`. Signs, leading zeros and blanks are errors.
    fn from_str(text: &str) -> Result<Hole, ParseHoleError> {
        let (&letter, digits) = text.as_bytes().split_first().ok_or(ParseHoleError)?;
        let row = match *digits {
            [ones @ b'1'..=b'9'] => ones - b'0',
            [tens @ b'1'..=b'2', ones @ b'0'..=b'9'] => 10 * (tens - b'0') + (ones - b'0'),
            _ => return Err(ParseHoleError),
        };
        let letter = letter.to_ascii_uppercase();
        let last_letter = b'A' + Size::MAX.get() - 1;
        if !(b'A'..=last_letter).contains(&letter) || row > Size::MAX.get() {
            return Err(ParseHoleError);
        }
        Ok(Hole::new(letter - b'A', row - 1))
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Vertical => "vertical",
            Side::Horizontal => "horizontal",
        })
    }
}

/// The text is not a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSideError;

impl fmt::Display for ParseSideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected vertical or horizontal")
    }
}

impl std::error::Error for ParseSideError {}

impl FromStr for Side {
    type Err = ParseSideError;

    /// Parses `vertical` or `horizontal`, in lower case.
    fn from_str(text: &str) -> Result<Side, ParseSideError> {
        match text {
            "vertical" => Ok(Side::Vertical),
            "horizontal" => Ok(Side::Horizontal),
            _ => Err(ParseSideError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_round_trip() {
        for hole in Size::MAX.holes() {
            assert_eq!(hole.to_string().parse(), Ok(hole));
            assert_eq!(hole.to_string().to_lowercase().parse(), Ok(hole));
        }
    }

    #[test]
    fn sides_round_trip() {
        for side in Side::ALL {
            assert_eq!(side.to_string().parse(), Ok(side));
        }
        assert_eq!("Vertical".parse::<Side>(), Err(ParseSideError));
    }

    #[test]
    fn invalid_holes_are_errors() {
        for text in [
            "", "D", "6", "D0", "D06", "D25", "Y1", "D6 ", " D6", "D-6", "DD6", "D6é", "é6", "D100",
        ] {
            assert_eq!(text.parse::<Hole>(), Err(ParseHoleError), "{text:?}");
        }
    }
}
