//! The end of a game that was stopped: played on until a chain joins its borders.
//!
//! Where the winning chain runs is something to learn, and a proof does not show it. The moves need
//! not be good ones, only good enough to win what is won, so a small search by link distances makes
//! them.

use crate::play::game::{Ending, HoleNumber};
use crate::play::settings::by_rules;
use twixt::evaluate::by_distance;
use twixt::rules::{Linking, Move, Position};
use twixt::search::{Limits, Params, Search};

/// Positions looked at for a move: at first, and if what was proven did not come out.
const NODES: [u64; 3] = [200, 2000, 20_000];

/// Nodes that the search's tree has room for.
const CAPACITY: usize = 1 << 20;

/// Moves after which nobody is waited for any longer, by hole of an edge.
const LONGEST: usize = 5;

/// Moves from a position on until the game is over, if it is soon. An ending that link distances
/// have `proven`, as they do in PP, comes out; one that the search has proven by the classic rules
/// nearly always does.
pub(crate) fn finish(position: &Position, ending: Ending, proven: bool) -> Vec<HoleNumber> {
    if ending == Ending::Drawn {
        return Vec::new();
    }
    let mut moves = Vec::new();
    for nodes in NODES {
        let end;
        (moves, end) = play_on(position, nodes);
        if !proven || end == Some(ending) {
            return moves;
        }
    }
    let sure = proven && position.rules().linking == Linking::Pp;
    debug_assert!(!sure, "a proven {ending:?} does not come out: {:?}", position.board());
    moves
}

/// Moves of both sides, each with so many positions looked at, and how the game ended.
fn play_on(position: &Position, nodes: u64) -> (Vec<HoleNumber>, Option<Ending>) {
    let size = position.size();
    let evaluator = by_rules(by_distance(size), position.rules().linking);
    let longest = LONGEST * usize::from(size.get());
    // The most visited move, so that games of earlier programs come out the same.
    let params = Params { lcb_z: 0.0, ..Params::default() };
    let mut search = Search::new(position.clone(), evaluator, params, CAPACITY);
    let mut moves = Vec::new();
    while search.position().outcome().is_none() && moves.len() < longest {
        let Some(Move::Peg(hole)) = search.think(&Limits::nodes(nodes)).best else { break };
        moves.push(HoleNumber::of(hole, size));
        search.advance(&[Move::Peg(hole)]);
    }
    (moves, search.position().outcome().map(Ending::from))
}
