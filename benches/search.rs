//! `cargo bench --bench search`: the search's fingerprint and speed.
//!
//! Searches fixed positions, each with a fixed number of passes, and prints
//! `Bench: N nodes, M nodes/s`. N counts the nodes of all trees: it is the same on every run and
//! every machine, and changes only when the search does something else than before. A commit that
//! changes it says so with `Bench: N` in its message.

mod common;

use common::{grouped, positions};
use std::time::Instant;
use twixt::evaluate::EvaluatorKind;
use twixt::geometry::Size;
use twixt::search::{Limits, Params, Search};

const PASSES: u64 = 20_000;

fn main() {
    let mut nodes = 0;
    let mut passes = 0;
    let start = Instant::now();
    for (edge, count) in [(12, 24), (24, 6)] {
        let size = Size::new(edge).expect("a size between 5 and 24");
        for position in positions(size, count) {
            let evaluator = EvaluatorKind::Distance.build(edge, 1);
            let mut search = Search::new(position, evaluator, Params::default(), 2_000_000);
            passes += search.think(&Limits::nodes(PASSES)).passes;
            nodes += search.tree().len();
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "Bench: {nodes} nodes, {} nodes/s, {} passes/s",
        grouped(nodes as f64 / seconds),
        grouped(passes as f64 / seconds)
    );
}
