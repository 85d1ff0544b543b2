//! The names of engines, which are the same in flags, files and messages.

use crate::classic::for_rules;
use crate::grade::Grade;
use crate::parallel::HAS_THREADS;
use crate::tpn::{self, TpnError};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use twixt::evaluate::{by_distance, with_network, Evaluator};
use twixt::geometry::Size;
use twixt::network::{Kernel, Network};
use twixt::rules::Linking;

/// An engine of this workspace: the tree search with an evaluator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineSpec {
    /// Tree search with the built-in network or the weights in this file.
    Network(Option<PathBuf>),
    /// Tree search with link distances.
    Distance,
    /// A grade with the built-in network or the weights in this file.
    Grade(Grade, Option<PathBuf>),
}

impl EngineSpec {
    /// Returns a description of the engines' names for help texts.
    pub fn help() -> String {
        let last = Grade::COUNT;
        format!(
            "\
Engines:
  network        tree search with the built-in network
  network:FILE   the same with the weights in FILE
  distance       tree search with link distances
  grade1 to grade{last}            opponents for people, from easy to hard
  grade1:FILE to grade{last}:FILE  the same with the weights in FILE"
        )
    }

    /// The names of tree searches.
    pub const TREE_SEARCHES: &'static str = "network, network:FILE or distance";

    /// Parses the value of a flag, which must name a tree search.
    ///
    /// # Errors
    /// If the text does not name a tree search; the error lists the valid names.
    pub fn tree_search(text: &str) -> Result<EngineSpec, String> {
        match text.parse() {
            Ok(spec @ (EngineSpec::Network(_) | EngineSpec::Distance)) => Ok(spec),
            _ => Err(format!("expected {}", EngineSpec::TREE_SEARCHES)),
        }
    }

    /// Returns the strongest engine for `size`: the network on square boards, link distances on others, which no network
    /// supports.
    pub fn strongest(size: Size) -> EngineSpec {
        if size.is_square() {
            EngineSpec::Network(None)
        } else {
            EngineSpec::Distance
        }
    }

    /// Returns the weights file, if the name has one.
    pub fn weights(&self) -> Option<&Path> {
        match self {
            EngineSpec::Network(file) | EngineSpec::Grade(_, file) => file.as_deref(),
            _ => None,
        }
    }
}

/// The error for a text that names no engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown engine `{0}`: choose network, network:FILE, distance, or grade1 to grade{last}", last = Grade::COUNT)]
pub struct UnknownEngine(String);

impl FromStr for EngineSpec {
    type Err = UnknownEngine;

    fn from_str(text: &str) -> Result<EngineSpec, UnknownEngine> {
        let (name, file) = match text.split_once(':') {
            Some((name, file)) if !file.is_empty() => (name, Some(PathBuf::from(file))),
            _ => (text, None),
        };
        Ok(match (name, file) {
            ("network", file) => EngineSpec::Network(file),
            ("distance", None) => EngineSpec::Distance,
            (name, file) => match name.strip_prefix("grade").map(str::parse) {
                Some(Ok(grade)) => EngineSpec::Grade(grade, file),
                _ => return Err(UnknownEngine(text.to_owned())),
            },
        })
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineSpec::Network(Some(file)) => write!(f, "network:{}", file.display()),
            EngineSpec::Network(None) => f.pad("network"),
            EngineSpec::Distance => f.pad("distance"),
            EngineSpec::Grade(grade, Some(file)) => write!(f, "grade{grade}:{}", file.display()),
            EngineSpec::Grade(grade, None) => f.pad(&format!("grade{grade}")),
        }
    }
}

/// A function, supplied by the caller, that reads a file.
pub type ReadFile<'a> = &'a dyn Fn(&Path) -> io::Result<Vec<u8>>;

/// The reason why an engine cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The weights file cannot be read.
    #[error("cannot read {0}: {1}")]
    File(String, io::Error),
    /// The weights are damaged.
    #[error("cannot load the weights of {0}: {1}")]
    Weights(EngineSpec, TpnError),
}

/// Builds evaluators of one kind for any board size, with checked weights. Each search has its own
/// evaluator, so that games are independent.
#[derive(Clone, Debug)]
pub struct Evaluators {
    /// `None` for link distances.
    network: Option<Arc<Network>>,
    /// The maximum number of threads of a search.
    threads: usize,
    keeps_links: bool,
}

impl Evaluators {
    /// Creates evaluators with link distances.
    pub fn distance() -> Evaluators {
        Evaluators { network: None, threads: 1, keeps_links: false }
    }

    /// Creates evaluators with a network. `weights` is the content of its file, or `None` for the built-in network.
    ///
    /// # Errors
    /// If the weights are damaged.
    pub fn network(weights: Option<&[u8]>) -> Result<Evaluators, TpnError> {
        let network = match weights {
            Some(content) => tpn::read(content)?,
            None => Network::built_in()?,
        };
        Ok(Evaluators { network: Some(Arc::new(network)), ..Evaluators::distance() })
    }

    /// Creates an engine's evaluators; `weights` is the content of its [weights file](EngineSpec::weights).
    ///
    /// # Errors
    /// If the weights are damaged.
    pub fn new(spec: &EngineSpec, weights: Option<&[u8]>) -> Result<Evaluators, TpnError> {
        match spec {
            EngineSpec::Network(_) | EngineSpec::Grade(..) => Evaluators::network(weights),
            EngineSpec::Distance => Ok(Evaluators::distance()),
        }
    }

    /// Creates an engine's evaluators; `read` reads the weights file.
    ///
    /// # Errors
    /// If the weights cannot be read or are damaged.
    pub fn read(spec: &EngineSpec, read: ReadFile) -> Result<Evaluators, LoadError> {
        let weights = spec.weights().map(|file| {
            read(file).map_err(|error| LoadError::File(file.display().to_string(), error))
        });
        let weights = weights.transpose()?;
        Evaluators::new(spec, weights.as_deref())
            .map_err(|error| LoadError::Weights(spec.clone(), error))
    }

    /// Returns the same evaluators with another kernel if the CPU supports it.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> Evaluators {
        let set =
            |network: Arc<Network>| Arc::new(Arc::unwrap_or_clone(network).with_kernel(kernel));
        Evaluators { network: self.network.map(set), ..self }
    }

    /// Returns the same evaluators for searches with up to `threads` threads.
    #[must_use]
    pub fn on_threads(self, threads: usize) -> Evaluators {
        Evaluators { threads, ..self }
    }

    /// Returns the same evaluators for players that never remove links.
    #[must_use]
    pub fn keeping_links(self) -> Evaluators {
        Evaluators { keeps_links: true, ..self }
    }

    /// Returns whether players never remove links.
    pub const fn keeps_links(&self) -> bool {
        self.keeps_links
    }

    /// Returns whether values of first pegs are reliable enough for swap decisions.
    pub fn judge_first_pegs(&self, size: Size) -> bool {
        self.network.is_some() && size.is_square()
    }

    /// Builds an evaluator for PP rules and boards of `size`. On rectangular boards it uses link distances.
    pub fn build(&self, size: Size) -> Box<dyn Evaluator> {
        match self.network_for(size) {
            Some(network) => with_network(network.clone(), size),
            None => by_distance(size),
        }
    }

    /// Builds an evaluator for these rules and boards of `size`.
    pub fn build_for(&self, size: Size, linking: Linking) -> Box<dyn Evaluator> {
        for_rules(self.build(size), linking, (!self.keeps_links).then_some(size))
    }

    /// Builds one evaluator for each thread of a search. A search with link distances has one thread, since an
    /// evaluation takes less time than sharing a tree.
    pub fn build_per_thread(&self, size: Size, linking: Linking) -> Vec<Box<dyn Evaluator>> {
        let can_share = HAS_THREADS && self.network_for(size).is_some();
        let threads = if can_share { self.threads } else { 1 };
        (0..threads.max(1)).map(|_| self.build_for(size, linking)).collect()
    }

    /// Returns the network, if it supports boards of `size`.
    fn network_for(&self, size: Size) -> Option<&Network> {
        self.network.as_deref().filter(|_| size.is_square())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        let names = ["network", "network:a=b.tpn", "distance"];
        for name in names.into_iter().chain(["grade1", "grade12", "grade3:a=b.tpn"]) {
            assert_eq!(name.parse::<EngineSpec>().unwrap().to_string(), name);
        }
        for wrong in
            ["", "network:", "Network", "distance 3", "own", "grade0", "grade13", "grade3:"]
        {
            let error = wrong.parse::<EngineSpec>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{wrong}`")), "{error}");
        }
    }

    #[test]
    fn damaged_weights_are_rejected() {
        let spec: EngineSpec = "network:x.tpn".parse().unwrap();
        let damaged = b"TPN1 and no more".as_slice();
        assert!(Evaluators::new(&spec, Some(damaged)).is_err());
    }
}
