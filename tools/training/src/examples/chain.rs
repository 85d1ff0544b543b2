//! The chain that won a game.

use crate::play::game::Ending;
use twixt::geometry::{Hole, Link};
use twixt::rules::{Outcome, Position};

/// All pegs of the chain that joins its side's borders at the end of a game; none if the game is
/// not over, drawn, or won by another side than its `ending` says: a game may be given up and yet
/// be won when it is played on.
#[must_use]
pub(super) fn winning_chain(position: &Position, ending: Ending) -> Vec<Hole> {
    let Some(Outcome::Won(side)) = position.outcome() else { return Vec::new() };
    if Ending::from(Outcome::Won(side)) != ending {
        return Vec::new();
    }
    let links: Vec<Link> = position.board().links(side).collect();
    let mut chain = position.winning_chain().to_vec();
    let mut next = 0;
    while let Some(&hole) = chain.get(next) {
        let own = links.iter().filter(|link| <[Hole; 2]>::from(link.ends()).contains(&hole));
        for end in own.map(|link| link.other_end(hole)) {
            if !chain.contains(&end) {
                chain.push(end);
            }
        }
        next += 1;
    }
    chain
}
