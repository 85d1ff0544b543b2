//! All checks, in the order in which they run.

use super::check::Group::{Games, Input, Openings, Robustness, Swap, Turns};
use super::check::{Check, Group, Outcome, Setup};
use super::{games, input, middle, swap, turns};
use anyhow::{Context, Result};

const fn check(
    name: &'static str,
    group: Group,
    about: &'static str,
    run: fn(&Setup) -> Outcome,
) -> Check {
    Check { name, group, about, run }
}

/// All checks, group by group.
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
    check("swap-offered", Swap, "answers first pegs of all kinds with a hole or SWAP", swap::offered),
    check("swap-received", Swap, "plays on in its own direction when it reads SWAP", swap::received),
    check("swap-once", Swap, "never swaps late or as first player", swap::once),
    check("list-order", Input, "takes pegs, links and link ends in any order", input::order),
    check("pieces", Input, "waits for a turn that comes in pieces", input::pieces),
    check("game-first", Games, "plays a game against random moves as first player", games::as_first),
    check("game-second", Games, "plays a game against random moves as second player", games::as_second),
    check("hundred-first", Games, "gives a hundred answers in time as first player", games::hundred_as_first),
    check("hundred-second", Games, "gives a hundred answers in time as second player", games::hundred_as_second),
    check("no-first", Openings, "starts as first player at its second turn, without FIRST", middle::opened_first),
    check("no-first-swap", Openings, "starts as first player at SWAP, without FIRST", middle::opened_swapped),
    check("no-first-peg", Openings, "starts as second player at its second turn", middle::opened_second),
    check("middle-first", Openings, "enters a game in its middle as first player", middle::as_first),
    check("middle-second", Openings, "enters a game in its middle as second player", middle::as_second),
    check("middle-swapped", Openings, "enters a swapped game, its side known from border pegs", middle::swapped),
    check("held-up", Robustness, "waits half a second for the rest of a turn", input::held_up),
    check("crlf", Robustness, "reads CRLF line ends", input::crlf),
    check("blanks", Robustness, "reads lines with blanks behind them", input::blanks),
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
        let known = CHECKS.iter().any(|check| check.name == *name);
        known.then_some(()).with_context(|| {
            format!("there is no check `{name}`: `lab compliance --list` names them all")
        })?;
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
