//! One long search of a position, and its result.

use crate::line::{position, reflected};
use engine::Evaluators;
use serde::{Deserialize, Serialize};
use twixt::geometry::{Hole, Size, Symmetry};
use twixt::rules::{Ply, Proof};
use twixt::search::{Limits, Params, Search};

/// Nodes (of 24 bytes) in each of the two pools of a search: enough for 20,000 evaluations on 12 × 12.
const CAPACITY: usize = 1_000_000;

/// Minimum and maximum number of moves in a result; beyond the minimum, only visited moves are kept.
const KEPT_MOVES: (usize, usize) = (8, 40);

/// A position to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchJob {
    /// Moves that lead to the position, in the tree's canonical reflection.
    pub line: Vec<Hole>,
    /// Node budget, in evaluations.
    pub nodes: u64,
    /// Reflection of the searched position. A network's values differ slightly between the four reflections, so
    /// each search samples one.
    pub reflection: Symmetry,
}

/// Result of a search, from the point of view of the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult {
    /// Moves that lead to the position.
    pub line: Vec<Hole>,
    /// Number of evaluations.
    pub nodes: u64,
    /// Expected result of the best move, 0 to 1.
    pub value: f32,
    /// Proven result.
    pub proof: Proof,
    /// Searched moves, best first; empty only on a full board.
    pub moves: Vec<SearchedMove>,
}

/// A move of a search result.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "MoveTuple", into = "MoveTuple")]
pub struct SearchedMove {
    /// The move.
    pub hole: Hole,
    /// Number of visits.
    pub visits: u32,
    /// Expected result for the side that moves, 0 to 1; 0 without visits.
    pub value: f32,
    /// Proven result for the side that moves.
    pub proof: Proof,
}

/// Serialized move: column, row, visits, value in units of 0.0001, proof.
type MoveTuple = (u8, u8, u32, u16, i8);

impl From<MoveTuple> for SearchedMove {
    fn from((column, row, visits, value, proof): MoveTuple) -> SearchedMove {
        // Clamped so that a damaged line cannot panic; `Tree::add` checks legality.
        let hole = Hole::new(column.min(23), row.min(23));
        SearchedMove { hole, visits, value: f32::from(value) / 1e4, proof: proof_of(proof) }
    }
}

impl From<SearchedMove> for MoveTuple {
    fn from(mv: SearchedMove) -> MoveTuple {
        let value = (mv.value * 1e4).round() as u16;
        (mv.hole.column(), mv.hole.row(), mv.visits, value, number_of(mv.proof))
    }
}

const NUMBERS: [(Proof, i8); 4] =
    [(Proof::Open, 0), (Proof::Won, 1), (Proof::Lost, -1), (Proof::Drawn, 2)];

/// Returns the number that represents a proof in files: 1 won, −1 lost, 2 drawn, 0 open.
pub fn number_of(proof: Proof) -> i8 {
    NUMBERS.into_iter().find(|entry| entry.0 == proof).map_or(0, |entry| entry.1)
}

/// Inverts [`number_of`]; unknown numbers count as open.
pub fn proof_of(number: i8) -> Proof {
    NUMBERS.into_iter().find(|entry| entry.1 == number).map_or(Proof::Open, |entry| entry.0)
}

/// Searches positions of one board size, one at a time.
pub struct Searcher {
    size: Size,
    search: Search,
}

impl Searcher {
    /// Creates a searcher with its own evaluator.
    pub fn new(size: Size, evaluators: &Evaluators) -> Searcher {
        let evaluator = evaluators.build(size);
        let start = crate::line::start(size);
        let search = Search::new(start, evaluator, Params::default(), CAPACITY);
        Searcher { size, search }
    }

    /// Searches a position of an unfinished game.
    pub fn search(&mut self, job: &SearchJob) -> SearchResult {
        let SearchJob { line, nodes, reflection } = job;
        self.search.reset(position(self.size, &reflected(line, *reflection, self.size)));
        let report = self.search.think(&Limits::nodes(*nodes));
        let back = reflection.inverse();
        let candidates = engine::candidates(&self.search).into_iter().enumerate();
        let kept =
            candidates.take(KEPT_MOVES.1).filter(|(i, mv)| *i < KEPT_MOVES.0 || mv.visits > 0);
        let moves = kept.filter_map(|(_, candidate)| match candidate.ply {
            Ply::Turn(turn) => Some(SearchedMove {
                hole: back.hole(turn.peg, self.size),
                visits: candidate.visits,
                value: candidate.value,
                proof: candidate.proof.reversed(),
            }),
            Ply::Swap => None,
        });
        SearchResult {
            line: line.clone(),
            nodes: report.evals,
            value: report.value,
            proof: report.proof,
            moves: moves.collect(),
        }
    }
}
