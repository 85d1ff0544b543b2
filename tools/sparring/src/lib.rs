//! Opponents of another kind than the project's bot, so that progress is not measured against the
//! bot's own kind alone.
//!
//! The bot averages what a network says. [`alphabeta`] believes the best line: negamax with principal
//! variation search, deepened ply by ply, over the values that link distances give. [`uct`] knows
//! nothing but the rules, and averages random games. [`plain`] players look one ply ahead, or not
//! at all. The searches, the table and the order of moves are their own. Board, rules, link
//! distances, the answers to a threat, the first peg, the swap by the ellipse, the protocol and the
//! time budget are the engine's, and the leaf value of alpha-beta is the formula of the bot's search by
//! link distances with the same weights.
//!
//! The modules are in dependency order.

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
Each reads turns of the CodinGame arena's Twixt protocol and answers each with a move. To watch them:
  cargo run --release -p referee -- -p1 alphabeta -p2 own
  cargo run --release -p referee -- -p1 'alphabeta --nodes 20000 --width 12' -p2 'level 4'

With --nodes the same turns get the same answers on every run and every machine.";

/// Opponents for Twixt PP that are not the project's bot
#[derive(Clone, Debug, Parser)]
#[command(name = "sparring", after_help = EXAMPLES)]
enum Player {
    // Of a flag that stands twice the last one counts, as the referee puts its own before those of a user.
    /// Alpha-beta over link distances
    #[command(after_help = EXAMPLES, args_override_self = true)]
    Alphabeta(alphabeta::Flags),
    /// Plain UCT: a tree search by UCB1 with a random game for every position
    #[command(args_override_self = true)]
    Uct(uct::Flags),
    /// Looks one ply ahead by the link distances of both sides
    #[command(args_override_self = true)]
    Path(shared::Plain),
    /// Plays any legal move
    #[command(args_override_self = true)]
    Random(shared::Plain),
}

/// Plays until the input ends. `arguments` stand behind the program's name: a player, and its flags.
///
/// Ends with 0 at the end of the input between two turns, with 1 and one line on stderr if the
/// input is malformed, with 2 if a flag is.
pub fn run(arguments: impl IntoIterator<Item = String>) -> ExitCode {
    let arguments = std::iter::once(String::from("sparring")).chain(arguments);
    let player = match Player::try_parse_from(arguments) {
        Ok(player) => player,
        Err(error) => {
            // A closed stdout is not an error.
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
    fn of_a_flag_that_stands_twice_the_last_one_counts() {
        let words = ["sparring", "alphabeta", "--nodes", "10", "--size", "8", "--nodes", "20"];
        let Ok(Player::Alphabeta(flags)) = Player::try_parse_from(words) else {
            panic!("sound flags")
        };
        assert_eq!(flags.pace.nodes, Some(20));
    }
}
