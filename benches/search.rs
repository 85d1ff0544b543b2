//! `cargo bench --bench search`: fingerprints and speed of the searches.
//!
//! Searches fixed positions with a fixed number of evaluations each, and prints `Bench: N nodes` with
//! link distances and `Bench network: N nodes` with the network. A commit that changes an N states it
//! in its message and in `benches/fingerprints/recorded.txt`.

mod common;
mod fingerprints;

use common::grouped;
use fingerprints::{distance, network, Counted, NAMES};
use std::time::Instant;

fn main() {
    for (name, search) in NAMES.into_iter().zip([distance as fn() -> Counted, network]) {
        let start = Instant::now();
        let Counted { nodes, evals } = search();
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{name}: {nodes} nodes, {} nodes/s, {} evals/s",
            grouped(nodes as f64 / seconds),
            grouped(evals as f64 / seconds)
        );
    }
}
