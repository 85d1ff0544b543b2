//! The bit-parallel link distances compared with the reference implementation.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use twixt::distance::reference::ReferenceDistances;
use twixt::distance::{holes_of, Distances, FAR_SLACK};
use twixt::geometry::{Side, Size};
use twixt::rules::Position;

/// Plays random games and compares all results after some of the plies.
fn compare_games<const N: usize>(sizes: std::ops::RangeInclusive<u8>, games: u64) {
    let mut fast = Distances::<N>::new();
    let mut portable = Distances::<N>::new();
    for edge in sizes {
        let size = Size::new(edge).unwrap();
        for seed in 0..games {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed << 8 | u64::from(edge));
            let mut position = Position::new(size);
            while position.outcome().is_none() {
                if rng.random_ratio(1, 4) {
                    fast.measure(position.board());
                    for side in Side::ALL {
                        portable.measure_portably(position.board(), side);
                        compare(&position, side, &fast, seed);
                        compare(&position, side, &portable, seed);
                    }
                }
                let mv = position.moves().choose(&mut rng).unwrap();
                position.play(mv).unwrap();
            }
        }
    }
}

fn compare<const N: usize>(position: &Position, side: Side, measured: &Distances<N>, seed: u64) {
    let board = position.board();
    let reference = ReferenceDistances::measure(board, side);
    let measured = measured.of(side);
    let place = || format!("seed {seed}, {side}\n{board:?}");
    assert_eq!(measured.needed, reference.needed, "{}", place());
    assert_eq!(measured.bottlenecks, reference.bottlenecks, "{}", place());
    assert!((measured.narrowness - reference.narrowness).abs() < 1e-4, "{}", place());
    for hole in board.size().holes() {
        for border in 0..2 {
            let distance = measured.distance(border, hole);
            assert_eq!(distance, reference.distance(border, hole), "{hole} {}", place());
        }
    }
    for (slack, &holes) in measured.slack.iter().enumerate() {
        let expected = board.size().holes();
        let expected = expected.filter(|&hole| reference.slack(board, hole) == Some(slack as u8));
        assert!(holes_of(holes).eq(expected), "slack {slack} {}", place());
    }
    assert_eq!(measured.slack.len(), FAR_SLACK);
}

#[test]
fn small_boards_agree() {
    compare_games::<4>(5..=16, 25);
}

#[test]
fn large_boards_agree() {
    compare_games::<12>(17..=24, 8);
}

#[test]
fn small_boards_agree_with_12_words() {
    compare_games::<12>(5..=16, 4);
}

#[test]
#[should_panic(expected = "supports")]
fn board_too_large_for_the_sweep_is_rejected() {
    Distances::<4>::new().measure(Position::new(Size::new(17).unwrap()).board());
}
