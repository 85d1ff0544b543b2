//! A bot that plays any legal move: an opponent for trying things out.

use crate::flags::Plain;
use rand::seq::IteratorRandom;
use rand::RngExt;
use std::io::{BufRead, Write};
use twixt::arena::{serve, SessionError};
use twixt::rules::Move;

/// Answers turns until the input ends: with any open hole, and where a swap is possible, with that every
/// other time.
///
/// # Errors
///
/// If the input is malformed or the output closed.
pub fn play(input: impl BufRead, output: impl Write, flags: &Plain) -> Result<(), SessionError> {
    let mut rng = flags.seed.rng();
    serve(input, output, flags.game.size, flags.game.side, |asked| {
        let position = asked.position;
        let swaps = position.may_swap() && rng.random();
        let vacant = position.board().vacant(position.to_move());
        let peg = || vacant.choose(&mut rng).map(Move::Peg);
        let answer = if swaps { Some(Move::Swap) } else { peg() };
        Ok(answer.map(|answer| (answer, String::from("random"))))
    })
}
