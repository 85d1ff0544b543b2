//! The chain of a won game: linked pegs of the winner, from border to border.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IteratorRandom;
use rand::SeedableRng;
use twixt::geometry::{Hole, Link, Size};
use twixt::rules::{Outcome, Position};

#[test]
fn only_won_games_have_a_winning_chain() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut won = 0;
    for game in 0..240_u8 {
        let size = Size::new(5 + game % 20).unwrap();
        let mut position = Position::new(size);
        while position.outcome().is_none() {
            assert!(position.winning_chain().is_empty());
            let mv = position.moves().choose(&mut rng).unwrap();
            position.play(mv).unwrap();
        }
        let chain = position.winning_chain();
        let Some(Outcome::Won(winner)) = position.outcome() else {
            assert!(chain.is_empty());
            continue;
        };
        won += 1;
        assert!(size.is_first(winner, chain[0]));
        assert!(size.is_last(winner, chain[chain.len() - 1]));
        for pair in chain.windows(2) {
            let link = Link::between(pair[0], pair[1]).expect("a knight's move");
            assert!(position.board().has_link(winner, link), "{link:?}");
        }
    }
    assert!(won > 200);
}

#[test]
fn the_winning_chain_has_no_side_branches() {
    let mut position = Position::new(Size::MIN);
    let hole = |text: &str| text.parse::<Hole>().unwrap();
    for text in ["B1", "A2", "D2", "A3", "B3", "A4", "C3", "E2", "B5"] {
        position.play_peg(hole(text));
    }
    assert_eq!(position.winning_chain(), ["B1", "C3", "B5"].map(hole));
}
