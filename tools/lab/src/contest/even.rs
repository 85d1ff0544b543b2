//! Which drawn openings count as even.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A range of values for the side to move, from 0, lost, to 1, won.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Even {
    low: f32,
    high: f32,
}

impl Even {
    /// Whether a value lies in the range, its ends included.
    #[must_use]
    pub fn holds(&self, value: f32) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

impl FromStr for Even {
    type Err = String;

    /// Reads `LOW..HIGH`, such as `0.4..0.6`.
    fn from_str(text: &str) -> Result<Even, String> {
        let read = text.split_once("..");
        let read = read.and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
        let fits =
            read.filter(|&(low, high): &(f32, f32)| 0.0 <= low && low <= high && high <= 1.0);
        let (low, high) =
            fits.ok_or("write LOW..HIGH with two values from 0 to 1, such as 0.35..0.65")?;
        Ok(Even { low, high })
    }
}

impl TryFrom<String> for Even {
    type Error = String;

    fn try_from(text: String) -> Result<Even, String> {
        text.parse()
    }
}

impl From<Even> for String {
    fn from(even: Even) -> String {
        even.to_string()
    }
}

impl fmt::Display for Even {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.low, self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_read_back_and_nonsense_does_not() {
        for text in ["0.4..0.6", "0..1", "0.5..0.5"] {
            let even: Even = text.parse().unwrap();
            assert_eq!(even.to_string(), text);
            assert!(even.holds(0.5));
        }
        for wrong in ["", "0.5", "0.6..0.4", "-0.1..0.5", "0.5..1.1", "a..b", "nan..1"] {
            assert!(wrong.parse::<Even>().is_err(), "{wrong}");
        }
    }
}
