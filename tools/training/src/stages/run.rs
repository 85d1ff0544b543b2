//! Runs the stages of a settings file in a folder.
//!
//! ```text
//! NAME/             a stage's folder: shards, a network, journals of a match, or weights as text
//! NAME/command.txt  the stage's command, written when it starts
//! NAME/result.txt   its result in words, written when it is finished
//! results.txt       the results of all finished stages
//! .ray              unfinished results of a cluster's workers
//! ```
//!
//! Stages store games one by one, and all other files under a temporary name that they then replace, so a file under
//! its final name is complete.

use crate::fit;
use crate::lock::lock;
use crate::play::shard::{self, Shard};
use crate::stages::matches;
use crate::stages::parts;
use crate::stages::ray::RayPool;
use crate::stages::settings::{parse, Stage, StageKind};
use anyhow::{ensure, Context, Result};
use clap::Args;
use common::stop::Stop;
use common::workers::{cores, threads};
use records::file::LockedFile;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  train run docs/training/recipe.toml --plan              # print the commands
  train run docs/training/recipe.toml --out target/run    # run them, or resume
  train run docs/training/recipe.toml --out target/run --ray local
  train run docs/training/recipe.toml --out target/run --ray 192.168.0.7:6379

A stage consists of a name and a command: play (train play), fit (train fit),
match (lab match) or ship (train ship), with its flags. Commands run in DIR, and
a stage's output is in DIR/NAME.";

/// Run the stages of a settings file: self-play, training and matches
///
/// Skips finished stages, whose results are in DIR/results.txt. After an interruption, however it happened, the
/// same command resumes the run.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RunOptions {
    /// Settings file with the stages
    #[arg(value_name = "SETTINGS.toml")]
    settings: PathBuf,
    /// Folder of the run
    #[arg(long, value_name = "DIR", required_unless_present = "plan")]
    out: Option<PathBuf>,
    /// Print the commands of all stages, and exit
    #[arg(long, conflicts_with = "out")]
    plan: bool,
    /// Number of concurrent games and of training threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    workers: Option<usize>,
    /// Play games and matches on a Ray cluster; `local` starts one on this machine. Requires
    /// `sh tools/training/ray/install.sh`, or TWIXT_PYTHON set to a Python with Ray
    #[arg(long, value_name = "ADDRESS")]
    ray: Option<String>,
    /// Program for matches [default: lab in the folder of this program]
    #[arg(long, value_name = "FILE")]
    lab: Option<PathBuf>,
}

impl RunOptions {
    /// Runs all unfinished stages, and prints the result of every stage. Fails if the settings are invalid, another
    /// process has locked the folder, or a stage fails or is stopped.
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let file = self.settings.display();
        let text =
            fs::read_to_string(&self.settings).with_context(|| format!("cannot read {file}"))?;
        let workers = self.workers.unwrap_or_else(cores);
        let stages = parse(&text, workers).with_context(|| format!("cannot run {file}"))?;
        let Some(folder) = self.out.as_ref().filter(|_| !self.plan) else {
            stages.iter().for_each(|stage| common::output!("{}", stage.line()));
            return Ok(());
        };
        let programs = self.programs(&stages)?;
        let _lock = enter(folder)?;
        let ray = self.ray.as_ref().map(|address| connect(address, &programs, workers));
        let mut runner = Runner { lab: programs["lab"].clone(), ray: ray.transpose()?, stop };
        let mut results = String::new();
        for (number, stage) in stages.iter().enumerate() {
            stage.start().with_context(|| format!("stage {}", stage.name))?;
            let path = Path::new(&stage.name).join("result.txt");
            if !path.exists() {
                common::note!("\nstage {} of {}: {}", number + 1, stages.len(), stage.line());
                let started = Instant::now();
                let result = runner.run(stage);
                let result = result.with_context(|| format!("stage {}", stage.name))?;
                common::file::write(&path, result)?;
                let minutes = started.elapsed().as_secs_f64() / 60.0;
                common::note!("stage {} took {minutes:.1} min", stage.name);
            }
            let result = fs::read_to_string(&path)?;
            common::output!("{}: {result}", stage.name);
            results += &format!("{}: {result}\n", stage.name);
            common::file::write(Path::new("results.txt"), &results)?;
        }
        Ok(())
    }

    /// Returns the absolute paths of `train` and `lab`. Fails if there are matches and `lab` is not found.
    fn programs(&self, stages: &[Stage]) -> Result<BTreeMap<&'static str, PathBuf>> {
        let train = env::current_exe().context("cannot locate this program's executable")?;
        let lab = self.lab.clone().unwrap_or_else(|| train.with_file_name("lab"));
        let plays = stages.iter().any(|stage| matches!(stage.work, StageKind::Match { .. }));
        ensure!(
            !plays || lab.is_file(),
            "program not found: {}; run `cargo build --release -p lab` or pass --lab",
            lab.display()
        );
        Ok(BTreeMap::from([("train", train), ("lab", std::path::absolute(lab)?)]))
    }
}

/// Creates the folder, [locks](lock) it, and makes it the current one, so that the stages' paths are relative to it.
fn enter(folder: &Path) -> Result<LockedFile> {
    let lock = lock(folder)?;
    env::set_current_dir(folder).with_context(|| format!("cannot open {}", folder.display()))?;
    Ok(lock)
}

fn connect(
    address: &str,
    programs: &BTreeMap<&'static str, PathBuf>,
    workers: usize,
) -> Result<RayPool> {
    let installed = || {
        let folders = programs["train"].ancestors();
        let python = folders.map(|folder| folder.join("target/ray-venv/bin/python"));
        python.into_iter().find(|python| python.exists())
    };
    let python = env::var_os("TWIXT_PYTHON").map(PathBuf::from).or_else(installed);
    let python = python.context(
        "cannot use --ray: Ray not found; run `sh tools/training/ray/install.sh` or set TWIXT_PYTHON",
    )?;
    // A driver of an earlier start may still be writing to a folder of its own.
    let _ = fs::remove_dir_all(".ray");
    let folder = env::current_dir()?.join(format!(".ray/{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    RayPool::new(&python, programs, address, workers, &folder)
}

impl Stage {
    /// Returns the command as a line for a shell in the run's folder.
    fn line(&self) -> String {
        let program = if matches!(self.work, StageKind::Match { .. }) { "lab" } else { "train" };
        format!("{program} {}", self.command)
    }

    /// Creates the stage's folder and stores its command. Fails if the stage was started with another one.
    fn start(&self) -> Result<()> {
        let path = Path::new(&self.name).join("command.txt");
        if !path.exists() {
            fs::create_dir_all(&self.name)?;
            return common::file::write(&path, &self.text);
        }
        let text = fs::read_to_string(&path)?;
        ensure!(
            text == self.text,
            "cannot resume: it was started as `{text}`; restore this command in the settings, or remove \
             its folder and those of the stages that use it"
        );
        Ok(())
    }
}

struct Runner<'a> {
    lab: PathBuf,
    ray: Option<RayPool>,
    stop: &'a Stop,
}

impl Runner<'_> {
    /// Runs a stage, or what is missing of it, and returns its result in words.
    fn run(&mut self, stage: &Stage) -> Result<String> {
        let stop = self.stop;
        match (&stage.work, &mut self.ray) {
            (StageKind::Play(options), ray) => {
                match ray {
                    Some(ray) => {
                        ray.run(parts::of_games(&stage.command, options)?, "games", stop)?;
                    }
                    None => options.run(stop)?,
                }
                let plies = |shard: &Shard| {
                    shard.games().map(|game| Ok(game?.plies.len())).collect::<Result<Vec<_>>>()
                };
                let plies = shard::read_all(std::slice::from_ref(&options.out), plies)?.concat();
                let (games, positions) = (plies.len(), plies.iter().sum::<usize>());
                Ok(format!("{games} games, {positions} positions"))
            }
            (StageKind::Fit(options), _) => {
                let summary = fit::run::train(options, stop)?;
                let losses = summary.held_out.map_or_else(String::new, |held_out| {
                    format!(", policy {:.3}, value {:.3}", held_out.policy, held_out.value)
                });
                let minutes = summary.seconds / 60.0;
                Ok(format!("{} samples in {minutes:.1} min{losses}", summary.samples))
            }
            (StageKind::Match { flags }, Some(ray)) => {
                let parts = parts::of_match(&stage.name, flags)?;
                let journals: Vec<_> = parts.iter().map(|part| part.target.clone()).collect();
                let missing = parts.into_iter().filter(|part| !part.target.exists());
                ray.run(missing.collect(), "pairs", stop)?;
                matches::result(&journals)
            }
            (StageKind::Match { flags }, None) => {
                matches::play(&self.lab, flags, stop)?;
                matches::result(&[Path::new(&stage.name).join("match.jsonl")])
            }
            (StageKind::Ship(options), _) => options.run(),
        }
    }
}
