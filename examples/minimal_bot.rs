//! A minimal bot for the arena's protocol with 100 evaluations per turn. To watch it play:
//!
//! ```sh
//! cargo build --release --example minimal_bot
//! cargo run --release -p referee -- -p1 target/release/examples/minimal_bot -p2 random
//! ```

use std::io::{stdin, stdout};
use std::process::ExitCode;
use twixt::arena::{exit_code, serve};
use twixt::evaluate::by_distance;
use twixt::geometry::Size;
use twixt::search::{Limits, Params, Search};

fn main() -> ExitCode {
    let size = Size::ARENA;
    // `serve` infers the side from the first turn.
    let done = serve(stdin().lock(), stdout(), size, None, |turn| {
        let evaluator = by_distance(size);
        let mut search = Search::new(turn.position, evaluator, Params::default(), 10_000);
        let decision = search.think(&Limits::nodes(100));
        Ok(decision.best.map(|mv| (mv, format!("{:.0}%", 100.0 * decision.value))))
    });
    exit_code("minimal_bot", done)
}
