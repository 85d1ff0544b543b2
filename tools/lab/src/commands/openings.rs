//! `lab openings`.

use anyhow::{ensure, Result};
use clap::Args;
use common::progress::Progress;
use common::workers::{self, threads};
use engine::EngineSpec;
use lab::matches::LoadedEngine;
use records::openings::{text_of, Balance, Openings, MAX_PEGS};
use records::plan::Player;
use records::range::{self, ValueRange};
use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::time::Duration;
use twixt::geometry::Size;
use twixt::rules::{Linking, Ply, Position, Rules, SwapRule};

const EXAMPLES: &str = "\
Examples:
  lab openings --count 50 > even.txt
  lab match --bot own --bot path --openings ./even.txt
  lab openings --count 50 --size 14 --rules standard > even-14.txt";

/// A sample is discarded if its value in the short search is farther than this outside the range.
const FAR: f32 = 0.15;

/// Sample balanced openings for `lab match --openings FILE`
///
/// Prints random openings, pegs off the border rows, after which both sides have about the same chances: the value of
/// a long search is within --balance. Each is printed as soon as it and those before it are found. Opening N depends only
/// on N, the engine's weights, and the flags other than --count and --workers.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BalancedOpenings {
    /// Number of openings
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,

    /// Board size in holes per edge, 5-24
    #[arg(long, value_name = "N", default_value = "12", value_parser = engine::parse_size)]
    size: Size,

    /// Rule set: `pp` or `standard`
    #[arg(long, value_name = "NAME", default_value_t = Linking::Pp)]
    rules: Linking,

    /// Numbers of pegs, one after another
    #[arg(long, value_name = "LOW..HIGH", default_value = "3..8", value_parser = range::parse::<u32>)]
    pegs: (u32, u32),

    /// Accepted values, from 0 (lost) to 1 (won) for the side to move
    #[arg(long, value_name = "LOW..HIGH", default_value = "0.45..0.55")]
    balance: ValueRange,

    /// Engine that evaluates the openings: network, network:FILE or distance
    #[arg(long, default_value = "network", value_parser = EngineSpec::tree_search)]
    engine: EngineSpec,

    /// Nodes of the long search; the short one, which discards most samples, has a twentieth of them
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Number of searches in parallel
    #[arg(long, value_name = "N", default_value_t = workers::cores(), value_parser = threads)]
    workers: usize,
}

impl BalancedOpenings {
    pub(crate) fn run(&self) -> Result<ExitCode> {
        ensure!(
            self.pegs.0 >= 1 && self.pegs.1 <= MAX_PEGS,
            "cannot sample {}..{} pegs; pass --pegs with numbers from 1 to {MAX_PEGS}",
            self.pegs.0,
            self.pegs.1
        );
        let rules = Rules { linking: self.rules, swap: SwapRule::None };
        let start = Position::with_rules(self.size, rules);
        let engine = LoadedEngine::new(&Player::new("judge", &self.engine.to_string()))?;
        let find = |(): &mut (), number| (number, self.opening(number, &start, &engine));
        let mut progress = Progress::new(self.count, 0);
        let (mut numbers, mut printed, mut found) = (0..self.count, 0, BTreeMap::new());
        let (mut known, mut repeated) = (BTreeSet::new(), 0);
        workers::with(std::iter::repeat_n((), self.workers), find, |workers| -> Result<_> {
            loop {
                workers.fill(|| numbers.next());
                if workers.busy() == 0 {
                    break;
                }
                if let Some((number, opening)) = workers.wait(Duration::from_secs(1)) {
                    found.insert(number, opening?);
                }
                while let Some(opening) = found.remove(&printed) {
                    let text = text_of(&opening);
                    progress.output(&text);
                    printed += 1;
                    repeated += u64::from(!known.insert(text));
                }
                progress.show(printed, |pace| {
                    format!("{printed}/{} openings{}", pace.total, pace.left_in_words())
                });
            }
            if repeated > 0 {
                let all = self.count;
                common::note!("lab: {repeated} of {all} openings repeat others; pass more --pegs or a smaller --count");
            }
            Ok(ExitCode::SUCCESS)
        })
    }

    fn opening(&self, number: u64, start: &Position, engine: &LoadedEngine) -> Result<Vec<Ply>> {
        let (low, high) = self.pegs;
        let pegs = low + (number % u64::from(high - low + 1)) as u32;
        let mut judge = |position: &Position| {
            let value = |nodes| engine.value(start, position, 0, nodes);
            let short = value((self.nodes / 20).max(1))?;
            if self.balance.excess(short) > FAR {
                Ok(short)
            } else {
                value(self.nodes)
            }
        };
        let balance = Balance::Judged(self.balance, &mut judge);
        Openings::Random(pegs).get(number, start, self.seed, balance)
    }
}
