//! One long search of a position, and what it found.

use crate::line::{mirrored, position};
use anyhow::Result;
use engine::Evaluators;
use serde::{Deserialize, Serialize};
use twixt::geometry::{Hole, Size, Symmetry};
use twixt::rules::{Move, Proof};
use twixt::search::{Limits, Params, Search};

/// Nodes that a search has room for, twice, at 24 bytes: enough for 20,000 passes on 12 × 12.
const CAPACITY: usize = 1_000_000;

/// Moves that a look keeps at least, and at most; between these, those that were visited.
const KEPT: (usize, usize) = (8, 40);

/// What is to be looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// The moves that lead there, as the position is kept.
    pub line: Vec<Hole>,
    /// Passes of the search.
    pub nodes: u64,
    /// The mirror in which the search sees the position: what a network knows of mirror images
    /// differs a little, so that each look asks one of four views of the same thing.
    pub mirror: Symmetry,
}

/// What a search of a position found, from the point of view of the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Look {
    /// The moves that lead there.
    pub line: Vec<Hole>,
    /// Passes of the search.
    pub nodes: u64,
    /// The best move's expected result, 0 to 1.
    pub value: f32,
    /// What is certain.
    pub proof: Proof,
    /// Moves, the best first; empty only if the board is full.
    pub moves: Vec<Seen>,
}

/// What a search thought of a move.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "Tuple", into = "Tuple")]
pub struct Seen {
    /// The move.
    pub hole: Hole,
    /// Visits.
    pub visits: u32,
    /// Its expected result for the side that plays it; 0 without a visit.
    pub value: f32,
    /// What is certain for the side that plays it.
    pub proof: Proof,
}

/// A move as it is written: column, row, visits, value in hundredths of a percent, certainty.
type Tuple = (u8, u8, u32, u16, i8);

impl From<Tuple> for Seen {
    fn from((column, row, visits, value, proof): Tuple) -> Seen {
        // What a damaged line says is checked when it is played.
        let hole = Hole::new(column.min(23), row.min(23));
        Seen { hole, visits, value: f32::from(value) / 1e4, proof: proof_of(proof) }
    }
}

impl From<Seen> for Tuple {
    fn from(seen: Seen) -> Tuple {
        let value = (seen.value * 1e4).round() as u16;
        (seen.hole.column(), seen.hole.row(), seen.visits, value, number_of(seen.proof))
    }
}

/// Proven results as numbers.
const NUMBERS: [(Proof, i8); 4] =
    [(Proof::Open, 0), (Proof::Won, 1), (Proof::Lost, -1), (Proof::Drawn, 2)];

/// A proven result as a number: 1 won, −1 lost, 2 drawn, 0 open.
#[must_use]
pub fn number_of(proof: Proof) -> i8 {
    NUMBERS.into_iter().find(|known| known.0 == proof).map_or(0, |known| known.1)
}

/// The opposite of [`number_of`]; any other number is open.
#[must_use]
pub fn proof_of(number: i8) -> Proof {
    NUMBERS.into_iter().find(|known| known.1 == number).map_or(Proof::Open, |known| known.0)
}

/// Looks at positions of one board, one after the other.
pub struct Looker {
    size: Size,
    search: Search,
}

impl Looker {
    /// One that asks such an evaluator.
    ///
    /// # Errors
    ///
    /// If the network's weights can't be laid out.
    pub fn new(size: Size, evaluators: &Evaluators) -> Result<Looker> {
        let evaluator = evaluators.build(size)?;
        let start = crate::line::start(size);
        let search = Search::new(start, evaluator, Params::default(), CAPACITY);
        Ok(Looker { size, search })
    }

    /// Searches a position that goes on.
    pub fn look(&mut self, job: &Job) -> Look {
        let Job { line, nodes, mirror } = job;
        self.search.reset(position(self.size, &mirrored(line, *mirror, self.size)));
        let report = self.search.think(&Limits::nodes(*nodes));
        let back = mirror.inverse();
        let candidates = engine::candidates(&self.search).into_iter().enumerate();
        let kept = candidates.take(KEPT.1).filter(|(i, seen)| *i < KEPT.0 || seen.visits > 0);
        let moves = kept.filter_map(|(_, seen)| match seen.mv {
            Move::Peg(hole) => Some(Seen {
                hole: back.hole(hole, self.size),
                visits: seen.visits,
                value: seen.value,
                proof: seen.proof.reversed(),
            }),
            Move::Swap => None,
        });
        Look {
            line: line.clone(),
            nodes: report.evals,
            value: report.value,
            proof: report.proof,
            moves: moves.collect(),
        }
    }
}
