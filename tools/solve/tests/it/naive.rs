//! Exhaustive search with the rules of the test oracle.

use crate::oracle::{End, Game, Hole, Link, FIRST};
use solve::prove::Value;
use std::collections::HashMap;

/// Side to move, pegs and links; links depend on the order of play.
pub(crate) type Key = (usize, [Vec<Hole>; 2], [Vec<Link>; 2]);

pub(crate) type Known = HashMap<Key, Value>;

pub(crate) fn key(game: &Game) -> Key {
    let (mut pegs, mut links) = (game.pegs.clone(), game.links.clone());
    pegs.iter_mut().for_each(|pegs| pegs.sort_unstable());
    links.iter_mut().for_each(|links| links.sort_unstable());
    (game.to_move, pegs, links)
}

pub(crate) fn solve(game: &Game, known: &mut Known) -> Value {
    match game.end {
        Some(End::Drawn) => return Value::Drawn,
        Some(End::Won(player)) if player == game.to_move => return Value::Won,
        Some(End::Won(_)) => return Value::Lost,
        None => (),
    }
    let key = key(game);
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut best = Value::Lost;
    for hole in game.legal_pegs() {
        let mut after = game.clone();
        after.peg(hole);
        best = best.max(solve(&after, known).opposite());
        if best == Value::Won {
            break;
        }
    }
    known.insert(key, best);
    best
}

pub(crate) fn game(size: u8, moves: &[twixt::geometry::Hole]) -> Game {
    let mut game = Game::new(size.into());
    for hole in moves {
        game.peg((hole.column().into(), hole.row().into()));
    }
    game
}

#[test]
fn first_player_is_to_move_at_the_start() {
    assert_eq!(Game::new(4).to_move, FIRST);
}
