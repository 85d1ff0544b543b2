//! `cargo bench --bench search`: the searches' fingerprints and speed.
//!
//! Searches fixed positions, each with a fixed number of passes, and prints for the search by link
//! distances `Bench: N nodes, M nodes/s`, and the same for the search with the network. A commit that
//! changes an N says so in its message, the search with the network as `Bench network: N`, and records it
//! in `benches/fingerprints/recorded.txt`.

mod common;
mod fingerprints;

use common::grouped;
use fingerprints::{distance, network, Counted, NAMES};
use std::time::Instant;

fn main() {
    for (name, search) in NAMES.into_iter().zip([distance as fn() -> Counted, network]) {
        let start = Instant::now();
        let Counted { nodes, passes } = search();
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{name}: {nodes} nodes, {} nodes/s, {} passes/s",
            grouped(nodes as f64 / seconds),
            grouped(passes as f64 / seconds)
        );
    }
}
