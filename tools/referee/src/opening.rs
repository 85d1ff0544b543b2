//! Openings under the arena's rules.

use anyhow::{ensure, Result};
use engine::move_of;
use records::openings;
use std::path::Path;
use twixt::geometry::Size;
use twixt::rules::{Linking, Move, Ply};

/// Parses moves such as `f6,swap,c4`.
pub fn parse(text: &str) -> Result<Vec<Move>> {
    let to_move = |ply: Ply| {
        let mv = move_of(&ply);
        ensure!(ply == mv.into(), "cannot play `{ply}`: the arena has no turns that change links");
        Ok(mv)
    };
    openings::parse(text)?.into_iter().map(to_move).collect()
}

/// Reads the openings for a board size from a built-in list or a file.
pub fn read(name: &Path, size: Size) -> Result<Vec<Vec<Move>>> {
    openings::read(name, size, Linking::Pp)?.iter().map(|text| parse(text)).collect()
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
            let size = Size::new(size).unwrap();
            let openings = read(Path::new(name), size).unwrap();
            assert_eq!(openings.len(), count);
            for opening in openings {
                GameSettings { size, opening, ..GameSettings::default() }.start().unwrap();
            }
        }
        for (wrong, word) in [("f6,pass", "`pass`"), ("f6,g7-f5/g7", "change links")] {
            let error = parse(wrong).unwrap_err().to_string();
            assert!(error.contains(word), "{error}");
        }
    }
}
