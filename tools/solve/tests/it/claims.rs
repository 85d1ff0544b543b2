//! A claim says what else is proven: pegs of the doubter outside of its region change nothing.

use crate::common::{dice, random_game};
use rand::seq::IteratorRandom;
use rand::RngExt;
use solve::plane::Plane;
use solve::prove::Prover;
use solve::search::{Question, Search};
use twixt::geometry::Side;

/// Counts the claims tried, by whether the joiner was right.
fn try_claims<P: Plane>(size: u8, left: usize, games: u64) -> [usize; 2] {
    let prover = Prover::<P>::new(size, 1).unwrap();
    let mut search = Search::<P>::new(size, 16);
    let mut plain = Search::<P>::new(size, 16);
    plain.pruning = false;
    let mut tried = [0; 2];
    for seed in 0..games {
        let mut dice = dice(5000 + seed);
        let (game, moves) = random_game(&prover, left, &mut dice);
        for joiner in Side::ALL {
            let question = Question { joiner, within: None };
            let entry = search.ask(question, &game.board, game.mover, u64::MAX);
            assert!(entry.numbers.settled());
            let joiner_is_right = (entry.numbers.phi == 0) == (game.mover == joiner);
            let doubter = if joiner_is_right { joiner.other() } else { joiner };
            let mut board = game.board;
            let vacant = board.vacant(prover.search.field(), doubter);
            let free = vacant.without(entry.claim.region);
            // Its condition is one on the vacant holes after the pegs, so a peg counts before one.
            let count = dice.random_range(1..=3);
            let pegs: Vec<u8> = free.holes().sample(&mut dice, count);
            let after = vacant.count() - pegs.len() as u32;
            if pegs.is_empty() || !entry.claim.holds_outside(joiner_is_right, after + 1) {
                continue;
            }
            for &peg in &pegs {
                board.place(prover.search.field(), doubter, peg);
            }
            if game.mover == doubter && board.vacant(prover.search.field(), doubter).is_empty() {
                continue;
            }
            let again = plain.ask(question, &board, game.mover, u64::MAX);
            assert_eq!(
                (again.numbers.phi == 0) == (game.mover == joiner),
                joiner_is_right,
                "size {size}, {moves:?}, {joiner} asked, then pegs of {doubter} at {pegs:?}"
            );
            tried[usize::from(joiner_is_right)] += 1;
        }
    }
    tried
}

#[test]
fn pegs_outside_of_a_region_change_nothing() {
    for (size, left, games) in [(5, 10, 600), (6, 16, 600), (7, 20, 200), (8, 22, 60)] {
        let tried = try_claims::<u64>(size, left, games);
        assert!(tried[0] > 10 && tried[1] > 5, "size {size}: {tried:?}");
    }
}

#[test]
#[ignore = "minutes: many more positions"]
fn pegs_outside_of_a_region_change_nothing_in_many_positions() {
    for (size, left, games) in [(5, 11, 20_000), (6, 18, 20_000), (7, 24, 5000), (8, 26, 1000)] {
        eprintln!("size {size}: {:?}", try_claims::<u64>(size, left, games));
    }
}

#[test]
fn regions_leave_something_out() {
    let prover = Prover::<u64>::new(7, 1).unwrap();
    let mut search = Search::<u64>::new(7, 16);
    let (mut inside, mut all) = (0, 0);
    for seed in 0..100 {
        let (game, _) = random_game(&prover, 20, &mut dice(seed));
        let question = Question { joiner: game.mover, within: None };
        let entry = search.ask(question, &game.board, game.mover, u64::MAX);
        let right = entry.numbers.phi == 0;
        let doubter = if right { game.mover.other() } else { game.mover };
        let vacant = game.board.vacant(prover.search.field(), doubter);
        inside += (vacant & entry.claim.region).count();
        all += vacant.count();
    }
    assert!(2 * inside < all, "{inside} of {all}");
}
