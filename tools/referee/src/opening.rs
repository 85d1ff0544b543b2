//! Openings: plies that are played before the bots take over, as text and as files.

use crate::rules::Move;
use anyhow::{ensure, Context, Result};
use std::path::Path;

/// The fifty first pegs that come with the referee, one a line: spread over the 12 × 12 board,
/// among them some that ought to be swapped and some that ought not.
pub const FIRST_PEGS: &str = include_str!("../openings/first-pegs.txt");

/// Reads plies in a row, such as `f6,swap,c4`.
///
/// # Errors
///
/// If a word is neither a hole nor `swap`.
pub fn parse(text: &str) -> Result<Vec<Move>> {
    let ply = |word: &str| {
        let read = Move::parse(&word.trim().to_uppercase());
        read.with_context(|| format!("cannot read `{word}`: write holes and swap, as f6,swap,c4"))
    };
    text.split(',').map(ply).collect()
}

/// Reads openings, one a line; empty lines are passed over. `source` names the text in errors.
///
/// # Errors
///
/// If a line cannot be read, or there is none.
pub fn parse_lines(text: &str, source: &str) -> Result<Vec<Vec<Move>>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let openings: Result<Vec<_>> = lines
        .map(|(number, line)| parse(line).with_context(|| format!("{source} line {}", number + 1)))
        .collect();
    let openings = openings?;
    ensure!(!openings.is_empty(), "{source} holds no opening");
    Ok(openings)
}

/// Reads a file of openings as [`parse_lines`] does.
///
/// # Errors
///
/// Likewise, or if the file cannot be read.
pub fn read_file(file: &Path) -> Result<Vec<Vec<Move>>> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("cannot read the openings of {}", file.display()))?;
    parse_lines(&text, &file.display().to_string())
}

/// The opposite of [`parse`].
#[must_use]
pub fn text(opening: &[Move]) -> String {
    let words: Vec<String> = opening.iter().map(|ply| ply.to_string().to_lowercase()).collect();
    words.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_pegs_are_fifty_openings_of_one_ply() {
        let openings = parse_lines(FIRST_PEGS, "first pegs").unwrap();
        assert_eq!(openings.len(), 50);
        assert!(openings.iter().all(|opening| opening.len() == 1));
        assert_eq!(text(&openings[0]), "b2");
    }

    #[test]
    fn errors_name_the_line_and_the_word() {
        let error = format!("{:#}", parse_lines("b2\n\nf6,pass\n", "x.txt").unwrap_err());
        assert!(error.contains("x.txt line 3") && error.contains("`pass`"), "{error}");
        assert!(parse_lines("\n", "x.txt").is_err());
    }
}
