//! Tactics: positions with few winning moves, as test positions for searches.

use crate::bitboard::{supported_size, Bitboard};
use crate::prove::{Game, Prover};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use twixt::geometry::{Hole, Size, Symmetry};
use twixt::rules::{Move, Position};

/// A position with few winning moves; all others are proven not to win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tactic {
    /// Size of the board.
    pub size: Size,
    /// The moves from the empty board, without a swap.
    pub moves: Vec<Hole>,
    /// The winning moves, sorted.
    pub wins: Vec<Hole>,
    /// Whether the only winning move makes no link.
    pub quiet: bool,
}

impl fmt::Display for Tactic {
    /// Writes a line of `benches/tactics/positions.txt`: size, moves, winning moves, kind.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.quiet { "quiet" } else { "direct" };
        write!(f, "{} {} {} {kind}", self.size.get(), listed(&self.moves), listed(&self.wins))
    }
}

/// The reason why a line is not a tactic.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected a size, moves, winning moves, and quiet or direct, found {0:?}")]
pub struct NotATactic(String);

impl FromStr for Tactic {
    type Err = NotATactic;

    /// Reads a line as written by `Display`.
    fn from_str(line: &str) -> Result<Tactic, NotATactic> {
        let read = || {
            let words: Vec<&str> = line.split(' ').collect();
            let [size, moves, wins, kind @ ("quiet" | "direct")] = words[..] else { return None };
            let holes = |list: &str| -> Option<Vec<Hole>> {
                list.split(',').map(|hole| hole.parse().ok()).collect()
            };
            let size = size.parse().ok().and_then(supported_size)?;
            let (moves, wins) = (holes(moves)?, holes(wins)?);
            let sound = moves.iter().chain(&wins).all(|&hole| size.contains(hole));
            sound.then_some(Tactic { size, moves, wins, quiet: kind == "quiet" })
        };
        read().ok_or_else(|| NotATactic(line.to_owned()))
    }
}

fn listed(holes: &[Hole]) -> String {
    let words: Vec<String> = holes.iter().map(Hole::to_string).collect();
    words.join(",")
}

/// The criteria that a tactic must meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TacticFilter {
    /// Node budget per proof.
    pub limit: u64,
    /// Maximum number of winning moves.
    pub wins: usize,
    /// Minimum number of pegs that the win takes against the longest resistance.
    pub pegs: u8,
    /// Whether only quiet tactics qualify.
    pub quiet: bool,
}

impl Tactic {
    /// Returns the position after these moves if it meets the criteria.
    pub fn of<P: Bitboard>(
        prover: &mut Prover<P>,
        game: &Game<P>,
        moves: &[Hole],
        filter: TacticFilter,
    ) -> Option<Tactic> {
        let size = prover.search.field().size();
        let [own, others] = [game.mover, !game.mover].map(|side| prover.pegs_needed(game, side));
        // Any search finds a win with the next peg, or the defence against it.
        if game.end.is_some() || own < 2 || others < 2 {
            return None;
        }
        let position = position(size, moves)?;
        // This proof comes before the others, since it is cheap and rejects most positions.
        let first = prover.win(game, filter.limit)??;
        let quiet = position.clone().play_peg(first).links == 0;
        if filter.quiet && !quiet {
            return None;
        }
        let max_wins = if filter.quiet { 1 } else { filter.wins };
        let mut wins = prover.wins(game, max_wins, filter.limit)?;
        if wins.len() > max_wins {
            return None;
        }
        if filter.pegs > own && prover.pegs_to_win(game, game.mover, filter.limit)? < filter.pegs {
            return None;
        }
        wins.sort();
        let quiet = quiet && wins.len() == 1;
        Some(Tactic { size, moves: moves.to_vec(), wins, quiet })
    }

    /// Returns a key that is equal for symmetric positions and for any order of the moves.
    #[must_use]
    pub fn key(&self) -> (Size, [BTreeSet<Hole>; 2]) {
        (self.size, canonical_pegs(self.size, &self.moves))
    }
}

/// Returns each side's pegs in a canonical image of the position, which is the same for all symmetric positions and for
/// any order of each side's pegs.
#[must_use]
pub fn canonical_pegs(size: Size, moves: &[Hole]) -> [BTreeSet<Hole>; 2] {
    let [first, others @ ..] = Symmetry::MIRRORS.map(|symmetry| {
        [0, 1].map(|first| {
            let pegs = moves.iter().skip(first).step_by(2);
            pegs.map(|&peg| symmetry.hole(peg, size)).collect::<BTreeSet<Hole>>()
        })
    });
    others.into_iter().fold(first, std::cmp::min)
}

/// Returns the engine's position after the moves; `None` if one is illegal.
#[must_use]
pub fn position(size: Size, moves: &[Hole]) -> Option<Position> {
    let mut position = Position::new(size);
    for &hole in moves {
        position.play(Move::Peg(hole)).ok()?;
    }
    Some(position)
}
