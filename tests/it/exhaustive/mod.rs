//! Exhaustive search of nearly full boards.

use std::collections::HashMap;
use twixt::geometry::Side;
use twixt::rules::{Outcome, Position};

/// Returns 1 if the side to move wins, 0 for a draw, −1 if it loses, with best play.
pub(crate) fn solve(position: &Position) -> i32 {
    visit(position, &mut HashMap::new())
}

/// Results by side to move, pegs and blocked links; pegs alone do not determine the links.
type Solved = HashMap<Vec<u64>, i32>;

fn visit(position: &Position, solved: &mut Solved) -> i32 {
    match position.outcome() {
        Some(Outcome::Drawn) => return 0,
        Some(Outcome::Won(side)) => return if side == position.to_move() { 1 } else { -1 },
        None => (),
    }
    let key = key(position);
    if let Some(&value) = solved.get(&key) {
        return value;
    }
    let mut best = -1;
    for mv in position.moves() {
        let mut after = position.clone();
        after.play(mv).unwrap();
        best = best.max(-visit(&after, solved));
        if best == 1 {
            break;
        }
    }
    solved.insert(key, best);
    best
}

fn key(position: &Position) -> Vec<u64> {
    let board = position.board();
    let mut key = vec![position.to_move().index() as u64];
    for side in Side::ALL {
        key.extend((0..board.size().get()).map(|row| board.peg_row(side, row)));
        key.extend((0..2 * i32::from(board.size().get())).map(|y| board.barred_row(side, y)));
    }
    key
}
