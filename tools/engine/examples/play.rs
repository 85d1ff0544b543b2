//! An engine plays a game against itself under classic rules: `cargo run --release -p engine --example play`.

use engine::player::Player;
use engine::Evaluators;
use std::error::Error;
use twixt::geometry::Size;
use twixt::rules::{Linking, Position, Rules, SwapRule};
use twixt::search::Limits;

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Rules { linking: Linking::Standard, swap: SwapRule::Sides };
    let size = Size::new(8).expect("a size from 5 to 24");
    let mut position = Position::with_rules(size, rules);
    let mut player = Player::new(position.clone(), &Evaluators::distance(), 100_000);
    // The first player has 1,000 evaluations per turn, the second 10.
    for nodes in [1000, 10].into_iter().cycle() {
        let answer = player.choose(&position, &Limits::nodes(nodes));
        let Some(turn) = answer.ply else { break };
        println!("{} {turn}, {:.0} %", position.to_move(), 100.0 * answer.value);
        position.play_ply(&turn)?;
    }
    println!("{:?}", position.outcome());
    Ok(())
}
