//! Principal variation search (negamax) with iterative deepening.
//!
//! At depth 0 the search returns the static evaluation, unless a threat to win must be answered: then the
//! answers are searched too, since the evaluation is unreliable during a threat. The number of moves per node
//! is limited ([`Params::width`]), so the score of a win or loss is a proof only if the right moves were among
//! those searched. The search never omits an answer to a threat, or a win with the next peg.

use super::order::{candidates, remaining, Candidate, Candidates, History, MAX_CANDIDATES};
use super::params::Params;
use super::table::{key_of, Bound, Table, PROVEN_DEPTH};
use super::value::{
    is_decided, lost_at, plies_left, static_eval, terminal_score, winning_hole, won_at, Score,
    StaticEval, WIN,
};
use twixt::distance::Distances;
use twixt::geometry::Hole;
use twixt::rules::Position;
use twixt::search::Limits;

/// The default depth limit in plies, out of reach within the time of a turn.
const MAX_DEPTH: u8 = 60;

/// Nodes between two reads of the clock: about 20 µs on the arena's board.
const NODES_PER_CLOCK_READ: u64 = 16;

/// The arguments of a node: remaining depth in plies, distance from the root, and the window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeArgs {
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    /// Whether a null move is allowed; never two in a row.
    pub(crate) may_null_move: bool,
}

impl NodeArgs {
    /// Returns the arguments of a child, with `less` plies of reduction.
    pub(crate) fn child(&self, less: i32, alpha: Score, beta: Score) -> NodeArgs {
        let NodeArgs { depth, ply, .. } = *self;
        let (alpha, beta) = (-beta, -alpha);
        NodeArgs { depth: depth - 1 - less, ply: ply + 1, alpha, beta, may_null_move: true }
    }

    const fn is_null_window(&self) -> bool {
        self.beta - self.alpha <= 1
    }
}

/// Reduction of a null move in plies, in addition to the ply that it takes.
const NULL_MOVE_REDUCTION: i32 = 2;
const NULL_MOVE_MIN_DEPTH: i32 = 2;
const LMR_MIN_DEPTH: i32 = 3;

/// A search; it keeps its transposition table and history between turns.
pub struct Search<const N: usize> {
    /// Depth limit in plies.
    pub max_depth: u8,
    pub(crate) params: Params,
    pub(crate) table: Table,
    pub(crate) history: History,
    pub(crate) distances: Box<Distances<N>>,
    pub(crate) limits: Limits,
    pub(crate) nodes: u64,
    /// Whether a limit was reached; scores returned afterwards are meaningless.
    pub(crate) stopped: bool,
}

impl<const N: usize> Search<N> {
    /// Creates a search with empty tables. `N` is 4 for boards up to 16 × 16 and 12 for any size.
    #[must_use]
    pub fn new(params: Params) -> Search<N> {
        Search {
            max_depth: MAX_DEPTH,
            table: Table::new(params.table),
            params,
            history: History::default(),
            distances: Box::default(),
            limits: Limits::default(),
            nodes: 0,
            stopped: false,
        }
    }

    /// Returns the score for the side to move: exact inside the window, else a bound (fail-soft).
    pub(crate) fn negamax(&mut self, position: &Position, args: NodeArgs) -> Score {
        self.nodes += 1;
        let reads_clock = self.nodes.is_multiple_of(NODES_PER_CLOCK_READ);
        self.stopped = self.stopped || self.limits.reached(self.nodes, reads_clock);
        if self.stopped {
            return 0;
        }
        if let Some(score) = terminal_score(position) {
            return score;
        }
        let key = key_of(position);
        let entry = self.table.probe(key);
        let NodeArgs { depth, alpha, beta, .. } = args;
        if let Some(score) = entry.and_then(|entry| entry.usable_score(depth.max(0), alpha, beta)) {
            return score;
        }
        let (value, answers) =
            match static_eval(position, &mut self.distances, &self.params.weights) {
                StaticEval::Proven(score) => {
                    self.table.store(key, PROVEN_DEPTH, score, Bound::Exact, None);
                    return score;
                }
                StaticEval::Threatened(value, answers) => (value, Some(answers)),
                StaticEval::Estimate(value) => (value, None),
            };
        let deeper = i32::from(answers.is_some() && self.params.extend);
        if depth + deeper <= 0 {
            self.table.store(key, 0, value, Bound::Exact, None);
            return value;
        }
        let list = match answers {
            Some(holes) => as_candidates(&holes),
            None if self.null_move_cutoff(position, args, value) => return beta,
            None => self.candidates_at(position, args.ply),
        };
        if self.stopped {
            return 0;
        }
        let best = entry.and_then(|entry| entry.best());
        let args = NodeArgs { depth: depth.max(0) + deeper, ..args };
        let (score, best) = self.search_moves(position, args, list, best);
        if !self.stopped {
            let bound = match score {
                score if score >= beta => Bound::Lower,
                score if score <= alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            self.table.store(key, depth.max(0), score, bound, best);
        }
        score
    }

    /// Returns the candidates of the position whose distances were measured last.
    fn candidates_at(&mut self, position: &Position, ply: usize) -> Candidates {
        let Params { width, near_width, near, .. } = self.params;
        let most = if ply <= near { near_width.max(width) } else { width };
        candidates(position, &self.distances, most)
    }

    /// Returns whether the score reaches `beta` even after a null move. In PP an extra peg never harms its
    /// side, so the best move scores at least as high as a null move.
    fn null_move_cutoff(&mut self, position: &Position, args: NodeArgs, value: Score) -> bool {
        let NodeArgs { depth, beta, may_null_move, .. } = args;
        let is_allowed = self.params.pass
            && may_null_move
            && args.is_null_window()
            && depth >= NULL_MOVE_MIN_DEPTH;
        if !is_allowed || value < beta || is_decided(beta) {
            return false;
        }
        let passed = Position::from_board(position.board().clone(), !position.to_move());
        let reduced = args.child(NULL_MOVE_REDUCTION, beta - 1, beta);
        let score = -self.negamax(&passed, NodeArgs { may_null_move: false, ..reduced });
        // The null-move search has overwritten the distances.
        self.distances.measure(position.board());
        !self.stopped && score >= beta
    }

    /// Returns the best score, and its move if the score exceeds `alpha`.
    fn search_moves(
        &mut self,
        position: &Position,
        args: NodeArgs,
        mut list: Candidates,
        known: Option<Hole>,
    ) -> (Score, Option<Hole>) {
        let (side, ply) = (position.to_move(), args.ply);
        self.history.add_bonuses(side, ply, &mut list);
        put_hash_move_first(&mut list, known);
        let (mut best, mut best_hole, mut alpha) = (-WIN, None, args.alpha);
        for index in 0..list.len() {
            let hole = select_next(&mut list, index);
            let mut after = position.clone();
            after.play_peg(hole);
            let score = self.search_move(&after, NodeArgs { alpha, ..args }, index);
            if self.stopped {
                return (0, None);
            }
            best = best.max(score);
            if score > alpha {
                (alpha, best_hole) = (score, Some(hole));
            }
            if score >= args.beta {
                self.history.record_cutoff(side, ply, args.depth, &list[..=index]);
                break;
            }
        }
        (best, best_hole)
    }

    /// Returns the score of the position `after` a move, for the side that made it. Moves after the first
    /// are searched with a null window and late ones at reduced depth; those that exceed `alpha` are
    /// re-searched.
    pub(crate) fn search_move(&mut self, after: &Position, args: NodeArgs, index: usize) -> Score {
        let NodeArgs { alpha, beta, .. } = args;
        if index == 0 {
            return -self.negamax(after, args.child(0, alpha, beta));
        }
        let less = if self.params.reduce { reduction(args.depth, index) } else { 0 };
        let mut score = -self.negamax(after, args.child(less, alpha, alpha + 1));
        if score > alpha && less > 0 && !self.stopped {
            score = -self.negamax(after, args.child(0, alpha, alpha + 1));
        }
        if score > alpha && score < beta && !self.stopped {
            score = -self.negamax(after, args.child(0, alpha, beta));
        }
        score
    }
}

fn reduction(depth: i32, index: usize) -> i32 {
    match index {
        _ if depth < LMR_MIN_DEPTH => 0,
        0..=1 => 0,
        2..=5 => 1,
        6..=11 => 1 + i32::from(depth > 3),
        _ => 2 + i32::from(depth > 5),
    }
}

/// Converts the answers to candidates in the same order.
fn as_candidates(holes: &[Hole]) -> Candidates {
    holes.iter().map(|&hole| Candidate { hole, order: 0 }).collect()
}

fn put_hash_move_first(list: &mut Candidates, known: Option<Hole>) {
    if let Some(candidate) = list.iter_mut().find(|candidate| Some(candidate.hole) == known) {
        candidate.order = i32::MAX;
    }
}

/// Swaps the best of the remaining moves to `index`. This is cheaper than sorting if a cutoff comes early.
fn select_next(list: &mut Candidates, index: usize) -> Hole {
    let mut first = index;
    for other in index + 1..list.len() {
        if list[other].order > list[first].order {
            first = other;
        }
    }
    list.swap(index, first);
    list[index].hole
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBetaReport {
    /// The hole of the best peg; `None` if the game is over.
    pub best: Option<Hole>,
    /// The score for the side to move.
    pub score: Score,
    /// The depth of the last completed iteration, in plies.
    pub depth: u8,
    /// Nodes visited.
    pub nodes: u64,
}

/// Half the width of the aspiration window.
const ASPIRATION: Score = 250;
/// The depth from which the aspiration window is used.
const ASPIRATION_MIN_DEPTH: u8 = 3;

impl<const N: usize> Search<N> {
    /// Returns the best peg found within the limits. Does not decide about swaps.
    pub fn think(&mut self, position: &Position, limits: &Limits) -> AlphaBetaReport {
        (self.limits, self.nodes, self.stopped) = (limits.clone(), 0, false);
        self.table.age();
        self.history.age();
        let mut report = AlphaBetaReport { best: None, score: 0, depth: 0, nodes: 0 };
        if terminal_score(position).is_some() {
            return report;
        }
        let (mut moves, proven) = self.root_moves(position);
        (report.best, report.score) = (moves.first().copied(), proven.unwrap_or(0));
        // A lost position is searched too, for the longest resistance.
        if proven.is_none_or(|score| score < 0) {
            for depth in 1..=self.max_depth {
                let found = self.iterate(position, depth, &mut moves, &mut report);
                if !found || is_final(report.score, position, depth) {
                    break;
                }
            }
        }
        report.nodes = self.nodes;
        report
    }

    /// Returns the root's moves in order, and the score if it is proven. The moves are all legal ones,
    /// unless one wins or a threat must be answered.
    fn root_moves(&mut self, position: &Position) -> (Vec<Hole>, Option<Score>) {
        let distances = &mut self.distances;
        let eval = static_eval(position, distances, &self.params.weights);
        let proven = match eval {
            StaticEval::Threatened(_, answers) => return (answers, None),
            StaticEval::Proven(score) => Some(score),
            StaticEval::Estimate(_) => None,
        };
        if proven == Some(won_at(position.pegs() + 1)) {
            if let Some(hole) = winning_hole(position, distances) {
                return (vec![hole], proven);
            }
        }
        distances.measure(position.board());
        let mut list = candidates(position, distances, MAX_CANDIDATES);
        list.sort_by_key(|&Candidate { hole, order }| (-order, hole));
        let rest: Vec<Hole> = remaining(position, &list).collect();
        let moves = list.iter().map(|candidate| candidate.hole).chain(rest).collect();
        (moves, proven)
    }

    /// Searches the root to `depth`, with a wider window until the score is inside it. Returns `false` if a limit
    /// was reached before the iteration was complete.
    fn iterate(
        &mut self,
        position: &Position,
        depth: u8,
        moves: &mut [Hole],
        report: &mut AlphaBetaReport,
    ) -> bool {
        // Strict bounds on the score: both a win and a loss need at least one more peg.
        let (lowest, highest) = (lost_at(position.pegs()), won_at(position.pegs()));
        let (mut below, mut above) =
            match depth >= ASPIRATION_MIN_DEPTH && !is_decided(report.score) {
                true => (report.score - ASPIRATION, report.score + ASPIRATION),
                false => (lowest, highest),
            };
        loop {
            let (alpha, beta) = (below.max(lowest), above.min(highest));
            let score = self.search_root(position, depth, (alpha, beta), moves, report);
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

    /// Searches the root's moves. A new best move goes to the front and into the report, even if a limit
    /// is reached later.
    fn search_root(
        &mut self,
        position: &Position,
        depth: u8,
        (mut alpha, beta): (Score, Score),
        moves: &mut [Hole],
        report: &mut AlphaBetaReport,
    ) -> Score {
        let args = NodeArgs { depth: depth.into(), ply: 0, alpha, beta, may_null_move: false };
        let mut best = Score::MIN;
        for index in 0..moves.len() {
            let mut after = position.clone();
            after.play_peg(moves[index]);
            let score = self.search_move(&after, NodeArgs { alpha, ..args }, index);
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

/// Returns whether deeper searches are unnecessary: the score is a win, or a loss within `depth` plies.
fn is_final(score: Score, position: &Position, depth: u8) -> bool {
    let plies = plies_left(score, position.pegs());
    is_decided(score) && (score > 0 || plies <= i32::from(depth))
}
