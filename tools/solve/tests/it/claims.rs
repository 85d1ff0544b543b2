//! Claims ([`solve::claim`]) hold: pegs of the doubter outside a claim's region do not change the result.

use crate::common::{board, dice, random_game};
use rand::seq::IteratorRandom;
use rand::RngExt;
use solve::bitboard::Bitboard;
use solve::search::{Goal, Prover};
use twixt::geometry::Side;

/// Tests claims on random positions; counts them by whether the attacker wins.
fn try_claims<P: Bitboard>(size: u8, left: usize, games: u64) -> [usize; 2] {
    let prover = Prover::<P>::new(board(size), 1);
    let mut search = Prover::<P>::new(board(size), 16);
    let mut plain = Prover::<P>::new(board(size), 16);
    plain.pruning = false;
    let mut tried = [0; 2];
    for seed in 0..games {
        let mut dice = dice(5000 + seed);
        let (game, moves) = random_game(&prover, left, &mut dice);
        for attacker in Side::ALL {
            let goal = Goal { attacker, within: None };
            let entry = search.solve(goal, &game.board, game.mover, u64::MAX);
            assert!(entry.numbers.settled());
            let attacker_is_right = (entry.numbers.phi == 0) == (game.mover == attacker);
            let doubter = if attacker_is_right { attacker.other() } else { attacker };
            let mut pegged = game.board;
            let vacant = pegged.vacant(&prover.field, doubter);
            let free = vacant.without(entry.claim.region);
            // `holds_outside` expects the number of vacant holes before a move, here the last of the
            // added pegs.
            let count = dice.random_range(1..=3);
            let pegs: Vec<u8> = free.holes().sample(&mut dice, count);
            let after = vacant.count() - pegs.len() as u32;
            if pegs.is_empty() || !entry.claim.holds_outside(attacker_is_right, after + 1) {
                continue;
            }
            for &peg in &pegs {
                pegged.place(&prover.field, doubter, peg);
            }
            if game.mover == doubter && pegged.vacant(&prover.field, doubter).is_empty() {
                continue;
            }
            let after_pegs = plain.solve(goal, &pegged, game.mover, u64::MAX);
            assert_eq!(
                (after_pegs.numbers.phi == 0) == (game.mover == attacker),
                attacker_is_right,
                "size {size}, {moves:?}, attacker {attacker}, then pegs of {doubter} at {pegs:?}"
            );
            tried[usize::from(attacker_is_right)] += 1;
        }
    }
    tried
}

#[test]
fn pegs_outside_a_region_change_no_result() {
    for (size, left, games) in [(5, 10, 600), (6, 16, 600), (7, 20, 200), (8, 22, 60)] {
        let tried = try_claims::<u64>(size, left, games);
        assert!(tried[0] > 10 && tried[1] > 5, "size {size}: {tried:?}");
    }
}

#[test]
#[ignore = "minutes: many more positions"]
fn pegs_outside_a_region_change_no_result_in_many_positions() {
    // On 8 × 8 with 26 holes left, single positions take hours.
    for (size, left, games) in [(5, 11, 20_000), (6, 18, 20_000), (7, 24, 5000), (8, 23, 1000)] {
        let tried = try_claims::<u64>(size, left, games);
        assert!(tried.iter().all(|&tried| tried > 300), "size {size}: {tried:?}");
    }
}

#[test]
fn regions_hold_less_than_half_of_the_holes() {
    let prover = Prover::<u64>::new(board(7), 1);
    let mut search = Prover::<u64>::new(board(7), 16);
    let (mut inside, mut all) = (0, 0);
    for seed in 0..100 {
        let (game, _) = random_game(&prover, 20, &mut dice(seed));
        let goal = Goal { attacker: game.mover, within: None };
        let entry = search.solve(goal, &game.board, game.mover, u64::MAX);
        let right = entry.numbers.phi == 0;
        let doubter = if right { game.mover.other() } else { game.mover };
        let vacant = game.board.vacant(&prover.field, doubter);
        inside += (vacant & entry.claim.region).count();
        all += vacant.count();
    }
    assert!(2 * inside < all, "{inside} of {all}");
}
