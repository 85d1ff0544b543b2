//! `train loop`: games, training, matches and promotion, round after round.

use anyhow::{anyhow, ensure, Context, Result};
use clap::Args;
use common::stop::{Stop, Stopped, STOPPED};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use training::rounds::child::Tools;
use training::rounds::part::found;
use training::rounds::pool::local::LocalPool;
use training::rounds::pool::ray::RayPool;
use training::rounds::pool::Pool;
use training::rounds::run::Loop;
use training::rounds::settings::file::Config;
use training::rounds::state::State;

const EXAMPLES: &str = "\
Examples:
  train loop target/tiny --tiny                  # see it work, a few minutes
  train loop target/loop --generations 5 --workers 2
  train loop target/loop --config my.toml        # other settings; at the first start only
  train loop target/loop --ray local             # workers under Ray on this machine
  train loop target/loop --ray 192.168.0.7:6379  # those of a cluster

The best network of a track is DIR/TRACK/best.tpn; `train ship` makes the arena's the bot's.";

/// Plays games, trains, plays matches and promotes the better network, round after round
///
/// For each track of the settings, a network of its own, a generation is: games of the track's best
/// network (at first of the search by link distances), training from the best network on all games
/// so far, the newest most, matches by counted positions against the best network until a sequential
/// test decides, then against the first network, an older best one, alpha-beta and link distances;
/// and promotion, unless it loses to a network that was beaten before.
///
/// Everything lies in DIR. Killed at any moment, the same command goes on where it was; at most what
/// was in flight is made anew. DIR/loop.toml has the settings with a comment each,
/// DIR/generations.jsonl a line for each generation, DIR/strength.svg the strength by generation.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Where everything lies
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Settings other than usual, at the first start; what the file leaves out is as usual
    #[arg(long, value_name = "FILE.toml", conflicts_with = "tiny")]
    config: Option<PathBuf>,
    /// Settings for a run of a few minutes: 8 x 8 and 10 x 10, small searches, a small network
    #[arg(long)]
    tiny: bool,
    /// Stop after generation N, counted from 0 [default: 1 with --tiny, else never]
    #[arg(long, value_name = "N")]
    generations: Option<u32>,
    /// Tasks at a time on this machine, and threads of the training [default: the cores]
    #[arg(long, value_name = "N")]
    workers: Option<usize>,
    /// Hand games and matches to a Ray cluster; `local` starts one here with --workers. Needs
    /// `sh tools/training/ray/install.sh`, or TWIXT_PYTHON with a Python that has Ray
    #[arg(long, value_name = "ADDRESS")]
    ray: Option<String>,
    /// Program that plays games and trains [default: this one]
    #[arg(long, value_name = "FILE", hide = true)]
    train: Option<PathBuf>,
    /// Program that plays matches [default: lab beside this program]
    #[arg(long, value_name = "FILE")]
    lab: Option<PathBuf>,
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self.rounds() {
            Ok(()) => Ok(ExitCode::SUCCESS),
            Err(error) if error.is::<Stopped>() => {
                common::note!("{error}");
                Ok(ExitCode::from(STOPPED))
            }
            Err(error) => {
                let text = format!("{error:#}");
                let lines: Vec<&str> = text.lines().map(str::trim).collect();
                Err(anyhow!("{}", lines.join(" ")))
            }
        }
    }

    fn rounds(self) -> Result<()> {
        let programs = [("train", &self.train), ("lab", &self.lab)];
        let programs = programs
            .into_iter()
            .map(|(name, given)| Ok((name.to_owned(), program(name, given.as_deref())?)))
            .collect::<Result<BTreeMap<_, _>>>()?;
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let workers = self.workers.unwrap_or(cores);
        ensure!(workers > 0, "--workers takes a number from 1 on");
        let last = self.generations.or(self.tiny.then_some(1));
        let wanted = match &self.config {
            Some(path) => Some(Config::read(path)?),
            None if self.tiny => Some(Config::tiny()?),
            None => None,
        };
        // Before the folder is touched: a wrong setting should leave nothing behind.
        let config = Config::settle(&self.folder, wanted)?;
        let stop = Stop::listen(|| ())?;
        let state = State::open(&self.folder)?;
        let own = std::env::current_exe().context("cannot find this program's own file")?;
        let tools = Tools::copied(&programs, &own, &state.temporary().join("bin"))?;
        let mut pool = self.pool(&tools, workers, &state)?;
        let pool = pool.as_mut();
        let mut round =
            Loop { state: &state, config: &config, pool, tools: &tools, workers, stop: &stop };
        round.run(last, &mut |sentence| {
            // That nobody reads it is no reason to stop.
            let _ = writeln!(std::io::stdout(), "{sentence}");
        })?;
        state.clear()
    }

    fn pool(&self, tools: &Tools, workers: usize, state: &State) -> Result<Box<dyn Pool>> {
        let folder = state.temporary();
        let Some(address) = &self.ray else {
            return Ok(Box::new(LocalPool::new(tools.clone(), folder, workers)));
        };
        let python = match std::env::var_os("TWIXT_PYTHON") {
            Some(python) => PathBuf::from(python),
            None => found("target/ray-venv/bin/python")
                .or_else(|_| found("ray-venv/bin/python"))
                .context("--ray needs Ray: `sh tools/training/ray/install.sh` installs it")?,
        };
        Ok(Box::new(RayPool::new(tools, &python, address, workers, &folder)?))
    }
}

/// A program's file.
fn program(name: &str, given: Option<&Path>) -> Result<PathBuf> {
    let beside = std::env::current_exe().ok().and_then(|own| Some(own.parent()?.join(name)));
    let path = given.map(Path::to_owned).or(beside).unwrap_or_else(|| PathBuf::from(name));
    ensure!(
        path.is_file(),
        "there is no {}: `cargo build --release -p training -p lab` makes it, or name it \
         by --{name}",
        path.display()
    );
    Ok(path)
}
