//! `train play`: makes games.

use anyhow::{Context, Result};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use training::play::game::Start;
use training::play::list::List;
use training::play::run::run;
use training::play::settings::Settings;
use training::play::stop;
use twixt::rules::Linking;

/// Plays games of the search against itself
///
/// Every game is in a file as soon as it ends. The same command again plays only the games that
/// are missing; with more --games it goes on. A game's number settles the game, whoever plays it,
/// so machines that share a run need but numbers of their own: --first 0, --first 10000, ...
///
/// For a network to learn from its own games: --evaluator network:FILE --full-share 0.25
/// --fast-nodes 100 --noise 0.25 --temperature-plies 12 --resign 0.03
/// --starts random:2,book:2,scatter:1 --balance 0.35..0.65: games that are decided where they
/// start teach little
#[derive(Args)]
pub(crate) struct Options {
    /// Folder for the shards of games
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How many games there are to be in the end
    #[arg(long, value_name = "N")]
    games: u32,
    /// The first game's number; --games counts from it
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u32,
    /// Positions that a full search looks at for a move
    #[arg(long, value_name = "N", default_value_t = 1600)]
    nodes: u64,
    /// How likely a search is a full one; only full ones give policy targets
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    full_share: f32,
    /// Positions that any other search looks at
    #[arg(long, value_name = "N", default_value_t = 200)]
    fast_nodes: u64,
    /// Replace this share of a full search's first priors by noise; 0 for none
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    noise: f32,
    /// The noise is Dirichlet's with parameters SUM / number of moves: less is more uneven
    #[arg(long, value_name = "SUM", default_value_t = 10.83)]
    noise_alpha: f32,
    /// Draw moves in proportion to visits^(1/T) in the first --temperature-plies
    #[arg(long, value_name = "T", default_value_t = 1.0)]
    temperature: f32,
    /// Searched plies in which moves are drawn so; 0 for none
    #[arg(long, value_name = "N", default_value_t = 0)]
    temperature_plies: u16,
    /// A side gives up after two of its turns below this value, but plays on in one game of ten,
    /// to tell how often that was a mistake; 0 for never
    #[arg(long, value_name = "VALUE", default_value_t = 0.0)]
    resign: f32,
    /// What games start from, with odds: random (--random-plies), book (openings by the search by
    /// link distances), scatter (8 to 20 random pegs that look even), first-peg (a single peg that
    /// may not be swapped), listed (a line of --list)
    #[arg(
        long,
        value_name = "KIND:ODDS",
        value_delimiter = ',',
        default_value = "random:1",
        value_parser = start
    )]
    starts: Vec<(Start, u32)>,
    /// What listed starts are drawn from: an opening a line, as f6,c4; `train regret` and
    /// `train import` make such files. To go on with a run, name the same file again
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
    /// Reject nine of ten starts whose first search finds a value outside
    #[arg(long, value_name = "LOW..HIGH", value_parser = range::<f32>)]
    balance: Option<(f32, f32)>,
    /// Games at the same time, each on a core
    #[arg(long, value_name = "N", default_value_t = 1)]
    workers: usize,
    /// Where all random numbers come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Pegs of a random start: from A to B of them
    #[arg(long, value_name = "A..B", default_value = "2..6", value_parser = range::<u8>)]
    random_plies: (u8, u8),
    /// Draw one move in N at random later on; 0 for none
    #[arg(long, value_name = "N", default_value_t = 16)]
    random_share: u32,
    /// Who values positions: network, network:FILE or distance
    #[arg(long, value_name = "NAME", default_value = "distance")]
    evaluator: String,
    /// Change a search parameter: cpuct, fpu, caution, again or swap
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = parameter)]
    params: Vec<(String, f32)>,
    /// Board with N holes an edge, 5-24
    #[arg(long, value_name = "N", default_value_t = 12)]
    size: u8,
    /// What own links do to one another: pp, they may cross and stay; standard, they block (nobody
    /// takes links away in these games)
    #[arg(long, value_name = "RULES", default_value = "pp")]
    rules: Linking,
}

/// Two numbers, the second one included; `..=` may stand between them as well.
pub(super) fn range<T: FromStr>(text: &str) -> Result<(T, T), String> {
    let ends = text
        .split_once("..")
        .and_then(|(a, b)| Some((a.parse().ok()?, b.strip_prefix('=').unwrap_or(b).parse().ok()?)));
    ends.ok_or_else(|| "expected two numbers such as 2..6 or 0.1..0.9".to_owned())
}

pub(super) fn start(text: &str) -> Result<(Start, u32), String> {
    let named = text.split_once(':').and_then(|(word, odds)| {
        let kind = Start::ALL.into_iter().find(|kind| kind.word() == word)?;
        Some((kind, odds.parse().ok()?))
    });
    named.ok_or_else(|| {
        "expected random:N, book:N, scatter:N, first-peg:N or listed:N, with commas between"
            .to_owned()
    })
}

fn parameter(text: &str) -> Result<(String, f32), String> {
    let named = text.split_once('=').and_then(|(name, value)| {
        let value: f32 = value.parse().ok()?;
        Some((name.to_owned(), value))
    });
    named.ok_or_else(|| "expected NAME=VALUE such as cpuct=2".to_owned())
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let settings = self.settings()?;
        let last = self.first.checked_add(self.games);
        let last = last.context("--first and --games make numbers beyond 32 bits; take fewer")?;
        let stop = stop::flag()?;
        let done = run(&self.out, &settings, self.first..last, self.workers, &stop)?;
        let out = self.out.display();
        common::note!("{out}: {} games played, {} there before", done.played, done.earlier);
        if done.resignations.any() {
            common::note!("{}", done.resignations);
        }
        if done.missing > 0 {
            common::note!("stopped; {} are missing: the same command plays them", done.missing);
            return Ok(ExitCode::from(130));
        }
        Ok(ExitCode::SUCCESS)
    }

    fn settings(&self) -> Result<Settings> {
        Ok(Settings {
            edge: self.size,
            linking: self.rules,
            seed: self.seed,
            nodes: self.nodes,
            full_share: self.full_share,
            fast_nodes: self.fast_nodes,
            noise: self.noise,
            noise_alpha: self.noise_alpha,
            temperature: self.temperature,
            temperature_plies: self.temperature_plies,
            resign: self.resign,
            starts: self.starts.clone(),
            list: self.list.as_deref().map(List::read).transpose()?,
            balance: self.balance,
            random_plies: self.random_plies,
            random_share: self.random_share,
            evaluator: self.evaluator.clone(),
            params: self.params.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Play {
        #[command(flatten)]
        options: Options,
    }

    #[test]
    fn the_defaults_are_those_of_the_library() {
        let play = Play::parse_from(["play", "--out", "games", "--games", "1"]);
        assert_eq!(play.options.settings().unwrap(), Settings::default());
    }

    #[test]
    fn starts_and_balance_are_read() {
        let line = "play --out g --games 1 --starts book:3,scatter:1 --balance 0.1..0.9";
        let settings = Play::parse_from(line.split(' ')).options.settings().unwrap();
        assert_eq!(settings.starts, [(Start::Book, 3), (Start::Scatter, 1)]);
        assert_eq!(settings.balance, Some((0.1, 0.9)));
    }
}
