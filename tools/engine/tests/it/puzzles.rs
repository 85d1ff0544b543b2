//! Published puzzles of classic Twixt whose solutions remove a link or have a low prior. The club's network solves them
//! with 10,000 evaluations.

use engine::player::Player;
use engine::Evaluators;
use twixt::board::Board;
use twixt::geometry::{Hole, Side, Size};
use twixt::rules::{Ply, Position};
use twixt::search::Limits;

const CLUB: &[u8] = include_bytes!("../../../analysis/club.tpn");

/// The pegs in the order of placement, and the solutions. Vertical is to move.
struct Puzzle {
    pegs: &'static [(Side, &'static str)],
    solutions: &'static [&'static str],
}

const PUZZLES: [Puzzle; 4] = [
    Puzzle {
        pegs: &[
            (Side::Horizontal, "f4 d5 b6 c8"),
            (Side::Vertical, "e2 f5 d6 c6 d8 b9"),
            (Side::Horizontal, "f6 h7 j8"),
        ],
        solutions: &["H4"],
    },
    Puzzle {
        pegs: &[
            (Side::Vertical, "b6 d7 e9 d11 e6 e8 f4 g7 g4 h7 h9 i3 i9 j8 j11 l12"),
            (Side::Horizontal, "a5 c6 e5 d6 f7 f5 g6 i6 h4 l7 k9 i8 j10 g9 i10 g11 e12 c11 b9"),
        ],
        solutions: &["G8-G7/H9"],
    },
    Puzzle {
        pegs: &[
            (Side::Horizontal, "d5 e5 d7 h5 g7 k4 l5 k7 j9 l10"),
            (Side::Vertical, "b2 k2 l4 i4 j6 d6 f9 f10 g11 d10"),
        ],
        solutions: &["E4", "G8-F9/G11"],
    },
    // The solution has a prior of 0.2 %; I9, with 21 %, is the false start.
    Puzzle {
        pegs: &[(Side::Horizontal, "g8 f10 g11 j10 d8"), (Side::Vertical, "e10 f12 h11 k5")],
        solutions: &["F6"],
    },
];

/// The puzzles have a border at two sides only, where walls of pegs replace the rest of the board.
fn position(puzzle: &Puzzle) -> Position {
    let size = Size::new(14).unwrap();
    let mut board = Board::with_own_links_blocking(size);
    let pegs = puzzle.pegs.iter();
    let listed = pegs.flat_map(|&(side, pegs)| {
        pegs.split_whitespace().map(move |peg| (side, peg.parse::<Hole>().unwrap()))
    });
    let right = (1..13).map(|row| (Side::Horizontal, Hole::new(13, row)));
    let bottom = (1..13).map(|column| (Side::Vertical, Hole::new(column, 13)));
    for (side, hole) in listed.chain(right).chain(bottom) {
        board.place(side, hole);
    }
    Position::from_board(board, Side::Vertical).without_swap()
}

#[test]
fn puzzles_are_solved() {
    let evaluators = Evaluators::network(Some(CLUB)).unwrap();
    for puzzle in PUZZLES {
        let mut player = Player::new(position(&puzzle), &evaluators, 1_000_000);
        let answer = player.think(&Limits::nodes(10_000));
        let ply = answer.ply.as_ref().map(Ply::to_string).unwrap_or_default();
        let candidates = player.candidates().into_iter().take(5);
        let listed: Vec<_> = candidates.map(|found| (found.ply.to_string(), found.value)).collect();
        assert!(puzzle.solutions.contains(&&*ply), "{ply} of {listed:?}");
    }
}

#[test]
fn tree_is_kept_when_a_turn_removes_links() {
    let start = position(&PUZZLES[2]);
    for plies in [1, 2] {
        let evaluators = Evaluators::network(Some(CLUB)).unwrap();
        let mut player = Player::new(start.clone(), &evaluators, 100_000);
        let answer = player.think(&Limits::nodes(2_000));
        assert_eq!(answer.line[0].to_string(), "G8-F9/G11");
        let mut after = start.clone();
        answer.line[..plies].iter().for_each(|ply| after.play_ply(ply).unwrap());
        player.set_position(&after);
        let kept: u32 = player.candidates().iter().map(|candidate| candidate.visits).sum();
        assert!(kept > 50, "{kept} after {plies} plies");
    }
}
