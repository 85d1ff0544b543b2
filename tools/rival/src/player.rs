//! The player as a program: flags in, an exit code out, the arena's protocol in between.

use crate::deepen::Report;
use crate::limits::Limits;
use crate::params::Params;
use crate::score::in_words;
use crate::search::Search;
use clap::Parser;
use std::io::{self, BufRead, BufReader, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use twixt::arena::{serve, SessionError};
use twixt::distance::Distances;
use twixt::geometry::{Side, Size};
use twixt::opening::{first_peg, in_ellipse};
use twixt::rules::{Move, Position};
use twixt::time::Budget;

const EXAMPLES: &str = "\
It reads turns of the CodinGame arena's Twixt protocol and answers each with a move. To watch it:
  cargo run --release -p referee -- -p1 alphabeta -p2 own
  cargo run --release -p referee -- -p1 'alphabeta --nodes 20000 --width 12' -p2 'level 4'

With --nodes the same turns get the same answers on every run and every machine.";

/// An alpha-beta player for Twixt PP
#[derive(Clone, Debug, Parser)]
// Of a flag that stands twice the last one counts, as the referee puts its own before those of a user.
#[command(name = "alphabeta", after_help = EXAMPLES, args_override_self = true)]
pub struct Flags {
    /// Holes along an edge of the board, 5-24
    #[arg(long, value_name = "N", default_value = "12", value_parser = size)]
    size: Size,

    /// Our side, vertical or horizontal, for a player started in the middle of a game [default: read off the input]
    #[arg(long, value_name = "SIDE")]
    side: Option<Side>,

    /// Think so long for the first answer, from the turn's first byte
    #[arg(long, value_name = "N", default_value_t = Budget::DEFAULT.first.as_millis() as u64)]
    first_ms: u64,

    /// Think so long for every other answer
    #[arg(long, value_name = "N", default_value_t = Budget::DEFAULT.turn.as_millis() as u64)]
    turn_ms: u64,

    /// Look at N positions a turn instead of watching the clock
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    #[command(flatten)]
    params: Params,
}

/// Plays until the input ends. `arguments` stand behind the program's name.
///
/// Ends with 0 at the end of the input between two turns, with 1 and one line on stderr if the
/// input is malformed, with 2 if a flag is.
pub fn run(arguments: impl IntoIterator<Item = String>) -> ExitCode {
    let arguments = std::iter::once(String::from("alphabeta")).chain(arguments);
    let flags = match Flags::try_parse_from(arguments) {
        Ok(flags) => flags,
        Err(error) => {
            // Help is no mistake; whoever asked for it may not read on.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    match play(BufReader::new(io::stdin()), io::stdout(), &flags) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "alphabeta: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Answers turns until the input ends.
///
/// # Errors
///
/// If the input is malformed or the output closed.
pub fn play(input: impl BufRead, output: impl Write, flags: &Flags) -> Result<(), SessionError> {
    if Distances::<4>::takes(flags.size) {
        play_with(Search::<4>::new(flags.params.clone()), input, output, flags)
    } else {
        play_with(Search::<12>::new(flags.params.clone()), input, output, flags)
    }
}

fn play_with<const N: usize>(
    mut search: Search<N>,
    input: impl BufRead,
    output: impl Write,
    flags: &Flags,
) -> Result<(), SessionError> {
    serve(input, output, flags.size, flags.side, |asked| {
        let limits = flags.limits(asked.started, asked.is_first);
        Ok(answer(&asked.position, &mut search, &limits))
    })
}

impl Flags {
    /// When the thinking of a turn ends whose first byte came at `started`.
    fn limits(&self, started: Instant, is_first: bool) -> Limits {
        let [first, turn] = [self.first_ms, self.turn_ms].map(Duration::from_millis);
        let deadline = Budget { first, turn }.deadline(started, is_first);
        match self.nodes {
            Some(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            None => Limits { deadline: Some(deadline), ..Limits::default() },
        }
    }
}

/// The move to play and a word on it; `None` if no hole is left.
///
/// Link distances can't judge a first peg, so that it and the answer to it follow the bot's rule.
pub fn answer<const N: usize>(
    position: &Position,
    search: &mut Search<N>,
    limits: &Limits,
) -> Option<(Move, String)> {
    if position.pegs() == 0 {
        return Some((Move::Peg(first_peg(position.size())), String::from("opening")));
    }
    let first = position.board().pegs(Side::Vertical).next();
    if position.may_swap() && first.is_some_and(|peg| in_ellipse(position.size(), peg)) {
        return Some((Move::Swap, String::from("opening")));
    }
    let Report { best, score, depth, .. } = search.think(position, limits);
    // By the lists the game may be over, yet we are asked.
    let any = || position.board().vacant(position.to_move()).next();
    let hole = best.or_else(any)?;
    Some((Move::Peg(hole), in_words(score, position.pegs(), depth)))
}

fn size(text: &str) -> Result<Size, String> {
    let size = text.parse().ok().and_then(Size::new);
    size.ok_or_else(|| String::from("write a number of holes from 5 to 24"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_flag_that_stands_twice_the_last_one_counts() {
        let flags = ["alphabeta", "--nodes", "10", "--size", "8", "--nodes", "20"];
        let flags = Flags::try_parse_from(flags).expect("sound flags");
        assert_eq!(flags.nodes, Some(20));
    }
}
