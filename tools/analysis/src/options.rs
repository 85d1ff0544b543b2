//! The engine that people play against or let analyse: its evaluator, network, budget and memory.

use anyhow::{ensure, Result};
use engine::player::{Grade, Player};
use engine::tpn::{self, TpnError};
use engine::{EngineSpec, Evaluators};
use std::sync::Arc;
use std::time::Duration;
use twixt::geometry::Size;
use twixt::network::Network;
use twixt::rules::{Linking, Position};

/// The weights of the built-in network, for both rule sets and all square sizes. Unlike those of the
/// bot's network, they are not subject to the arena's limit on file size.
#[cfg(feature = "network")]
const BUILT_IN: Option<&[u8]> = Some(include_bytes!("../club.tpn"));
#[cfg(not(feature = "network"))]
const BUILT_IN: Option<&[u8]> = None;

/// The evaluator of the tree search, and the network that is used if no file is given.
#[derive(Clone, Default, Debug)]
pub struct EngineChoice {
    /// The evaluator; `None` for the strongest on the board of each position.
    pub spec: Option<EngineSpec>,
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

impl EngineChoice {
    /// Returns the choice of an evaluator, with the built-in network; `None` for the strongest on each board.
    pub fn new(spec: Option<EngineSpec>) -> EngineChoice {
        EngineChoice { spec, ..EngineChoice::default() }
    }

    /// Returns the strongest evaluator, with `weights`, the content of a network file, in place of the built-in weights.
    ///
    /// # Errors
    ///
    /// If the weights are damaged.
    pub fn with_network(weights: &[u8]) -> Result<EngineChoice, TpnError> {
        let network = Weights::Given(tpn::checked(weights)?.into());
        Ok(EngineChoice { spec: None, network })
    }

    /// Returns this choice, with the bot's network where it is stronger: on the arena's board under PP rules
    /// (docs/club.md has the match).
    pub fn strongest(&self, position: &Position) -> EngineChoice {
        let is_arena = position.size() == Size::ARENA && position.rules().linking == Linking::Pp;
        let network = if is_arena { Weights::Bot } else { self.network.clone() };
        EngineChoice { network, ..self.clone() }
    }

    /// Returns the network that is used if no file is given.
    ///
    /// # Errors
    ///
    /// If the embedded weights are damaged.
    pub fn network(&self) -> Result<Network, TpnError> {
        match self.weights() {
            Some(weights) => tpn::read(weights),
            None => Ok(Network::built_in()?),
        }
    }

    /// Returns the weights that are used if no file is given; `None` for the bot's.
    fn weights(&self) -> Option<&[u8]> {
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
            EngineSpec::Network(None) => Evaluators::network(self.weights())?,
            spec => Evaluators::read(&spec, &|file| std::fs::read(file))?,
        })
    }
}

/// The limit of a turn's search, which determines the strength of an opponent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// Time per turn.
    Time(Duration),
    /// Evaluations per turn.
    Nodes(u64),
    /// The evaluations of a grade, which then chooses among good turns; the seed varies its choices.
    Grade(Grade, u64),
}

impl Budget {
    /// Returns the number of evaluations for a turn in `position`; `None` if only time limits the search.
    pub fn evals(self, position: &Position) -> Option<u64> {
        match self {
            Budget::Time(_) => None,
            Budget::Nodes(nodes) => Some(nodes),
            Budget::Grade(grade, _) => Some(grade.evals(position)),
        }
    }
}

/// An engine with its budget and memory.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// The tree search and its evaluator.
    pub choice: EngineChoice,
    /// The limit of each turn.
    pub budget: Budget,
    /// Memory for the search tree, in megabytes; once it is full, the search stops expanding nodes.
    pub memory: u64,
    /// Number of threads that search a position. With one, a node budget always leads to the same answer.
    pub threads: usize,
    /// Whether the player never removes own links, even under the classic rules.
    pub keep_links: bool,
}

/// The usual memory of a search tree, in megabytes.
pub const DEFAULT_MEMORY: u64 = 256;

/// Maximum memory in megabytes. The tree's 32-bit indices address 2^32 nodes.
pub const MAX_MEMORY: u64 = NODE_BYTES * (1 << 32) / 1_000_000;

/// Bytes per node: 24 in the tree, and 24 in the buffer to which a subtree is copied between moves.
pub(crate) const NODE_BYTES: u64 = 48;

impl EngineOptions {
    /// Returns the options of an engine with one thread and the usual memory.
    pub fn new(choice: EngineChoice, budget: Budget) -> EngineOptions {
        EngineOptions { choice, budget, memory: DEFAULT_MEMORY, threads: 1, keep_links: false }
    }

    /// Creates a player at a position.
    ///
    /// # Errors
    ///
    /// If the network cannot be read or the memory cannot be allocated.
    pub fn player(&self, position: &Position) -> Result<Player> {
        let bytes = (self.memory * 1_000_000) as usize;
        // A trial allocation, since a failed allocation of the tree itself would abort the program.
        ensure!(
            Vec::<u8>::new().try_reserve_exact(bytes).is_ok(),
            "cannot allocate --memory {} MB: out of memory; pass a smaller value",
            self.memory
        );
        let choice = match self.choice.spec {
            None => &self.choice.strongest(position),
            Some(_) => &self.choice,
        };
        let evaluators = choice.evaluators(position.size())?.on_threads(self.threads);
        let evaluators = if self.keep_links { evaluators.keeping_links() } else { evaluators };
        Ok(Player::new(position.clone(), &evaluators, bytes / NODE_BYTES as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use twixt::rules::{Ply, Rules, SwapRule};
    use twixt::search::Limits;

    /// Returns the engine's move and value in a position on 14 x 14.
    fn thought(choice: EngineChoice) -> (Option<Ply>, f32) {
        let size = Size::new(14).unwrap();
        let rules = Rules { linking: Linking::Standard, swap: SwapRule::None };
        let mut position = Position::with_rules(size, rules);
        for peg in ["G6", "H9"] {
            position.play_ply(&peg.parse().unwrap()).unwrap();
        }
        let mut player = EngineOptions::new(choice, Budget::Nodes(60)).player(&position).unwrap();
        let answer = player.think(&Limits::nodes(60));
        (answer.ply, answer.value)
    }

    #[test]
    fn another_network_replaces_the_built_in_network() {
        let built_in = BUILT_IN.unwrap();
        // Changes the bias of the loss output, and the checksum accordingly.
        let mut bytes = built_in.to_vec();
        let body = bytes.len() - 4;
        bytes[body - 1] ^= 0x10;
        let sum = bytes[..body]
            .iter()
            .fold(2_166_136_261_u32, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(16_777_619));
        bytes[body..].copy_from_slice(&sum.to_le_bytes());
        let usual = thought(EngineChoice::default());
        assert_eq!(thought(EngineChoice::with_network(built_in).unwrap()), usual);
        assert_ne!(thought(EngineChoice::with_network(&bytes).unwrap()), usual);
        assert!(EngineChoice::with_network(&built_in[..100]).is_err());
    }

    #[test]
    fn a_network_file_replaces_the_built_in_network() {
        let file = format!("network:{}/club.tpn", env!("CARGO_MANIFEST_DIR"));
        let choice = EngineChoice::new(Some(file.parse().unwrap()));
        assert_eq!(thought(choice), thought(EngineChoice::default()));
    }
}
