//! Whom the user named: a command of theirs, or a bot that is built in.

use anyhow::{Context, Result};
use referee::bot::Bot;
use referee::rules::Seat;

/// The hidden first argument that makes this program the project's bot.
pub(crate) const OWN: &str = "bot";
/// The hidden first argument that makes this program the random bot.
pub(crate) const RANDOM: &str = "bot-random";

/// The bot that `command` names, for one game on a board of `size`. `seed` drives the random bot.
///
/// Built-in bots are this same program, started once more.
pub(crate) fn bot(command: &str, seat: Seat, size: u8, seed: Option<u64>) -> Result<Bot> {
    let mut words = command.split_whitespace();
    let arguments = match words.next() {
        Some("own") => own_arguments(size, words),
        Some("random") => {
            let seed = seed.map_or_else(rand::random, |seed| {
                seed.wrapping_mul(2).wrapping_add(seat.index() as u64)
            });
            let options = format!("{RANDOM} --size {size} --seed {seed} --seat {seat}");
            options.split(' ').map(str::to_owned).collect()
        }
        _ => return Bot::parse(command),
    };
    let program = std::env::current_exe().context("cannot find the referee's own program file")?;
    let program = program
        .into_os_string()
        .into_string()
        .ok()
        .context("the path of the referee's program file is no UTF-8: move it elsewhere")?;
    Ok(Bot { name: command.to_owned(), words: std::iter::once(program).chain(arguments).collect() })
}

/// The arena's board is the bot's default. Flags behind its name are the bot's own.
fn own_arguments<'a>(size: u8, flags: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut arguments = vec![OWN.to_owned()];
    arguments.extend(flags.map(str::to_owned));
    if size != 12 {
        arguments.extend([String::from("--size"), size.to_string()]);
    }
    arguments
}
