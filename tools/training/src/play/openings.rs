//! Openings for matches: starts that the search finds balanced, so that a game is decided by how it
//! is played and not by who sits where.

use crate::play::board::Board;
use crate::play::game::Start;
use crate::play::list::{line, List};
use crate::play::settings::{range, Settings};
use crate::play::starts::{open, Opened};
use anyhow::{ensure, Context, Result};
use clap::Args;
use common::progress::Progress;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use twixt::random::Random;
use twixt::rules::Proof;
use twixt::search::{Decision, Limits, Search};

/// The most pegs that are drawn at random: more are hardly ever even.
const MOST_AT_RANDOM: u8 = 6;

/// Starts tried for each one that is wanted before giving up.
const TRIES: u32 = 400;

/// A search may be ended early: after this fraction of its evaluations its value must lie in a range
/// that is wider by this much at either end. Most starts are so far from even that they end there.
const EARLY: [(u64, f32); 3] = [(100, 0.2), (10, 0.1), (1, 0.0)];

/// Sample openings that the search finds balanced, for `lab match --openings FILE`
///
/// Of random openings most are won for one side whoever plays it, and such a pair of games tells
/// nothing about the players. The same flags draw the same openings.
#[derive(Args)]
pub struct Options {
    /// Where the openings go, one a line, each as soon as it is found
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Resume the --out file if it exists; all other flags but --count must match the original run
    #[arg(long)]
    resume: bool,
    /// Number of openings
    #[arg(long, value_name = "N", default_value_t = 200)]
    count: usize,
    /// Range of the value for the side to move: 1 is a win, 0 a loss
    #[arg(long, value_name = "LOW..HIGH", default_value = "0.45..0.55", value_parser = range::<f32>)]
    even: (f32, f32),
    /// Evaluations of the search; starts far from balanced are rejected after a tenth or a
    /// hundredth of them
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    nodes: u64,
    /// Range of the number of pegs on the board
    #[arg(long, value_name = "A..B", default_value = "3..8", value_parser = range::<u8>)]
    plies: (u8, u8),
    /// What openings are drawn from, with odds: random pegs, the book of the search by link
    /// distances, or many scattered pegs
    #[arg(
        long,
        value_name = "KIND:ODDS",
        value_delimiter = ',',
        default_value = "random:1,book:1",
        value_parser = Start::with_odds
    )]
    starts: Vec<(Start, u32)>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Evaluator of the search: network, network:FILE or distance
    #[arg(long = "engine", alias = "evaluator", value_name = "SPEC", default_value = "network")]
    evaluator: String,
    /// The board
    #[command(flatten)]
    board: Board,
}

impl Options {
    /// Writes the openings to the file, each as soon as it is found.
    ///
    /// # Errors
    ///
    /// If the settings are bad or hardly ever give a balanced start, or the file cannot be read or written.
    pub fn run(self) -> Result<()> {
        let (fewest, most) = self.plies;
        ensure!(fewest <= most, "--plies {fewest}..{most} is empty: put the smaller number first");
        let settings = Settings {
            board: self.board,
            seed: self.seed,
            nodes: (self.nodes / 100).max(1),
            random_plies: (fewest.max(2), most.min(MOST_AT_RANDOM).max(fewest.max(2))),
            starts: self.starts.clone(),
            evaluator: self.evaluator.clone(),
            ..Settings::default()
        };
        let ready = settings.check()?;
        let (mut file, known) = resumed(&self.out, self.resume)?;
        let mut search = ready.search()?;
        let mut found: Vec<String> = Vec::new();
        let mut progress = Progress::new(self.count as u64, known.len() as u64);
        let tries = TRIES.saturating_mul(u32::try_from(self.count).unwrap_or(u32::MAX));
        for number in 0.. {
            if found.len() == self.count {
                break;
            }
            ensure!(
                number < tries,
                "only {} of {tries} starts were even: take other --starts, or a wider --even or --plies, and to \
                 go on with a file the flags that it was begun with",
                found.len()
            );
            let mut random = Random::new(settings.game_seed(number));
            let Opened { opening, thought, .. } = open(&ready, &mut search, &mut random)?;
            let line = line(&opening);
            if let Some(next) = known.get(found.len()) {
                // Those drawn before the next known one were not even.
                if line == *next {
                    found.push(line);
                }
            } else if (fewest.into()..=most.into()).contains(&opening.len())
                && !found.contains(&line)
                && self.is_even(&mut search, thought.report)
            {
                writeln!(file, "{line}")
                    .with_context(|| format!("cannot write {}", self.out.display()))?;
                found.push(line);
                progress.show(found.len() as u64, |pace| {
                    format!("{} of {} openings{}", pace.done, pace.total, pace.left_in_words())
                });
            }
        }
        Ok(())
    }

    /// Whether the search, which has found `report` at a start, finds it even in the end.
    fn is_even(&self, search: &mut Search, mut report: Decision) -> bool {
        let mut evals = report.evals;
        EARLY.iter().all(|&(part, wider)| {
            let more = (self.nodes / part).saturating_sub(evals);
            if more > 0 {
                report = search.think(&Limits::nodes(more));
                evals += more;
            }
            let (low, high) = (self.even.0 - wider, self.even.1 + wider);
            report.proof == Proof::Open && (low..=high).contains(&report.value)
        })
    }
}

/// The file, open to append to, and the openings that it holds; a last line that a crash cut short is
/// cut off.
fn resumed(out: &Path, resume: bool) -> Result<(File, Vec<String>)> {
    let name = out.display();
    let held = match std::fs::read_to_string(out) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        held => held.with_context(|| format!("cannot read {name}"))?,
    };
    ensure!(
        resume || held.is_empty(),
        "{name} holds something already: go on with its openings by --resume, or name another file \
         with --out"
    );
    let whole = &held[..held.rfind('\n').map_or(0, |end| end + 1)];
    if !whole.is_empty() {
        List::parse(String::new(), whole).with_context(|| name.to_string())?;
    }
    let cannot = || format!("cannot write {name}");
    let file = OpenOptions::new().append(true).create(true).open(out).with_context(cannot)?;
    file.set_len(whole.len() as u64).with_context(cannot)?;
    Ok((file, whole.lines().map(str::to_owned).collect()))
}
