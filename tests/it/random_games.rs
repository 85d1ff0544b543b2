//! Statistics of uniformly random games on the arena's board.
//!
//! The expected averages are from independent programs, so they would reveal a rule that both the engine
//! and the [oracle](crate::oracle) implement wrongly.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::SeedableRng;
use twixt::geometry::{Hole, Side, Size};
use twixt::rules::{Outcome, Position};

const GAMES: u32 = 4_000;

#[test]
fn random_games_have_the_known_averages() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    let (mut pegs, mut links) = (0, 0);
    let (mut first_won, mut second_won, mut drawn) = (0, 0, 0);
    for _ in 0..GAMES {
        let mut position = Position::new(Size::ARENA);
        let outcome = loop {
            if let Some(outcome) = position.outcome() {
                break outcome;
            }
            let vacant: Vec<Hole> = position.board().vacant(position.to_move()).collect();
            let &hole = vacant.choose(&mut rng).expect("the game is not over");
            links += u32::from(position.play_peg(hole).links);
        };
        pegs += u32::from(position.pegs());
        match outcome {
            Outcome::Won(Side::Vertical) => first_won += 1,
            Outcome::Won(Side::Horizontal) => second_won += 1,
            Outcome::Drawn => drawn += 1,
        }
    }

    let average = |sum: u32| f64::from(sum) / f64::from(GAMES);
    let seen = format!(
        "{} pegs, {} links, won by the first {}, by the second {}, drawn {}",
        average(pegs),
        average(links),
        average(first_won),
        average(second_won),
        average(drawn)
    );
    println!("{seen}");
    let near = |sum, expected: f64, tolerance: f64| {
        assert!((average(sum) - expected).abs() < tolerance, "{seen}");
    };
    // The tolerances are about four standard errors of 4,000 games.
    near(pegs, 86.4, 1.2);
    near(links, 69.0, 1.5);
    near(first_won, 0.50, 0.03);
    near(second_won, 0.455, 0.03);
    near(drawn, 0.045, 0.015);
}
