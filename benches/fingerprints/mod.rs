//! The searches' fingerprints: nodes of all trees after a fixed number of passes from fixed positions. They
//! are the same on every run and every machine, since the positions come from a generator whose output is
//! specified and from the release of rand in `Cargo.lock`. They change when the search does something else
//! than before. `recorded.txt` holds those of this commit; a test compares.

#![allow(dead_code, missing_docs)]

use super::common::positions;
use twixt::evaluate::{by_distance, with_network, Evaluator};
use twixt::geometry::Size;
use twixt::network::Network;
use twixt::search::{Limits, Params, Search};

/// What they are called, in this order.
pub(crate) const NAMES: [&str; 2] = ["Bench", "Bench network"];

/// The recorded ones, a line each: `Bench: N`.
pub(crate) const RECORDED: &str = include_str!("recorded.txt");

/// What a number of searches came to.
pub(crate) struct Counted {
    pub(crate) nodes: usize,
    pub(crate) passes: u64,
}

/// The search by link distances.
pub(crate) fn distance() -> Counted {
    count(20_000, &[(12, 24), (24, 6)], by_distance)
}

/// The search with the network.
pub(crate) fn network() -> Counted {
    let network = |size| with_network(Network::built_in().expect("sound weights"), size);
    count(1000, &[(12, 24), (24, 2)], network)
}

/// Searches so many positions of each size with a new evaluator each.
fn count(
    passes_each: u64,
    sizes: &[(u8, usize)],
    evaluator: impl Fn(Size) -> Box<dyn Evaluator>,
) -> Counted {
    let mut counted = Counted { nodes: 0, passes: 0 };
    for &(edge, count) in sizes {
        let size = Size::new(edge).expect("a size between 5 and 24");
        for position in positions(size, count) {
            let mut search = Search::new(position, evaluator(size), Params::default(), 2_000_000);
            counted.passes += search.think(&Limits::nodes(passes_each)).passes;
            counted.nodes += search.tree().len();
        }
    }
    counted
}
