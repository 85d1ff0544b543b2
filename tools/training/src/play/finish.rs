//! Play after a proof or a resignation, until a chain joins the winner's borders.
//!
//! The winning chain is a training target, and a proof does not contain it. The moves only have to
//! convert the win, so a small search with link distances chooses them.

use crate::play::game::{Ending, HoleNumber};
use engine::for_rules;
use twixt::evaluate::by_distance;
use twixt::rules::{Linking, Move, Position};
use twixt::search::{Limits, Params, Search};

/// Node budgets per move; the next one is tried if the game does not end as proven.
const NODES: [u64; 3] = [200, 2000, 20_000];

const CAPACITY: usize = 1 << 20;

/// Maximum number of moves, as a multiple of the holes per edge.
const MAX_MOVES_PER_HOLE: usize = 5;

/// Returns the moves from `position` to the end of the game, or only the first ones of a very long
/// game; none if `ending` is a draw. `proven` is false after a resignation. The moves always reach a
/// proven ending in PP, and nearly always under classic rules.
pub(crate) fn finish(position: &Position, ending: Ending, proven: bool) -> Vec<HoleNumber> {
    if ending == Ending::Drawn {
        return Vec::new();
    }
    let mut moves = Vec::new();
    for nodes in NODES {
        let end;
        (moves, end) = play_out(position, nodes);
        if !proven || end == Some(ending) {
            return moves;
        }
    }
    let sure = proven && position.rules().linking == Linking::Pp;
    debug_assert!(!sure, "the proven {ending:?} was not reached: {:?}", position.board());
    moves
}

fn play_out(position: &Position, nodes: u64) -> (Vec<HoleNumber>, Option<Ending>) {
    let size = position.size();
    let evaluator = for_rules(by_distance(size), position.rules().linking, None);
    let max_moves = MAX_MOVES_PER_HOLE * usize::from(size.get());
    // Selecting the most visited move reproduces games of earlier versions.
    let params = Params { lcb_z: 0.0, ..Params::default() };
    let mut search = Search::new(position.clone(), evaluator, params, CAPACITY);
    let mut moves = Vec::new();
    while search.position().outcome().is_none() && moves.len() < max_moves {
        let Some(Move::Peg(hole)) = search.think(&Limits::nodes(nodes)).best else { break };
        moves.push(HoleNumber::of(hole, size));
        search.advance(&[Move::Peg(hole)]);
    }
    (moves, search.position().outcome().map(Ending::from))
}
