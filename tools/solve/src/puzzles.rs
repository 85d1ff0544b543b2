//! Puzzles: tactics with a single winning move, with the length of the win and a difficulty.

use crate::bitboard::Bitboard;
use crate::guide::Guide;
use crate::prove::Prover;
use crate::tactics::{position, Tactic};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;
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
    /// All difficulties, in ascending order.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

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

    fn name(self) -> &'static str {
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

/// The reason why a line is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected size, difficulty, moves, solution and pegs of a puzzle, found {0:?}")]
pub struct NotAPuzzle(String);

impl FromStr for Puzzle {
    type Err = NotAPuzzle;

    /// Reads a line as written by `Display`.
    fn from_str(line: &str) -> Result<Puzzle, NotAPuzzle> {
        let read = || {
            let words: Vec<&str> = line.split(' ').collect();
            let [size, difficulty, moves, solution, pegs] = words[..] else { return None };
            let difficulty = Difficulty::ALL.into_iter().find(|one| one.name() == difficulty)?;
            Some(Puzzle {
                size: size.parse().ok().and_then(Size::new)?,
                difficulty,
                moves: holes(moves)?,
                solution: solution.parse().ok()?,
                pegs: pegs.parse().ok()?,
            })
        };
        read().ok_or_else(|| NotAPuzzle(line.to_owned()))
    }
}

/// Reads holes without separators: each starts with a letter.
fn holes(text: &str) -> Option<Vec<Hole>> {
    let starts: Vec<usize> = text.match_indices(char::is_alphabetic).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&from, to)| text.get(from..to)?.parse().ok()).collect()
}
