//! Games that were played, as lines of the tree: what bots did at the board is looked at, too.

use anyhow::{Context, Result};
use serde::Deserialize;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use twixt::geometry::{Hole, Size};

/// What is read of a record of the referee or the lab.
#[derive(Deserialize)]
struct Record {
    size: u8,
    moves: Vec<String>,
}

/// The games of a file, one a line as the lab writes them, each as its pegs where nobody swaps: after
/// a swap the board is turned back, so that the first peg stays whose it was. Games on boards of
/// another size are left out.
///
/// # Errors
///
/// If the file can't be read, or a game has a move that is none.
pub fn read(path: &Path, size: Size) -> Result<Vec<Vec<Hole>>> {
    let shown = path.display();
    let file = File::open(path).with_context(|| format!("cannot read {shown}"))?;
    let mut games = Vec::new();
    for (number, text) in BufReader::new(file).lines().enumerate() {
        let text = text.with_context(|| format!("cannot read {shown}"))?;
        // The plan of a match has no moves.
        let Ok(Record { size: edge, moves }) = serde_json::from_str(&text) else { continue };
        if edge == size.get() {
            let told = || format!("line {} of {shown}", number + 1);
            games.push(line(&moves).with_context(told)?);
        }
    }
    Ok(games)
}

fn line(moves: &[String]) -> Result<Vec<Hole>> {
    let mut swapped = false;
    let mut line = Vec::new();
    for word in moves {
        if word == "SWAP" {
            swapped = true;
            continue;
        }
        let hole: Hole = word.parse()?;
        line.push(if swapped { hole.transposed() } else { hole });
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swap_turns_the_rest_of_the_game_back() {
        let moves = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let plain = line(&moves("B4 G9 E7")).unwrap();
        // The same game by the other side, turned.
        assert_eq!(line(&moves("B4 SWAP I7 G5")).unwrap(), plain);
        assert!(line(&moves("B4 nowhere")).is_err());
    }
}
