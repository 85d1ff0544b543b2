//! Reproducible positions.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{RngExt, SeedableRng};
use sparring::alphabeta::order::candidates;
use twixt::distance::Distances;
use twixt::geometry::Size;
use twixt::rules::{Move, Position};

pub(crate) fn start(edge: u8) -> Position {
    Position::new(Size::new(edge).expect("a size between 5 and 24"))
}

/// Returns unfinished positions after varying numbers of plies. 70 % of the moves are candidates, so
/// that threats and close races occur.
pub(crate) fn positions(edge: u8, count: usize) -> Vec<Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(edge));
    let mut distances = Distances::<12>::new();
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = start(edge);
        for _ in 0..rng.random_range(2..4 * u32::from(edge)) {
            distances.measure(position.board());
            let few = candidates(&position, &distances, 6);
            let any = position.moves().filter(|&mv| mv != Move::Swap).choose(&mut rng);
            let good = few.choose(&mut rng).map(|candidate| Move::Peg(candidate.hole));
            let mv = if rng.random_bool(0.7) { good.or(any) } else { any };
            let mut next = position.clone();
            if mv.is_none_or(|mv| next.play(mv).is_err()) || next.outcome().is_some() {
                break;
            }
            position = next;
        }
        positions.push(position);
    }
    positions
}
