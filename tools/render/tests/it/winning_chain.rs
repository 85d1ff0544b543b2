//! The chain that a picture emphasises is the position's.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IteratorRandom;
use rand::SeedableRng;
use render::Diagram;
use twixt::geometry::Size;
use twixt::rules::Position;

#[test]
fn a_diagram_has_the_winning_chain_once_there_is_one() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut won = 0;
    for edge in (5..=24).cycle().take(60) {
        let mut position = Position::new(Size::new(edge).unwrap());
        while position.outcome().is_none() {
            assert!(Diagram::of(&position).winning.is_empty());
            let mv = position.moves().choose(&mut rng).unwrap();
            position.play(mv).unwrap();
        }
        let chain = position.winning_chain().to_vec();
        won += usize::from(!chain.is_empty());
        assert_eq!(Diagram::of(&position).winning, chain);
    }
    assert!(won > 40);
}
