//! Self-play settings: everything that a game depends on, except its number and the network's weights.

use crate::play::board::Board;
use crate::play::game::Start;
use anyhow::{anyhow, ensure, Result};
use clap::Args;
use common::cli::{positive, share, single};
use engine::{for_rules, EngineSpec, Evaluators};
use records::range;
use serde::{Deserialize, Serialize};
use twixt::evaluate::Evaluator;
use twixt::geometry::Size;
use twixt::random::Random;
use twixt::search::{Params, Search};

/// Settings shared by a set of games: the flags of `train play`. They are the first record of every
/// shard, with the fields in this order; all games of a shard have the same settings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Args)]
pub struct PlaySettings {
    /// The board
    #[command(flatten)]
    pub board: Board,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Evaluations per full search
    #[arg(long, value_name = "N", default_value_t = 1600)]
    pub nodes: u64,
    /// Probability of a full search; only full searches give policy targets
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = single(share))]
    pub full_share: f32,
    /// Evaluations per fast search
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub fast_nodes: u64,
    /// Fraction of Dirichlet noise in the root priors of a full search; 0 turns it off
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = single(share))]
    pub noise: f32,
    /// Total concentration of the Dirichlet noise, divided evenly among the moves; smaller values
    /// make the noise more uneven
    #[arg(long, value_name = "SUM", default_value_t = 10.83, value_parser = single(positive))]
    pub noise_alpha: f32,
    /// Temperature T: in the first --temperature-plies, sample moves in proportion to visits^(1/T)
    #[arg(long, value_name = "T", default_value_t = 1.0, value_parser = single(positive))]
    pub temperature: f32,
    /// Number of plies after the start position in which moves are sampled; 0 turns sampling off
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub temperature_plies: u16,
    /// Resignation threshold: a side resigns when its value is below the threshold in two of its
    /// turns in a row. One game in ten is played on to measure wrong resignations; 0 turns
    /// resignation off
    #[arg(long, value_name = "VALUE", default_value_t = 0.0, value_parser = single(share))]
    pub resign: f32,
    /// Kinds of start positions and their relative frequencies: random (--random-plies),
    /// distance-opening (openings played by the search with link distances), scatter (8 to 20 random pegs, roughly
    /// balanced), first-peg (one peg, no swap)
    #[arg(
        long,
        value_name = "KIND:ODDS",
        value_delimiter = ',',
        default_value = "random:1",
        value_parser = Start::with_odds
    )]
    pub starts: Vec<(Start, u32)>,
    /// Always `None`: a byte of the format that has no meaning any more.
    #[arg(skip)]
    pub reserved: Option<()>,
    /// Range of values of start positions, from 0 (loss) to 1 (win) for the side to move; of the
    /// positions outside it, nine in ten are rejected
    #[arg(long, value_name = "LOW..HIGH", value_parser = range::parse::<f32>)]
    pub balance: Option<(f32, f32)>,
    /// Range of the number of pegs of a random start; at least 2, so that there is no swap
    #[arg(long, value_name = "A..B", default_value = "2..6", value_parser = range::parse::<u8>)]
    pub random_plies: (u8, u8),
    /// Play a uniformly random move with probability 1/N at each ply after the start position; 0 turns
    /// this off
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub random_share: u32,
    /// Evaluator of the search: network, network:FILE or distance
    #[arg(long = "engine", value_name = "SPEC", default_value = "distance")]
    pub evaluator: String,
    /// Set a search parameter: cpuct, lcb_z or reeval_visits (repeatable)
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = parameter)]
    pub params: Vec<(String, f32)>,
}

impl Default for PlaySettings {
    fn default() -> PlaySettings {
        #[derive(clap::Parser)]
        struct Flags {
            #[command(flatten)]
            settings: PlaySettings,
        }
        <Flags as clap::Parser>::parse_from(["play"]).settings
    }
}

fn parameter(text: &str) -> Result<(String, f32), String> {
    let named = text.split_once('=').and_then(|(name, value)| {
        let value: f32 = value.parse().ok()?;
        Some((name.to_owned(), value))
    });
    named.ok_or_else(|| "expected NAME=VALUE such as cpuct=2".to_owned())
}

/// Tree capacity in nodes per evaluation of a full search on boards up to 12 × 12; on larger boards
/// it grows with the number of holes. A node is expanded on its second visit, with up to one child
/// per legal move, and the subtree of the move played is kept.
const NODES_PER_EVALUATION: u64 = 160;

impl PlaySettings {
    /// Validates the settings and loads the network that they name. Fails if a setting is out of
    /// range or the network cannot be read.
    pub fn check(&self) -> Result<Setup> {
        let ((fewest, most), room) = (self.random_plies, self.max_random_pegs());
        ensure!(
            2 <= fewest && fewest <= most && fewest <= room,
            "--random-plies must be A..B with 2 <= A <= B and A <= {room} (half of the inner \
             holes), not {fewest}..{most}"
        );
        let balances = |(low, high): (f32, f32)| 0.0 <= low && low < high && high <= 1.0;
        for (flag, fits, range) in [
            ("--nodes", self.nodes > 0, "at least 1"),
            ("--fast-nodes", self.fast_nodes > 0, "at least 1"),
            ("--full-share", self.full_share > 0.0 && self.full_share <= 1.0, "in (0, 1]"),
            ("--noise", (0.0..=1.0).contains(&self.noise), "in [0, 1]"),
            ("--noise-alpha", (0.01..=1e4).contains(&self.noise_alpha), "in [0.01, 10000]"),
            ("--temperature", (0.01..=100.0).contains(&self.temperature), "in [0.01, 100]"),
            ("--resign", (0.0..0.5).contains(&self.resign), "in [0, 0.5)"),
            ("--balance", self.balance.is_none_or(balances), "LOW..HIGH with 0 <= LOW < HIGH <= 1"),
            (
                "--starts",
                self.starts.iter().any(|&(_, odds)| odds > 0),
                "kinds, at least one with a frequency above 0, such as random:1",
            ),
        ] {
            ensure!(fits, "{flag} must be {range}");
        }
        let spec = EngineSpec::tree_search(&self.evaluator);
        let spec = spec.map_err(|error| anyhow!("--engine {}: {error}", self.evaluator))?;
        let evaluators = Evaluators::read(&spec, &|file| std::fs::read(file))?;
        let mut params = Params::default();
        for (name, value) in &self.params {
            params.set(name, *value).map_err(|error| anyhow!("--set {name}: {error}"))?;
        }
        let build = Box::new(move |size| evaluators.build(size));
        Ok(Setup { settings: self.clone(), build, params })
    }

    /// Returns the maximum number of pegs of a random start: half of the holes off the border rows.
    pub fn max_random_pegs(&self) -> u8 {
        let inner = (self.board.edge() - 2).pow(2);
        u8::try_from(inner / 2).unwrap_or(u8::MAX)
    }

    /// Returns the seed of a game.
    pub fn game_seed(&self, number: u32) -> u64 {
        // The seed is mixed twice, so that neighbouring seeds and numbers give independent games.
        let base = Random::new(self.seed).bits();
        Random::new(base.wrapping_add(u64::from(number))).bits()
    }
}

/// Builds an evaluator for a board size. Every game gets its own evaluator, so games do not affect
/// each other.
pub type Build = Box<dyn Fn(Size) -> Box<dyn Evaluator> + Send + Sync>;

/// Validated settings, with the evaluator and the search parameters that they name.
pub struct Setup {
    /// The settings, all within their ranges.
    pub settings: PlaySettings,
    /// Builds evaluators for a board size.
    pub build: Build,
    /// Search parameters.
    pub params: Params,
}

impl Setup {
    /// Builds the evaluator for a game. Under classic rules its proofs count only as estimates,
    /// because link distances assume that own links may cross, and no move removes links, which records cannot hold.
    pub fn evaluator(&self) -> Box<dyn Evaluator> {
        let board = self.settings.board;
        for_rules((self.build)(board.size), board.linking, None)
    }

    pub(crate) fn search(&self) -> Search {
        let (start, evaluator) = (self.settings.board.start(), self.evaluator());
        Search::new(start, evaluator, self.params.clone(), self.capacity())
    }

    /// Node capacity of the search tree. It depends only on the settings, because a full tree
    /// changes the search.
    fn capacity(&self) -> usize {
        let holes = (self.settings.board.edge() as u64).pow(2).max(144);
        let wanted = self.settings.nodes.saturating_mul(NODES_PER_EVALUATION * holes / 144);
        wanted.clamp(1 << 16, 1 << 24) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> PlaySettings {
        PlaySettings { nodes: 100, params: vec![("cpuct".into(), 2.0)], ..PlaySettings::default() }
    }

    #[test]
    fn starts_are_parsed() {
        let kinds =
            "distance-opening:3,scatter:1".split(',').map(|kind| Start::with_odds(kind).unwrap());
        assert_eq!(kinds.collect::<Vec<_>>(), [(Start::DistanceOpening, 3), (Start::Scatter, 1)]);
        assert_eq!(PlaySettings::default().starts, [(Start::Random, 1)]);
    }

    #[test]
    fn valid_settings_set_search_parameters() {
        let setup = settings().check().unwrap();
        assert_eq!(setup.params.cpuct, 2.0);
    }

    #[test]
    fn invalid_settings_name_the_flag() {
        let error = |change: fn(&mut PlaySettings)| {
            let mut bad = settings();
            change(&mut bad);
            bad.check().err().expect("refused").to_string()
        };
        assert!(error(|s| s.nodes = 0).contains("--nodes"));
        assert!(error(|s| s.random_plies = (1, 6)).contains("--random-plies"));
        assert!(error(|s| s.random_plies = (6, 5)).contains("--random-plies"));
        assert!(error(|s| s.random_plies = (51, 51)).contains("A <= 50"));
        assert!(error(|s| s.full_share = 0.0).contains("--full-share"));
        assert!(error(|s| s.fast_nodes = 0).contains("--fast-nodes"));
        assert!(error(|s| s.noise = 1.5).contains("--noise must"));
        assert!(error(|s| s.noise_alpha = f32::NAN).contains("--noise-alpha"));
        assert!(error(|s| s.temperature = 0.0).contains("--temperature"));
        assert!(error(|s| s.resign = 0.5).contains("--resign"));
        assert!(error(|s| s.starts[0].1 = 0).contains("--starts"));
        assert!(error(|s| s.balance = Some((0.6, 0.4))).contains("--balance"));
        assert!(error(|s| s.evaluator = "luck".into()).contains("luck"));
        assert!(error(|s| s.params = vec![("cpu".into(), 1.0)]).contains("--set cpu"));
    }

    #[test]
    fn game_seeds_are_distinct() {
        let other = PlaySettings { seed: 2, ..settings() };
        let seeds = (0..1000).flat_map(|n| [settings().game_seed(n), other.game_seed(n)]);
        assert_eq!(seeds.collect::<std::collections::BTreeSet<_>>().len(), 2000);
    }
}
