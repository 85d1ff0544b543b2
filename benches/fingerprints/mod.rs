//! Fingerprints of the searches: the total number of tree nodes after a fixed number of evaluations
//! from fixed positions.
//!
//! They are identical on every run and machine, as the random positions come from a specified
//! generator and the release of rand in `Cargo.lock`, and change with the search's behaviour. A test
//! compares them with `recorded.txt`.

#![allow(dead_code, missing_docs)]

use super::common::positions;
use twixt::evaluate::{by_distance, with_network, Evaluator};
use twixt::geometry::Size;
use twixt::network::Network;
use twixt::search::{Limits, Params, Search};

pub(crate) const NAMES: [&str; 2] = ["Bench", "Bench network"];

pub(crate) const RECORDED: &str = include_str!("recorded.txt");

/// Totals over searches.
pub(crate) struct Counted {
    pub(crate) nodes: usize,
    pub(crate) evals: u64,
}

pub(crate) fn distance() -> Counted {
    count(20_000, &[(12, 24), (24, 6)], by_distance)
}

pub(crate) fn network() -> Counted {
    let network = |size| with_network(Network::built_in().expect("valid weights"), size);
    count(1000, &[(12, 24), (24, 2)], network)
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
