//! Openings in the referee's own moves: plies that are played before the bots take over.

use crate::rules::Move;
use anyhow::{Context, Result};
use common::openings;
use std::path::Path;
use twixt::geometry::Size;
use twixt::rules::Linking;

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

/// Reads the openings that [`openings::read`] finds for a board in PP, by their name or from a file.
///
/// # Errors
///
/// Likewise, and if there is no board of that size.
pub fn read(name: &Path, size: u8) -> Result<Vec<Vec<Move>>> {
    let board =
        Size::new(size).with_context(|| format!("no board has size {size}: choose 5–24"))?;
    openings::read(name, board, Linking::Pp)?.iter().map(|text| parse(text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Settings;

    #[test]
    fn every_opening_of_a_name_can_be_played() {
        for (name, size, count) in [
            ("first-pegs", 12, 50),
            ("first-pegs", 5, 6),
            ("every-first-peg", 24, 24 * 22),
            ("even", 12, 400),
        ] {
            let openings = read(Path::new(name), size).unwrap();
            assert_eq!(openings.len(), count);
            for opening in openings {
                Settings { size, opening, ..Settings::default() }.start().unwrap();
            }
        }
        assert!(parse("f6,pass").unwrap_err().to_string().contains("`pass`"));
    }
}
