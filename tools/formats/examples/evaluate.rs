//! Evaluates a position of a game file in any format, here the position after 20 plies:
//! `cargo run --release -p formats --example evaluate -- docs/review-24.sgf 20`.

use engine::player::Player;
use engine::{EngineSpec, Evaluators};
use formats::{read, Assume};
use std::error::Error;
use twixt::search::Limits;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let file = args
        .next()
        .ok_or("cannot evaluate a position: no file given; pass the path of a game file")?;
    let plies = args.next().map_or(Ok(usize::MAX), |plies| plies.parse())?;
    let games = read(&std::fs::read_to_string(&file)?, None, &Assume::default())?;
    let game = games.first().ok_or("cannot evaluate a position: the file has no game")?;
    let mut position = game.start();
    for node in game.main_line().take(plies) {
        position.play_ply(&node.ply)?;
    }

    let spec = EngineSpec::strongest(position.size());
    let evaluators = Evaluators::read(&spec, &|file| std::fs::read(file))?;
    let mut player = Player::new(position.clone(), &evaluators, 100_000);
    let answer = player.think(&Limits::nodes(1000));
    match answer.ply {
        Some(ply) => {
            println!("{} to move: {:.0} %, best {ply}", position.to_move(), 100.0 * answer.value);
        }
        None => println!("the game is over: {:?}", position.outcome()),
    }
    Ok(())
}
