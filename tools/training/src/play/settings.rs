//! What a game depends on beside its number.

use crate::play::board::Board;
use crate::play::game::Start;
use crate::play::list::List;
use anyhow::{ensure, Result};
use clap::Args;
use engine::{Evaluators, HintsOnly};
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use twixt::evaluate::Evaluator;
use twixt::geometry::Size;
use twixt::random::Random;
use twixt::rules::Linking;
use twixt::search::{Params, Search};

/// What a set of games has in common: flags of `train play`. It is the head of every shard, in this order of
/// fields, and a shard takes only games of the same settings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, Args)]
pub struct Settings {
    /// The board
    #[command(flatten)]
    pub board: Board,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Evaluations of a full search for a move
    #[arg(long, value_name = "N", default_value_t = 1600)]
    pub nodes: u64,
    /// Probability that a search is a full one; only full ones give policy targets
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    pub full_share: f32,
    /// Evaluations of any other search
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub fast_nodes: u64,
    /// Share of noise in the priors at a full search's root; 0 for none
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    pub noise: f32,
    /// Sum of the noise's Dirichlet parameters, divided evenly among the moves; less is more uneven
    #[arg(long, value_name = "SUM", default_value_t = 10.83)]
    pub noise_alpha: f32,
    /// Sample moves in proportion to visits^(1/T) in the first --temperature-plies
    #[arg(long, value_name = "T", default_value_t = 1.0)]
    pub temperature: f32,
    /// Searched plies in which moves are sampled; 0 for none
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub temperature_plies: u16,
    /// Value below which a side resigns, in two of its turns running; it plays on in one game of ten,
    /// to measure how often that is a mistake; 0 for never
    #[arg(long, value_name = "VALUE", default_value_t = 0.0)]
    pub resign: f32,
    /// Starts of games, with odds: random (--random-plies), book (openings by the search by
    /// link distances), scatter (8 to 20 random pegs that look even), first-peg (a single peg that
    /// may not be swapped), listed (a line of --list)
    #[arg(
        long,
        value_name = "KIND:ODDS",
        value_delimiter = ',',
        default_value = "random:1",
        value_parser = Start::with_odds
    )]
    pub starts: Vec<(Start, u32)>,
    /// List that `listed` starts are sampled from: an opening a line, as f6,c4; `train regret` and
    /// `train import` make such files. A run is resumed with the same file
    #[arg(long, value_name = "FILE", value_parser = List::of_flag)]
    pub list: Option<List>,
    /// Reject nine of ten starts whose first search finds a value outside
    #[arg(long, value_name = "LOW..HIGH", value_parser = range::<f32>)]
    pub balance: Option<(f32, f32)>,
    /// Pegs of a random start, at least 2, so that there is nothing to swap
    #[arg(long, value_name = "A..B", default_value = "2..6", value_parser = range::<u8>)]
    pub random_plies: (u8, u8),
    /// Play one move in N at random later on; 0 for none
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub random_share: u32,
    /// Evaluator of the search: network, network:FILE or distance
    #[arg(long = "engine", alias = "evaluator", value_name = "SPEC", default_value = "distance")]
    pub evaluator: String,
    /// Change a search parameter: cpuct, fpu, lcb_z, reeval_visits or swap
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = parameter)]
    pub params: Vec<(String, f32)>,
}

impl Default for Settings {
    /// The flags' defaults.
    fn default() -> Settings {
        #[derive(clap::Parser)]
        struct Flags {
            #[command(flatten)]
            settings: Settings,
        }
        <Flags as clap::Parser>::parse_from(["play"]).settings
    }
}

/// Reads two numbers, the second one included; `..=` may stand between them as well.
///
/// # Errors
///
/// If the text is anything else.
pub fn range<T: FromStr>(text: &str) -> Result<(T, T), String> {
    let ends = text
        .split_once("..")
        .and_then(|(a, b)| Some((a.parse().ok()?, b.strip_prefix('=').unwrap_or(b).parse().ok()?)));
    ends.ok_or_else(|| "expected two numbers such as 2..6 or 0.1..0.9".to_owned())
}

fn parameter(text: &str) -> Result<(String, f32), String> {
    let named = text.split_once('=').and_then(|(name, value)| {
        let value: f32 = value.parse().ok()?;
        Some((name.to_owned(), value))
    });
    named.ok_or_else(|| "expected NAME=VALUE such as cpuct=2".to_owned())
}

/// Nodes of the tree per evaluation on boards up to 12 × 12; on larger ones as many as there
/// are more holes. A position is expanded at its second visit, into as many children as there are
/// moves, and a part of the tree is kept from move to move.
const NODES_A_POSITION: u64 = 160;

impl Settings {
    /// Checks that games can be made with these settings, and reads what they name.
    ///
    /// # Errors
    ///
    /// If a setting is out of bounds, or a file cannot be read.
    pub fn check(&self) -> Result<Ready> {
        let ((fewest, most), room) = (self.random_plies, self.room());
        ensure!(
            2 <= fewest && fewest <= most && fewest <= room,
            "--random-plies takes A..B with A from 2 to {room} (half of the inner holes) and B from \
             A on, not {fewest}..{most}"
        );
        let balances = |(low, high): (f32, f32)| 0.0 <= low && low < high && high <= 1.0;
        for (flag, fits, takes) in [
            ("--nodes", self.nodes > 0, "a number of evaluations from 1 on"),
            ("--fast-nodes", self.fast_nodes > 0, "a number of evaluations from 1 on"),
            (
                "--full-share",
                self.full_share > 0.0 && self.full_share <= 1.0,
                "a number above 0 to 1",
            ),
            ("--noise", (0.0..=1.0).contains(&self.noise), "a number from 0 to 1"),
            (
                "--noise-alpha",
                (0.01..=1e4).contains(&self.noise_alpha),
                "a number from 0.01 to 10000",
            ),
            (
                "--temperature",
                (0.01..=100.0).contains(&self.temperature),
                "a number from 0.01 to 100",
            ),
            ("--resign", (0.0..0.5).contains(&self.resign), "a value from 0 (never) to below 0.5"),
            (
                "--balance",
                self.balance.is_none_or(balances),
                "LOW..HIGH within 0..1, LOW below HIGH",
            ),
            (
                "--starts",
                self.starts.iter().any(|&(_, odds)| odds > 0),
                "a kind with odds above 0, such as random:1",
            ),
        ] {
            ensure!(fits, "{flag} takes {takes}");
        }
        let evaluators = Evaluators::read(&self.evaluator.parse()?, &|file| std::fs::read(file))?;
        let build = Box::new(move |size| Ok(evaluators.build(size)?));
        let mut params = Params::default();
        for (name, value) in &self.params {
            params.set(name, *value).map_err(|error| anyhow::anyhow!("--set {name}: {error}"))?;
        }
        let listed = self.starts.iter().any(|&(kind, odds)| kind == Start::Listed && odds > 0);
        ensure!(
            listed == self.list.is_some(),
            "--list FILE and --starts listed:N go together: one names the positions, the other how \
             often they are taken"
        );
        if let Some(list) = &self.list {
            list.check(&self.board.start())?;
        }
        Ok(Ready { settings: self.clone(), build, params })
    }

    /// The most pegs that a start of random ones takes: half of the inner holes.
    #[must_use]
    pub fn room(&self) -> u8 {
        let inner = (self.board.edge() - 2).pow(2);
        u8::try_from(inner / 2).unwrap_or(u8::MAX)
    }

    /// Where the random numbers of a game begin.
    #[must_use]
    pub fn game_seed(&self, number: u32) -> u64 {
        // Mixed twice: neighbouring seeds and neighbouring numbers then have nothing in common.
        let base = Random::new(self.seed).bits();
        Random::new(base.wrapping_add(u64::from(number))).bits()
    }
}

/// Builds an evaluator. Each game gets its own, so that no game depends on another.
pub type Build = Box<dyn Fn(Size) -> Result<Box<dyn Evaluator>> + Send + Sync>;

/// Settings that were checked, with what they name.
pub struct Ready {
    /// The settings.
    pub settings: Settings,
    /// Builds evaluators for boards of a size.
    pub build: Build,
    /// What steers the search.
    pub params: Params,
}

impl Ready {
    /// A new evaluator of a game. By the classic rules what it proves by link distances counts as a
    /// hint only, as for the player.
    ///
    /// # Errors
    ///
    /// If it cannot be built.
    pub fn evaluator(&self) -> Result<Box<dyn Evaluator>> {
        let board = self.settings.board;
        Ok(by_rules((self.build)(board.size)?, board.linking))
    }

    /// A search of the empty board.
    ///
    /// # Errors
    ///
    /// If the evaluator cannot be built.
    pub(crate) fn search(&self) -> Result<Search> {
        let (start, evaluator) = (self.settings.board.start(), self.evaluator()?);
        Ok(Search::new(start, evaluator, self.params.clone(), self.capacity()))
    }

    /// Nodes that the search's tree has room for. Fixed by the settings, since a full tree changes
    /// the search.
    fn capacity(&self) -> usize {
        let holes = (self.settings.board.edge() as u64).pow(2).max(144);
        let wanted = self.settings.nodes.saturating_mul(NODES_A_POSITION * holes / 144);
        wanted.clamp(1 << 16, 1 << 24) as usize
    }
}

/// The evaluator as it may be asked where links are made so.
pub(crate) fn by_rules(evaluator: Box<dyn Evaluator>, linking: Linking) -> Box<dyn Evaluator> {
    match linking {
        Linking::Pp => evaluator,
        Linking::Standard => Box::new(HintsOnly::new(evaluator)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Settings {
        Settings { nodes: 100, params: vec![("cpuct".into(), 2.0)], ..Settings::default() }
    }

    #[test]
    fn starts_and_balance_are_read() {
        let kinds = "book:3,scatter:1".split(',').map(|kind| Start::with_odds(kind).unwrap());
        assert_eq!(kinds.collect::<Vec<_>>(), [(Start::Book, 3), (Start::Scatter, 1)]);
        assert_eq!(range("0.1..0.9"), Ok((0.1_f32, 0.9)));
        assert_eq!(Settings::default().starts, [(Start::Random, 1)]);
    }

    #[test]
    fn good_settings_name_a_search() {
        let ready = settings().check().unwrap();
        assert_eq!(ready.params.cpuct, 2.0);
    }

    #[test]
    fn each_bad_setting_is_named() {
        let told = |change: fn(&mut Settings)| {
            let mut bad = settings();
            change(&mut bad);
            bad.check().err().expect("refused").to_string()
        };
        assert!(told(|s| s.nodes = 0).contains("--nodes"));
        assert!(told(|s| s.random_plies = (1, 6)).contains("--random-plies"));
        assert!(told(|s| s.random_plies = (6, 5)).contains("--random-plies"));
        assert!(told(|s| s.random_plies = (51, 51)).contains("from 2 to 50"));
        assert!(told(|s| s.full_share = 0.0).contains("--full-share"));
        assert!(told(|s| s.fast_nodes = 0).contains("--fast-nodes"));
        assert!(told(|s| s.noise = 1.5).contains("--noise takes"));
        assert!(told(|s| s.noise_alpha = f32::NAN).contains("--noise-alpha"));
        assert!(told(|s| s.temperature = 0.0).contains("--temperature"));
        assert!(told(|s| s.resign = 0.5).contains("--resign"));
        assert!(told(|s| s.starts[0].1 = 0).contains("--starts"));
        assert!(told(|s| s.starts[0].0 = Start::Listed).contains("--list FILE and"));
        assert!(told(|s| s.list = List::parse("x.txt".into(), "f6").ok()).contains("go together"));
        let twice = |s: &mut Settings| {
            s.starts = vec![(Start::Listed, 1)];
            s.list = List::parse("x.txt".into(), "f6,f6").ok();
        };
        assert!(told(twice).contains("the opening f6,f6 of x.txt"));
        assert!(told(|s| s.balance = Some((0.6, 0.4))).contains("--balance"));
        assert!(told(|s| s.evaluator = "luck".into()).contains("luck"));
        assert!(told(|s| s.params = vec![("cpu".into(), 1.0)]).contains("--set cpu"));
    }

    #[test]
    fn seeds_of_games_differ() {
        let other = Settings { seed: 2, ..settings() };
        let seeds = (0..1000).flat_map(|n| [settings().game_seed(n), other.game_seed(n)]);
        assert_eq!(seeds.collect::<std::collections::BTreeSet<_>>().len(), 2000);
    }
}
