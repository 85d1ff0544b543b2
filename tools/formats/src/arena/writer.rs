//! The input that a bot reads.

use crate::game::{replay, Game};
use twixt::geometry::Hole;
use twixt::rules::{Ply, Position};

/// Returns the turns of the side that is to move after the main line, up to this position; `None` if the game starts
/// with set-up pegs and its first turn has no last peg of the opponent.
pub(crate) fn write(game: &Game) -> Option<String> {
    let mut position = game.start();
    let side = game.position().ok()?.to_move();
    let mut last = match &game.setup {
        None => Some(String::from("FIRST")),
        Some(setup) => {
            let theirs = setup.pegs().iter().rev().find(|(owner, _)| *owner != side);
            theirs.map(|(_, hole)| hole.to_string())
        }
    };
    let mut text = String::new();
    let mut plies = game.main_line();
    loop {
        if position.to_move() == side {
            turn(&mut text, &last?, &position);
        }
        let Some(node) = plies.next() else { return Some(text) };
        last = Some(match &node.ply {
            Ply::Turn(turn) => turn.peg.to_string(),
            Ply::Swap => String::from("SWAP"),
        });
        replay(&mut position, &node.ply);
    }
}

fn turn(text: &mut String, last: &str, position: &Position) {
    let (board, side) = (position.board(), position.to_move());
    let mut lines = vec![last.to_owned()];
    let mut list = |items: Vec<String>| {
        lines.push(items.len().to_string());
        lines.extend(items);
    };
    for owner in [side, !side] {
        list(board.pegs(owner).map(|hole: Hole| hole.to_string()).collect());
        let links = board.links(owner).map(|link| {
            let (upper, lower) = link.ends();
            format!("{upper} {lower}")
        });
        list(links.collect());
    }
    text.push_str(&lines.join("\n"));
    text.push('\n');
}
