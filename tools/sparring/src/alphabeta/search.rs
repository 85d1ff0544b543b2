//! The search below the root: negamax with principal variation search.
//!
//! A position without plies left is worth what link distances say, unless a threat to win has to be
//! answered: then the answers are looked at as well, since the value of a position with a threat
//! standing tells little. Widths are limited, so that a decided score is as good as the lists of
//! moves that it was found with; those that answer a threat, and wins in one, are complete.

use super::order::{candidates, others, Candidate, Candidates, History, MOST};
use super::params::Params;
use super::table::{key_of, Bound, Table, CERTAIN};
use super::value::{
    ended, is_decided, look, lost_at, plies_left, winning_hole, won_at, Look, Score, WIN,
};
use twixt::distance::Distances;
use twixt::geometry::Hole;
use twixt::rules::Position;
use twixt::search::Limits;

/// Plies that no search of a turn's time comes to, unless the game ends before.
const DEEPEST: u8 = 60;

/// Positions between two looks at the clock: some 20 µs on the arena's board.
const NODES_A_LOOK: u64 = 16;

/// What is asked of a position: the plies to look ahead, how far from the root it is, and between
/// which two scores the answer matters. Beyond them a bound will do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    /// Whether passing may be tried: not twice running, else both sides would only pass.
    pub(crate) may_pass: bool,
}

impl Question {
    /// The question for the position after a move, from the opponent's point of view.
    pub(crate) fn after_move(&self, less: i32, alpha: Score, beta: Score) -> Question {
        let Question { depth, ply, .. } = *self;
        let (alpha, beta) = (-beta, -alpha);
        Question { depth: depth - 1 - less, ply: ply + 1, alpha, beta, may_pass: true }
    }

    /// Whether only one thing is asked: on which side of a score the position's lies.
    const fn is_narrow(&self) -> bool {
        self.beta - self.alpha <= 1
    }
}

/// Plies that passing is looked at less deeply, beside the one that it takes.
const PASS_LESS: i32 = 2;
/// Fewer plies than this are looked at rather than saved.
const PASS_FROM: i32 = 2;
const REDUCE_FROM: i32 = 3;

/// A search with what it remembers from position to position and from turn to turn.
pub struct Search<const N: usize> {
    /// The maximum depth in plies.
    pub deepest: u8,
    pub(crate) params: Params,
    pub(crate) table: Table,
    pub(crate) history: History,
    pub(crate) distances: Box<Distances<N>>,
    pub(crate) limits: Limits,
    /// Positions looked at in this turn.
    pub(crate) nodes: u64,
    /// Whether a limit was reached; what the search answers from then on means nothing.
    pub(crate) stopped: bool,
}

impl<const N: usize> Search<N> {
    /// A search that knows nothing yet. `N` is 4 for boards up to 16 × 16 and 12 for any size.
    #[must_use]
    pub fn new(params: Params) -> Search<N> {
        Search {
            deepest: DEEPEST,
            table: Table::new(params.table),
            params,
            history: History::default(),
            distances: Box::default(),
            limits: Limits::default(),
            nodes: 0,
            stopped: false,
        }
    }

    /// What a position is worth to the side to move: the exact score if it lies between `alpha` and
    /// `beta`, else a bound on their side of it.
    pub(crate) fn visit(&mut self, position: &Position, asked: Question) -> Score {
        self.nodes += 1;
        let may_look = self.nodes.is_multiple_of(NODES_A_LOOK);
        self.stopped = self.stopped || self.limits.reached(self.nodes, may_look);
        if self.stopped {
            return 0;
        }
        if let Some(score) = ended(position) {
            return score;
        }
        let key = key_of(position);
        let known = self.table.find(key);
        let Question { depth, alpha, beta, .. } = asked;
        if let Some(score) = known.and_then(|entry| entry.settles(depth.max(0), alpha, beta)) {
            return score;
        }
        let (value, answers) = match look(position, &mut self.distances, &self.params.weights) {
            Look::Settled(score) => {
                self.table.keep(key, CERTAIN, score, Bound::Exact, None);
                return score;
            }
            Look::Threatened(value, answers) => (value, Some(answers)),
            Look::Open(value) => (value, None),
        };
        let deeper = i32::from(answers.is_some() && self.params.extend);
        if depth + deeper <= 0 {
            self.table.keep(key, 0, value, Bound::Exact, None);
            return value;
        }
        let list = match answers {
            Some(holes) => as_candidates(&holes),
            None if self.passing_suffices(position, asked, value) => return beta,
            None => self.offer(position, asked.ply),
        };
        if self.stopped {
            return 0;
        }
        let best = known.and_then(|entry| entry.best());
        let asked = Question { depth: depth.max(0) + deeper, ..asked };
        let (score, best) = self.try_all(position, asked, list, best);
        if !self.stopped {
            let bound = match score {
                score if score >= beta => Bound::Lower,
                score if score <= alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            self.table.keep(key, depth.max(0), score, bound, best);
        }
        score
    }

    /// The moves of the position looked at last, as many as this near to the root.
    fn offer(&mut self, position: &Position, ply: usize) -> Candidates {
        let Params { width, near_width, near, .. } = self.params;
        let most = if ply <= near { near_width.max(width) } else { width };
        candidates(position, &self.distances, most)
    }

    /// Whether the side to move could even pass and still have `beta`. In Twixt PP a peg more never
    /// hurts, so some move is as good as passing.
    fn passing_suffices(&mut self, position: &Position, asked: Question, value: Score) -> bool {
        let Question { depth, beta, may_pass, .. } = asked;
        let worth_a_try = self.params.pass && may_pass && asked.is_narrow() && depth >= PASS_FROM;
        if !worth_a_try || value < beta || is_decided(beta) {
            return false;
        }
        let passed = Position::from_board(position.board().clone(), !position.to_move());
        let question = asked.after_move(PASS_LESS, beta - 1, beta);
        let score = -self.visit(&passed, Question { may_pass: false, ..question });
        // The distances are those of other positions by now.
        self.distances.measure(position.board());
        !self.stopped && score >= beta
    }

    /// The best of the moves, and which one it is, if it is known to be better than `alpha`.
    fn try_all(
        &mut self,
        position: &Position,
        asked: Question,
        mut list: Candidates,
        known: Option<Hole>,
    ) -> (Score, Option<Hole>) {
        let (side, ply) = (position.to_move(), asked.ply);
        self.history.sort_in(side, ply, &mut list);
        put_first(&mut list, known);
        let (mut best, mut best_hole, mut alpha) = (-WIN, None, asked.alpha);
        for index in 0..list.len() {
            let hole = bring_forward(&mut list, index);
            let mut after = position.clone();
            after.play_peg(hole);
            let score = self.try_move(&after, Question { alpha, ..asked }, index);
            if self.stopped {
                return (0, None);
            }
            best = best.max(score);
            if score > alpha {
                (alpha, best_hole) = (score, Some(hole));
            }
            if score >= asked.beta {
                self.history.refuted(side, ply, asked.depth, &list[..=index]);
                break;
            }
        }
        (best, best_hole)
    }

    /// The score of the position after the move with this place in the order, for who made it. All
    /// but the first are only asked whether they are better than the best so far, and late ones
    /// less deeply, unless they are.
    pub(crate) fn try_move(&mut self, after: &Position, asked: Question, index: usize) -> Score {
        let Question { alpha, beta, .. } = asked;
        if index == 0 {
            return -self.visit(after, asked.after_move(0, alpha, beta));
        }
        let less = if self.params.reduce { reduction(asked.depth, index) } else { 0 };
        let mut score = -self.visit(after, asked.after_move(less, alpha, alpha + 1));
        if score > alpha && less > 0 && !self.stopped {
            score = -self.visit(after, asked.after_move(0, alpha, alpha + 1));
        }
        if score > alpha && score < beta && !self.stopped {
            score = -self.visit(after, asked.after_move(0, alpha, beta));
        }
        score
    }
}

/// Plies that the move with this place in the order is looked at less deeply.
fn reduction(depth: i32, index: usize) -> i32 {
    match index {
        _ if depth < REDUCE_FROM => 0,
        0..=1 => 0,
        2..=5 => 1,
        6..=11 => 1 + i32::from(depth > 3),
        _ => 2 + i32::from(depth > 5),
    }
}

/// Answers as they were found, the first one first.
fn as_candidates(holes: &[Hole]) -> Candidates {
    holes.iter().map(|&hole| Candidate { hole, order: 0 }).collect()
}

/// Makes the move that was best before the first one, if it is on the list.
fn put_first(list: &mut Candidates, known: Option<Hole>) {
    if let Some(candidate) = list.iter_mut().find(|candidate| Some(candidate.hole) == known) {
        candidate.order = i32::MAX;
    }
}

/// Exchanges the first of the moves that are left with the one at `index`. A list that is cut off
/// soon is never sorted as a whole.
fn bring_forward(list: &mut Candidates, index: usize) -> Hole {
    let mut first = index;
    for other in index + 1..list.len() {
        if list[other].order > list[first].order {
            first = other;
        }
    }
    list.swap(index, first);
    list[index].hole
}

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
        (self.limits, self.nodes, self.stopped) = (limits.clone(), 0, false);
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
            for depth in 1..=self.deepest {
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
        // Every score is between a loss with the opponent's next peg and a win with ours.
        let (lowest, highest) = (lost_at(position.pegs()), won_at(position.pegs()));
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
    let plies = plies_left(score, position.pegs());
    is_decided(score) && (score > 0 || plies <= i32::from(depth))
}
