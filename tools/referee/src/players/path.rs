//! A bot that looks one ply ahead by the link distances of both sides: the strength of a careful
//! beginner, and the floor that any search ought to clear.

use super::dice::Dice;
use crate::rules::Seat;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use std::io::{self, BufReader, Write};
use std::process::ExitCode;
use twixt::arena::{end, serve, SessionError};
use twixt::distance::Distances;
use twixt::geometry::{Side, Size};
use twixt::rules::{Move, Outcome, Position};

/// What a side that is cut off for good counts as needing, in pegs: more than any board has rows.
const CUT_OFF: f32 = 50.0;

/// Plays until its input ends. `arguments` stand behind the program's name.
pub(super) fn run(arguments: impl Iterator<Item = String>) -> ExitCode {
    let dice = Dice::parse(arguments);
    let Some(size) = Size::new(dice.size) else {
        let _ = writeln!(io::stderr(), "path: no board has {} holes along an edge", dice.size);
        return ExitCode::from(2);
    };
    end("path", play(&dice, size))
}

fn play(dice: &Dice, size: Size) -> Result<(), SessionError> {
    let mut rng = dice.rng();
    let mut distances = Box::default();
    let side = dice.seat.map(|seat| match seat {
        Seat::First => Side::Vertical,
        Seat::Second => Side::Horizontal,
    });
    serve(BufReader::new(io::stdin()), io::stdout(), size, side, |asked| {
        let found = best(&asked.position, &mut distances, &mut rng);
        Ok(found.map(|(answer, score)| (answer, format!("{score:+.1}"))))
    })
}

/// The move after which the mover is furthest ahead, and by how much; one of them by chance.
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

/// What a side still needs, in pegs; among chains of as many pegs the one with fewer choices costs
/// more, since it is the easier to cut.
fn cost(distances: &Distances<12>, side: Side) -> f32 {
    let side = distances.of(side);
    side.needed.map_or(CUT_OFF, |pegs| f32::from(pegs) + side.narrowness / 4.0)
}
