//! Published games and simple positions, in the engine and in the [oracle](crate::oracle).

use std::collections::BTreeSet;
use twixt::board::Board;
use twixt::geometry::{Hole, Link, Side, Size};
use twixt::rules::{Move, Outcome, Position};

/// A move and the holes that it links to.
type Annotated = (&'static str, &'static [&'static str]);

/// The 12 × 12 sample game of the gamerz.net help with the links shown there. It was played under
/// classic rules, but no possible link crosses a link of its side.
const SAMPLE_GAME: [Annotated; 15] = [
    ("G6", &[]),
    ("G8", &[]),
    ("C8", &[]),
    ("G4", &[]),
    ("C4", &[]),
    ("B8", &[]),
    ("E7", &["G6", "C8"]),
    ("D9", &["B8"]),
    ("G10", &[]),
    ("H6", &["G4", "G8"]),
    ("F8", &["G10", "G6"]),
    ("E4", &[]),
    ("D6", &["C4", "C8"]),
    ("C3", &["E4"]),
    ("B2", &["C4"]),
];

/// Vertical's C3-D5 and C5-D3 cross own links, which classic rules forbid; its B4-D3 blocks
/// horizontal's D4-B3.
const CROSSINGS: [Annotated; 9] = [
    ("D3", &[]),
    ("J9", &[]),
    ("B4", &["D3"]),
    ("H11", &[]),
    ("C3", &[]),
    ("B3", &[]),
    ("D5", &["B4", "C3"]),
    ("D4", &[]),
    ("C5", &["D3"]),
];

#[test]
fn sample_game_has_the_printed_links() {
    let position = play(&SAMPLE_GAME);
    assert_eq!(position.outcome(), None);
    assert_eq!(position.board().links(Side::Vertical).count(), 7);
    assert_eq!(position.board().links(Side::Horizontal).count(), 4);
}

#[test]
fn own_links_may_cross_and_opponents_links_block() {
    let position = play(&CROSSINGS);
    let barred = Link::between(hole("B3"), hole("D4")).unwrap();
    assert!(position.board().is_barred(Side::Horizontal, barred));
    assert!(!position.board().is_barred(Side::Vertical, barred));
}

/// Plays the moves on a 12 × 12 board in both implementations and compares the links that each move
/// makes.
fn play(moves: &[Annotated]) -> Position {
    let mut position = Position::new(Size::ARENA);
    let mut game = crate::oracle::Game::new(12);
    for &(text, ends) in moves {
        let peg = hole(text);
        let (side, player) = (position.to_move(), game.to_move);
        let mut links: BTreeSet<Link> = position.board().links(side).collect();
        let made = ends.iter().map(|end| Link::between(peg, hole(end)).unwrap());
        links.extend(made);

        assert_eq!(usize::from(position.play_peg(peg).links), ends.len());
        assert_eq!(position.board().links(side).collect::<BTreeSet<_>>(), links);

        assert_eq!(game.peg(pair(peg)), ends.len(), "{text}");
        let by_oracle: BTreeSet<Link> = game.links[player]
            .iter()
            .map(|&(a, b)| Link::between(from_pair(a), from_pair(b)).unwrap())
            .collect();
        assert_eq!(by_oracle, links, "{text}");
    }
    position
}

#[test]
fn swapped_peg_is_reflected_in_the_main_diagonal() {
    let mut position = Position::new(Size::ARENA);
    position.play(Move::Peg(hole("C5"))).unwrap();
    position.play(Move::Swap).unwrap();
    assert_eq!(position.board().peg(hole("C5")), None);
    assert_eq!(position.board().peg(hole("E3")), Some(Side::Horizontal));
    assert_eq!(position.to_move(), Side::Vertical);

    let mut game = crate::oracle::Game::new(12);
    game.peg(pair(hole("C5")));
    game.swap();
    assert_eq!(game.pegs, [vec![], vec![pair(hole("E3"))]]);
    assert_eq!(game.to_move, crate::oracle::FIRST);
}

#[test]
fn first_chain_from_border_to_border_wins() {
    // Vertical: C1-B3-C5 on a 5 × 5 board, the middle peg last.
    let mut position = Position::new(Size::MIN);
    let mut game = crate::oracle::Game::new(5);
    for text in ["C1", "A2", "C5", "E2"] {
        position.play_peg(hole(text));
        game.peg(pair(hole(text)));
        assert_eq!((position.outcome(), game.end), (None, None));
    }
    position.play_peg(hole("B3"));
    game.peg(pair(hole("B3")));
    assert_eq!(position.outcome(), Some(Outcome::Won(Side::Vertical)));
    assert_eq!(game.end, Some(crate::oracle::End::Won(crate::oracle::FIRST)));
    assert!(game.has_joined(crate::oracle::FIRST) && !game.has_joined(crate::oracle::SECOND));
}

#[test]
fn crossing_links_do_not_join() {
    let mut position = Position::new(Size::MIN);
    let mut game = crate::oracle::Game::new(5);
    // B2-C4 is connected to vertical's top border, C2-B4 to the bottom one, and they cross.
    let crossed = ["D1", "A2", "B2", "A3", "C4", "A4", "C2", "E2", "B4", "E3", "D5", "E4"];
    for text in crossed {
        position.play_peg(hole(text));
        game.peg(pair(hole(text)));
        assert_eq!((position.outcome(), game.end), (None, None));
    }
    assert_eq!(position.board().links(Side::Vertical).count(), 4);
    position.play_peg(hole("C3"));
    game.peg(pair(hole("C3")));
    assert_eq!(position.outcome(), Some(Outcome::Won(Side::Vertical)));
    assert_eq!(game.end, Some(crate::oracle::End::Won(crate::oracle::FIRST)));
}

#[test]
fn side_to_move_without_a_vacant_hole_draws() {
    for edge in Size::MIN.get()..=Size::MAX.get() {
        let size = Size::new(edge).unwrap();
        for side in Side::ALL {
            let full = board_full_for(side, size, None);
            let position = Position::from_board(full.clone(), side);
            assert_eq!(position.outcome(), Some(Outcome::Drawn), "{size:?}");
            // The opponent's border rows are vacant.
            assert_eq!(Position::from_board(full, !side).outcome(), None, "{size:?}");

            for last in size.holes().filter(|&hole| size.open_to(side, hole)) {
                let board = board_full_for(side, size, Some(last));
                let position = Position::from_board(board, side);
                assert_eq!(position.outcome(), None, "{last} on {size:?}");
                assert_eq!(position.moves().collect::<Vec<_>>(), [Move::Peg(last)]);
            }
        }
    }
}

/// Creates a board with pegs, without links, in all holes open to `side` except `spare`.
fn board_full_for(side: Side, size: Size, spare: Option<Hole>) -> Board {
    let mut board = Board::new(size);
    for hole in size.holes().filter(|&hole| size.open_to(side, hole) && spare != Some(hole)) {
        let shared = size.open_to(!side, hole);
        let owner = if shared && hole.column() % 2 == 0 { !side } else { side };
        board.set_peg(owner, hole);
    }
    board
}

fn hole(text: &str) -> Hole {
    text.parse().unwrap()
}

fn pair(hole: Hole) -> crate::oracle::Hole {
    (hole.column().into(), hole.row().into())
}

fn from_pair((column, row): crate::oracle::Hole) -> Hole {
    Hole::new(column as u8, row as u8)
}
