//! Fingerprints of the searches: the total number of tree nodes after a fixed number of evaluations
//! from fixed positions.
//!
//! The totals are identical on every run and machine, since the random positions depend only on a
//! specified generator and the version of rand in `Cargo.lock`. They change with the behaviour of the
//! search. A test compares them with `recorded.txt`.

#![allow(dead_code, missing_docs)]

use super::common::positions;
use twixt::evaluate::{by_distance, with_network, Evaluator};
use twixt::geometry::Size;
use twixt::network::Network;
use twixt::search::{Limits, Params, Search};

/// A fingerprint: its name and the searches that it counts.
pub(crate) struct Fingerprint {
    pub(crate) name: &'static str,
    /// The number of evaluations per position.
    pub(crate) evals: u64,
    /// Runs the searches with this number of evaluations per position.
    pub(crate) run: fn(u64) -> Counted,
}

/// The fingerprints of the search with link distances and with the network.
pub(crate) const ALL: [Fingerprint; 2] = [
    Fingerprint { name: "Bench", evals: 20_000, run: distance },
    Fingerprint { name: "Bench network", evals: 1000, run: network },
];

pub(crate) const RECORDED: &str = include_str!("recorded.txt");

/// The totals over all searches of a fingerprint.
pub(crate) struct Counted {
    pub(crate) nodes: usize,
    pub(crate) evals: u64,
}

fn distance(evals_each: u64) -> Counted {
    count(evals_each, &[(12, 24), (24, 6)], by_distance)
}

fn network(evals_each: u64) -> Counted {
    let network = |size| with_network(Network::built_in().expect("valid weights"), size);
    count(evals_each, &[(12, 24), (24, 2)], network)
}

/// Searches `count` positions of each size, each with a new evaluator.
fn count(
    evals_each: u64,
    sizes: &[(u8, usize)],
    evaluator: impl Fn(Size) -> Box<dyn Evaluator>,
) -> Counted {
    let mut counted = Counted { nodes: 0, evals: 0 };
    for &(edge, count) in sizes {
        let size = Size::new(edge).expect("a size between 5 and 24");
        for position in positions(size, count) {
            let mut search = Search::new(position, evaluator(size), Params::default(), 2_000_000);
            counted.evals += search.think(&Limits::nodes(evals_each)).evals;
            counted.nodes += search.tree().len();
        }
    }
    counted
}
