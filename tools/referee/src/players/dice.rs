//! What the bots that roll dice are told: the board, their seat and a seed.

use super::Terms;
use crate::rules::Seat;
use clap::Parser;
use rand::rngs::Xoshiro256PlusPlus;
use rand::SeedableRng;

/// The command line of such a bot, behind its name.
#[derive(Parser)]
#[command(name = "built-in-bot")]
pub(super) struct Dice {
    /// Holes along an edge.
    #[arg(long, default_value_t = 12)]
    pub(super) size: u8,
    /// The same number gives the same choices.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The seat, `first` or `second`; otherwise told from the first turn.
    #[arg(long, value_parser = seat)]
    pub(super) seat: Option<Seat>,
}

impl Dice {
    /// Reads what [`arguments`] wrote; leaves the process if it is wrong.
    pub(super) fn parse(arguments: impl Iterator<Item = String>) -> Dice {
        Dice::parse_from(std::iter::once(String::from("built-in-bot")).chain(arguments))
    }

    /// The random numbers of the seed.
    pub(super) fn rng(&self) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(self.seed)
    }
}

/// The command line of the bot `name` on `terms`. Each seat draws from numbers of its own.
pub(super) fn arguments(name: &str, terms: &Terms) -> Vec<String> {
    let seed = terms.seed.map_or_else(rand::random, |seed| {
        seed.wrapping_mul(2).wrapping_add(terms.seat.index() as u64)
    });
    let Terms { size, seat, .. } = terms;
    let words = format!("{name} --size {size} --seed {seed} --seat {seat}");
    words.split(' ').map(str::to_owned).collect()
}

fn seat(text: &str) -> Result<Seat, String> {
    let named = Seat::BOTH.into_iter().find(|seat| seat.to_string() == text);
    named.ok_or_else(|| String::from("write first or second"))
}
