//! Parses single openings and reads lists of openings, as [`Move`]s.

use crate::rules::Move;
use anyhow::{Context, Result};
use records::openings;
use std::path::Path;
use twixt::geometry::Size;
use twixt::rules::Linking;

/// Parses plies such as `f6,swap,c4`.
pub fn parse(text: &str) -> Result<Vec<Move>> {
    let ply = |word: &str| {
        let read = Move::parse(&word.trim().to_uppercase());
        read.with_context(|| {
            format!("cannot read `{word}`: write holes and swap, as in f6,swap,c4")
        })
    };
    text.split(',').map(ply).collect()
}

/// Reads the PP openings for a board size from a built-in list or a file.
pub fn read(name: &Path, size: u8) -> Result<Vec<Vec<Move>>> {
    let board = Size::new(size).with_context(|| format!("no board has size {size}: pass 5–24"))?;
    openings::read(name, board, Linking::Pp)?.iter().map(|text| parse(text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::GameSettings;

    #[test]
    fn every_built_in_opening_is_legal() {
        for (name, size, count) in [
            ("first-pegs", 12, 50),
            ("first-pegs", 5, 6),
            ("every-first-peg", 24, 24 * 22),
            ("even", 12, 400),
        ] {
            let openings = read(Path::new(name), size).unwrap();
            assert_eq!(openings.len(), count);
            for opening in openings {
                GameSettings { size, opening, ..GameSettings::default() }.start().unwrap();
            }
        }
        assert!(parse("f6,pass").unwrap_err().to_string().contains("`pass`"));
    }
}
