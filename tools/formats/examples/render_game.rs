//! Renders the last position of a game file in any format as SVG:
//! `cargo run --release -p formats --example render_game -- docs/review-24.sgf > game.svg`.

use formats::{read, Assume};
use render::{svg, Diagram, SvgStyle};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args()
        .nth(1)
        .ok_or("cannot render a game: no file given; pass the path of a game file")?;
    let games = read(&std::fs::read_to_string(&file)?, None, &Assume::default())?;
    let game = games.first().ok_or("cannot render a game: the file has no game")?;
    for node in game.main_line() {
        eprint!("{} ", node.ply);
    }
    eprintln!();
    print!("{}", svg(&Diagram::of(&game.position()?), SvgStyle::default()));
    Ok(())
}
