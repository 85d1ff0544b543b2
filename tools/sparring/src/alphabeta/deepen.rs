//! The search at the root: ply by ply deeper, until a limit is reached or the result is known.

use crate::alphabeta::candidates::{candidates, others, Candidate, MOST};
use crate::alphabeta::leaf::{ended, look, winning_hole, Look};
use crate::alphabeta::limits::Limits;
use crate::alphabeta::score::{is_decided, won_at, Score};
use crate::alphabeta::search::{all_scores, Question, Search};
use twixt::geometry::Hole;
use twixt::rules::Position;

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// The peg to set; `None` if the game is over.
    pub best: Option<Hole>,
    /// What it is worth to the side that sets it.
    pub score: Score,
    /// The plies that were looked ahead to the end.
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u64,
}

/// How far the score of a depth is expected from the one before.
const ASIDE: Score = 250;
/// From this depth on it is expected to be near.
const EXPECT_FROM: u8 = 3;

impl<const N: usize> Search<N> {
    /// The best peg, as far as the limits let it be seen. Whether to swap is not decided here.
    pub fn think(&mut self, position: &Position, limits: &Limits) -> Report {
        (self.limits, self.nodes, self.stopped) = (*limits, 0, false);
        self.table.age();
        self.history.age();
        let mut report = Report { best: None, score: 0, depth: 0, nodes: 0 };
        if ended(position).is_some() {
            return report;
        }
        let (mut moves, settled) = self.first_moves(position);
        (report.best, report.score) = (moves.first().copied(), settled.unwrap_or(0));
        // A loss is still looked into: not all moves put it off alike.
        if settled.is_none_or(|score| score < 0) {
            for depth in 1..=limits.deepest() {
                let found = self.deepen(position, depth, &mut moves, &mut report);
                if !found || is_over(report.score, position, depth) {
                    break;
                }
            }
        }
        report.nodes = self.nodes;
        report
    }

    /// The moves of the root, the likeliest first, and what a look at it settles. All legal moves,
    /// unless one wins or a threat leaves only some.
    fn first_moves(&mut self, position: &Position) -> (Vec<Hole>, Option<Score>) {
        let distances = &mut self.distances;
        let looked = look(position, distances, &self.params.weights);
        let settled = match looked {
            Look::Threatened(_, answers) => return (answers, None),
            Look::Settled(score) => Some(score),
            Look::Open(_) => None,
        };
        if settled == Some(won_at(position.pegs() + 1)) {
            if let Some(hole) = winning_hole(position, distances) {
                return (vec![hole], settled);
            }
        }
        distances.measure(position.board());
        let mut list = candidates(position, distances, MOST);
        list.sort_by_key(|&Candidate { hole, order }| (-order, hole));
        let rest: Vec<Hole> = others(position, &list).collect();
        let moves = list.iter().map(|candidate| candidate.hole).chain(rest).collect();
        (moves, settled)
    }

    /// Looks so many plies ahead; `false` if a limit was reached before. The best move comes first
    /// afterwards.
    fn deepen(
        &mut self,
        position: &Position,
        depth: u8,
        moves: &mut [Hole],
        report: &mut Report,
    ) -> bool {
        let (lowest, highest) = all_scores(position);
        let (mut below, mut above) = match depth >= EXPECT_FROM && !is_decided(report.score) {
            true => (report.score - ASIDE, report.score + ASIDE),
            false => (lowest, highest),
        };
        loop {
            let (alpha, beta) = (below.max(lowest), above.min(highest));
            let score = self.try_root(position, depth, (alpha, beta), moves, report);
            if self.stopped {
                return false;
            }
            match score {
                score if score <= alpha && alpha > lowest => below = lowest,
                score if score >= beta && beta < highest => above = highest,
                score => {
                    (report.score, report.depth) = (score, depth);
                    return true;
                }
            }
        }
    }

    /// Tries the moves in their order. Whenever one turns out best, it goes to the front and into
    /// the report, also if a limit is reached later.
    fn try_root(
        &mut self,
        position: &Position,
        depth: u8,
        (mut alpha, beta): (Score, Score),
        moves: &mut [Hole],
        report: &mut Report,
    ) -> Score {
        let asked = Question { depth: depth.into(), ply: 0, alpha, beta, may_pass: false };
        let mut best = Score::MIN;
        for index in 0..moves.len() {
            let mut after = position.clone();
            after.play_peg(moves[index]);
            let score = self.try_move(&after, Question { alpha, ..asked }, index);
            if self.stopped {
                break;
            }
            best = best.max(score);
            if score > alpha {
                (alpha, report.best, report.score) = (score, Some(moves[index]), score);
                moves[..=index].rotate_right(1);
            }
            if score >= beta {
                break;
            }
        }
        best
    }
}

/// Whether looking further ahead can't change anything: the end is nearer than that.
fn is_over(score: Score, position: &Position, depth: u8) -> bool {
    let plies = crate::alphabeta::score::plies_left(score, position.pegs());
    is_decided(score) && (score > 0 || plies <= i32::from(depth))
}
