//! UCT: legality, determinism, immediate wins, statistics of playouts.

use crate::common::{positions, start};
use rand::rngs::Xoshiro256PlusPlus;
use rand::SeedableRng;
use sparring::playout::{play_out, Vacant};
use sparring::uct::{Uct, UctReport};
use twixt::geometry::Side;
use twixt::rules::{Move, Outcome, Position};
use twixt::search::Limits;

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

fn search(position: &Position, nodes: u64, seed: u64) -> UctReport {
    let mut uct = Uct::new(rng(seed));
    uct.think(position, &Limits::nodes(nodes)).expect("a move is left")
}

#[test]
fn answers_are_legal_and_depend_only_on_the_seed() {
    let mut differ = 0;
    for position in positions(9, 60) {
        if position.outcome().is_some() {
            continue;
        }
        let report = search(&position, 100, 1);
        assert_eq!(position.check(report.best), Ok(()), "{position:?}");
        assert!((0.0..=1.0).contains(&report.value));
        assert_eq!(search(&position, 100, 1), report);
        differ += usize::from(search(&position, 100, 2).best != report.best);
    }
    assert!(differ > 10, "{differ}");
}

/// Vertical has the chain c1-d3-c5-d7 on 9 × 9 and wins with a peg in row 9.
#[test]
fn plays_a_win_in_one() {
    let mut position = start(9);
    for hole in ["C1", "A4", "D3", "A5", "C5", "A6", "D7", "A7"] {
        position.play(Move::Peg(hole.parse().unwrap())).unwrap();
    }
    let report = search(&position, 2000, 3);
    position.play(report.best).unwrap();
    assert_eq!(position.outcome(), Some(Outcome::Won(Side::Vertical)));
    assert!(report.value > 0.9, "{report:?}");
}

#[test]
fn playouts_have_the_known_averages() {
    let board = start(12).board().clone();
    let mut rng = rng(7);
    let games = (0..4000).map(|_| {
        let (mut board, mut vacant) = (board.clone(), Vacant::of(&board));
        play_out(&mut board, &mut vacant, Side::Vertical, &mut rng)
    });
    let (mut pegs, mut links, mut drawn) = (0, 0, 0);
    for game in games {
        pegs += game.placements;
        links += game.links;
        drawn += u32::from(game.winner.is_none());
    }
    // The averages and tolerances are those of `tests/it/random_games.rs`.
    let near = |sum: u32, expected: f64, tolerance: f64| {
        let mean = f64::from(sum) / 4000.0;
        assert!((mean - expected).abs() < tolerance, "{mean} for {expected}");
    };
    near(pegs, 86.4, 1.2);
    near(links, 69.0, 1.5);
    near(drawn, 0.045, 0.015);
}
