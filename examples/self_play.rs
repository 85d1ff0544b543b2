//! Plays a game of the engine against itself with a fixed node budget and prints the board: `cargo
//! run --release --example self_play`.

use std::error::Error;
use twixt::engine::{Arena, Engine};
use twixt::evaluate::default_evaluator;
use twixt::geometry::{Hole, Side, Size};
use twixt::opening::PackedBook;
use twixt::rules::Position;
use twixt::search::{Limits, Params};

fn main() -> Result<(), Box<dyn Error>> {
    let mut position = Position::new(Size::ARENA);
    let (evaluator, book) = (default_evaluator(position.size())?, PackedBook::built_in()?);
    let mut engine =
        Engine::new(position.clone(), evaluator, Params::default(), 100_000, book, Arena);
    while let Some(mv) = engine.choose(&position, &Limits::nodes(100)).best {
        print!("{mv} ");
        position.play(mv)?;
    }
    println!("\n{:?}", position.outcome());
    print_board(&position);
    Ok(())
}

/// Prints `#` for vertical's pegs and `O` for horizontal's, without links.
fn print_board(position: &Position) {
    let size = position.size();
    for row in 0..size.rows() {
        let holes = (0..size.columns()).map(|column| match Hole::new(column, row) {
            hole if !size.contains(hole) => ' ',
            hole => match position.board().peg(hole) {
                Some(Side::Vertical) => '#',
                Some(Side::Horizontal) => 'O',
                None => '.',
            },
        });
        println!("{}", holes.flat_map(|hole| [hole, ' ']).collect::<String>());
    }
}
