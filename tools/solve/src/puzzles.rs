//! Puzzles: tactics with a single winning move, with the length of the win and a difficulty.

use crate::bitboard::Bitboard;
use crate::guide::Guide;
use crate::prove::Prover;
use crate::tactics::{position, Tactic};
use std::fmt;
use twixt::geometry::{Hole, Size};

/// How hard a puzzle is for a person: an estimate from the length of the win and from the network's policy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Difficulty {
    /// A short win that the policy ranks high.
    Easy,
    /// Between easy and hard.
    Medium,
    /// A long win, or one that the policy ranks low.
    Hard,
}

impl Difficulty {
    /// Returns the difficulty of a win that takes `pegs` pegs and whose first move has this rank, from 1, in the
    /// network's policy: the sum of the pegs and the binary logarithm of the rank, rounded down, is at most 3 for an easy
    /// puzzle, 4 for a medium one, and larger for a hard one.
    #[must_use]
    pub fn of(pegs: u8, rank: usize) -> Difficulty {
        match u32::from(pegs) + rank.max(1).ilog2() {
            ..=3 => Difficulty::Easy,
            4 => Difficulty::Medium,
            _ => Difficulty::Hard,
        }
    }

    /// Returns the name in lists.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }
}

/// A position in which exactly one move wins; all others are proven not to win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Size of the board.
    pub size: Size,
    /// The estimated difficulty.
    pub difficulty: Difficulty,
    /// The moves from the empty board, without a swap.
    pub moves: Vec<Hole>,
    /// The winning move.
    pub solution: Hole,
    /// The number of pegs that the win takes against the longest resistance, the solution included.
    pub pegs: u8,
}

impl Puzzle {
    /// Proves that exactly one move wins, and returns the puzzle; `None` if several moves or none win, if a proof
    /// needs more than `limit` nodes, or if the second player could swap.
    pub fn of<P: Bitboard>(
        prover: &mut Prover<P>,
        guide: &mut Guide,
        tactic: &Tactic,
        limit: u64,
    ) -> Option<Puzzle> {
        let Tactic { size, ref moves, .. } = *tactic;
        let position = position(size, moves).filter(|_| moves.len() >= 2)?;
        let game = prover.game(&position).ok()?;
        let [solution] = prover.wins(&game, 1, limit)?[..] else { return None };
        let pegs = prover.pegs_to_win(&game, game.mover, limit)?;
        let difficulty = Difficulty::of(pegs, guide.rank(&position, solution));
        Some(Puzzle { size, difficulty, moves: moves.clone(), solution, pegs })
    }
}

impl fmt::Display for Puzzle {
    /// Writes size, difficulty, moves without separators, solution, and pegs: `8 easy b3h4e2 f5 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: String = self.moves.iter().map(Hole::to_string).collect();
        let (moves, solution) = (moves.to_lowercase(), self.solution.to_string().to_lowercase());
        write!(f, "{} {} {moves} {solution} {}", self.size.get(), self.difficulty.name(), self.pegs)
    }
}
