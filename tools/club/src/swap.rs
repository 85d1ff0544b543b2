//! What a swap did, in words that all subcommands share.

use std::borrow::Borrow;
use twixt::geometry::Side;
use twixt::rules::{Ply, Position, SwapRule};

/// What a swap does in this position, as a sentence; `None` where nobody may swap.
#[must_use]
pub fn words(before: &Position) -> Option<String> {
    if !before.may_swap() {
        return None;
    }
    let first = Side::ALL.into_iter().find_map(|side| before.board().pegs(side).next())?;
    let (mover, other) = (before.to_move(), !before.to_move());
    match before.rules().swap {
        SwapRule::Mirror => Some(format!(
            "Swapped: {other}'s first peg {first} is {mover}'s now, mirrored to {}; both keep their borders.",
            first.transposed()
        )),
        SwapRule::Sides => Some(format!(
            "Swapped: the peg {first} stays, and the players exchange sides; whoever set it is {mover} now."
        )),
        SwapRule::None => None,
    }
}

/// The same of a game from its start and its plies; `None` if nobody swapped.
#[must_use]
pub fn in_game<P: Borrow<Ply>>(
    start: &Position,
    plies: impl IntoIterator<Item = P>,
) -> Option<String> {
    let mut position = start.clone();
    for ply in plies {
        let ply = ply.borrow();
        if *ply == Ply::Swap {
            return words(&position);
        }
        position.play_ply(ply).ok()?;
    }
    None
}
