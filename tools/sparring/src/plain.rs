//! Players without a tree search.

use crate::shared::Plain;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IteratorRandom, SliceRandom};
use rand::RngExt;
use std::io::{BufRead, Write};
use twixt::arena::{serve, SessionError};
use twixt::distance::Distances;
use twixt::geometry::Side;
use twixt::rules::{Move, Outcome, Position};

/// Answers turns until the input ends, with uniformly random moves; swaps with probability 1/2.
///
/// # Errors
/// If the input is malformed or the output closed.
pub fn random(input: impl BufRead, output: impl Write, flags: &Plain) -> Result<(), SessionError> {
    let mut rng = flags.rng();
    serve(input, output, flags.game.size, flags.game.side, |turn| {
        let position = turn.position;
        let swaps = position.may_swap() && rng.random();
        let vacant = position.board().vacant(position.to_move());
        let peg = || vacant.choose(&mut rng).map(Move::Peg);
        let answer = if swaps { Some(Move::Swap) } else { peg() };
        Ok(answer.map(|answer| (answer, String::from("random"))))
    })
}

/// Missing pegs assumed for a side that is cut off; above the number of rows of any board.
const CUT_OFF: f32 = 50.0;

/// Answers turns until the input ends, with a one-ply search that evaluates the link distances of both sides.
///
/// # Errors
/// If the input is malformed or the output closed.
pub fn path(input: impl BufRead, output: impl Write, flags: &Plain) -> Result<(), SessionError> {
    let mut rng = flags.rng();
    let mut distances = Box::default();
    serve(input, output, flags.game.size, flags.game.side, |turn| {
        let found = best(&turn.position, &mut distances, &mut rng);
        Ok(found.map(|(answer, score)| (answer, format!("{score:+.1}"))))
    })
}

/// Returns the move with the largest lead, and that lead: the opponent's [`cost`] after the move minus the mover's.
/// Ties are broken at random.
fn best(
    position: &Position,
    distances: &mut Box<Distances<12>>,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<(Move, f32)> {
    let mover = position.to_move();
    let mut moves: Vec<Move> = position.moves().collect();
    moves.shuffle(rng);
    let score = |mv| {
        let mut after = position.clone();
        after.play(mv).ok()?;
        if let Some(Outcome::Won(_)) = after.outcome() {
            return Some((mv, CUT_OFF + CUT_OFF));
        }
        distances.measure(after.board());
        Some((mv, cost(distances, !mover) - cost(distances, mover)))
    };
    moves.into_iter().filter_map(score).max_by(|a, b| a.1.total_cmp(&b.1))
}

/// Returns the number of missing pegs of a side plus a narrowness term, since narrow chains are easier to
/// cut.
fn cost(distances: &Distances<12>, side: Side) -> f32 {
    let side = distances.of(side);
    side.needed.map_or(CUT_OFF, |pegs| f32::from(pegs) + side.narrowness / 4.0)
}
