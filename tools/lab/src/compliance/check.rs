//! Checks, their setup, their findings, and the table of them all.

use self::Group::{Games, Input, Openings, Robustness, Swap, Turns};
use super::{input, middle, turns};
use anyhow::{ensure, Result};
use referee::bot::Bot;
use referee::child::Child;
use referee::play::Limits;
use referee::rules::Seat;
use serde::Serialize;
use std::io;
use std::time::Instant;

/// The setup of all checks of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// How to start the bot, first player's seat first. Most bots are started the same way in both.
    pub bots: [Bot; 2],
    /// Holes along an edge, 5–24.
    pub size: u8,
    /// The time for the first answer of a process and for every further one.
    pub limits: Limits,
}

impl Setup {
    /// Starts a process of the bot.
    ///
    /// # Errors
    ///
    /// If the program cannot be started.
    pub fn start(&self, seat: Seat) -> io::Result<Child> {
        Child::start(&self.bots[seat.index()])
    }
}

/// Checks that belong together, in the order in which they run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Group {
    /// One turn, one answer.
    Turns,
    /// The swap, offered and received.
    Swap,
    /// The text of a turn, as a pipe may bring it.
    Input,
    /// Games to their end.
    Games,
    /// Games that start after an opening, so that the bot reads no `FIRST`.
    Openings,
    /// Input that neither the arena nor a match sends.
    Robustness,
}

impl Group {
    /// The heading.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Turns => "Turns",
            Swap => "Swap",
            Input => "Input",
            Games => "Games",
            Openings => {
                "Openings: games that start without FIRST, as `lab match` and the referee's \
                 --openings play them"
            }
            Robustness => {
                "Robustness: what neither the arena nor a match does; trouble here only warns"
            }
        }
    }
}

/// The kind of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// As it should be.
    Passed,
    /// No fault in the arena, but not well.
    Warned,
    /// The arena, or a match from openings, would count it a loss.
    Failed,
    /// Does not apply.
    Skipped,
}

/// The result of a check's function, with details, or the bot's fault in one line. The check's group
/// decides whether a fault is a failure or a warning.
pub(super) type Outcome = Result<(Status, String), String>;

/// A pass; its details may be empty.
pub(super) fn passed(detail: impl Into<String>) -> Outcome {
    Ok((Status::Passed, detail.into()))
}

/// A check of one behaviour.
#[derive(Debug)]
pub struct Check {
    /// A short name for the command line.
    pub name: &'static str,
    /// Where it belongs.
    pub group: Group,
    /// The behaviour of a bot that passes, as a sentence about the bot.
    pub about: &'static str,
    pub(super) run: fn(&Setup) -> Outcome,
}

/// The finding of one check.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The check's name.
    pub name: &'static str,
    /// The check's group.
    pub group: Group,
    /// The behaviour that is checked.
    pub about: &'static str,
    /// The kind of the finding.
    pub status: Status,
    /// Its details; those of a pass may be empty.
    pub detail: String,
    /// How long the check took.
    pub seconds: f64,
}

impl Check {
    /// Runs the check, which takes seconds: the bot may think as long as its limits let it.
    #[must_use]
    pub fn run(&self, setup: &Setup) -> Row {
        let start = Instant::now();
        let (status, detail) = (self.run)(setup).unwrap_or_else(|fault| match self.group {
            Robustness => (Status::Warned, fault),
            _ => (Status::Failed, fault),
        });
        let Check { name, group, about, .. } = *self;
        Row { name, group, about, status, detail, seconds: start.elapsed().as_secs_f64() }
    }
}

const fn check(
    name: &'static str,
    group: Group,
    about: &'static str,
    run: fn(&Setup) -> Outcome,
) -> Check {
    Check { name, group, about, run }
}

/// All checks, group by group, in the order in which they run.
#[rustfmt::skip]
pub static CHECKS: &[Check] = &[
    check("silent-start", Turns, "prints nothing before its first turn", turns::silent_start),
    check("opening", Turns, "answers FIRST with a legal hole, in time", turns::opening),
    check("reply", Turns, "answers a first peg, and the turns after it", turns::reply),
    check("one-line", Turns, "prints exactly one line a turn", turns::one_line),
    check("pauses", Turns, "answers in time after a pause", turns::pauses),
    check("front", Turns, "writes its move without blanks in front", turns::front),
    check("text", Turns, "writes at most 20 characters behind its move", turns::text),
    check("stderr", Turns, "writes little to stderr", turns::stderr),
    check("swap-offered", Swap, "answers first pegs of all kinds with a hole or SWAP", turns::swap_offered),
    check("swap-received", Swap, "plays on in its own direction when it reads SWAP", turns::swap_received),
    check("swap-once", Swap, "never swaps late or as first player", turns::swap_once),
    check("list-order", Input, "takes pegs, links and link ends in any order", input::order),
    check("pieces", Input, "waits for a turn that comes in pieces", input::pieces),
    check("game-first", Games, "plays a game against random moves as first player", |s| turns::game(s, Seat::First)),
    check("game-second", Games, "plays a game against random moves as second player", |s| turns::game(s, Seat::Second)),
    check("hundred-first", Games, "gives a hundred answers in time as first player", |s| turns::hundred(s, Seat::First)),
    check("hundred-second", Games, "gives a hundred answers in time as second player", |s| turns::hundred(s, Seat::Second)),
    check("no-first", Openings, "starts as first player at its second turn, without FIRST", |s| middle::after_opening(s, 2, false)),
    check("no-first-swap", Openings, "starts as first player at SWAP, without FIRST", |s| middle::after_opening(s, 1, true)),
    check("no-first-peg", Openings, "starts as second player at its second turn", |s| middle::after_opening(s, 3, false)),
    check("middle-first", Openings, "enters a game in its middle as first player", |s| middle::from_middle(s, Seat::First)),
    check("middle-second", Openings, "enters a game in its middle as second player", |s| middle::from_middle(s, Seat::Second)),
    check("middle-swapped", Openings, "enters a swapped game, its side known from border pegs", middle::swapped),
    check("held-up", Robustness, "waits half a second for the rest of a turn", input::held_up),
    check("crlf", Robustness, "reads CRLF line ends", |s| input::line_ends(s, "\r\n", "CRLF line ends")),
    check("blanks", Robustness, "reads lines with blanks behind them", |s| input::line_ends(s, "  \n", "blanks behind every line")),
    check("no-line-end", Robustness, "reads a last line without a line end", input::no_line_end),
    check("end-of-input", Robustness, "ends with code 0 when its input does", input::end),
    check("left-behind", Robustness, "leaves no process behind when it ends", input::left_behind),
    check("few-holes", Robustness, "enters a game with few holes left, and ends it", middle::few_holes),
];

/// The checks with these names, in the order of [`CHECKS`]; all if there are no names.
///
/// # Errors
///
/// The first name that no check has.
pub fn named(names: &[String]) -> Result<Vec<&'static Check>> {
    for name in names {
        ensure!(
            CHECKS.iter().any(|check| check.name == *name),
            "there is no check `{name}`: `lab compliance --list` names them all"
        );
    }
    let wanted = |check: &&Check| names.is_empty() || names.iter().any(|name| name == check.name);
    Ok(CHECKS.iter().filter(wanted).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sound() {
        assert!(CHECKS.is_sorted_by_key(|check| check.group), "groups stand together");
        let mut names: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), CHECKS.len(), "every name is taken once");
    }

    #[test]
    fn checks_are_found_by_name() {
        let names = |list: &[&str]| list.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let found = named(&names(&["crlf", "opening"])).unwrap();
        assert_eq!(found.iter().map(|check| check.name).collect::<Vec<_>>(), ["opening", "crlf"]);
        assert_eq!(named(&[]).unwrap().len(), CHECKS.len());
        assert!(named(&names(&["opening", "pass"])).unwrap_err().to_string().contains("`pass`"));
    }
}
