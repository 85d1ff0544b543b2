//! `cargo bench --bench search`: the searches' fingerprints and speed.
//!
//! Searches fixed positions, each with a fixed number of passes, and prints for the search by link
//! distances `Bench: N nodes, M nodes/s`, and the same for the search with the network. N counts the
//! nodes of all trees: it is the same on every run and every machine, and changes only when the
//! search does something else than before. A commit that changes one says so in its message, the
//! search with the network as `Bench network: N`.

mod common;

use common::{grouped, positions};
use std::time::Instant;
use twixt::evaluate::{by_distance, with_network, Evaluator};
use twixt::geometry::Size;
use twixt::network::Network;
use twixt::search::{Limits, Params, Search};

fn main() {
    bench("Bench", 20_000, &[(12, 24), (24, 6)], by_distance);
    let network = |edge| with_network(Network::built_in().expect("sound weights"), edge);
    bench("Bench network", 1000, &[(12, 24), (24, 2)], network);
}

/// Searches so many positions of each size with a new evaluator each.
fn bench(
    name: &str,
    passes_each: u64,
    sizes: &[(u8, usize)],
    evaluator: impl Fn(u8) -> Box<dyn Evaluator>,
) {
    let (mut nodes, mut passes) = (0, 0);
    let start = Instant::now();
    for &(edge, count) in sizes {
        let size = Size::new(edge).expect("a size between 5 and 24");
        for position in positions(size, count) {
            let mut search = Search::new(position, evaluator(edge), Params::default(), 2_000_000);
            passes += search.think(&Limits::nodes(passes_each)).passes;
            nodes += search.tree().len();
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{name}: {nodes} nodes, {} nodes/s, {} passes/s",
        grouped(nodes as f64 / seconds),
        grouped(passes as f64 / seconds)
    );
}
