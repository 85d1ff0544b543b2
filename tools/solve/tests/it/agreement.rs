//! The search with and without pruning agrees with the naive solver.

use crate::common::{board, dice, random_game};
use crate::naive::{self, Known};
use solve::bitboard::{Bitboard, U256};
use solve::first_pegs::orbits;
use solve::guide::Guide;
use solve::prove::Value;
use solve::search::Prover;
use std::collections::HashMap;
use twixt::geometry::Hole;
use twixt::network::Network;
use twixt::rules::{Move, Position};

const UNLIMITED: u64 = u64::MAX;

/// The values by the naive solver of the positions after moves, on boards of one size.
type Values = HashMap<Vec<Hole>, Value>;

/// Checks the results of random late positions against the naive solver; counts them by value.
fn compare_with_naive<P: Bitboard>(
    size: u8,
    left: usize,
    games: u64,
    values: &mut Values,
) -> [usize; 3] {
    let mut prover = Prover::<P>::new(board(size), 16);
    let mut counts = [0; 3];
    for seed in 0..games {
        let mut known = Known::new();
        let mut naive_value = |moves: &[Hole]| {
            *values
                .entry(moves.to_vec())
                .or_insert_with(|| naive::solve(&naive::game(size, moves), &mut known))
        };
        let (game, moves) = random_game(&prover, left, &mut dice(seed));
        let expected = naive_value(&moves);
        let proof = prover.prove(&game, UNLIMITED);
        assert_eq!(proof.value, Some(expected), "size {size}, {moves:?}");
        if expected != Value::Lost {
            let best = proof.best.expect("a move that keeps the result");
            assert!(prover.play(&game, best).is_some());
            let then = [moves.as_slice(), &[best]].concat();
            assert_eq!(
                naive_value(&then).opposite(),
                expected,
                "size {size}, {moves:?}, then {best}"
            );
        }
        counts[expected as usize] += 1;
    }
    counts
}

#[test]
fn late_positions_agree_with_the_naive_solver() {
    // The searches with bitboards of different widths share positions, whose naive search takes most of the time.
    let mut five = Values::new();
    let mut nine = Values::new();
    for (size, left, games) in [(5, 8, 120), (6, 7, 60), (7, 6, 30), (8, 5, 20)] {
        let mut other = Values::new();
        let values = if size == 5 { &mut five } else { &mut other };
        let counts = compare_with_naive::<u64>(size, left, games, values);
        assert_eq!(counts.iter().sum::<usize>() as u64, games);
        // On large boards draws are rare.
        let [lost, drawn, won] = counts.map(|count| count > 0);
        assert!(lost && won && (drawn || size > 5), "size {size}: {counts:?}");
    }
    compare_with_naive::<u128>(5, 8, 60, &mut five);
    compare_with_naive::<U256>(5, 8, 60, &mut five);
    compare_with_naive::<u128>(9, 5, 10, &mut nine);
    compare_with_naive::<U256>(9, 5, 20, &mut nine);
}

#[test]
#[ignore = "minutes: more and earlier positions against the naive solver"]
fn earlier_positions_agree_with_the_naive_solver() {
    for (size, left, games) in [(5, 9, 100), (6, 8, 100), (7, 7, 50), (8, 6, 50)] {
        eprintln!(
            "size {size}, {left} holes left: {:?}",
            compare_with_naive::<u64>(size, left, games, &mut Values::new())
        );
    }
}

/// Checks that the search with pruning, from an empty and from a used table, finds the same results as the search
/// without pruning; counts the results.
fn compare_with_unpruned<P: Bitboard>(size: u8, left: usize, games: u64) -> [usize; 3] {
    let mut used = Prover::<P>::new(board(size), 16);
    let mut plain = Prover::<P>::new(board(size), 16);
    plain.pruning = false;
    let mut counts = [0; 3];
    for seed in 0..games {
        let (game, moves) = random_game(&used, left, &mut dice(1000 + seed));
        let mut fresh = Prover::<P>::new(board(size), 1);
        let expected = plain.prove(&game, UNLIMITED).value.unwrap();
        for prover in [&mut used, &mut fresh] {
            let value = prover.prove(&game, UNLIMITED).value;
            assert_eq!(value, Some(expected), "size {size}, {moves:?}");
        }
        counts[expected as usize] += 1;
    }
    counts
}

#[test]
fn pruning_changes_no_result() {
    for (size, left, games) in [(5, 12, 200), (6, 18, 150), (7, 22, 60), (8, 24, 25)] {
        let counts = compare_with_unpruned::<u64>(size, left, games);
        assert!(counts[Value::Won as usize] > 0 && counts[Value::Lost as usize] > 0, "{counts:?}");
    }
    compare_with_unpruned::<u128>(6, 16, 30);
    compare_with_unpruned::<U256>(6, 16, 30);
}

#[test]
fn guide_changes_no_result() {
    for (size, left, games) in [(5, 12, 100), (6, 18, 75), (7, 24, 40), (8, 28, 15)] {
        let mut plain = Prover::<u64>::new(board(size), 16);
        let mut guided = Prover::<u64>::new(board(size), 16);
        guided.guide = Some(Guide::new(Network::built_in().unwrap()));
        for seed in 0..games {
            let (game, moves) = random_game(&plain, left, &mut dice(2000 + seed));
            let [a, b] = [&mut plain, &mut guided].map(|prover| prover.prove(&game, UNLIMITED));
            assert!(a.value.is_some());
            assert_eq!(a.value, b.value, "size {size}, {moves:?}");
        }
        assert_ne!(plain.nodes, guided.nodes, "the guide was never used");
    }
}

#[test]
fn pruning_changes_no_first_peg_of_5_and_6() {
    for size in [5, 6] {
        let mut pruned = Prover::<u64>::new(board(size), 64);
        let mut plain = Prover::<u64>::new(board(size), 64);
        plain.pruning = false;
        for orbit in orbits(board(size)) {
            let game = pruned.play(&pruned.start(), orbit.first).unwrap();
            let [a, b] = [&mut pruned, &mut plain].map(|prover| prover.prove(&game, UNLIMITED));
            assert!(a.value.is_some());
            assert_eq!(a.value, b.value, "{size} {:?}", orbit.first);
        }
    }
}

#[test]
fn converted_position_equals_its_moves() {
    let mut prover = Prover::<u64>::new(board(7), 16);
    for seed in 0..100 {
        let (game, moves) = random_game(&prover, 20, &mut dice(seed));
        let mut position = Position::new(board(7));
        moves.iter().for_each(|&hole| position.play(Move::Peg(hole)).unwrap());
        let converted = prover.game(&position);
        assert_eq!(converted.board.key(), game.board.key());
        assert_eq!((converted.mover, converted.end), (game.mover, game.end));
        let [a, b] = [&game, &converted].map(|game| prover.prove(game, UNLIMITED).value);
        assert_eq!(a, b);
    }
}

#[test]
fn symmetric_positions_share_a_key_and_distances_are_the_engines() {
    use solve::distance::{pegs_needed, UNREACHABLE};
    use twixt::distance::reference::ReferenceDistances;
    use twixt::geometry::{Side, Symmetry};
    let prover = Prover::<u64>::new(board(7), 1);
    let mut keys = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let (game, moves) = random_game(&prover, 12, &mut dice(seed));
        let (key, _) = game.board.key();
        keys.insert(key);
        for symmetry in Symmetry::MIRRORS {
            let mut image = prover.start();
            for &hole in &moves {
                image = prover.play(&image, symmetry.hole(hole, board(7))).unwrap();
            }
            assert_eq!(image.board.key().0, key, "{symmetry:?} {moves:?}");
        }
        let mut position = Position::new(board(7));
        moves.iter().for_each(|&hole| position.play(Move::Peg(hole)).unwrap());
        for side in Side::ALL {
            let expected = ReferenceDistances::measure(position.board(), side).needed;
            let needed = pegs_needed(&prover.field, &game.board, side);
            assert_eq!(Some(needed).filter(|&needed| needed != UNREACHABLE), expected, "{moves:?}");
        }
    }
    assert_eq!(keys.len(), 200);
}

#[test]
fn higher_limit_resumes_an_undecided_proof() {
    let mut prover = Prover::<u64>::new(board(7), 16);
    let game = prover.play(&prover.start(), "B3".parse().unwrap()).unwrap();
    let proof = prover.prove(&game, 500);
    assert_eq!((proof.value, proof.best), (None, None));
    assert!((400..=502).contains(&proof.nodes), "{}", proof.nodes);
    // The table keeps the progress, so repeated calls finish the proof.
    let mut limit = 1000;
    while prover.prove(&game, limit).value.is_none() {
        limit *= 2;
    }
    assert_eq!(prover.prove(&game, limit).value, Some(Value::Lost));
}
