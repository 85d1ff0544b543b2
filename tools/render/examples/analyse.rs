//! Prints a board and the engine's five best moves with their values for the side to move:
//! `cargo run --release -p render --example analyse -- d6 f8 g5`.

use engine::candidates;
use render::{text, Diagram, TextStyle};
use std::error::Error;
use twixt::evaluate::default_evaluator;
use twixt::geometry::{Hole, Size};
use twixt::rules::{Move, Position};
use twixt::search::{Limits, Params, Search};

fn main() -> Result<(), Box<dyn Error>> {
    let mut position = Position::new(Size::ARENA);
    for word in std::env::args().skip(1) {
        position.play(Move::Peg(word.parse::<Hole>()?))?;
    }
    print!("{}", text(&Diagram::of(&position), TextStyle::default()));

    let evaluator = default_evaluator(position.size())?;
    let mut search = Search::new(position, evaluator, Params::default(), 200_000);
    let report = search.think(&Limits::nodes(2000));
    println!(
        "best move after {1} evaluations: {0}",
        report.best.expect("a game that is not over"),
        report.evals
    );
    for candidate in candidates(&search).iter().take(5) {
        let line: Vec<String> = candidate.line.iter().map(ToString::to_string).collect();
        println!("{:5.1} %  {}", 100.0 * candidate.value, line.join(" "));
    }
    Ok(())
}
