//! One turn, one answer: legal, in time, one line, and nothing beside it.

use super::check::{Finding, Outcome, Setup};
use super::session::{second_line, shown, Session};
use referee::child::Answer;
use referee::rules::Seat;
use std::time::Duration;

/// How long a bot that has nothing to answer is listened to.
const SILENCE: Duration = Duration::from_millis(400);
/// How long a bot is listened to between its turns.
const BETWEEN: Duration = Duration::from_millis(150);
/// A pause in the game.
const PAUSE: Duration = Duration::from_millis(700);
/// Characters of text that the arena's viewer shows behind a move.
const TEXT: usize = 20;
/// What a bot may write to stderr a turn, in bytes.
const STDERR: u64 = 500;

pub(super) fn silent_start(conditions: &Setup) -> Outcome {
    for seat in Seat::BOTH {
        let mut child =
            conditions.start(seat).map_err(|e| format!("It could not be started: {e}."))?;
        match child.listen(SILENCE) {
            Answer::Nothing(_) => {}
            Answer::Line { text, .. } | Answer::Unterminated { text, .. } => {
                return Err(format!(
                    "Given nothing yet, it printed `{}`; the arena takes that for an answer.",
                    shown(&text)
                ));
            }
            Answer::Endless => return Err(String::from("Given nothing yet, it floods stdout.")),
            Answer::Closed => {
                let how = child.how_it_ended();
                return Err(format!("Given nothing yet, it {how} instead of waiting for a turn."));
            }
        }
    }
    Ok(Finding::Passed(String::new()))
}

pub(super) fn opening(conditions: &Setup) -> Outcome {
    let mut session = Session::start(conditions, Seat::First)?;
    session.ask()?;
    Ok(Finding::Passed(format!("{} after {}", session.answers[0].played, session.pace())))
}

pub(super) fn reply(conditions: &Setup) -> Outcome {
    let mut session = Session::start(conditions, Seat::Second)?;
    session.rounds(3, Session::ask)?;
    Ok(Finding::Passed(session.pace()))
}

pub(super) fn one_line(conditions: &Setup) -> Outcome {
    let mut session = Session::start(conditions, Seat::First)?;
    session.rounds(3, |session| {
        session.ask()?;
        // The game may have ended by the answer, but there is one.
        let Some(ply) = session.answers.last() else { return Ok(()) };
        let answer = ply.played;
        match session.child.listen(BETWEEN) {
            Answer::Nothing(_) => Ok(()),
            Answer::Line { text, .. } => Err(second_line(ply, &text)),
            Answer::Unterminated { text, .. } => Err(format!(
                "Behind its answer {answer} it printed `{}` without a newline; the arena takes \
                 that for the start of its next answer: print one line per turn.",
                shown(&text)
            )),
            Answer::Endless => Err(format!("Behind its answer {answer} it floods stdout.")),
            Answer::Closed => {
                Err(format!("After its answer {answer} it {}.", session.child.how_it_ended()))
            }
        }
    })?;
    Ok(Finding::Passed(String::new()))
}

pub(super) fn pauses(conditions: &Setup) -> Outcome {
    let mut session = Session::start(conditions, Seat::Second)?;
    session.rounds(2, |session| {
        std::thread::sleep(PAUSE);
        session.ask()
    })?;
    Ok(Finding::Passed(session.pace()))
}

pub(super) fn front(conditions: &Setup) -> Outcome {
    for seat in Seat::BOTH {
        let mut session = Session::start(conditions, seat)?;
        session.rounds(4, Session::ask)?;
        if let Some(text) = session.indented {
            return Ok(Finding::Warned(format!(
                "`{}` has blanks in front of the move: nobody can say whether the arena takes that.",
                shown(&text)
            )));
        }
    }
    Ok(Finding::Passed(String::new()))
}

pub(super) fn text(conditions: &Setup) -> Outcome {
    let mut session = Session::start(conditions, Seat::First)?;
    session.rounds(4, Session::ask)?;
    let texts = session.answers.iter().map(|ply| (ply.text.chars().count(), &ply.text));
    Ok(match texts.max() {
        Some((length, text)) if length > TEXT => Finding::Warned(format!(
            "`{}` has {length} characters; the arena shows {TEXT}.",
            shown(text)
        )),
        Some((1.., text)) => Finding::Passed(format!("the longest is `{}`", shown(text))),
        _ => Finding::Passed(String::from("it writes none")),
    })
}

pub(super) fn stderr(conditions: &Setup) -> Outcome {
    let mut session = Session::start(conditions, Seat::First)?;
    session.rounds(4, Session::ask)?;
    let turns = session.answers.len() as u64;
    let a_turn = session.child.finish().bytes / turns.max(1);
    Ok(if a_turn > STDERR {
        Finding::Warned(format!("It writes {a_turn} bytes a turn; stay below {STDERR}."))
    } else {
        Finding::Passed(format!("{a_turn} bytes a turn"))
    })
}
