//! Positions that the search misjudged: those whose value changed most from one ply to the next.
//!
//! Games from such positions cover cases that are too rare in self-play. The change must come from
//! a better evaluation, not from a bad move, so plies with a random or sampled move are ignored.

use crate::play::board::Board;
use crate::play::game::{Choice, Game, HoleNumber};
use crate::play::shard;
use anyhow::{Context, Result};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::path::PathBuf;
use twixt::geometry::{Hole, Size};
use twixt::rules::Move;

/// A position whose value changed after its move.
#[derive(Clone, PartialEq, Debug)]
pub struct Regret {
    /// Pegs of the position in playing order, starting with vertical's.
    pub opening: Vec<Hole>,
    /// Absolute change in value from this position to the next, 0 to 1, both from the point of view
    /// of the side to move here.
    pub change: f32,
}

/// Returns the ply with the largest change in value, and the change; `None` if no ply qualifies.
#[must_use]
pub fn largest_change(game: &Game) -> Option<(usize, f32)> {
    let pairs = game.plies.windows(2).enumerate();
    let searched = pairs.filter(|(_, pair)| pair[0].choice == Choice::Searched);
    let changes = searched.map(|(number, pair)| {
        // The next value is from the opponent's point of view.
        (number, u16::MAX.abs_diff(pair[1].value).abs_diff(pair[0].value))
    });
    // Ties go to the first ply.
    let (number, change) = changes.max_by_key(|&(number, change)| (change, Reverse(number)))?;
    Some((number, f32::from(change) / 65535.0))
}

/// Returns up to `count` distinct positions on `board` with the largest changes, in descending
/// order, at most one per game. Fails if a folder contains no shard or a game contains an illegal
/// move.
pub fn largest_changes(folders: &[PathBuf], board: Board, count: usize) -> Result<Vec<Regret>> {
    let found = shard::read_all(folders, |shard| {
        if shard.settings().is_none_or(|settings| settings.board != board) {
            return Ok(Vec::new());
        }
        let all = shard.games().map(|game| of_game(&game?, board.size));
        all.filter_map(Result::transpose).collect::<Result<Vec<Regret>>>()
    })?;
    let mut found = found.concat();
    found.sort_by(|a, b| b.change.total_cmp(&a.change));
    let mut known = HashSet::new();
    let mut selected = Vec::new();
    for regret in found {
        if selected.len() == count {
            break;
        }
        let mut position = board.start();
        for &hole in &regret.opening {
            position.play(Move::Peg(hole)).context("a game contains an illegal move")?;
        }
        if known.insert(position.board().key()) {
            selected.push(regret);
        }
    }
    Ok(selected)
}

fn of_game(game: &Game, size: Size) -> Result<Option<Regret>> {
    let Some((ply, change)) = largest_change(game) else { return Ok(None) };
    let before = game.moves().take(game.opening.len() + ply);
    let holes: Option<Vec<Hole>> = before.map(|number: HoleNumber| number.hole(size)).collect();
    let opening = holes.with_context(|| format!("game {}: hole off the board", game.number))?;
    Ok(Some(Regret { opening, change }))
}
