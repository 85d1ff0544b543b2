//! Positions that the search misjudged: those whose value moved most from one ply to the next.
//!
//! Games that start there teach what self-play would else meet too seldom. What moved the value must
//! have been a better look and not a bad move, so only plies count whose move the search wanted.

use crate::play::board::Board;
use crate::play::game::{Choice, Game, HoleNumber};
use crate::play::shard;
use anyhow::{Context, Result};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::path::PathBuf;
use twixt::geometry::{Hole, Size};
use twixt::rules::Move;

/// A position of a game, and how far its value was off.
#[derive(Clone, PartialEq, Debug)]
pub struct Regret {
    /// The pegs, the vertical side's first.
    pub opening: Vec<Hole>,
    /// By how much the value moved, 0–1: for the same side, before the move and after it.
    pub moved: f32,
}

/// The ply of a game after which the value moved most, and by how much; `None` if no ply tells.
#[must_use]
pub fn greatest(game: &Game) -> Option<(usize, f32)> {
    let pairs = game.plies.windows(2).enumerate();
    let told = pairs.filter(|(_, pair)| pair[0].choice == Choice::Searched);
    let moved = told.map(|(number, pair)| {
        // The value behind the move is the other side's.
        (number, u16::MAX.abs_diff(pair[1].value).abs_diff(pair[0].value))
    });
    // Of equals the first.
    let (number, moved) = moved.max_by_key(|&(number, moved)| (moved, Reverse(number)))?;
    Some((number, f32::from(moved) / 65535.0))
}

/// The `count` positions of the games on one board that moved most, the worst first; at most one a
/// game, and each once. May find fewer.
///
/// # Errors
///
/// If a folder or a shard cannot be read, or a game names holes that the board has not.
pub fn worst(folders: &[PathBuf], board: Board, count: usize) -> Result<Vec<Regret>> {
    let found = shard::read_all(folders, |shard| {
        if shard.settings().is_none_or(|settings| settings.board != board) {
            return Ok(Vec::new());
        }
        let all = shard.games().map(|game| of_game(&game?, board.size));
        all.filter_map(Result::transpose).collect::<Result<Vec<Regret>>>()
    })?;
    let mut found = found.concat();
    found.sort_by(|a, b| b.moved.total_cmp(&a.moved));
    let mut known = HashSet::new();
    let mut worst = Vec::new();
    for regret in found {
        if worst.len() == count {
            break;
        }
        let mut position = board.start();
        for &hole in &regret.opening {
            position.play(Move::Peg(hole)).context("a game breaks the rules")?;
        }
        if known.insert(position.board().key()) {
            worst.push(regret);
        }
    }
    Ok(worst)
}

fn of_game(game: &Game, size: Size) -> Result<Option<Regret>> {
    let Some((ply, moved)) = greatest(game) else { return Ok(None) };
    let before = game.moves().take(game.opening.len() + ply);
    let holes: Option<Vec<Hole>> = before.map(|number: HoleNumber| number.hole(size)).collect();
    let opening = holes.with_context(|| format!("game {} names no hole", game.number))?;
    Ok(Some(Regret { opening, moved }))
}
