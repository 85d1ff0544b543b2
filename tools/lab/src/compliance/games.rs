//! Games to their end against random moves.

use super::check::{Finding, Outcome, Setup};
use super::session::Session;
use referee::rules::Seat;
use referee::verdict::millis;

pub(super) fn as_first(conditions: &Setup) -> Outcome {
    game(conditions, Seat::First)
}

pub(super) fn as_second(conditions: &Setup) -> Outcome {
    game(conditions, Seat::Second)
}

/// Answers that a check for rare lateness asks for: a bot that is late once in fifty is late here.
const MANY: usize = 100;

pub(super) fn hundred_as_first(conditions: &Setup) -> Outcome {
    hundred(conditions, Seat::First)
}

pub(super) fn hundred_as_second(conditions: &Setup) -> Outcome {
    hundred(conditions, Seat::Second)
}

/// Games from their start, each against other moves, until there are enough answers.
fn hundred(conditions: &Setup, seat: Seat) -> Outcome {
    let (mut answers, mut games, mut slowest) = (0, 0, 0.0);
    while answers < MANY {
        games += 1;
        let mut session = Session::start(conditions, seat)?.against(games);
        let done = session.rounds(MANY - answers, Session::ask);
        answers += session.answers.len();
        let told = |problem| format!("In game {games}, after {answers} answers in time: {problem}");
        done.map_err(told)?;
        let times = session.answers.iter().skip(1).filter_map(|ply| ply.time).map(millis);
        slowest = times.fold(slowest, f64::max);
    }
    let games = if games == 1 { String::from("a game") } else { format!("{games} games") };
    Ok(Finding::Passed(format!(
        "{answers} answers in {games}, at most {slowest:.0} ms but for the first of each game"
    )))
}

fn game(conditions: &Setup, seat: Seat) -> Outcome {
    let mut session = Session::start(conditions, seat)?;
    session.rounds(usize::MAX, Session::ask)?;
    Ok(Finding::Passed(session.story()))
}
