//! The engine behind `gtp` and `play`: who values positions, and how long it thinks.

use crate::network::{network, Weights};
use anyhow::{bail, Result};
use clap::Args;
use engine::player::{Level, Player};
use std::time::{Duration, Instant};
use twixt::evaluate::{by_distance, with_network, EvaluatorKind};
use twixt::rules::Position;
use twixt::search::{Limits, Params};

/// The flags that name an engine.
#[derive(Args, Clone, Debug)]
pub struct EngineOptions {
    /// Who values positions: network or distance [default: what is strongest for rules and size]
    #[arg(long, value_name = "NAME")]
    pub search: Option<EvaluatorKind>,
    /// Another network than the one that comes with this program, as the trainer leaves it; where
    /// link distances play by themselves, --search network puts it in their place
    #[arg(long, value_name = "FILE", value_parser = Weights::read)]
    pub weights: Option<Weights>,
    /// Think so long about a turn, if no clock says otherwise
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    pub seconds: f64,
    /// Look at so many positions a turn instead of watching the clock: 1 to 100 make it an easy
    /// opponent
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Memory for the search's tree; what is full looks no further ahead, however long it thinks
    #[arg(long, value_name = "MB", default_value_t = USUAL_MEMORY,
        value_parser = clap::value_parser!(u64).range(1..=MOST_MEMORY))]
    pub memory: u64,
    /// Never take own links away, even where the rules allow it
    #[arg(long)]
    pub keep_links: bool,
}

/// Megabytes for the tree, unless a user wants more or less.
const USUAL_MEMORY: u64 = 256;

/// The largest tree, in megabytes: a node's number has 32 bits.
const MOST_MEMORY: u64 = 262_144;

/// Bytes a node takes: 24 in the tree, and as many where a part of it is kept from move to move.
const NODE: u64 = 48;

impl EngineOptions {
    /// An engine that looks at so many positions a turn, however long that takes.
    #[must_use]
    pub fn counting(
        search: Option<EvaluatorKind>,
        weights: Option<Weights>,
        nodes: u64,
    ) -> EngineOptions {
        let (nodes, memory) = (Some(nodes), USUAL_MEMORY);
        EngineOptions { search, weights, seconds: 0.0, nodes, memory, keep_links: false }
    }

    /// An engine of this strength, by the same weights.
    #[must_use]
    pub fn at(&self, level: Level) -> EngineOptions {
        let nodes = Some(level.positions());
        EngineOptions { search: Some(Level::EVALUATOR), nodes, ..self.clone() }
    }

    /// The same engine at its best: by the clock, as long as `--seconds` lets it.
    #[must_use]
    pub fn full(&self) -> EngineOptions {
        EngineOptions { nodes: None, ..self.clone() }
    }

    /// A player of the position.
    ///
    /// # Errors
    ///
    /// If the network's weights are damaged, or there is not so much memory.
    pub fn player(&self, position: &Position) -> Result<Player> {
        let player = self.bare_player(position)?.sparing();
        Ok(if self.keep_links { player.keeping_links() } else { player })
    }

    fn bare_player(&self, position: &Position) -> Result<Player> {
        let size = position.size();
        let kind = self.search.unwrap_or(EvaluatorKind::usual(size));
        let bytes = (self.memory * 1_000_000) as usize;
        // Asked for as a trial: a tree that can't have its room would end the program.
        if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
            bail!("--memory {}: the system does not give so much; ask for less", self.memory);
        }
        let capacity = bytes / NODE as usize;
        let evaluator = match kind {
            EvaluatorKind::Network if size.is_square() => {
                with_network(network(self.weights.as_ref())?, size)
            }
            _ => by_distance(size),
        };
        Ok(Player::with_evaluator(position.clone(), evaluator, Params::default(), capacity))
    }

    /// How long a turn that begins now may take; `clock` overrules the flag.
    #[must_use]
    pub fn limits(&self, clock: Option<Duration>) -> Limits {
        match self.nodes {
            Some(nodes) => Limits::nodes(nodes),
            None => {
                let time = clock.unwrap_or(Duration::from_secs_f64(self.seconds));
                Limits::until(Instant::now() + time)
            }
        }
    }
}

/// Reads a time that can be waited for.
fn seconds(text: &str) -> Result<f64, String> {
    let read = text.parse().ok().filter(|seconds: &f64| (0.0..=86_400.0).contains(seconds));
    read.ok_or_else(|| "expected a number of seconds such as 0.5".to_owned())
}
