//! A bot that plays any legal move, over the arena's protocol: an opponent for trying things out.

use super::dice::Dice;
use crate::rules::{Hole, Move, Seat};
use crate::turn::Seen;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::RngExt;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

/// Plays until its input ends. `arguments` stand behind the program's name.
pub(super) fn run(arguments: impl Iterator<Item = String>) -> ExitCode {
    let options = Dice::parse(arguments);
    let mut rng = options.rng();
    let mut seat = options.seat;
    let mut lines = io::stdin().lock().lines().map_while(Result::ok);
    while let Some(seen) = Seen::read(&mut lines) {
        let seat = *seat.get_or_insert_with(|| seen.seat());
        let Some(answer) = choose(&seen, seat, options.size, &mut rng) else {
            break;
        };
        if writeln!(io::stdout(), "{answer} random").is_err() {
            break;
        }
    }
    ExitCode::SUCCESS
}

/// Any open hole; where a swap is possible, that every other time.
fn choose(seen: &Seen, seat: Seat, size: u8, rng: &mut Xoshiro256PlusPlus) -> Option<Move> {
    let may_swap = seat == Seat::Second && seen.own.is_empty() && seen.theirs.len() == 1;
    if may_swap && rng.random() {
        return Some(Move::Swap);
    }
    let (inner, all) = (1..size - 1, 0..size);
    let (columns, rows) = match seat {
        Seat::First => (inner, all),
        Seat::Second => (all, inner),
    };
    let holes = rows.flat_map(|row| columns.clone().map(move |column| Hole::new(column, row)));
    let vacant = |hole: &Hole| !seen.own.contains(hole) && !seen.theirs.contains(hole);
    let open: Vec<Hole> = holes.filter(vacant).collect();
    open.choose(rng).map(|&hole| Move::Peg(hole))
}
