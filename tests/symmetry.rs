//! The board looks the same in a mirror: a game whose moves are mirrored is the mirrored game.
//!
//! Left and right may change places, and so may top and bottom. On the main diagonal the mirror
//! exchanges the borders as well, so there the sides change roles. A swap is a mirroring of its
//! own and left out.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::SeedableRng;
use std::collections::BTreeSet;
use twixt::board::Board;
use twixt::geometry::{Hole, Link, Side, Size};
use twixt::rules::{Move, Outcome, Position};

const GAMES_A_SIZE: u64 = 20;

#[derive(Clone, Copy, Debug)]
enum Mirror {
    LeftRight,
    TopBottom,
    /// Columns for rows, and one side for the other.
    Diagonal,
}

impl Mirror {
    fn hole(self, hole: Hole, size: Size) -> Hole {
        let last = size.get() - 1;
        match self {
            Mirror::LeftRight => Hole::new(last - hole.column(), hole.row()),
            Mirror::TopBottom => Hole::new(hole.column(), last - hole.row()),
            Mirror::Diagonal => Hole::new(hole.row(), hole.column()),
        }
    }

    fn link(self, link: Link, size: Size) -> Link {
        let (a, b) = link.ends();
        Link::between(self.hole(a, size), self.hole(b, size)).expect("still a knight's move")
    }

    fn side(self, side: Side) -> Side {
        match self {
            Mirror::LeftRight | Mirror::TopBottom => side,
            Mirror::Diagonal => !side,
        }
    }

    fn outcome(self, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Won(side) => Outcome::Won(self.side(side)),
            Outcome::Drawn => Outcome::Drawn,
        }
    }

    /// The mirrored position, peg by peg and link by link.
    fn position(self, position: &Position) -> Position {
        let (board, size) = (position.board(), position.size());
        let mut image = Board::new(size);
        for side in Side::ALL {
            for peg in board.pegs(side) {
                image.set_peg(self.side(side), self.hole(peg, size));
            }
            for link in board.links(side) {
                image.link(self.side(side), self.link(link, size));
            }
        }
        Position::from_board(image, self.side(position.to_move()))
    }
}

#[test]
fn left_and_right_may_change_places() {
    check_games(Mirror::LeftRight);
}

#[test]
fn top_and_bottom_may_change_places() {
    check_games(Mirror::TopBottom);
}

#[test]
fn the_sides_may_change_roles() {
    check_games(Mirror::Diagonal);
}

fn check_games(mirror: Mirror) {
    for edge in Size::MIN.get()..=Size::MAX.get() {
        for number in 0..GAMES_A_SIZE {
            let seed = u64::from(edge) * 1_000 + number;
            check_game(mirror, Size::new(edge).unwrap(), seed);
        }
    }
}

fn check_game(mirror: Mirror, size: Size, seed: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = Position::new(size);
    let mut image = Position::from_board(Board::new(size), mirror.side(Side::Vertical));
    let mut moves = vec![];
    while position.outcome().is_none() {
        let vacant: Vec<Hole> = position.board().vacant(position.to_move()).collect();
        let &hole = vacant.choose(&mut rng).expect("the game goes on");
        moves.push(hole);

        let placed = position.play_peg(hole);
        let replay = || format!("{mirror:?}, {size:?}, seed {seed}, moves {moves:?}");
        let mirrored = Move::Peg(mirror.hole(hole, size));
        assert_eq!(image.check(mirrored), Ok(()), "{}", replay());
        let image_placed = image.play_peg(mirror.hole(hole, size));
        assert_eq!(image_placed, placed, "{}", replay());

        for side in Side::ALL {
            let links: BTreeSet<Link> = image.board().links(mirror.side(side)).collect();
            let expected: BTreeSet<Link> =
                position.board().links(side).map(|link| mirror.link(link, size)).collect();
            assert_eq!(links, expected, "{side:?}, {}", replay());
        }
        let outcome = position.outcome().map(|outcome| mirror.outcome(outcome));
        assert_eq!(image.outcome(), outcome, "{}", replay());
        assert_eq!(image, mirror.position(&position), "{}", replay());
    }
}
