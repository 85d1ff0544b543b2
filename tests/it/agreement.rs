//! Holds the engine against the oracle over random games on boards of every size.
//!
//! A game is a function of its size and its seed. When one fails, both are printed with the moves
//! so far; `agree_on_game(size, seed)` plays it again.

use crate::compare::{
    between, from_oracle, outcome, same_everything, same_links, same_state, side,
};
use crate::compare::{verdict_on_peg, verdict_on_swap};
use crate::oracle::{End, Game, FIRST, SECOND};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use twixt::board::{Board, Placed};
use twixt::geometry::{Hole, Size};
use twixt::rules::{Move, PlayError, Position};

/// Games played on boards of one size: 20,000 over all twenty sizes, fewer on the large ones, where
/// the oracle is slow.
fn games_on(size: u8) -> u64 {
    if size <= 16 {
        1_400
    } else {
        400
    }
}

/// Up to this size everything is compared after every ply. On larger boards the lists that take
/// long to make the plain way are compared a few times a game, and always at its end.
const LARGEST_CHECKED_THROUGHOUT: u8 = 7;

/// How often in a game on a larger board everything is compared, on the average.
const FULL_CHECKS_A_GAME: u32 = 3;

// One test for some sizes, so that they run in parallel and take about equally long.

#[test]
fn agrees_on_boards_of_5_to_16() {
    agree_on(5..=16);
}

#[test]
fn agrees_on_boards_of_17_to_20() {
    agree_on(17..=20);
}

#[test]
fn agrees_on_boards_of_21_to_22() {
    agree_on(21..=22);
}

#[test]
fn agrees_on_boards_of_23_to_24() {
    agree_on(23..=24);
}

fn agree_on(sizes: RangeInclusive<u8>) {
    for size in sizes {
        let mut seen = BTreeSet::new();
        let mut swaps = 0;
        for number in 0..games_on(size) {
            let seed = u64::from(size) * 1_000_000 + number;
            let (end, swapped) = agree_on_game(size, seed);
            seen.insert(match end {
                End::Won(FIRST) => "first wins",
                End::Won(_) => "second wins",
                End::Drawn => "drawn",
            });
            swaps += u64::from(swapped);
        }
        // A comparison of games that all end alike would show less than it seems to.
        assert_eq!(seen.len(), 3, "only {seen:?} on size {size}");
        assert!((games_on(size) / 3..games_on(size) * 2 / 3).contains(&swaps));
    }
}

/// Plays one random game on both, comparing as it goes; returns how it ended and whether it began
/// with a swap.
fn agree_on_game(size: u8, seed: u64) -> (End, bool) {
    let mut table = Table::new(size, seed);
    let swaps = table.rng.random();
    // In some games nobody wins while there is another choice: they fill the board.
    let peaceful = table.rng.random_ratio(1, 4);
    let mut order = table.shuffled_holes();

    table.check_everything();
    loop {
        if swaps && table.game.may_swap() {
            table.swap();
            // The first peg's hole is vacant again.
            order = table.shuffled_holes();
        } else {
            // The first hole of a shuffled list that is open to the mover: a uniform choice.
            let mut choices = (0..order.len())
                .filter(|&i| table.game.may_peg(table.game.to_move, order[i]))
                .peekable();
            let first = *choices.peek().expect("the game goes on");
            let choice = choices
                .take(if peaceful { 30 } else { 1 })
                .find(|&i| !table.would_win(order[i]))
                .unwrap_or(first);
            table.peg(order.remove(choice));
        }
        table.try_mistake();
        if let Some(end) = table.game.end {
            table.check_everything();
            table.check_all_refused_after(end);
            return (end, swaps);
        }
        if table.is_time_for_everything() {
            table.check_everything();
        }
    }
}

/// The same game on the engine and on the oracle.
struct Table {
    size: Size,
    seed: u64,
    moves: Vec<Move>,
    rng: Xoshiro256PlusPlus,
    position: Position,
    game: Game,
}

impl Drop for Table {
    /// Tells how to play the game again if a comparison failed.
    fn drop(&mut self) {
        if std::thread::panicking() {
            let moves: Vec<String> = self.moves.iter().map(Move::to_string).collect();
            eprintln!(
                "agree_on_game({}, {}) failed after {} moves: {}\n{:?}",
                self.size.get(),
                self.seed,
                moves.len(),
                moves.join(" "),
                self.position.board()
            );
        }
    }
}

impl Table {
    fn new(size: u8, seed: u64) -> Table {
        let size = Size::new(size).unwrap();
        Table {
            size,
            seed,
            moves: vec![],
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            position: Position::new(size),
            game: Game::new(size.get().into()),
        }
    }

    fn shuffled_holes(&mut self) -> Vec<crate::oracle::Hole> {
        let mut holes: Vec<crate::oracle::Hole> = self.game.holes().collect();
        holes.shuffle(&mut self.rng);
        holes
    }

    fn would_win(&self, hole: crate::oracle::Hole) -> bool {
        self.position.clone().play_peg(from_oracle(hole)).joined
    }

    /// Sets a peg on both and compares what it did.
    fn peg(&mut self, hole: crate::oracle::Hole) {
        let mv = Move::Peg(from_oracle(hole));
        self.moves.push(mv);
        let mover = self.game.to_move;
        let links_before = self.game.links[mover].len();
        let links = self.game.peg(hole);
        let won = self.game.end == Some(End::Won(mover));

        let mut position = self.position.clone();
        let placed = position.play_peg(from_oracle(hole));
        let expected = Placed { links: links as u8, joined: won };
        assert_eq!(placed, expected);
        assert_eq!(self.position.play(mv), Ok(()));
        assert_eq!(self.position, position);

        let board = self.position.board();
        for &(a, b) in &self.game.links[mover][links_before..] {
            assert!(board.has_link(side(mover), between(a, b)), "no {a:?}-{b:?}");
        }
        assert_eq!(board.has_joined(side(mover)), won);
        assert!(!board.has_joined(side(1 - mover)));
        same_state(&self.position, &self.game);
        same_links(&self.position, &self.game, mover);
    }

    fn swap(&mut self) {
        self.moves.push(Move::Swap);
        self.game.swap();
        assert_eq!(self.position.play(Move::Swap), Ok(()));
        self.check_everything();
    }

    fn is_time_for_everything(&mut self) -> bool {
        let edge = u32::from(self.size.get());
        edge <= LARGEST_CHECKED_THROUGHOUT.into()
            || self.rng.random_ratio(FULL_CHECKS_A_GAME, edge * edge / 2)
    }

    fn check_everything(&mut self) {
        same_everything(&self.position, &self.game);
        self.check_rebuilt();
    }

    /// Builds the oracle's pegs and links one by one, in random order, and expects the same
    /// position as by play. At times the game goes on from the one that was built: what the board
    /// remembers of its chains has to be good for the next ply as well.
    fn check_rebuilt(&mut self) {
        let mut board = Board::new(self.size);
        for player in [FIRST, SECOND] {
            let mut pegs = self.game.pegs[player].clone();
            let mut links = self.game.links[player].clone();
            pegs.shuffle(&mut self.rng);
            links.shuffle(&mut self.rng);
            for hole in pegs {
                board.set_peg(side(player), from_oracle(hole));
            }
            for (a, b) in links {
                board.link(side(player), between(a, b));
            }
        }
        let rebuilt = Position::from_board(board, self.position.to_move());
        assert_eq!(rebuilt, self.position);
        if self.rng.random() {
            self.position = rebuilt;
        }
    }

    /// Plays a random hole, of the board or near it, if it may not be played: the engine must say
    /// why and stay as it was.
    fn try_mistake(&mut self) {
        let limit = (self.size.get() + 1).min(Size::MAX.get());
        let column = self.rng.random_range(0..limit);
        let row = self.rng.random_range(0..limit);
        let hole = Hole::new(column, row);
        let expected = verdict_on_peg(&self.game, hole);
        if expected.is_err() {
            self.check_refused(Move::Peg(hole), expected);
        }
        if !self.game.may_swap() {
            self.check_refused(Move::Swap, verdict_on_swap(&self.game));
        }
    }

    fn check_refused(&mut self, mv: Move, expected: Result<(), PlayError>) {
        let before = self.position.clone();
        assert_eq!(self.position.play(mv), expected);
        assert_eq!(self.position, before, "{mv} changed the position");
    }

    fn check_all_refused_after(&mut self, end: End) {
        let refusal = Err(PlayError::GameOver(outcome(end)));
        self.check_refused(Move::Swap, refusal);
        for hole in self.size.holes() {
            self.check_refused(Move::Peg(hole), refusal);
        }
    }
}
