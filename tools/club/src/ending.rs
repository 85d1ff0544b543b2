//! How a game ended on the board, in words that all subcommands share.

use twixt::geometry::Side;
use twixt::rules::{is_drawn, Outcome, Position};

/// Who has won, nobody after a draw, and how, `by B1-C3-D5`; `None` while the game goes on.
#[must_use]
pub fn on_board(position: &Position) -> Option<(Option<Side>, String)> {
    match position.outcome() {
        Some(Outcome::Won(side)) => {
            let chain: Vec<String> =
                position.winning_chain().iter().map(ToString::to_string).collect();
            Some((Some(side), format!("by {}", chain.join("-"))))
        }
        Some(Outcome::Drawn) => Some((None, "no hole is left".to_owned())),
        None if is_drawn(position) => {
            Some((None, "neither side can join its borders any more".to_owned()))
        }
        None => None,
    }
}
