//! Sparring engines that differ from the project's bot, so that progress is not measured against
//! the bot alone.
//!
//! [`alphabeta`] is an iterative-deepening principal variation search with a static evaluation by
//! link distances. [`uct`] is UCT with uniform playouts. The [`plain`] players search one ply, or
//! not at all. Searches, transposition table and move ordering are independent of the bot's. Board,
//! rules, link distances, answers to threats, first peg, swap rule, protocol and time control are
//! shared with the bot. The static evaluation has the formula and default weights of the bot's
//! distance engine, rounded to integers. Modules are in dependency order.

#![forbid(unsafe_code)]

mod shared;
pub mod playout;
pub mod uct;
pub mod alphabeta;
pub mod plain;

use clap::Parser;
use std::io::{self, BufReader};
use std::process::ExitCode;
use twixt::arena::exit_code;

const EXAMPLES: &str = "\
Each engine speaks the CodinGame arena's Twixt protocol on stdin and stdout. To watch them:
  cargo run --release -p referee -- -p1 alphabeta -p2 own
  cargo run --release -p referee -- -p1 'alphabeta --nodes 20000 --width 12' -p2 'own --nodes 256'

With --nodes the answers are the same on every run and machine.";

/// Sparring engines for Twixt PP
#[derive(Clone, Debug, Parser)]
#[command(name = "sparring", after_help = EXAMPLES)]
pub enum Player {
    // The referee puts its own flags before the user's, so the last value of a repeated flag applies.
    /// Alpha-beta search with a static evaluation by link distances
    #[command(after_help = EXAMPLES, args_override_self = true)]
    Alphabeta(alphabeta::Flags),
    /// Plain UCT: UCB1 tree search with one random playout per new leaf
    #[command(args_override_self = true)]
    Uct(uct::Flags),
    /// One-ply search with an evaluation by the link distances of both sides
    #[command(args_override_self = true)]
    Path(shared::Plain),
    /// Uniformly random moves
    #[command(args_override_self = true)]
    Random(shared::Plain),
}

/// Plays until the input ends; `arguments` are a player and its flags. The exit code is 0 if the
/// input ends between two turns, 1 (with an error on stderr) if it is malformed, 2 for wrong flags.
pub fn run(arguments: impl IntoIterator<Item = String>) -> ExitCode {
    let arguments = std::iter::once(String::from("sparring")).chain(arguments);
    let player = match Player::try_parse_from(arguments) {
        Ok(player) => player,
        Err(error) => {
            // EPIPE on stdout is not an error.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let (input, output) = (BufReader::new(io::stdin()), io::stdout());
    match player {
        Player::Alphabeta(flags) => exit_code("alphabeta", alphabeta::play(input, output, &flags)),
        Player::Uct(flags) => exit_code("uct", uct::play(input, output, &flags)),
        Player::Path(flags) => exit_code("path", plain::path(input, output, &flags)),
        Player::Random(flags) => exit_code("random", plain::random(input, output, &flags)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_of_repeated_flags_counts() {
        let words = ["sparring", "alphabeta", "--nodes", "10", "--size", "8", "--nodes", "20"];
        let Ok(Player::Alphabeta(flags)) = Player::try_parse_from(words) else {
            panic!("the flags are valid")
        };
        assert_eq!(flags.pace.nodes, Some(20));
    }
}
