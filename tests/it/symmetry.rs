//! The reflected moves of a game lead to the reflected positions. Reflections left to right and top to bottom keep the
//! sides; the one in the main diagonal exchanges them. Swaps, which reflect a peg, are left out.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::SeedableRng;
use std::collections::BTreeSet;
use twixt::board::Board;
use twixt::geometry::{Hole, Link, Side, Size, Symmetry};
use twixt::rules::{Move, Outcome, Position};

const GAMES_A_SIZE: u64 = 8;

fn link(symmetry: Symmetry, link: Link, size: Size) -> Link {
    let (a, b) = link.ends();
    let image = Link::between(symmetry.hole(a, size), symmetry.hole(b, size));
    image.expect("still a knight's move")
}

fn outcome(symmetry: Symmetry, outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Won(side) => Outcome::Won(symmetry.side(side)),
        Outcome::Drawn => Outcome::Drawn,
    }
}

/// Returns the image of a position, peg by peg and link by link.
pub(crate) fn position(symmetry: Symmetry, position: &Position) -> Position {
    let (board, size) = (position.board(), position.size());
    let mut image = match board.own_links_block() {
        true => Board::with_own_links_blocking(size),
        false => Board::new(size),
    };
    for side in Side::ALL {
        for peg in board.pegs(side) {
            image.set_peg(symmetry.side(side), symmetry.hole(peg, size));
        }
        for one in board.links(side) {
            image.link(symmetry.side(side), link(symmetry, one, size));
        }
    }
    Position::from_board(image, symmetry.side(position.to_move()))
}

#[test]
fn reflected_games_have_reflected_positions() {
    Symmetry::MIRRORS.into_iter().for_each(check_games);
}

#[test]
fn diagonal_reflections_exchange_the_sides() {
    let others = Symmetry::ALL.into_iter().filter(|one| !Symmetry::MIRRORS.contains(one));
    others.for_each(check_games);
}

fn check_games(symmetry: Symmetry) {
    for edge in Size::MIN.get()..=Size::MAX.get() {
        for number in 0..GAMES_A_SIZE {
            let seed = u64::from(edge) * 1_000 + number;
            check_game(symmetry, Size::new(edge).unwrap(), seed);
        }
    }
}

fn check_game(symmetry: Symmetry, size: Size, seed: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = Position::new(size);
    let mut image = Position::from_board(Board::new(size), symmetry.side(Side::Vertical));
    let mut moves = vec![];
    while position.outcome().is_none() {
        let vacant: Vec<Hole> = position.board().vacant(position.to_move()).collect();
        let &hole = vacant.choose(&mut rng).expect("the game is not over");
        moves.push(hole);

        let placed = position.play_peg(hole);
        let replay = || format!("{symmetry:?}, {size:?}, seed {seed}, moves {moves:?}");
        let there = Move::Peg(symmetry.hole(hole, size));
        assert_eq!(image.check(there), Ok(()), "{}", replay());
        let image_placed = image.play_peg(symmetry.hole(hole, size));
        assert_eq!(image_placed, placed, "{}", replay());

        for side in Side::ALL {
            let links: BTreeSet<Link> = image.board().links(symmetry.side(side)).collect();
            let expected: BTreeSet<Link> =
                position.board().links(side).map(|one| link(symmetry, one, size)).collect();
            assert_eq!(links, expected, "{side:?}, {}", replay());
        }
        let ended = position.outcome().map(|ended| outcome(symmetry, ended));
        assert_eq!(image.outcome(), ended, "{}", replay());
        assert_eq!(image, self::position(symmetry, &position), "{}", replay());
    }
}
