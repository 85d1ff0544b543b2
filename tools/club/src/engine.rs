//! The engine behind `gtp` and `play`: who values positions, and how long it thinks.

use anyhow::{ensure, Result};
use clap::Args;
use engine::player::{Level, Player};
use engine::tpn::{self, TpnError};
use engine::{EngineSpec, Evaluators};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use twixt::geometry::Size;
use twixt::network::Network;
use twixt::rules::Position;
use twixt::search::Limits;
use twixt::time::until;

/// The weights of the network that comes with this program, for every rule set and size. The bot's network has
/// to fit the arena's file; this one does not.
const BUILT_IN: &[u8] = include_bytes!("../club.tpn");

/// Returns the network that comes with this program.
///
/// # Errors
///
/// If its weights were damaged before the program was built.
pub fn network() -> Result<Network, TpnError> {
    tpn::read(BUILT_IN)
}

/// The flags that name a tree search.
#[derive(Args, Clone, Default, Debug)]
pub struct SearchFlags {
    /// Tree search with network, network:FILE or distance [default: the strongest for the size]
    #[arg(long = "engine", alias = "search", value_name = "NAME", value_parser = EngineSpec::tree_search)]
    pub spec: Option<EngineSpec>,
    /// The name of `network:FILE` before [`EngineSpec`].
    #[arg(long, value_name = "FILE", hide = true)]
    weights: Option<PathBuf>,
}

impl SearchFlags {
    /// Loads the engine for boards of `size`.
    fn evaluators(&self, size: Size) -> Result<Evaluators> {
        let spec = self.spec.clone().unwrap_or_else(|| EngineSpec::strongest(size));
        let read = |spec| Evaluators::read(&spec, &|file| std::fs::read(file));
        Ok(match (spec, &self.weights) {
            (EngineSpec::Network(None), None) => Evaluators::network(Some(BUILT_IN.into()))?,
            (EngineSpec::Network(None), file) => read(EngineSpec::Network(file.clone()))?,
            (spec, _) => read(spec)?,
        })
    }
}

/// The flags of an engine.
#[derive(Args, Clone, Debug)]
pub struct EngineOptions {
    /// What evaluates positions.
    #[command(flatten)]
    pub search: SearchFlags,
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
    pub fn counting(search: SearchFlags, nodes: u64) -> EngineOptions {
        let (nodes, memory) = (Some(nodes), USUAL_MEMORY);
        EngineOptions { search, seconds: 0.0, nodes, memory, keep_links: false }
    }

    /// An engine of this strength; the same engine without a level.
    #[must_use]
    pub fn at(&self, level: Option<Level>) -> EngineOptions {
        let Some(level) = level else { return self.clone() };
        let search = SearchFlags { spec: Some(Level::ENGINE), ..self.search.clone() };
        EngineOptions { search, nodes: Some(level.evals()), ..self.clone() }
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
        ensure!(
            Vec::<u8>::new().try_reserve_exact(bytes).is_ok(),
            "--memory {}: the system does not give so much; ask for less",
            self.memory
        );
        let evaluators = self.search.evaluators(position.size())?.sparing();
        let player = Player::new(position.clone(), &evaluators, bytes / NODE as usize)?;
        Ok(if self.keep_links { player.keeping_links() } else { player })
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

/// Reads a time that can be waited for.
fn seconds(text: &str) -> Result<f64, String> {
    let read = text.parse().ok().filter(|seconds: &f64| (0.0..=86_400.0).contains(seconds));
    read.ok_or_else(|| "expected a number of seconds such as 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Command, FromArgMatches};
    use twixt::rules::{Linking, Ply, Rules, SwapRule};

    fn engine(flags: &[&str]) -> EngineOptions {
        let command = EngineOptions::augment_args(Command::new("engine").no_binary_name(true));
        EngineOptions::from_arg_matches(&command.get_matches_from(flags)).unwrap()
    }

    /// What the engine of these flags thinks of a position where the network plays by itself.
    fn thought(flags: &[&str]) -> (Option<Ply>, f32) {
        let size = Size::new(14).unwrap();
        let rules = Rules { linking: Linking::Standard, swap: SwapRule::None };
        let mut position = Position::with_rules(size, rules);
        for peg in ["G6", "H9"] {
            position.play_ply(&peg.parse().unwrap()).unwrap();
        }
        let mut player: Player = engine(flags).player(&position).unwrap();
        let answer = player.think(&Limits::nodes(60));
        (answer.ply, answer.value)
    }

    #[test]
    fn the_network_that_comes_with_the_program_reads() {
        assert!(network().is_ok());
    }

    #[test]
    fn another_network_takes_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (same, other) = (path("same.tpn"), path("other.tpn"));
        std::fs::write(&same, BUILT_IN).unwrap();
        // How likely a loss is, another bias; and the checksum that goes with it.
        let mut bytes = BUILT_IN.to_vec();
        let body = bytes.len() - 4;
        bytes[body - 1] ^= 0x10;
        let sum = bytes[..body]
            .iter()
            .fold(2_166_136_261_u32, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(16_777_619));
        bytes[body..].copy_from_slice(&sum.to_le_bytes());
        std::fs::write(&other, bytes).unwrap();
        let usual = thought(&[]);
        assert_eq!(thought(&["--engine", &format!("network:{same}")]), usual);
        for flags in [["--engine", &format!("network:{other}")], ["--weights", &other]] {
            assert_ne!(thought(&flags), usual);
        }
    }

    #[test]
    fn a_file_without_a_network_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("not.tpn");
        std::fs::write(&file, &BUILT_IN[..100]).unwrap();
        let position = Position::new(Size::ARENA);
        for (path, why) in [(file.to_str().unwrap(), "bytes"), ("no/such/file", "cannot read")] {
            for flags in [["--engine", &format!("network:{path}")], ["--weights", path]] {
                let error = engine(&flags).player(&position).err().unwrap().to_string();
                assert!(error.contains(why) && error.contains(path), "{error}");
            }
        }
    }
}
