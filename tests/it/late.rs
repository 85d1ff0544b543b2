//! Reproducible positions near the end of a game.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IteratorRandom;
use rand::SeedableRng;
use twixt::geometry::Size;
use twixt::rules::{Move, Position};

/// Returns unfinished positions of random games with `left` vacant holes.
pub(crate) fn late_positions(edge: u8, left: usize, count: usize) -> Vec<Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(edge) * 1000 + left as u64);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::new(Size::new(edge).unwrap());
        while position.outcome().is_none() {
            let vacant = position.size().holes().filter(|&h| position.board().peg(h).is_none());
            if vacant.count() <= left {
                positions.push(position);
                break;
            }
            let pegs = position.moves().filter(|&mv| mv != Move::Swap);
            let mv = pegs.choose(&mut rng).unwrap();
            position.play(mv).unwrap();
        }
    }
    positions
}
