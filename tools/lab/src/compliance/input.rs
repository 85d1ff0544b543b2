//! Checks of the input: order of lists, arrival in pieces.

use super::session::Session;
use super::setup::{passed, CheckResult, Setup};
use rand::rngs::Xoshiro256PlusPlus;
use rand::SeedableRng;
use records::seat::Seat;
use referee::turn;
use std::time::Duration;

const START_TIME: Duration = Duration::from_millis(300);
const PIECES: (usize, Duration) = (7, Duration::from_millis(30));
/// Pause after the first piece, long enough to detect an early answer on a busy machine.
const FIRST_PAUSE: Duration = Duration::from_millis(200);

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
        let pause = |index| if index == 1 { FIRST_PAUSE * setup.waits } else { pause };
        let piece = |piece| String::from_utf8_lossy(piece).into_owned();
        pieces.map(|(index, text)| (pause(index), piece(text))).collect()
    };
    let mut session = Session::start(setup, Seat::First)?;
    // Waits for the bot to start, so that it can read the first piece at once and reveal an early answer.
    std::thread::sleep(START_TIME);
    session.rounds(3, |session| {
        let text = turn::input(&session.game, None);
        session.request_in_pieces(cut(&text))
    })?;
    passed(format!("{}, measured from the last byte", session.pace()))
}
