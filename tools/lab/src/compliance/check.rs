//! The list of all checks, and their findings.

use self::Group::{Games, Input, Openings, Swap, Turns};
use super::setup::{CheckResult, Setup, Status};
use super::{input, middle, turns};
use anyhow::{ensure, Result};
use records::seat::Seat;

/// Group of checks, in the order in which they run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    /// Single turns and answers.
    Turns,
    /// The swap, offered and received.
    Swap,
    /// Lists in any order, and input that arrives in pieces.
    Input,
    /// Whole games.
    Games,
    /// Games that start after an opening, without `FIRST`.
    Openings,
}

impl Group {
    /// Returns the heading of the group's checks.
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
        }
    }
}

/// A check of one behaviour.
#[derive(Debug)]
pub struct Check {
    /// Name on the command line.
    pub name: &'static str,
    /// Group of the check.
    pub group: Group,
    /// Required behaviour, which completes the sentence "The bot …".
    pub about: &'static str,
    pub(super) run: fn(&Setup) -> CheckResult,
}

/// Result of a check.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The check.
    pub check: &'static Check,
    /// Whether the check passed, warned, failed or was skipped.
    pub status: Status,
    /// Details; may be empty if the check passed.
    pub detail: String,
}

impl Check {
    /// Runs the check, which can take up to the bot's time limit for each turn.
    pub fn run(&'static self, setup: &Setup) -> Finding {
        let (status, detail) = (self.run)(setup).unwrap_or_else(|fault| (Status::Failed, fault));
        Finding { check: self, status, detail }
    }
}

const fn check(
    name: &'static str,
    group: Group,
    about: &'static str,
    run: fn(&Setup) -> CheckResult,
) -> Check {
    Check { name, group, about, run }
}

/// All checks, in the order in which they run.
#[rustfmt::skip]
pub static CHECKS: &[Check] = &[
    check("silent-start", Turns, "prints nothing before its first turn", turns::silent_start),
    check("opening", Turns, "answers FIRST with a legal hole, in time", turns::opening),
    check("reply", Turns, "answers a first peg, and the turns after it", turns::reply),
    check("one-line", Turns, "prints exactly one line per turn", turns::one_line),
    check("pauses", Turns, "answers in time after a pause", turns::pauses),
    check("front", Turns, "prints its move without leading blanks", turns::front),
    check("text", Turns, "prints at most 20 characters after its move", turns::text),
    check("stderr", Turns, "writes little to stderr", turns::stderr),
    check("swap-offered", Swap, "answers first pegs of all kinds with a hole or SWAP", turns::swap_offered),
    check("swap-received", Swap, "keeps its side after SWAP", turns::swap_received),
    check("swap-once", Swap, "swaps only as second player, at its first turn", turns::swap_once),
    check("list-order", Input, "accepts pegs, links and link ends in any order", input::order),
    check("pieces", Input, "waits for the rest of a turn that arrives in pieces", input::pieces),
    check("game-first", Games, "plays a game against random moves as first player", |s| turns::game(s, Seat::First)),
    check("game-second", Games, "plays a game against random moves as second player", |s| turns::game(s, Seat::Second)),
    check("hundred-first", Games, "gives a hundred answers in time as first player", |s| turns::hundred(s, Seat::First)),
    check("hundred-second", Games, "gives a hundred answers in time as second player", |s| turns::hundred(s, Seat::Second)),
    check("no-first", Openings, "starts as first player at its second turn, without FIRST", |s| middle::after_opening(s, 2, false)),
    check("no-first-swap", Openings, "starts as first player on the SWAP turn", |s| middle::after_opening(s, 1, true)),
    check("no-first-peg", Openings, "starts as second player at its second turn", |s| middle::after_opening(s, 3, false)),
    check("middle-first", Openings, "starts in the middle of a game as first player", |s| middle::from_middle(s, Seat::First)),
    check("middle-second", Openings, "starts in the middle of a game as second player", |s| middle::from_middle(s, Seat::Second)),
    check("middle-swapped", Openings, "starts in a swapped game and infers its side from border pegs", middle::swapped),
];

/// Returns the checks with these names, in the order of [`CHECKS`]; all checks if `names` is empty.
/// Fails if a name is unknown.
pub fn named(names: &[String]) -> Result<Vec<&'static Check>> {
    for name in names {
        ensure!(
            CHECKS.iter().any(|check| check.name == *name),
            "there is no check `{name}`: see `lab compliance --list`"
        );
    }
    let wanted = |check: &&Check| names.is_empty() || names.iter().any(|name| name == check.name);
    Ok(CHECKS.iter().filter(wanted).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_grouped_and_have_unique_names() {
        assert!(CHECKS.is_sorted_by_key(|check| check.group), "groups are contiguous");
        let mut names: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), CHECKS.len(), "names are unique");
    }

    #[test]
    fn checks_are_found_by_name() {
        let names = |list: &[&str]| list.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let found = named(&names(&["pieces", "opening"])).unwrap();
        assert_eq!(found.iter().map(|check| check.name).collect::<Vec<_>>(), ["opening", "pieces"]);
        assert_eq!(named(&[]).unwrap().len(), CHECKS.len());
        assert!(named(&names(&["opening", "pass"])).unwrap_err().to_string().contains("`pass`"));
    }
}
