//! `train loop`: games, training, matches and promotion, round after round.

use anyhow::{anyhow, ensure, Context, Result};
use clap::Args;
use common::stop::{Stop, Stopped, STOPPED};
use std::path::PathBuf;
use std::process::ExitCode;
use training::rounds::child::Tools;
use training::rounds::generation::{found, Shared};
use training::rounds::pool::local::LocalPool;
use training::rounds::pool::ray::RayPool;
use training::rounds::pool::Pool;
use training::rounds::run::{plan, run};
use training::rounds::settings::file::Config;
use training::rounds::state::State;

const EXAMPLES: &str = "\
Examples:
  train loop --tiny --out target/tiny               # see it work, a few minutes
  train loop --out target/loop --generations 5 --workers 2
  train loop my.toml --out target/loop              # other settings; at the first start only
  train loop docs/training/fourth/loop.toml --plan  # the commands of these settings
  train loop --out target/loop --ray local          # workers under Ray on this machine
  train loop --out target/loop --ray 192.168.0.7:6379

The best network of a track is DIR/TRACK/best.tpn; `train ship` makes the arena's the bot's.";

/// Play games, train, play matches, and promote the better network, round after round
///
/// For each track of the settings, a network of its own, a generation is: games of the track's best
/// network (at first of the search by link distances), training from the best network on all games
/// so far, the newest most, matches at fixed nodes against the best network until a sequential
/// test decides, then against the first network, an older best one, alpha-beta and link distances;
/// and promotion, unless it loses to a network that was beaten before. A track with stages runs the
/// commands that the settings write out instead of games and training.
///
/// All files are in DIR. Killed at any moment, the same command resumes; at most the work
/// in flight is done again. DIR/loop.toml has the settings with a comment each,
/// DIR/generations.jsonl a line for each generation, DIR/strength.svg the strength by generation.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Settings, at the first start; what the file leaves out is as by default
    #[arg(value_name = "SETTINGS.toml", conflicts_with = "tiny")]
    settings: Option<PathBuf>,
    /// Folder of the loop
    #[arg(long, value_name = "DIR", required_unless_present = "plan")]
    out: Option<PathBuf>,
    /// Print the commands that this start would run, and end
    #[arg(long)]
    plan: bool,
    /// Settings for a run of a few minutes: 8 x 8 and 10 x 10, small searches, a small network
    #[arg(long)]
    tiny: bool,
    /// Set a word of the settings, which the commands of stages name as $NAME; at the first start only
    #[arg(long = "word", value_name = "NAME=TEXT", value_parser = word, requires = "settings")]
    words: Vec<(String, String)>,
    /// Stop after generation N, counted from 0 [default: 1 with --tiny, else never]
    #[arg(long, value_name = "N")]
    generations: Option<u32>,
    /// Tasks at a time on this machine, and threads of the training [default: the cores]
    #[arg(long, value_name = "N")]
    workers: Option<usize>,
    /// Run games and matches on a Ray cluster; `local` starts one here with --workers. Needs
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

fn word(text: &str) -> Result<(String, String), String> {
    let (name, text) = text.split_once('=').ok_or("expected NAME=TEXT")?;
    Ok((name.to_owned(), text.to_owned()))
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
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let workers = self.workers.unwrap_or(cores);
        ensure!(workers > 0, "--workers takes a number from 1 on");
        let folder = self.out.clone().unwrap_or_default();
        let wanted = match &self.settings {
            Some(path) => {
                Some(Config::read(path, self.words.iter().cloned().collect(), self.plan)?)
            }
            None if self.tiny => Some(Config::tiny()?),
            None => None,
        };
        let wrapper = std::env::current_exe().context("cannot find this program's own file")?;
        let train = self.train.clone().unwrap_or_else(|| wrapper.clone());
        let lab = self.lab.clone().unwrap_or_else(|| wrapper.with_file_name("lab"));
        let programs = [("train", train), ("lab", lab)].map(|(name, path)| (name.to_owned(), path));
        let mut tools = Tools { programs: programs.into(), wrapper };
        // Before the folder is touched: a wrong setting should leave nothing behind.
        let config = Config::settle(&folder, wanted)?;
        let stop = Stop::listen(|| ())?;
        if self.plan {
            let shared = Shared { state: State::planned(&folder), tools, workers, stop };
            plan(&shared, &config)?.iter().for_each(|line| common::output!("{line}"));
            return Ok(());
        }
        for (name, path) in &tools.programs {
            ensure!(
                path.is_file(),
                "there is no {}: `cargo build --release -p training -p lab` makes it, or name it by \
                 --{name}",
                path.display()
            );
        }
        let state = State::open(&folder)?;
        tools = tools.copied(&state.temporary().join("bin"))?;
        let mut pool = self.pool(&tools, workers, &state)?;
        let last = self.generations.or(self.tiny.then_some(1));
        let shared = Shared { state, tools, workers, stop };
        // That nobody reads it is no reason to stop.
        run(&shared, &config, &mut *pool, last, &mut |sentence| common::output!("{sentence}"))?;
        shared.state.clear()
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
