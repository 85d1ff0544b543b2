//! Valid turns of random games in the arena's protocol.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::RngExt;
use twixt::geometry::{Direction, Hole, Side, Size};
use twixt::rules::{Move, Position};

/// A position, and the lines that describe it from the point of view of its side to move.
#[derive(Clone)]
pub(crate) struct Turn {
    pub(crate) position: Position,
    pub(crate) lines: Vec<String>,
}

/// Returns all turns of `side` in a random game of at most `plies` moves.
pub(crate) fn turns_of(
    side: Side,
    size: Size,
    plies: usize,
    rng: &mut Xoshiro256PlusPlus,
) -> Vec<Turn> {
    let mut position = Position::new(size);
    let mut last = "FIRST".to_owned();
    let mut turns = Vec::new();
    for _ in 0..plies {
        if position.outcome().is_some() {
            break;
        }
        if position.to_move() == side {
            let lines = lines(&position, &last, rng);
            turns.push(Turn { position: position.clone(), lines });
        }
        let mv = random_move(&position, rng);
        last = mv.to_string();
        position.play(mv).expect("a legal move");
    }
    turns
}

/// Returns a legal move: a swap half the time if it is legal, otherwise usually a peg a knight's move from an own
/// peg.
fn random_move(position: &Position, rng: &mut Xoshiro256PlusPlus) -> Move {
    if position.may_swap() && rng.random() {
        return Move::Swap;
    }
    let side = position.to_move();
    let near: Vec<Hole> = position
        .board()
        .pegs(side)
        .flat_map(|peg| {
            Direction::ALL.into_iter().filter_map(move |d| peg.step(d, position.size()))
        })
        .filter(|&hole| position.check(Move::Peg(hole)).is_ok())
        .collect();
    match near.choose(rng) {
        Some(&hole) if rng.random_ratio(3, 4) => Move::Peg(hole),
        _ => {
            let all: Vec<Hole> = position.board().vacant(side).collect();
            Move::Peg(*all.choose(rng).expect("the game is not over"))
        }
    }
}

/// Returns the lines of a turn for the side to move, with the lists and the ends of each link in random
/// order.
fn lines(position: &Position, last: &str, rng: &mut Xoshiro256PlusPlus) -> Vec<String> {
    let mut lines = vec![last.to_owned()];
    let mut add = |mut list: Vec<String>, rng: &mut Xoshiro256PlusPlus| {
        list.shuffle(rng);
        lines.push(list.len().to_string());
        lines.extend(list);
    };
    let board = position.board();
    for side in [position.to_move(), !position.to_move()] {
        add(board.pegs(side).map(|peg| peg.to_string()).collect(), rng);
        let mut links = Vec::new();
        for link in board.links(side) {
            let (a, b) = link.ends();
            links.push(if rng.random() { format!("{a} {b}") } else { format!("{b} {a}") });
        }
        add(links, rng);
    }
    lines
}
