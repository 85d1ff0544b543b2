//! Ranges as values of flags.

use std::str::FromStr;

/// Parses an inclusive range of two numbers, written `A..B` or `A..=B`. The ends may be in any order.
pub fn parse<T: FromStr>(text: &str) -> Result<(T, T), String> {
    let ends = text
        .split_once("..")
        .and_then(|(a, b)| Some((a.parse().ok()?, b.strip_prefix('=').unwrap_or(b).parse().ok()?)));
    ends.ok_or_else(|| "expected two numbers such as 2..6 or 0.1..0.9".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_notations_are_parsed_and_others_refused() {
        assert_eq!(parse("0.3..0.7"), Ok((0.3, 0.7)));
        assert_eq!(parse("2..=6"), Ok((2_u8, 6)));
        assert_eq!(parse("6..2"), Ok((6_u8, 2)));
        for wrong in ["", "2", "2..", "..6", "2...6", "a..b", "2..300"] {
            assert!(parse::<u8>(wrong).is_err(), "{wrong}");
        }
    }
}
