//! Engine flags of `gtp`, `play` and `review`.

use anyhow::{ensure, Result};
use clap::Args;
use common::workers::{cores, threads};
use engine::player::{Grade, Level, Player, Strength};
use engine::tpn::{self, TpnError};
use engine::{EngineSpec, Evaluators};
use std::sync::Arc;
use std::time::{Duration, Instant};
use twixt::geometry::Size;
use twixt::network::Network;
use twixt::rules::{Linking, Position};
use twixt::search::Limits;
use twixt::time::until;

/// The weights of the built-in network, for both rule sets and all square sizes. Unlike those of the
/// bot's network, they are not subject to the arena's limit on file size.
#[cfg(feature = "network")]
const BUILT_IN: Option<&[u8]> = Some(include_bytes!("../club.tpn"));
#[cfg(not(feature = "network"))]
const BUILT_IN: Option<&[u8]> = None;

/// Flags that select a tree search.
#[derive(Args, Clone, Default, Debug)]
pub struct SearchFlags {
    /// Evaluator of the tree search: network, network:FILE or distance [default: the strongest for the size]
    #[arg(long = "engine", value_name = "NAME", value_parser = EngineSpec::tree_search)]
    pub spec: Option<EngineSpec>,
    /// The network that is used if no file is given.
    #[arg(skip)]
    network: Weights,
}

/// The weights of the network that is used if no file is given.
#[derive(Clone, Default, Debug)]
enum Weights {
    /// The built-in network, or the bot's network without the feature `network`.
    #[default]
    BuiltIn,
    /// The bot's network.
    Bot,
    /// The content of a network file.
    Given(Arc<[u8]>),
}

impl SearchFlags {
    /// Returns the default flags, with `weights`, the content of a network file, in place of the built-in weights.
    ///
    /// # Errors
    ///
    /// If the weights are damaged.
    pub fn with_network(weights: &[u8]) -> Result<SearchFlags, TpnError> {
        let network = Weights::Given(tpn::checked(weights)?.into());
        Ok(SearchFlags { network, ..SearchFlags::default() })
    }

    /// Returns these flags, with the bot's network where it is stronger: on the arena's board under PP rules
    /// (docs/club.md has the match).
    #[must_use]
    pub fn strongest(&self, position: &Position) -> SearchFlags {
        let is_arena = position.size() == Size::ARENA && position.rules().linking == Linking::Pp;
        let network = if is_arena { Weights::Bot } else { self.network.clone() };
        SearchFlags { network, ..self.clone() }
    }

    /// Returns the network that is used if no file is given.
    ///
    /// # Errors
    ///
    /// If the embedded weights are damaged.
    pub fn network(&self) -> Result<Network, TpnError> {
        match self.built_in() {
            Some(weights) => tpn::read(weights),
            None => Ok(Network::built_in()?),
        }
    }

    /// Returns the weights that are used if no file is given; `None` for the bot's.
    fn built_in(&self) -> Option<&[u8]> {
        match &self.network {
            Weights::BuiltIn => BUILT_IN,
            Weights::Bot => None,
            Weights::Given(weights) => Some(weights),
        }
    }

    /// Loads the evaluators for boards of `size`.
    fn evaluators(&self, size: Size) -> Result<Evaluators> {
        let spec = self.spec.clone().unwrap_or_else(|| EngineSpec::strongest(size));
        Ok(match spec {
            EngineSpec::Network(None) => Evaluators::network(self.built_in())?,
            spec => Evaluators::read(&spec, &|file| std::fs::read(file))?,
        })
    }
}

/// Flags of an engine: its search, limits and memory.
#[derive(Args, Clone, Debug)]
pub struct EngineOptions {
    /// The tree search and its evaluator.
    #[command(flatten)]
    pub search: SearchFlags,
    /// Time per turn in seconds, unless a GTP controller sets a time control
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    pub seconds: f64,
    /// Evaluations per turn, in place of a time limit; 1 to 100 make an easy opponent
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Memory for the search tree, in megabytes; once it is full, the search stops expanding nodes
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_MEMORY,
        value_parser = clap::value_parser!(u64).range(1..=MAX_MEMORY))]
    pub memory: u64,
    /// Number of threads that search a position [default: all cores; 1 with a node budget, so that the same
    /// position always gets the same answer]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    /// Never remove own links, even under the classic rules
    #[arg(long)]
    pub keep_links: bool,
    /// The grade that chooses the turns, with its seed.
    #[arg(skip)]
    pub grade: Option<(Grade, u64)>,
}

const DEFAULT_MEMORY: u64 = 256;

/// Maximum memory in megabytes. The tree's 32-bit indices address 2^32 nodes.
const MAX_MEMORY: u64 = NODE_BYTES * (1 << 32) / 1_000_000;

/// Bytes per node: 24 in the tree, and 24 in the buffer to which a subtree is copied between moves.
const NODE_BYTES: u64 = 48;

impl EngineOptions {
    /// Returns options with a budget of `nodes` evaluations per turn and no time limit.
    #[must_use]
    pub fn at_fixed_nodes(search: SearchFlags, nodes: u64) -> EngineOptions {
        let (nodes, memory) = (Some(nodes), DEFAULT_MEMORY);
        let (threads, keep_links, grade) = (None, false, None);
        EngineOptions { search, seconds: 0.0, nodes, memory, threads, keep_links, grade }
    }

    /// Returns these options with the engine and node budget of a level or grade; unchanged without one. `seed`
    /// selects among the turns of a grade.
    #[must_use]
    pub fn at_level(&self, level: Option<Strength>, seed: u64) -> EngineOptions {
        let (spec, nodes, grade) = match level {
            None => return self.clone(),
            Some(Strength::Level(level)) => (Some(Level::ENGINE), level.evals(), None),
            // The position determines the engine and the number of evaluations.
            Some(Strength::Grade(grade)) => (None, 1, Some((grade, seed))),
        };
        let search = SearchFlags { spec, ..self.search.clone() };
        EngineOptions { search, nodes: Some(nodes), grade, ..self.clone() }
    }

    /// Returns these options without a node budget; only `--seconds` limits the search.
    #[must_use]
    pub fn at_full_strength(&self) -> EngineOptions {
        EngineOptions { nodes: None, ..self.clone() }
    }

    /// Returns the number of threads for the search of one position.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| if self.nodes.is_some() { 1 } else { cores() })
    }

    /// Creates a player at a position. Fails if the network cannot be read or the memory cannot be allocated.
    pub fn player(&self, position: &Position) -> Result<Player> {
        let bytes = (self.memory * 1_000_000) as usize;
        // A trial allocation, since a failed allocation of the tree itself would abort the program.
        ensure!(
            Vec::<u8>::new().try_reserve_exact(bytes).is_ok(),
            "cannot allocate --memory {} MB: out of memory; pass a smaller value",
            self.memory
        );
        let search = match self.search.spec {
            None => &self.search.strongest(position),
            Some(_) => &self.search,
        };
        let evaluators = search.evaluators(position.size())?.sparing();
        let evaluators = evaluators.on_threads(self.threads());
        let player = Player::new(position.clone(), &evaluators, bytes / NODE_BYTES as usize);
        Ok(if self.keep_links { player.keeping_links() } else { player })
    }

    /// Returns the deadline of a turn that starts now; `None` at fixed nodes. `clock` overrides `--seconds`.
    #[must_use]
    pub fn deadline(&self, clock: Option<Duration>) -> Option<Instant> {
        let time = clock.unwrap_or(Duration::from_secs_f64(self.seconds));
        self.nodes.is_none().then(|| Instant::now() + time)
    }

    /// Returns the search limits of a turn that starts now. `clock` overrides `--seconds`.
    #[must_use]
    pub fn limits(&self, clock: Option<Duration>) -> Limits {
        let deadline = self.deadline(clock);
        deadline.map_or(Limits { nodes: self.nodes, stop: None }, until)
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let read = text.parse().ok().filter(|seconds: &f64| (0.0..=86_400.0).contains(seconds));
    read.ok_or_else(|| "expected seconds from 0 to 86400, such as 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Command, FromArgMatches};
    use twixt::rules::{Ply, Rules, SwapRule};

    fn engine(flags: &[&str]) -> EngineOptions {
        let command = EngineOptions::augment_args(Command::new("engine").no_binary_name(true));
        EngineOptions::from_arg_matches(&command.get_matches_from(flags)).unwrap()
    }

    /// Returns the engine's move and value in a position on 14 x 14.
    fn thought(flags: &[&str]) -> (Option<Ply>, f32) {
        let size = Size::new(14).unwrap();
        let rules = Rules { linking: Linking::Standard, swap: SwapRule::None };
        let mut position = Position::with_rules(size, rules);
        for peg in ["G6", "H9"] {
            position.play_ply(&peg.parse().unwrap()).unwrap();
        }
        let options = EngineOptions { threads: Some(1), ..engine(flags) };
        let mut player: Player = options.player(&position).unwrap();
        let answer = player.think(&Limits::nodes(60));
        (answer.ply, answer.value)
    }

    #[test]
    fn a_node_budget_has_one_thread_by_default() {
        assert_eq!(engine(&[]).threads(), cores());
        assert_eq!(engine(&["--nodes", "5"]).threads(), 1);
        assert_eq!(engine(&["--nodes", "5", "--threads", "3"]).threads(), 3);
        assert_eq!(engine(&[]).at_level(Some("2".parse().unwrap()), 0).threads(), 1);
    }

    #[test]
    fn the_built_in_network_is_readable() {
        assert!(SearchFlags::default().network().is_ok());
    }

    #[test]
    fn a_network_file_replaces_the_built_in_network() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (same, other) = (path("same.tpn"), path("other.tpn"));
        let built_in = BUILT_IN.unwrap();
        std::fs::write(&same, built_in).unwrap();
        // Changes the bias of the loss output, and the checksum accordingly.
        let mut bytes = built_in.to_vec();
        let body = bytes.len() - 4;
        bytes[body - 1] ^= 0x10;
        let sum = bytes[..body]
            .iter()
            .fold(2_166_136_261_u32, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(16_777_619));
        bytes[body..].copy_from_slice(&sum.to_le_bytes());
        std::fs::write(&other, bytes).unwrap();
        let usual = thought(&[]);
        assert_eq!(thought(&["--engine", &format!("network:{same}")]), usual);
        assert_ne!(thought(&["--engine", &format!("network:{other}")]), usual);
    }

    #[test]
    fn an_invalid_network_file_is_an_error_that_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("not.tpn");
        std::fs::write(&file, &BUILT_IN.unwrap()[..100]).unwrap();
        let position = Position::new(Size::ARENA);
        for (path, why) in [(file.to_str().unwrap(), "bytes"), ("no/such/file", "cannot read")] {
            let flags = ["--engine", &format!("network:{path}")];
            let error = engine(&flags).player(&position).err().unwrap().to_string();
            assert!(error.contains(why) && error.contains(path), "{error}");
        }
    }
}
