//! Whole games: legality, time limits, determinism.

use crate::common::{positions, start};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IteratorRandom;
use rand::SeedableRng;
use sparring::alphabeta::answer;
use sparring::alphabeta::params::Params;
use sparring::alphabeta::search::Search;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;
use std::time::Instant;
use twixt::board::Board;
use twixt::geometry::{Side, Size};
use twixt::rules::{Move, Outcome, Position};
use twixt::search::Limits;
use twixt::time::until;

/// Plays a game against random moves with a budget of `nodes` evaluations per move, and checks that every answer is legal.
fn game_against_random<const N: usize>(edge: u8, side: Side, nodes: u64, seed: u64) -> Position {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut search = Search::<N>::new(Params { table: 1, ..Params::default() });
    let limits = Limits::nodes(nodes);
    let mut position = start(edge);
    while position.outcome().is_none() {
        let mv = if position.to_move() == side {
            let (mv, message) = answer(&position, &mut search, &limits).expect("a hole is vacant");
            assert!(message.len() <= 20 && message.is_ascii(), "{message}");
            mv
        } else {
            position.moves().choose(&mut rng).expect("a hole is vacant")
        };
        assert_eq!(position.play(mv), Ok(()), "{mv}\n{position:?}");
    }
    position
}

#[test]
fn beats_random_moves_on_every_board_and_from_either_side() {
    for edge in Size::MIN.get()..=Size::MAX.get() {
        for side in Side::ALL {
            let position = match edge {
                ..=16 => game_against_random::<4>(edge, side, 60, edge.into()),
                _ => game_against_random::<12>(edge, side, 60, edge.into()),
            };
            assert_eq!(position.outcome(), Some(Outcome::Won(side)), "{edge}\n{position:?}");
        }
    }
}

/// Returns the moves of a game between two searches with separate tables.
fn self_play_game<const N: usize>(edge: u8, first: &str, nodes: [u64; 2]) -> Vec<Move> {
    let mut searches = [(); 2].map(|()| Search::<N>::new(Params::default()));
    let mut position = start(edge);
    let mut moves = vec![Move::Peg(first.parse().expect("a hole"))];
    position.play(moves[0]).expect("a legal first peg");
    while position.outcome().is_none() {
        let seat = position.to_move().index();
        let limits = Limits::nodes(nodes[seat]);
        let (mv, _) = answer(&position, &mut searches[seat], &limits).expect("a hole is vacant");
        position.play(mv).expect("a legal move");
        moves.push(mv);
    }
    moves
}

#[test]
fn fixed_nodes_reproduce_the_game() {
    let once = [(8, "c2"), (12, "f4"), (12, "f6")].map(|(edge, first)| {
        let game = || self_play_game::<4>(edge, first, [2000, 1500]);
        let moves = game();
        assert_eq!(moves, game());
        moves
    });
    assert!(once[0] != once[1] && once[1] != once[2]);
    assert_eq!(once[2][1], Move::Swap);
    let game = || self_play_game::<12>(24, "l7", [300, 200]);
    assert_eq!(game(), game());
}

#[test]
fn answers_are_legal_after_the_deadline() {
    let mut search = Search::<12>::new(Params::default());
    for position in positions(24, 40) {
        let late = until(Instant::now());
        let (mv, _) = answer(&position, &mut search, &late).expect("a hole is vacant");
        assert_eq!(position.check(mv), Ok(()), "{position:?}");
    }
}

/// The clock is read every 16 nodes, and the deadline passes at the 20th reading.
#[test]
fn search_stops_at_the_deadline() {
    let mut search = Search::<12>::new(Params::default());
    let mut stopped = 0;
    for position in positions(24, 31) {
        let readings = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&readings);
        let limits = Limits::stop(move || count.fetch_add(1, Ordering::Relaxed) >= 19);
        let nodes = search.think(&position, &limits).nodes;
        let readings = readings.load(Ordering::Relaxed);
        assert!(readings <= 20 && nodes / 16 == readings, "{nodes} nodes, {readings} readings");
        if readings == 20 {
            assert_eq!(nodes, 320, "the search continued after the deadline");
            stopped += 1;
        }
    }
    assert!(stopped > 0, "no search was stopped");
}

/// The arena's lists may omit links that the rules would have made.
#[test]
fn unreachable_boards_get_legal_answers() {
    let mut search = Search::<4>::new(Params::default());
    let limits = Limits::nodes(50);
    for position in positions(9, 300) {
        let mut board = Board::new(position.size());
        for side in Side::ALL {
            position.board().pegs(side).for_each(|hole| board.set_peg(side, hole));
            let links = position.board().links(side).step_by(2);
            links.for_each(|link| board.link(side, link));
        }
        let bare = Position::from_board(board, position.to_move());
        if bare.outcome().is_none() {
            let (mv, _) = answer(&bare, &mut search, &limits).expect("a hole is vacant");
            assert_eq!(bare.check(mv), Ok(()), "{bare:?}");
        }
    }
}
