//! The project's own bot, inside this program: what a match here tells holds for the arena's bot.

use super::Terms;
use crate::play::Limits;
use crate::rules::Seat;
use std::process::ExitCode;
use std::time::Duration;

/// What the bot leaves unused of its limits, for pipes and for whoever else the processor serves:
/// about as much as its own defaults leave of the arena's.
const RESERVE: Limits =
    Limits { first: Duration::from_millis(70), turn: Duration::from_millis(45) };

/// The command line of the built-in bot on `terms`. `preset` comes before the user's `flags`, so
/// that theirs have the last word.
pub(super) fn arguments(terms: &Terms, preset: &[&str], flags: &[String]) -> Vec<String> {
    let mut arguments = vec![String::from("own")];
    arguments.extend(self::flags(terms));
    arguments.extend(preset.iter().map(|&flag| flag.to_owned()));
    arguments.extend(flags.iter().cloned());
    arguments
}

/// The flags that tell the bot the terms. The arena's are its own defaults; whatever differs is
/// passed on.
pub(super) fn flags(terms: &Terms) -> Vec<String> {
    let mut flags = Vec::new();
    let mut pass_on = |flag: &str, value: u64| flags.extend([flag.into(), value.to_string()]);
    if terms.size != 12 {
        pass_on("--size", u64::from(terms.size));
    }
    if terms.swapped {
        flags.extend(["--side", side(terms.seat)].map(String::from));
    }
    let mut pass_on = |flag: &str, value: u64| flags.extend([flag.into(), value.to_string()]);
    if terms.limits != Limits::ARENA {
        pass_on("--first-ms", budget(terms.limits.first, RESERVE.first));
        pass_on("--turn-ms", budget(terms.limits.turn, RESERVE.turn));
    }
    if let Some(nodes) = terms.nodes {
        pass_on("--nodes", nodes);
    }
    flags
}

/// The side of a seat, as flags call it.
pub(super) const fn side(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "vertical",
        Seat::Second => "horizontal",
    }
}

/// Milliseconds to think under a limit: all but the reserve, yet no less than half of it.
fn budget(limit: Duration, reserve: Duration) -> u64 {
    limit.saturating_sub(reserve).max(limit / 2).as_millis() as u64
}

/// Plays until its input ends. `arguments` stand behind the program's name.
pub(super) fn run(arguments: impl Iterator<Item = String>) -> ExitCode {
    twixt::arena::run(arguments)
}
