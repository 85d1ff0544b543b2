//! `selfplay play`: makes games.

use anyhow::Result;
use clap::Args;
use selfplay::run::run;
use selfplay::Settings;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::Arc;

/// Plays games of the search against itself
///
/// Every game is on the disk as soon as it ends. The same command again plays only the games that
/// are missing; with more --games it goes on. A game's number settles the game, whoever plays it.
#[derive(Args)]
pub(crate) struct Options {
    /// Folder for the shards of games
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How many games there are to be in the end
    #[arg(long, value_name = "N")]
    games: u32,
    /// Positions that the search looks at for a move
    #[arg(long, value_name = "N", default_value_t = 1600)]
    nodes: u64,
    /// Games at the same time, each on a core
    #[arg(long, value_name = "N", default_value_t = 1)]
    workers: usize,
    /// Where all random numbers come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Pegs drawn at random before the first search: from A to B of them
    #[arg(long, value_name = "A..B", default_value = "2..6", value_parser = range)]
    random_plies: (u8, u8),
    /// Draw one move in N at random later on; 0 for none
    #[arg(long, value_name = "N", default_value_t = 16)]
    random_share: u32,
    /// Who values positions: distance, mixture or uct
    #[arg(long, value_name = "NAME", default_value = "distance")]
    evaluator: String,
    /// Change a search parameter: cpuct, fpu, swap, amaf, ucb
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = parameter)]
    params: Vec<(String, f32)>,
    /// Board with N holes an edge, 5-24
    #[arg(long, value_name = "N", default_value_t = 12)]
    size: u8,
}

fn range(text: &str) -> Result<(u8, u8), String> {
    let ends = text
        .split_once("..")
        .and_then(|(a, b)| Some((a.parse().ok()?, b.strip_prefix('=').unwrap_or(b).parse().ok()?)));
    ends.ok_or_else(|| "expected two numbers such as 2..6".to_owned())
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
        let settings = Settings {
            edge: self.size,
            seed: self.seed,
            nodes: self.nodes,
            random_plies: self.random_plies,
            random_share: self.random_share,
            evaluator: self.evaluator,
            params: self.params,
        };
        let stop = stop_flag()?;
        let done = run(&self.out, &settings, self.games, self.workers, &stop)?;
        let out = self.out.display();
        eprintln!("{out}: {} games played, {} there before", done.played, done.earlier);
        if done.missing > 0 {
            eprintln!("stopped; {} are missing: the same command plays them", done.missing);
            return Ok(ExitCode::from(130));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// A flag that the first Ctrl-C raises; a second one ends the program at once, which a shard
/// survives as well.
#[cfg(unix)]
fn stop_flag() -> Result<Arc<AtomicBool>> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: the flag that arms the second is raised after it was looked at.
        signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop))?;
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

#[cfg(not(unix))]
fn stop_flag() -> Result<Arc<AtomicBool>> {
    Ok(Arc::new(AtomicBool::new(false)))
}
