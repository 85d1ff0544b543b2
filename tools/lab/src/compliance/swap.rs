//! The swap: offered to the bot, taken from it, and never used where it is not open.

use super::check::{Finding, Outcome, Setup};
use super::session::Session;
use referee::rules::{Hole, Move, Seat};

/// First pegs that differ much in worth: the centre, beside it, the outside, both own borders.
fn first_pegs(size: u8) -> Vec<Hole> {
    let (middle, last) = (size / 2, size - 1);
    let places = [(middle, middle), (middle, size / 3), (2, 2), (middle, 0), (1, last)];
    let mut pegs: Vec<Hole> = Vec::new();
    for (column, row) in places {
        let peg = Hole::new(column, row);
        if !pegs.contains(&peg) {
            pegs.push(peg);
        }
    }
    pegs
}

pub(super) fn offered(conditions: &Setup) -> Outcome {
    let (mut swapped, mut kept) = (Vec::new(), Vec::new());
    for peg in first_pegs(conditions.size) {
        let mut session = Session::start(conditions, Seat::Second)?;
        session.reply(Move::Peg(peg))?;
        session.ask()?;
        let list = if session.answers[0].played == Move::Swap { &mut swapped } else { &mut kept };
        list.push(peg.to_string());
    }
    let or_none = |list: Vec<String>| match list.as_slice() {
        [] => String::from("none"),
        list => list.join(" "),
    };
    Ok(Finding::Passed(format!("swaps {}; leaves {}", or_none(swapped), or_none(kept))))
}

pub(super) fn received(conditions: &Setup) -> Outcome {
    let mut session = Session::start(conditions, Seat::First)?;
    session.ask()?;
    session.reply(Move::Swap)?;
    session.rounds(usize::MAX, Session::ask)?;
    Ok(Finding::Passed(session.story()))
}

pub(super) fn once(conditions: &Setup) -> Outcome {
    // A peg in the centre invites a swap, one in the far border row does not: the turn after either
    // answer is seen.
    let pegs = first_pegs(conditions.size);
    let starts = [(Seat::First, None), (Seat::Second, pegs.first()), (Seat::Second, pegs.last())];
    for (seat, first) in starts {
        let mut session = Session::start(conditions, seat)?;
        if let Some(&peg) = first {
            session.reply(Move::Peg(peg))?;
        }
        session.rounds(3, Session::ask)?;
    }
    Ok(Finding::Passed(String::new()))
}
