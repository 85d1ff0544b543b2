//! Games to their end against random moves.

use super::check::{Conditions, Finding, Outcome};
use super::session::Session;
use referee::rules::Seat;

pub(super) fn as_first(conditions: &Conditions) -> Outcome {
    game(conditions, Seat::First)
}

pub(super) fn as_second(conditions: &Conditions) -> Outcome {
    game(conditions, Seat::Second)
}

fn game(conditions: &Conditions, seat: Seat) -> Outcome {
    let mut session = Session::start(conditions, seat)?;
    session.rounds(usize::MAX, Session::ask)?;
    Ok(Finding::Passed(session.story()))
}
