//! Forced lines, compared with exhaustive search: a side with an attack wins, and a side that faces a
//! threatened attack loses if it places a peg outside the attack's carrier.

use crate::exhaustive::solve;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use twixt::distance::Distances;
use twixt::geometry::Size;
use twixt::rules::{Move, Position};
use twixt::threats::{attack, FreeMoves};

const TRIED: u32 = 400;

/// Plays random moves, often along the mover's best chains, since forced lines are rare otherwise,
/// until `left` holes are vacant; `None` if the game ends earlier.
fn late_position(edge: u8, left: usize, rng: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let mut position = Position::new(Size::new(edge).unwrap());
    let mut distances = Distances::<4>::new();
    loop {
        let vacant = position.size().holes().filter(|&h| position.board().peg(h).is_none());
        if vacant.count() <= left {
            return Some(position);
        }
        distances.measure(position.board());
        let best = twixt::distance::holes_of(distances.of(position.to_move()).slack[0]).choose(rng);
        let any = position.board().vacant(position.to_move()).choose(rng)?;
        let hole = best.filter(|_| rng.random_ratio(1, 4)).unwrap_or(any);
        position.play(Move::Peg(hole)).unwrap();
        if position.outcome().is_some() {
            return None;
        }
    }
}

fn after(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    after.play(mv).unwrap();
    after
}

#[test]
fn attacks_win_and_pegs_outside_the_carrier_lose() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut distances = Distances::<4>::new();
    let (mut won, mut lines, mut elsewhere, mut long) = (0, 0, 0, 0);
    for (edge, left, count) in [(5, 9, 40_000), (6, 11, 40_000), (7, 12, 30_000), (8, 12, 30_000)] {
        for position in (0..count).filter_map(|_| late_position(edge, left, &mut rng)) {
            let (board, side) = (position.board(), position.to_move());
            distances.measure(board);
            let needs = [side, !side].map(|side| distances.of(side).needed);
            if needs[0] == Some(2) {
                if let Some(attack) = attack(board, side, FreeMoves::None, TRIED, &mut distances) {
                    let next = after(&position, Move::Peg(attack.first));
                    assert_eq!(solve(&next), -1, "{:?}\n{position:?}", attack.first);
                    won += 1;
                    distances.measure(next.board());
                    long += u32::from(distances.of(side).bottlenecks > 0);
                }
            }
            if needs[0] != Some(1) && needs[1] == Some(2) {
                let Some(attack) = attack(board, !side, FreeMoves::One, TRIED, &mut distances)
                else {
                    continue;
                };
                lines += 1;
                for hole in board.vacant(side).filter(|&hole| !attack.depends_on(hole)) {
                    let value = solve(&after(&position, Move::Peg(hole)));
                    assert_eq!(value, 1, "{hole} against {:?}\n{position:?}", attack.first);
                    elsewhere += 1;
                }
            }
        }
    }
    println!("{won} attacks won, {long} of them with a bottleneck after the first peg");
    println!("{lines} threatened attacks, {elsewhere} pegs outside their carriers");
    assert!(won > 800 && long > 300 && lines > 300 && elsewhere > 1000);
}
