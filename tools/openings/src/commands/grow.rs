//! `openings grow`: look and look.

use super::Where;
use anyhow::{ensure, Result};
use clap::Args;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use openings::grow::{grow, Pace, Plan};
use openings::verdict::Summary;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;
use training::play::evaluators::Evaluators;
use training::play::stop;

/// How long lines of progress are apart, and how soon a terminal's is drawn anew.
const PLAIN_EVERY: Duration = Duration::from_secs(30);
const DRAWN_EVERY: Duration = Duration::from_millis(500);

/// Grow the tree: search the positions that could change a verdict soonest, one after the other
///
/// Killed at any moment, the same command goes on where it was; at most the looks under way are made
/// again. `openings show` says how it stands, also while it grows.
#[derive(Args)]
#[command(after_help = "Examples:
  openings grow --minutes 10                    # 12 x 12, into target/openings/12-pp.jsonl
  openings grow --looks 100000 --workers 2      # a night's work
  openings grow --played match.jsonl            # and learn from games
  openings grow --size 10 --tree ten.jsonl --minutes 5")]
pub(crate) struct Options {
    #[command(flatten)]
    place: Where,
    /// Positions that a look searches, half as many and twice as many, by turns of chance
    #[arg(long, value_name = "N", default_value_t = 3000)]
    nodes: u64,
    /// Follow one position in N by a game: its best moves until it is clear who wins, a quarter of
    /// the nodes each; 0 for none
    #[arg(long, value_name = "N", default_value_t = 4)]
    games: u32,
    /// Look at the positions of these games first, as `lab match` writes them: what bots play at the
    /// board, the tree should know
    #[arg(long, value_name = "FILE", num_args = 1..)]
    played: Vec<PathBuf>,
    /// So many pegs of each
    #[arg(long, value_name = "N", default_value_t = 16)]
    played_pegs: usize,
    /// Stop at N looks, earlier ones included
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    looks: usize,
    /// Stop after so many minutes
    #[arg(long, value_name = "N")]
    minutes: Option<f64>,
    /// Stop when every verdict is so many plies from changing; moves on the way that are not best
    /// count a ply for every 3 % that they give away, and so does a verdict that is not even
    #[arg(long, value_name = "PLIES", default_value_t = 20.0)]
    stands: f32,
    /// Who values positions: network, network:FILE or distance
    #[arg(long, value_name = "NAME", default_value = "network")]
    evaluator: String,
    /// Searches at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    workers: usize,
    /// For the draws of nodes and mirrors
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        ensure!(self.workers > 0, "--workers takes a number from 1 on");
        ensure!(self.nodes > 1, "--nodes takes a number from 2 on");
        let size = self.place.size()?;
        let evaluators = Evaluators::named(&self.evaluator)?;
        let (mut tree, mut journal) = self.place.open()?;
        common::note!("{}: {} looks so far", self.place.tree.display(), tree.len());
        let time = self.minutes.map(|minutes| Duration::try_from_secs_f64(60.0 * minutes));
        let mut lines = Vec::new();
        for file in &self.played {
            lines.extend(openings::games::read(file, size)?);
        }
        lines.iter_mut().for_each(|line| line.truncate(self.played_pegs));
        let plan = Plan {
            nodes: self.nodes,
            games: self.games,
            lines,
            looks: self.looks,
            time: time.transpose()?,
            stands: self.stands,
            workers: self.workers,
            seed: self.seed,
        };
        let stop = stop::flag()?;
        let line = std::io::stderr().is_terminal().then(ProgressBar::new_spinner);
        let style = ProgressStyle::with_template("{spinner} {msg}");
        let line = line.map(|line| {
            line.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
        });
        let every = if line.is_some() { DRAWN_EVERY } else { PLAIN_EVERY };
        let mut told = |summary: &Summary, pace: &Pace| {
            let text = told(summary, pace, plan.time);
            match &line {
                Some(line) => line.set_message(text),
                None => common::note!("{text}"),
            }
        };
        grow(&mut tree, &mut journal, &evaluators, &plan, &stop, (every, &mut told))?;
        if let Some(line) = line {
            line.finish_and_clear();
        }
        let summary = Summary::of(&tree, plan.stands);
        common::note!("{}", in_words(&summary));
        if stop.load(Ordering::Relaxed) {
            common::note!("stopped; the same command goes on");
            return Ok(ExitCode::from(130));
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
    let speed = pace.per_second();
    let by_looks = Duration::from_secs_f64((pace.left as f64 / speed.max(1e-6)).min(1e8));
    let left = time.map_or(by_looks, |time| by_looks.min(time.saturating_sub(pace.elapsed)));
    let next = summary.nearest.map_or_else(String::new, |(peg, value)| {
        format!("; nearest to change: {peg}, {:.0} %", 100.0 * value)
    });
    format!("{}{next}; {speed:.1} looks/s, {} left at most", in_words(summary), HumanDuration(left))
}
