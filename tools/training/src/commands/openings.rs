//! `train openings`: openings for matches.

use anyhow::{ensure, Context, Result};
use clap::Args;
use common::progress::Progress;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use training::play::board::Board;
use training::play::game::Start;
use training::play::list::List;
use training::play::openings::{balanced, Wanted};
use training::play::settings::{range, Settings};

/// The most pegs that are drawn at random: more are hardly ever even.
const MOST_AT_RANDOM: u8 = 6;

/// Sample openings that the search finds balanced, for `lab match --openings FILE`
///
/// Of random openings most are won for one side whoever plays it, and such a pair of games tells
/// nothing about the players. The same flags draw the same openings.
#[derive(Args)]
pub(crate) struct Options {
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
    pub(crate) fn run(self) -> Result<()> {
        let (fewest, most) = self.plies;
        ensure!(fewest <= most, "--plies {fewest}..{most} is empty: put the smaller number first");
        let settings = Settings {
            board: self.board,
            seed: self.seed,
            nodes: (self.nodes / 100).max(1),
            random_plies: (fewest.max(2), most.min(MOST_AT_RANDOM).max(fewest.max(2))),
            starts: self.starts,
            evaluator: self.evaluator,
            ..Settings::default()
        };
        let ready = settings.check()?;
        let (mut file, known) = open(&self.out, self.resume)?;
        let mut found = known.len() as u64;
        let mut progress = Progress::new(self.count as u64, found);
        let wanted = Wanted {
            count: self.count,
            even: self.even.0..=self.even.1,
            plies: usize::from(fewest)..=usize::from(most),
            nodes: self.nodes,
        };
        let cannot = || format!("cannot write {}", self.out.display());
        balanced(&ready, &wanted, &known, |line| {
            writeln!(file, "{line}").with_context(cannot)?;
            found += 1;
            progress.show(found, |pace| {
                format!("{} of {} openings{}", pace.done, pace.total, pace.left_in_words())
            });
            Ok(())
        })?;
        Ok(())
    }
}

/// The file, to be gone on with, and the openings that it holds; a last line that a crash cut short is
/// cut off.
fn open(out: &Path, resume: bool) -> Result<(File, Vec<String>)> {
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
