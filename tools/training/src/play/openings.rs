//! Balanced openings for matches, in which playing strength decides, not the side.

use crate::play::board::Board;
use crate::play::game::Start;
use crate::play::list::{line, StartList};
use crate::play::settings::PlaySettings;
use crate::play::starts::{sample, Sampled};
use anyhow::{ensure, Context, Result};
use clap::Args;
use common::progress::Progress;
use records::range::{self, ValueRange};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use twixt::random::Random;
use twixt::rules::Proof;
use twixt::search::{Decision, Limits, Search};

/// Maximum number of random pegs; with more, balanced positions are rare.
const MAX_RANDOM_PEGS: u8 = 6;

/// Start positions tried per opening before giving up.
const TRIES: u32 = 400;

/// Stages of the search: the divisor of the node budget, and by how much the range of accepted
/// values is widened at both ends. Most unbalanced starts fail the first stage.
const STAGES: [(u64, f32); 3] = [(100, 0.2), (10, 0.1), (1, 0.0)];

/// Sample balanced openings for `lab match --openings FILE`
///
/// From most random openings the same side wins regardless of the players, so a pair of games from
/// them carries no information. The same flags give the same openings.
#[derive(Args)]
pub struct Options {
    /// File for the openings, one per line, written as they are found
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Resume the --out file if it exists; all other flags but --count must match the original run
    #[arg(long)]
    resume: bool,
    /// Number of openings
    #[arg(long, value_name = "N", default_value_t = 200)]
    count: usize,
    /// Range of accepted values for the side to move: 0 is a loss, 1 a win
    #[arg(long, value_name = "LOW..HIGH", default_value = "0.45..0.55")]
    balance: ValueRange,
    /// Evaluations per search; clearly unbalanced starts are rejected after a tenth or a hundredth
    /// of them
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    nodes: u64,
    /// Range of the number of pegs on the board
    #[arg(long, value_name = "A..B", default_value = "3..8", value_parser = range::parse::<u8>)]
    plies: (u8, u8),
    /// Kinds of start positions and their relative frequencies: random (random pegs), distance-opening
    /// (openings played by the search with link distances), or scatter (many random pegs)
    #[arg(
        long,
        value_name = "KIND:ODDS",
        value_delimiter = ',',
        default_value = "random:1,distance-opening:1",
        value_parser = Start::with_odds
    )]
    starts: Vec<(Start, u32)>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Evaluator of the search: network, network:FILE or distance
    #[arg(long = "engine", value_name = "SPEC", default_value = "network")]
    evaluator: String,
    /// Board of the openings
    #[command(flatten)]
    board: Board,
}

impl Options {
    /// Writes the openings to the file as they are found. Fails if a setting is invalid or too few
    /// starts are balanced.
    pub fn run(self) -> Result<()> {
        let (fewest, most) = self.plies;
        ensure!(fewest <= most, "--plies {fewest}..{most} is empty: put the smaller number first");
        ensure!(
            self.starts.iter().all(|&(kind, _)| !matches!(kind, Start::Listed | Start::FirstPeg)),
            "--starts must be random, distance-opening or scatter"
        );
        let settings = PlaySettings {
            board: self.board,
            seed: self.seed,
            nodes: (self.nodes / 100).max(1),
            random_plies: (fewest.max(2), most.min(MAX_RANDOM_PEGS).max(fewest.max(2))),
            starts: self.starts.clone(),
            evaluator: self.evaluator.clone(),
            ..PlaySettings::default()
        };
        let room = settings.max_random_pegs();
        ensure!(
            fewest.max(2) <= room,
            "--plies must start with at most {room} (half of the inner holes), not {fewest}"
        );
        let setup = settings.check()?;
        let (mut file, existing) = resumed(&self.out, self.resume)?;
        let mut search = setup.search();
        let mut found: Vec<String> = Vec::new();
        let mut progress = Progress::new(self.count as u64, existing.len() as u64);
        let tries = TRIES.saturating_mul(u32::try_from(self.count).unwrap_or(u32::MAX));
        for number in 0.. {
            if found.len() == self.count {
                break;
            }
            ensure!(
                number < tries,
                "cannot sample {} openings: only {} of {tries} starts were balanced; pass other \
                 --starts or a wider --balance or --plies; with --resume pass the original flags",
                self.count,
                found.len()
            );
            let mut random = Random::new(settings.game_seed(number));
            let Sampled { opening, result, .. } = sample(&setup, &mut search, &mut random)?;
            let line = line(&opening);
            if let Some(next) = existing.get(found.len()) {
                // The original run rejected all starts that are not in the file.
                if line == *next {
                    found.push(line);
                }
            } else if (fewest.into()..=most.into()).contains(&opening.len())
                && !found.contains(&line)
                && self.is_balanced(&mut search, result.decision)
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

    /// Continues the search that returned `decision`; returns whether the position stays unproven
    /// and its value in range at every stage.
    fn is_balanced(&self, search: &mut Search, mut decision: Decision) -> bool {
        let mut evals = decision.evals;
        STAGES.iter().all(|&(divisor, margin)| {
            let more = (self.nodes / divisor).saturating_sub(evals);
            if more > 0 {
                decision = search.think(&Limits::nodes(more));
                evals += more;
            }
            decision.proof == Proof::Open && self.balance.widened(margin).contains(decision.value)
        })
    }
}

/// Opens the file for appending and removes an incomplete last line; also returns the file's
/// openings.
fn resumed(out: &Path, resume: bool) -> Result<(File, Vec<String>)> {
    let name = out.display();
    let held = match std::fs::read_to_string(out) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        held => held.with_context(|| format!("cannot read {name}"))?,
    };
    ensure!(
        resume || held.is_empty(),
        "cannot write {name}: it is not empty; pass --resume to continue it, or another --out"
    );
    let complete = &held[..held.rfind('\n').map_or(0, |end| end + 1)];
    if !complete.is_empty() {
        StartList::parse(String::new(), complete).with_context(|| name.to_string())?;
    }
    let cannot = || format!("cannot write {name}");
    let file = OpenOptions::new().append(true).create(true).open(out).with_context(cannot)?;
    file.set_len(complete.len() as u64).with_context(cannot)?;
    Ok((file, complete.lines().map(str::to_owned).collect()))
}
