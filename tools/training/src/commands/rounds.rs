//! `train loop`: games, training, matches and promotion, generation after generation.

use anyhow::{anyhow, ensure, Context, Result};
use clap::Args;
use common::stop::{Stop, Stopped, STOPPED};
use common::workers::{cores, threads};
use std::path::PathBuf;
use std::process::ExitCode;
use training::rounds::child::Tools;
use training::rounds::generation::{locate, Shared};
use training::rounds::pool::local::LocalPool;
use training::rounds::pool::ray::RayPool;
use training::rounds::pool::Pool;
use training::rounds::run::{plan, run};
use training::rounds::settings::file::LoopConfig;
use training::rounds::state::LoopState;

const EXAMPLES: &str = "\
Examples:
  train loop --tiny --out target/tiny               # demonstration, a few minutes
  train loop --out target/loop --generations 5 --workers 2
  train loop my.toml --out target/loop              # other settings; at the first start only
  train loop docs/training/fourth/loop.toml --plan  # print the commands of these settings
  train loop --out target/loop --ray local          # Ray workers on this machine
  train loop --out target/loop --ray 192.168.0.7:6379

The best network of a track is DIR/TRACK/best.tpn; `train ship` installs it in the bot.";

/// Play games, train, play gate matches, and promote better networks, generation after generation
///
/// The settings define tracks, each an independent series of networks. A generation of a track consists of
/// self-play by the best network (in generation 0 by the distance engine); training from the best network
/// on all games so far, with the newest weighted most; a gate match at fixed nodes against the best
/// network, ended by a sequential test; matches against the first network, an earlier best network,
/// alpha-beta and the distance engine; and promotion, unless the network loses the gate match or regresses
/// against an earlier best network. A track with stages runs explicit commands instead of self-play and
/// training.
///
/// All files are in DIR. After an interruption the same command resumes the run; only unfinished tasks are
/// repeated. DIR/loop.toml contains the settings, each with a comment; DIR/generations.jsonl contains one
/// record per generation; and DIR/strength.svg is a chart of the strength by generation.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Settings file for the first start; omitted settings take their defaults
    #[arg(value_name = "SETTINGS.toml", conflicts_with = "tiny")]
    settings: Option<PathBuf>,
    /// Folder of the loop
    #[arg(long, value_name = "DIR", required_unless_present = "plan")]
    out: Option<PathBuf>,
    /// Print the commands that this start would run, and exit
    #[arg(long)]
    plan: bool,
    /// Use settings for a demonstration of a few minutes: 8 x 8 and 10 x 10, few evaluations, small network
    #[arg(long)]
    tiny: bool,
    /// Set a text that the commands of stages refer to as $NAME; at the first start only (repeatable)
    #[arg(long = "word", value_name = "NAME=TEXT", value_parser = word, requires = "settings")]
    words: Vec<(String, String)>,
    /// Stop after generation N, counted from 0 [default: 1 with --tiny, else unlimited]
    #[arg(long, value_name = "N")]
    generations: Option<u32>,
    /// Number of parallel tasks on this machine, and of training threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    workers: Option<usize>,
    /// Run games and matches on a Ray cluster; `local` starts one on this machine. Requires
    /// `sh tools/training/ray/install.sh`, or TWIXT_PYTHON set to a Python with Ray
    #[arg(long, value_name = "ADDRESS")]
    ray: Option<String>,
    /// Program for games and training [default: this one]
    #[arg(long, value_name = "FILE", hide = true)]
    train: Option<PathBuf>,
    /// Program for matches [default: lab in the folder of this program]
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
        let workers = self.workers.unwrap_or_else(cores);
        // The plan of a loop that has not started is printed with relative paths.
        let is_started = self.out.as_ref().is_some_and(|folder| LoopConfig::path(folder).exists());
        let given = match &self.settings {
            Some(path) => {
                let words = self.words.iter().cloned().collect();
                Some(LoopConfig::read(path, words, self.plan && !is_started)?)
            }
            None if self.tiny => Some(LoopConfig::tiny()?),
            None => None,
        };
        let wrapper = std::env::current_exe().context("cannot locate this program's executable")?;
        let train = self.train.clone().unwrap_or_else(|| wrapper.clone());
        let lab = self.lab.clone().unwrap_or_else(|| wrapper.with_file_name("lab"));
        let programs = [("train", train), ("lab", lab)].map(|(name, path)| (name.to_owned(), path));
        let mut tools = Tools { programs: programs.into(), wrapper };
        // The settings are checked before the folder is created: invalid ones leave no files behind.
        let config = match &self.out {
            Some(folder) => LoopConfig::resolve(folder, given)?,
            None => given.map_or_else(LoopConfig::built_in, Ok)?,
        };
        let stop = Stop::listen(|| ())?;
        if self.plan {
            let shared =
                Shared { state: LoopState::read_only(self.out.as_deref()), tools, workers, stop };
            plan(&shared, &config)?.iter().for_each(|line| common::output!("{line}"));
            return Ok(());
        }
        for (name, path) in &tools.programs {
            ensure!(
                path.is_file(),
                "program not found: {}; run `cargo build --release -p training -p lab` or pass --{name}",
                path.display()
            );
        }
        let folder = self.out.as_deref().context("pass --out DIR, the loop's folder")?;
        let state = LoopState::open(folder)?;
        tools = tools.copy_to(&state.temporary().join("bin"))?;
        let mut pool = self.pool(&tools, workers, &state)?;
        let last = self.generations.or(self.tiny.then_some(1));
        let shared = Shared { state, tools, workers, stop };
        run(&shared, &config, &mut *pool, last, &mut |record| common::output!("{record}"))?;
        shared.state.clear()
    }

    fn pool(&self, tools: &Tools, workers: usize, state: &LoopState) -> Result<Box<dyn Pool>> {
        let folder = state.temporary();
        let Some(address) = &self.ray else {
            return Ok(Box::new(LocalPool::new(tools.clone(), folder, workers)));
        };
        let python = match std::env::var_os("TWIXT_PYTHON") {
            Some(python) => PathBuf::from(python),
            None => locate("--ray", "target/ray-venv/bin/python")
                .or_else(|_| locate("--ray", "ray-venv/bin/python"))
                .ok()
                .context(
                    "cannot use --ray: Ray not found; run `sh tools/training/ray/install.sh`",
                )?,
        };
        Ok(Box::new(RayPool::new(tools, &python, address, workers, &folder)?))
    }
}
