//! The project's own bot, inside this program: what a match here tells holds for the arena's bot.

use std::process::ExitCode;

/// Plays until its input ends. `arguments` stand behind the program's name.
pub(crate) fn run(arguments: impl Iterator<Item = String>) -> ExitCode {
    twixt::arena::run(arguments)
}
