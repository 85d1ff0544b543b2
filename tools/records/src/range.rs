//! Ranges as values of flags.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Parses an inclusive range of two numbers, written `A..B` or `A..=B`, the smaller one first.
pub fn parse<T: FromStr + PartialOrd>(text: &str) -> Result<(T, T), String> {
    let ends = text
        .split_once("..")
        .and_then(|(a, b)| Some((a.parse().ok()?, b.strip_prefix('=').unwrap_or(b).parse().ok()?)));
    let ends = ends.filter(|(low, high): &(T, T)| low <= high);
    ends.ok_or_else(|| {
        "expected two numbers such as 2..6 or 0.1..0.9, the smaller one first".to_owned()
    })
}

/// A range of values for the side to move, from 0 (lost) to 1 (won).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct ValueRange {
    low: f32,
    high: f32,
}

impl ValueRange {
    /// Whether a value is in the range, inclusive.
    pub fn contains(&self, value: f32) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Returns how far a value is outside the range; 0 within it.
    pub fn excess(&self, value: f32) -> f32 {
        (self.low - value).max(value - self.high).max(0.0)
    }
}

impl FromStr for ValueRange {
    type Err = String;

    /// Parses `LOW..HIGH`, such as `0.4..0.6`.
    fn from_str(text: &str) -> Result<ValueRange, String> {
        let fits = |&(low, high): &(f32, f32)| 0.0 <= low && low <= high && high <= 1.0;
        let ends = parse(text).ok().filter(fits);
        let (low, high) =
            ends.ok_or("expected LOW..HIGH with values from 0 to 1, such as 0.35..0.65")?;
        Ok(ValueRange { low, high })
    }
}

impl TryFrom<String> for ValueRange {
    type Error = String;

    fn try_from(text: String) -> Result<ValueRange, String> {
        text.parse()
    }
}

impl From<ValueRange> for String {
    fn from(range: ValueRange) -> String {
        range.to_string()
    }
}

impl fmt::Display for ValueRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.low, self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_notations_are_parsed_and_others_refused() {
        assert_eq!(parse("0.3..0.7"), Ok((0.3, 0.7)));
        assert_eq!(parse("2..=6"), Ok((2_u8, 6)));
        for wrong in ["", "2", "6..2", "2..", "..6", "2...6", "a..b", "2..300"] {
            assert!(parse::<u8>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn value_ranges_round_trip_and_invalid_ones_are_refused() {
        for text in ["0.4..0.6", "0..1", "0.5..0.5"] {
            let range: ValueRange = text.parse().unwrap();
            assert_eq!(range.to_string(), text);
            assert!(range.contains(0.5) && range.excess(0.5) == 0.0);
        }
        let range: ValueRange = "0.4..0.6".parse().unwrap();
        for (value, excess) in [(0.4, 0.0), (0.3, 0.1), (0.6, 0.0), (0.9, 0.3)] {
            assert!((range.excess(value) - excess).abs() < 1e-6, "{value}");
        }
        for wrong in ["", "0.5", "0.6..0.4", "-0.1..0.5", "0.5..1.1", "a..b", "nan..1"] {
            assert!(wrong.parse::<ValueRange>().is_err(), "{wrong}");
        }
    }
}
