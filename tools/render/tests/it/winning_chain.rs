//! The highlighted chain is the position's winning chain.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IteratorRandom;
use rand::SeedableRng;
use render::Diagram;
use twixt::geometry::Size;
use twixt::rules::Position;

#[test]
fn diagrams_have_the_winning_chain_of_a_won_position() {
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
