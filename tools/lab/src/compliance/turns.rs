//! Checks of the bot's answers: legality, time and form, with and without a swap, and in whole games.

use super::session::{second_line, shown, Session};
use super::setup::{passed, CheckResult, Setup, Status};
use records::game::ply_text;
use records::seat::Seat;
use referee::process::{Reply, MAX_LINE};
use referee::verdict::millis;
use std::time::Duration;
use twixt::geometry::{Hole, Size};
use twixt::rules::Ply;

/// Time to wait for output before the first turn.
const WAIT_BEFORE_START: Duration = Duration::from_millis(400);
/// Time to wait for output between turns.
const WAIT_BETWEEN_TURNS: Duration = Duration::from_millis(150);
const PAUSE: Duration = Duration::from_millis(700);
/// Maximum length, in characters, of the text after a move, which the arena shows to viewers.
const MAX_TEXT: usize = 20;
/// Bytes on stderr per turn above which a check warns.
const MAX_STDERR: u64 = 500;
/// Number of answers in the checks for rare time forfeits.
const ANSWERS: usize = 100;

pub(super) fn silent_start(setup: &Setup) -> CheckResult {
    for seat in Seat::BOTH {
        let mut child = Session::start(setup, seat)?.child;
        match child.listen(WAIT_BEFORE_START * setup.waits) {
            Reply::Nothing(_) => {}
            Reply::Line { text, .. } | Reply::Unterminated { text, .. } => {
                return Err(format!(
                    "Before its first turn it printed `{}`; the arena counts it as an answer.",
                    shown(&text)
                ));
            }
            Reply::Endless => {
                return Err(format!(
                    "Before its first turn it printed more than {MAX_LINE} bytes without a newline."
                ))
            }
            Reply::Closed => {
                let how = child.describe_exit();
                return Err(format!(
                    "Before its first turn it {how} instead of waiting for a turn."
                ));
            }
        }
    }
    passed("")
}

pub(super) fn opening(setup: &Setup) -> CheckResult {
    let mut session = Session::start(setup, Seat::First)?;
    session.request()?;
    passed(format!("{} after {}", ply_text(&session.answers[0].played), session.pace()))
}

pub(super) fn reply(setup: &Setup) -> CheckResult {
    let mut session = Session::start(setup, Seat::Second)?;
    session.rounds(3, Session::request)?;
    passed(session.pace())
}

pub(super) fn one_line(setup: &Setup) -> CheckResult {
    let mut session = Session::start(setup, Seat::First)?;
    session.rounds(3, |session| {
        session.request()?;
        let Some(ply) = session.answers.last() else { return Ok(()) };
        let answer = ply_text(&ply.played);
        match session.child.listen(WAIT_BETWEEN_TURNS * setup.waits) {
            Reply::Nothing(_) => Ok(()),
            Reply::Line { text, .. } => Err(second_line(ply, &text)),
            Reply::Unterminated { text, .. } => Err(format!(
                "After its answer {answer} it printed `{}` without a newline; the arena counts \
                 it as the start of its next answer: print one line per turn.",
                shown(&text)
            )),
            Reply::Endless => Err(format!(
                "After its answer {answer} it printed more than {MAX_LINE} bytes without a newline."
            )),
            Reply::Closed => {
                Err(format!("After its answer {answer} it {}.", session.child.describe_exit()))
            }
        }
    })?;
    passed("")
}

pub(super) fn pauses(setup: &Setup) -> CheckResult {
    let mut session = Session::start(setup, Seat::Second)?;
    session.rounds(2, |session| {
        std::thread::sleep(PAUSE);
        session.request()
    })?;
    passed(session.pace())
}

pub(super) fn front(setup: &Setup) -> CheckResult {
    for seat in Seat::BOTH {
        let mut session = Session::start(setup, seat)?;
        session.rounds(4, Session::request)?;
        if let Some(text) = session.indented {
            let text = shown(&text);
            let warning = format!(
                "`{text}` has blanks before the move: it is unknown whether the arena accepts that."
            );
            return Ok((Status::Warned, warning));
        }
    }
    passed("")
}

pub(super) fn text(setup: &Setup) -> CheckResult {
    let mut session = Session::start(setup, Seat::First)?;
    session.rounds(4, Session::request)?;
    let texts = session.answers.iter().map(|ply| (ply.text.chars().count(), &ply.text));
    let (length, text) = texts.max().map_or((0, String::new()), |(n, text)| (n, shown(text)));
    match length {
        0 => passed("it writes none"),
        1..=MAX_TEXT => passed(format!("the longest is `{text}`")),
        _ => {
            let warning = format!("`{text}` has {length} characters; the arena shows {MAX_TEXT}.");
            Ok((Status::Warned, warning))
        }
    }
}

pub(super) fn stderr(setup: &Setup) -> CheckResult {
    let mut session = Session::start(setup, Seat::First)?;
    session.rounds(4, Session::request)?;
    let turns = session.answers.len() as u64;
    let a_turn = session.child.finish().bytes / turns.max(1);
    if a_turn > MAX_STDERR {
        let warning = format!("It writes {a_turn} bytes per turn; stay below {MAX_STDERR}.");
        return Ok((Status::Warned, warning));
    }
    passed(format!("{a_turn} bytes per turn"))
}

/// First pegs of very different values: the centre, off-centre, near a corner, and border rows.
fn first_pegs(size: Size) -> Vec<Hole> {
    let edge = size.get();
    let (middle, last) = (edge / 2, edge - 1);
    let places = [(middle, middle), (middle, edge / 3), (2, 2), (middle, 0), (1, last)];
    let mut pegs: Vec<Hole> = Vec::new();
    for (column, row) in places {
        let peg = Hole::new(column, row);
        if !pegs.contains(&peg) {
            pegs.push(peg);
        }
    }
    pegs
}

pub(super) fn swap_offered(setup: &Setup) -> CheckResult {
    let (mut swapped, mut kept) = (Vec::new(), Vec::new());
    for peg in first_pegs(setup.size) {
        let mut session = Session::start(setup, Seat::Second)?;
        session.reply(peg)?;
        session.request()?;
        let list = if session.answers[0].played == Ply::Swap { &mut swapped } else { &mut kept };
        list.push(peg.to_string());
    }
    let or_none = |list: Vec<String>| match list.as_slice() {
        [] => String::from("none"),
        list => list.join(" "),
    };
    passed(format!("swaps {}; leaves {}", or_none(swapped), or_none(kept)))
}

pub(super) fn swap_received(setup: &Setup) -> CheckResult {
    let mut session = Session::start(setup, Seat::First)?;
    session.request()?;
    session.reply(Ply::Swap)?;
    session.rounds(usize::MAX, Session::request)?;
    passed(session.summary())
}

pub(super) fn swap_once(setup: &Setup) -> CheckResult {
    // The first of these pegs, in the centre, is usually swapped; the last, in a border row, usually not.
    let pegs = first_pegs(setup.size);
    let starts = [(Seat::First, None), (Seat::Second, pegs.first()), (Seat::Second, pegs.last())];
    for (seat, first) in starts {
        let mut session = Session::start(setup, seat)?;
        if let Some(&peg) = first {
            session.reply(peg)?;
        }
        session.rounds(3, Session::request)?;
    }
    passed("")
}

pub(super) fn hundred(setup: &Setup, seat: Seat) -> CheckResult {
    let (mut answers, mut games, mut slowest) = (0, 0, 0.0);
    while answers < ANSWERS {
        games += 1;
        let mut session = Session::start(setup, seat)?.against(games);
        let done = session.rounds(ANSWERS - answers, Session::request);
        answers += session.answers.len();
        let fault =
            |problem| format!("In game {games}, after {answers} answers in time: {problem}");
        done.map_err(fault)?;
        let times = session.answers.iter().skip(1).filter_map(|ply| ply.time).map(millis);
        slowest = times.fold(slowest, f64::max);
    }
    let games = if games == 1 { String::from("1 game") } else { format!("{games} games") };
    passed(format!(
        "{answers} answers in {games}; all but the first of each game took at most {slowest:.0} ms"
    ))
}

pub(super) fn game(setup: &Setup, seat: Seat) -> CheckResult {
    let mut session = Session::start(setup, seat)?;
    session.rounds(usize::MAX, Session::request)?;
    passed(session.summary())
}
