//! Reads a game in any format and draws its end:
//! `cargo run --release -p formats --example draw -- docs/review-24.sgf > game.svg`.

use formats::{read, Assume};
use render::{svg, Diagram, SvgStyle};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("name a file with a game")?;
    let games = read(&std::fs::read_to_string(&file)?, None, &Assume::default())?;
    let game = games.first().ok_or("there is no game in it")?;
    for node in game.main_line() {
        eprint!("{} ", node.ply);
    }
    eprintln!();
    print!("{}", svg(&Diagram::of(&game.position()?), SvgStyle::default()));
    Ok(())
}
