//! `openings grow`: look and look.

use super::Where;
use anyhow::Result;
use clap::Args;
use common::progress::{rounded, Pace, Progress};
use common::stop::{Stop, STOPPED};
use engine::{EngineSpec, Evaluators};
use openings::grow::{grow, played, Plan};
use openings::verdict::Summary;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Grow the tree: search the positions that could change a verdict soonest, one after the other
///
/// After a kill at any moment the same command resumes, and repeats at most the looks that were under way.
/// `openings show` prints the verdicts, also while the tree grows.
#[derive(Args)]
#[command(after_help = "Examples:
  openings grow --minutes 10                    # 12 x 12, into target/openings/12-pp.jsonl
  openings grow --looks 100000 --workers 2      # a night's work
  openings grow --played match.jsonl            # and learn from games
  openings grow --size 10 --tree ten.jsonl --minutes 5")]
pub(crate) struct Options {
    #[command(flatten)]
    place: Where,
    #[command(flatten)]
    plan: Plan,
    /// Search the positions of these games first, files as `lab match` writes them
    #[arg(long, value_name = "FILE", num_args = 1..)]
    played: Vec<PathBuf>,
    /// Pegs of each of these games
    #[arg(long, value_name = "N", default_value_t = 16)]
    played_pegs: usize,
    /// Engine that evaluates positions: network, network:FILE or distance
    #[arg(long, alias = "evaluator", value_name = "SPEC", default_value = "network")]
    engine: EngineSpec,
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let (size, plan) = (self.place.size, &self.plan);
        let evaluators = Evaluators::read(&self.engine, &|file| std::fs::read(file))?;
        let (mut tree, mut journal) = self.place.open()?;
        common::note!("{}: {} looks so far", self.place.tree.display(), tree.len());
        let mut lines = Vec::new();
        for file in &self.played {
            lines.extend(played(file, size)?);
        }
        lines.iter_mut().for_each(|line| line.truncate(self.played_pegs));
        let stop = Stop::listen(|| ())?;
        let mut progress = Progress::new(plan.looks as u64, tree.len() as u64);
        grow(&mut tree, &mut journal, &evaluators, plan, &lines, &stop, |tree| {
            progress.show(tree.len() as u64, |pace| {
                told(&Summary::of(tree, plan.stands), pace, plan.time)
            });
        })?;
        drop(progress);
        common::note!("{}", in_words(&Summary::of(&tree, plan.stands)));
        if stop.is_raised() {
            common::note!("stopped; the same command resumes");
            return Ok(ExitCode::from(STOPPED));
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn in_words(summary: &Summary) -> String {
    let Summary { looks, proven, standing, pegs, .. } = summary;
    let open = pegs - proven - standing;
    format!("{looks} looks: of {pegs} first pegs {proven} proven, {standing} stand, {open} open")
}

fn told(summary: &Summary, pace: &Pace, time: Option<Duration>) -> String {
    let by_time = time.map(|time| time.saturating_sub(pace.elapsed));
    let left = pace.left().into_iter().chain(by_time).min();
    let left = left.map_or(String::new(), |left| format!(", at most {} left", rounded(left)));
    let next = summary.nearest.map_or_else(String::new, |(peg, value)| {
        format!("; nearest to change: {peg}, {:.0} %", 100.0 * value)
    });
    format!("{}{next}; {:.1} looks/s{left}", in_words(summary), pace.per_second())
}
