//! The network: kernels and planes compared with reference implementations, and re-evaluation over
//! reflections.

mod kernels;
mod reevaluation;
mod planes;
pub(crate) mod sample;

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use twixt::distance::Distances;
use twixt::geometry::Size;
use twixt::network::Planes;
use twixt::rules::{Position, Rules};

const PLANES: usize = 26;

/// Returns positions of random games, which alternate between arena and classic rules; the final positions are
/// included.
fn positions(edge: u8, count: usize, seed: u64) -> Vec<Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed << 8 | u64::from(edge));
    let mut positions = Vec::new();
    let mut rules = [Rules::ARENA, Rules::CLASSIC].into_iter().cycle();
    while positions.len() < count {
        let mut position = Position::with_rules(Size::new(edge).unwrap(), rules.next().unwrap());
        while position.outcome().is_none() && positions.len() < count {
            if rng.random_ratio(1, 3) {
                positions.push(position.clone());
            }
            let mv = position.moves().choose(&mut rng).unwrap();
            position.play(mv).unwrap();
        }
        positions.push(position);
    }
    positions
}

fn planes(position: &Position) -> Planes {
    let mut planes = Planes::default();
    refill(&mut planes, position);
    planes
}

fn refill(planes: &mut Planes, position: &Position) {
    if position.size().get() <= 16 {
        let mut distances = Distances::<4>::new();
        distances.measure(position.board());
        planes.fill(position, &distances);
    } else {
        let mut distances = Distances::<12>::new();
        distances.measure(position.board());
        planes.fill(position, &distances);
    }
}

/// Returns all values of the planes in order of plane, row, column.
fn values(planes: &Planes, edge: usize) -> Vec<u8> {
    let at = |i: usize| planes.get(i / (edge * edge), i / edge % edge, i % edge);
    (0..PLANES * edge * edge).map(at).collect()
}
