//! Checks of the input: order of lists, arrival in pieces, line ends, end of input.

use super::session::Session;
use super::setup::{passed, CheckResult, Setup, Status};
use rand::rngs::Xoshiro256PlusPlus;
use rand::SeedableRng;
use records::seat::Seat;
use referee::turn;
use std::time::{Duration, Instant};

const START_TIME: Duration = Duration::from_millis(300);
const PIECES: (usize, Duration) = (7, Duration::from_millis(30));
/// Pause after the first piece, long enough to detect an early answer on a busy machine.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
/// Delay of all but the first line of a turn.
const LINE_DELAY: Duration = Duration::from_millis(500);

pub(super) fn order(setup: &Setup) -> CheckResult {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut session = Session::start(setup, Seat::First)?;
    session
        .rounds(7, |session| session.request_with(turn::input(&session.game, Some(&mut rng))))?;
    passed(session.pace())
}

pub(super) fn pieces(setup: &Setup) -> CheckResult {
    let (length, pause) = PIECES;
    // Turns are ASCII, so pieces do not split characters.
    let cut = |text: &str| -> Vec<(Duration, String)> {
        let pieces = text.as_bytes().chunks(length).enumerate();
        let pause = |index| if index == 1 { FIRST_PAUSE * setup.waits.output } else { pause };
        let piece = |piece| String::from_utf8_lossy(piece).into_owned();
        pieces.map(|(index, text)| (pause(index), piece(text))).collect()
    };
    in_pieces(setup, 3, cut)
}

pub(super) fn held_up(setup: &Setup) -> CheckResult {
    in_pieces(setup, 2, |text| match text.split_once('\n') {
        Some((line, rest)) => {
            vec![
                (Duration::ZERO, format!("{line}\n")),
                (LINE_DELAY * setup.waits.output, rest.to_owned()),
            ]
        }
        None => vec![(Duration::ZERO, text.to_owned())],
    })
}

fn in_pieces(
    setup: &Setup,
    turns: usize,
    cut: impl Fn(&str) -> Vec<(Duration, String)>,
) -> CheckResult {
    let mut session = Session::start(setup, Seat::First)?;
    // Waits for the bot to start, so that it can read the first piece at once and reveal an early answer.
    std::thread::sleep(START_TIME);
    session.rounds(turns, |session| {
        let text = turn::input(&session.game, None);
        session.request_in_pieces(cut(&text))
    })?;
    passed(format!("{}, measured from the last byte", session.pace()))
}

pub(super) fn line_ends(setup: &Setup, end: &str, what: &str) -> CheckResult {
    // Checks both seats, since their first lines differ.
    for seat in Seat::BOTH {
        let mut session = Session::start(setup, seat)?;
        let request = |session: &mut Session| {
            session.request_with(turn::input(&session.game, None).replace('\n', end))
        };
        session.rounds(3, request).map_err(|problem| format!("With {what}: {problem}"))?;
    }
    passed("")
}

pub(super) fn no_line_end(setup: &Setup) -> CheckResult {
    let mut session = Session::start(setup, Seat::First)?;
    let text = turn::input(&session.game, None).trim_end().to_owned();
    let fault = |problem| format!("Without a line end after the last line: {problem}");
    session.request_last(text).map_err(fault)?;
    passed("")
}

pub(super) fn left_behind(setup: &Setup) -> CheckResult {
    let mut session = Session::start(setup, Seat::First)?;
    session.rounds(2, Session::request)?;
    session.child.close_input();
    if session.child.wait(setup.waits.exit).is_none() {
        return Ok((Status::Skipped, String::from("it does not exit at the end of its input")));
    }
    // Descendants may exit slightly after the bot.
    let ended = Instant::now();
    while session.child.left_behind() > 0 {
        if ended.elapsed() > setup.waits.descendants {
            let left = match session.child.left_behind() {
                1 => String::from("a process that it started still runs"),
                count => format!("{count} processes that it started still run"),
            };
            let waited = setup.waits.descendants.as_secs();
            return Err(format!("{waited} s after its exit {left}."));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    passed("")
}

pub(super) fn end(setup: &Setup) -> CheckResult {
    for (turns, when) in [(0, "before the first turn"), (2, "after two answers")] {
        let mut session = Session::start(setup, Seat::First)?;
        session.rounds(turns, Session::request)?;
        session.child.close_input();
        // The first time limit includes the bot's start.
        let starting = if turns == 0 { setup.limits.first } else { Duration::ZERO };
        let timeout = starting + setup.waits.exit;
        let Some(status) = session.child.wait(timeout) else {
            let waited = timeout.as_secs();
            return Err(format!("Its input ended {when}, and {waited} s later it still runs."));
        };
        if !status.success() {
            let how = session.child.describe_exit();
            let last = session.child.finish().lines.pop_back();
            let last = last.map(|line| format!(" Its stderr ends with: {line}"));
            let last = last.unwrap_or_default();
            return Err(format!(
                "Its input ended {when}, and it {how}; it should exit with code 0.{last}"
            ));
        }
    }
    passed("")
}
