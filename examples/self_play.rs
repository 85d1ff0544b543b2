//! Plays a game of the engine against itself with a fixed node budget and prints the board: `cargo
//! run --release --example self_play`.

use std::error::Error;
use twixt::engine::{Arena, Engine};
use twixt::evaluate::default_evaluator;
use twixt::geometry::Size;
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
    print!("{:?}", position.board());
    Ok(())
}
