//! Setup and results of checks.

use common::stop::Stop;
use records::seat::Seat;
use referee::bot::Bot;
use referee::process::{BotProcess, Clock};
use std::io;
use std::time::Instant;
use twixt::geometry::Size;
use twixt::time::TimeControl;

/// Setup of all checks of a run.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The bot's command line per seat, first player first; usually both are equal.
    pub bots: [Bot; 2],
    /// Board size.
    pub size: Size,
    /// Time control; the first limit applies to the first answer of each process.
    pub limits: TimeControl,
    /// Clock for the times of answers.
    pub clock: Clock,
    /// Factor on the waits for output that should not come: before the first turn, between turns and between the
    /// pieces of a turn.
    pub waits: u32,
    /// Ends a check before its next request; its finding is then void.
    pub stop: Stop,
}

impl Setup {
    /// Returns a setup with the system's clock and the usual waits.
    pub fn new(bots: [Bot; 2], size: Size, limits: TimeControl) -> Setup {
        Setup { bots, size, limits, clock: Instant::now, waits: 1, stop: Stop::default() }
    }

    /// Starts a process of the bot.
    pub fn start(&self, seat: Seat) -> io::Result<BotProcess> {
        BotProcess::start_with_clock(&self.bots[seat.index()], self.clock)
    }
}

/// Result of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// No fault.
    Passed,
    /// A problem that loses no game in the arena.
    Warned,
    /// A fault that loses a game in the arena, or in a match from openings.
    Failed,
    /// The check does not apply to the board or the bot.
    Skipped,
}

/// Status and details, or the bot's fault.
pub(super) type CheckResult = Result<(Status, String), String>;

pub(super) fn passed(detail: impl Into<String>) -> CheckResult {
    Ok((Status::Passed, detail.into()))
}
