//! `openings grow`: extends the tree.

use super::TreeFile;
use anyhow::Result;
use clap::Args;
use common::progress::{rounded, Pace, Progress};
use common::stop::Stop;
use engine::{EngineSpec, Evaluators};
use openings::grow::{grow, GrowPlan};
use openings::verdict::TreeSummary;
use std::process::ExitCode;
use std::time::Duration;

/// Extend the tree by searching the positions most likely to change the verdict on a first peg
///
/// After an interruption the same command resumes the run; only unfinished searches are repeated.
/// `openings show` prints the verdicts, also while the tree grows.
#[derive(Args)]
#[command(after_help = "Examples:
  openings grow --minutes 10    # 12 x 12, into target/openings/12-pp.jsonl
  openings grow --searches 100000 --threads 2
  openings grow --size 10 --tree ten.jsonl --minutes 5")]
pub(crate) struct Options {
    #[command(flatten)]
    file: TreeFile,
    #[command(flatten)]
    plan: GrowPlan,
    /// Engine that evaluates positions: network, network:FILE or distance
    #[arg(long, value_name = "SPEC", default_value = "network", value_parser = EngineSpec::tree_search)]
    engine: EngineSpec,
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let plan = &self.plan;
        let evaluators = Evaluators::read(&self.engine, &|file| std::fs::read(file))?;
        let (mut tree, mut journal) = self.file.open()?;
        common::note!("{}: {} searches so far", self.file.tree.display(), tree.len());
        let stop = Stop::listen(|| ())?;
        let mut progress = Progress::new(plan.searches as u64, tree.len() as u64);
        grow(&mut tree, &mut journal, &evaluators, plan, &stop, |tree| {
            progress.show(tree.len() as u64, |pace| {
                progress_line(&TreeSummary::of(tree, plan.stable), pace, plan.time)
            });
        })?;
        drop(progress);
        common::note!("{}", summary_line(&TreeSummary::of(&tree, plan.stable)));
        stop.check()?;
        Ok(ExitCode::SUCCESS)
    }
}

fn summary_line(summary: &TreeSummary) -> String {
    let TreeSummary { searches, proven, stable, pegs, .. } = summary;
    let open = pegs - proven - stable;
    format!("{searches} searches; first pegs: {proven} proven, {stable} stable, {open} open")
}

fn progress_line(summary: &TreeSummary, pace: &Pace, time: Option<Duration>) -> String {
    let by_time = time.map(|time| time.saturating_sub(pace.elapsed));
    let left = pace.left().into_iter().chain(by_time).min();
    let left = left.map_or(String::new(), |left| format!(", at most {} left", rounded(left)));
    let next = summary.least_stable.map_or_else(String::new, |(peg, value)| {
        format!("; least stable: {peg}, {:.0} %", 100.0 * value)
    });
    format!("{}{next}; {:.1} searches/s{left}", summary_line(summary), pace.per_second())
}
