//! `cargo bench --bench search`: fingerprints and speed of the searches.
//!
//! Searches fixed positions with a fixed number of evaluations each, and prints `Bench: N nodes` with
//! link distances and `Bench network: N nodes` with the network. A commit that changes an N must give
//! the new one in its message and in `benches/fingerprints/recorded.txt`.
//!
//! `-- --divide-by D` divides the numbers of evaluations, for slow CPUs; this changes N.

mod common;
mod fingerprints;

use common::grouped;
use fingerprints::{Counted, ALL};
use std::time::Instant;

fn main() {
    let divisor = divisor();
    for fingerprint in ALL {
        let start = Instant::now();
        let Counted { nodes, evals } = (fingerprint.run)(fingerprint.evals / divisor);
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{}: {nodes} nodes, {} nodes/s, {} evals/s",
            fingerprint.name,
            grouped(nodes as f64 / seconds),
            grouped(evals as f64 / seconds)
        );
    }
}

/// Returns the value of `--divide-by`, 1 by default.
fn divisor() -> u64 {
    let value = std::env::args().skip_while(|argument| argument != "--divide-by").nth(1);
    let number = value.map_or(1, |value| value.parse().expect("--divide-by expects a number"));
    assert!((1..=1000).contains(&number), "--divide-by expects a number from 1 to 1000");
    number
}
