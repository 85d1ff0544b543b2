//! Start positions from games of people and other programs, which reach positions that self-play
//! does not.
//!
//! Reads every format of the `formats` crate, and collections as lines of JSON with the keys `n`
//! (holes per edge), `first` (`r` if the first player joins top and bottom, else `b`) and `moves`.

use crate::play::board::Board;
use anyhow::{ensure, Context, Result};
use formats::{Assume, Format};
use serde::Deserialize;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use twixt::evaluate::{by_distance, Evaluator, MoveList};
use twixt::geometry::Hole;
use twixt::random::Random;
use twixt::rules::{Move, Position, Proof, Rules};

/// Attempts per requested position.
const TRIES: usize = 50;

/// Samples up to `count` distinct positions that are undecided by link distances, each after a
/// random number of pegs of a random game. Skips games on other board sizes and games that start
/// from a setup position. Fails if a file cannot be read or no game remains.
pub fn positions(
    files: &[PathBuf],
    board: Board,
    count: usize,
    seed: u64,
) -> Result<Vec<Vec<Hole>>> {
    let mut lines = Vec::new();
    for file in files {
        lines.extend(read(file, board).with_context(|| file.display().to_string())?);
    }
    let (size, start) = (board.size, board.start());
    let playable: Vec<Vec<Hole>> =
        lines.into_iter().map(|line| legal(line, &start)).filter(|line| !line.is_empty()).collect();
    ensure!(!playable.is_empty(), "the files contain no games on a {size} board; pass other files");
    let (mut random, mut known) = (Random::new(seed), HashSet::new());
    let mut evaluator = by_distance(size);
    let mut found = Vec::new();
    for _ in 0..TRIES.saturating_mul(count) {
        if found.len() == count {
            break;
        }
        let line = &playable[random.below(playable.len() as u32) as usize];
        let pegs = 1 + random.below(line.len() as u32) as usize;
        let mut position = start.clone();
        for &hole in &line[..pegs] {
            position.play_peg(hole);
        }
        let position = position.without_swap();
        if position.outcome().is_none()
            && is_open(evaluator.as_mut(), &position)
            && known.insert(position.board().key())
        {
            found.push(line[..pegs].to_vec());
        }
    }
    ensure!(
        count == 0 || !found.is_empty(),
        "all positions that were tried are decided by link distances; pass other files"
    );
    Ok(found)
}

fn is_open(evaluator: &mut dyn Evaluator, position: &Position) -> bool {
    let mut list = MoveList::default();
    evaluator.value(position).proof == Proof::Open
        && evaluator.moves(position, &mut list) == Proof::Open
}

/// Truncates the line before the first peg that is illegal or ends the game.
fn legal(mut line: Vec<Hole>, start: &Position) -> Vec<Hole> {
    let mut position = start.clone();
    let plays = line.iter().take_while(|&&hole| {
        position.play(Move::Peg(hole)).is_ok() && position.outcome().is_none()
    });
    let plays = plays.count();
    line.truncate(plays);
    line
}

/// Returns the file's games on boards of this size, as alternating pegs.
fn read(file: &Path, board: Board) -> Result<Vec<Vec<Hole>>> {
    let text = std::fs::read_to_string(file)?;
    if let Some(lines) = plain(&text) {
        let ours = lines.into_iter().filter(|line| usize::from(line.n) == board.edge());
        return ours.map(PlainGame::pegs).collect();
    }
    let format = file.file_name().and_then(|name| Format::of_file_name(name.to_str()?));
    // Any text file may be named .txt, so the content decides.
    let format = format.filter(|&format| format != Format::List);
    let rules = Rules::usual(board.linking);
    let assume = Assume { size: board.size, rules, required: None, swap: None };
    let games = formats::read(&text, format, &assume)?;
    Ok(games
        .iter()
        .filter(|game| game.size == board.size && game.setup.is_none())
        .map(formats::Game::pegs)
        .collect())
}

#[derive(Deserialize)]
struct PlainGame {
    n: u8,
    first: String,
    moves: Vec<String>,
}

impl PlainGame {
    fn pegs(self) -> Result<Vec<Hole>> {
        let holes = self.moves.iter().map(|word| {
            let hole: Hole = word.parse().with_context(|| format!("invalid move {word:?}"))?;
            Ok(if self.first == "r" { hole } else { hole.transposed() })
        });
        holes.collect()
    }
}

/// Parses a JSON collection; `None` if the text is not one.
fn plain(text: &str) -> Option<Vec<PlainGame>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let games: Vec<PlainGame> =
        lines.map(|line| serde_json::from_str(line).ok()).collect::<Option<_>>()?;
    (!games.is_empty()).then_some(games)
}
