//! The engine behind `gtp` and `play`: who values positions, and how long it thinks.

use crate::network::{evaluators, Weights};
use anyhow::{anyhow, bail, Result};
use clap::Args;
use engine::player::{Level, Player};
use engine::{EngineSpec, Evaluators};
use std::time::{Duration, Instant};
use twixt::geometry::Size;
use twixt::rules::Position;
use twixt::search::Limits;
use twixt::time::until;

/// The flags that name an engine.
#[derive(Args, Clone, Debug)]
pub struct EngineOptions {
    /// Tree search with network, network:FILE or distance [default: the strongest for the size]
    #[arg(long = "engine", alias = "search", value_name = "NAME", value_parser = tree_search)]
    pub spec: Option<EngineSpec>,
    /// Another network than the one that comes with this program, as the trainer leaves it; where
    /// link distances play by themselves, --engine network puts it in their place
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
        spec: Option<EngineSpec>,
        weights: Option<Weights>,
        nodes: u64,
    ) -> EngineOptions {
        let (nodes, memory) = (Some(nodes), USUAL_MEMORY);
        EngineOptions { spec, weights, seconds: 0.0, nodes, memory, keep_links: false }
    }

    /// An engine of this strength, by the same weights.
    #[must_use]
    pub fn at(&self, level: Level) -> EngineOptions {
        let nodes = Some(level.positions());
        EngineOptions { spec: Some(Level::ENGINE), nodes, ..self.clone() }
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
        let bytes = (self.memory * 1_000_000) as usize;
        // Asked for as a trial: a tree that can't have its room would end the program.
        if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
            bail!("--memory {}: the system does not give so much; ask for less", self.memory);
        }
        let evaluators = self.evaluators(position.size())?.sparing();
        let player = Player::new(position.clone(), &evaluators, bytes / NODE as usize)?;
        Ok(if self.keep_links { player.keeping_links() } else { player })
    }

    fn evaluators(&self, size: Size) -> Result<Evaluators> {
        let spec = self.spec.clone().unwrap_or_else(|| EngineSpec::strongest(size));
        Ok(match spec.weights() {
            Some(file) => {
                let weights = Weights::read(&file.display().to_string());
                evaluators(Some(&weights.map_err(|error| anyhow!("{spec}: {error}"))?))?
            }
            None if spec == EngineSpec::Distance => Evaluators::distance(),
            None => evaluators(self.weights.as_ref())?,
        })
    }

    /// When a turn that starts now ends, if it is timed; `clock` overrules the flag.
    #[must_use]
    pub fn deadline(&self, clock: Option<Duration>) -> Option<Instant> {
        let time = clock.unwrap_or(Duration::from_secs_f64(self.seconds));
        self.nodes.is_none().then(|| Instant::now() + time)
    }

    /// How long a turn that starts now may take; `clock` overrules the flag.
    #[must_use]
    pub fn limits(&self, clock: Option<Duration>) -> Limits {
        let deadline = self.deadline(clock);
        deadline.map_or(Limits { nodes: self.nodes, stop: None }, until)
    }
}

/// Reads the name of a tree search.
pub fn tree_search(text: &str) -> Result<EngineSpec, String> {
    let spec: Option<EngineSpec> = text.parse().ok();
    let searches =
        |spec: &EngineSpec| matches!(spec, EngineSpec::Network(_) | EngineSpec::Distance);
    spec.filter(searches).ok_or_else(|| "expected network, network:FILE or distance".to_owned())
}

/// Reads a time that can be waited for.
fn seconds(text: &str) -> Result<f64, String> {
    let read = text.parse().ok().filter(|seconds: &f64| (0.0..=86_400.0).contains(seconds));
    read.ok_or_else(|| "expected a number of seconds such as 0.5".to_owned())
}
