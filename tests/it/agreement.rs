//! Random games on boards of every size, compared with the oracle, the independent implementation of the rules
//! in [`crate::oracle`]. `agree_on_game(size, seed)` replays a game; a failure prints both arguments.

use crate::compare::{
    between, from_oracle, outcome, same_everything, same_links, same_state, side,
};
use crate::compare::{verdict_on_peg, verdict_on_swap};
use crate::oracle::{is_knights_move, End, Game, FIRST, SECOND};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use twixt::board::{Board, Placed};
use twixt::geometry::{Hole, Size};
use twixt::rules::{Move, PlayError, Position};

/// The tests that run for every change play one in this many of the games.
const STRIDE: usize = 5;

/// Returns the number of games for a size: 20,000 in total for all twenty sizes, with fewer on large
/// boards, where the oracle is slow.
fn games_on(size: u8) -> u64 {
    if size <= 16 {
        1_400
    } else {
        400
    }
}

/// Up to this size everything is compared after every ply; on larger boards the lists that are slow to
/// compute in the oracle are compared a few times per game.
const LARGEST_CHECKED_THROUGHOUT: u8 = 7;

/// The approximate mean number of full comparisons per game on larger boards.
const FULL_CHECKS_A_GAME: u32 = 3;

// The sizes are split so that the tests run in parallel and take about equally long.

#[test]
fn agrees_on_boards_of_5_to_16() {
    agree_on(5..=16, STRIDE);
}

#[test]
fn agrees_on_boards_of_17_to_20() {
    agree_on(17..=20, STRIDE);
}

#[test]
fn agrees_on_boards_of_21_to_22() {
    agree_on(21..=22, STRIDE);
}

#[test]
fn agrees_on_boards_of_23_to_24() {
    agree_on(23..=24, STRIDE);
}

#[test]
#[ignore = "20,000 games; the tests above play every fifth"]
fn agrees_in_all_games() {
    agree_on(5..=24, 1);
}

fn agree_on(sizes: RangeInclusive<u8>, stride: usize) {
    for size in sizes {
        let mut seen = BTreeSet::new();
        let mut swaps = 0;
        let games = games_on(size) / stride as u64;
        for number in (0..games_on(size)).step_by(stride) {
            let seed = u64::from(size) * 1_000_000 + number;
            let (end, swapped) = agree_on_game(size, seed);
            seen.insert(match end {
                End::Won(FIRST) => "first wins",
                End::Won(_) => "second wins",
                End::Drawn => "drawn",
            });
            swaps += u64::from(swapped);
        }
        // All three results must occur; otherwise the comparison would cover little.
        assert_eq!(seen.len(), 3, "only {seen:?} on size {size}");
        assert!(
            (games / 3..games * 2 / 3).contains(&swaps),
            "{swaps} of {games} with a swap on size {size}"
        );
    }
}

/// Plays and compares a random game; returns its end and whether the first peg was swapped.
fn agree_on_game(size: u8, seed: u64) -> (End, bool) {
    let mut table = ComparedGame::new(size, seed);
    let swaps = table.rng.random();
    let style = table.style();
    let mut order = table.shuffled_holes();

    table.check_everything();
    loop {
        if swaps && table.game.may_swap() {
            table.swap();
            // The swap vacated the first peg's hole.
            order = table.shuffled_holes();
        } else {
            // The first legal hole of a shuffled list is a uniform choice.
            let mut choices = (0..order.len())
                .filter(|&i| table.game.may_peg(table.game.to_move, order[i]))
                .peekable();
            let first = *choices.peek().expect("the game is not over");
            let choice = match style {
                Style::Uniform => first,
                Style::AvoidWins => {
                    choices.take(30).find(|&i| !table.would_win(order[i])).unwrap_or(first)
                }
                Style::Link => choices.take(30).find(|&i| table.links(order[i])).unwrap_or(first),
            };
            table.peg(order.remove(choice));
        }
        table.try_mistake();
        if let Some(end) = table.game.end {
            table.check_everything();
            table.check_all_refused_after(end);
            return (end, swaps);
        }
        if table.is_full_check_due() {
            table.check_everything();
        }
    }
}

/// The policy of a random game.
#[derive(Clone, Copy)]
enum Style {
    /// Plays uniformly random legal pegs.
    Uniform,
    /// Avoids wins, so that the board fills up.
    AvoidWins,
    /// Prefers holes a knight's move away from own pegs, which makes many links and crossings.
    Link,
}

/// The same game in the engine and in the oracle.
struct ComparedGame {
    size: Size,
    seed: u64,
    moves: Vec<Move>,
    rng: Xoshiro256PlusPlus,
    position: Position,
    game: Game,
}

impl Drop for ComparedGame {
    /// Prints how to replay a failed game.
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

impl ComparedGame {
    fn new(size: u8, seed: u64) -> ComparedGame {
        let size = Size::new(size).unwrap();
        ComparedGame {
            size,
            seed,
            moves: vec![],
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            position: Position::new(size),
            game: Game::new(size.get().into()),
        }
    }

    fn style(&mut self) -> Style {
        match self.rng.random_range(0..4) {
            0 => Style::AvoidWins,
            1 => Style::Link,
            _ => Style::Uniform,
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

    /// Returns whether a peg of the player to move is a knight's move away.
    fn links(&self, hole: crate::oracle::Hole) -> bool {
        self.game.pegs[self.game.to_move].iter().any(|&peg| is_knights_move(peg, hole))
    }

    /// Places a peg in both implementations and compares the effects.
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

    fn is_full_check_due(&mut self) -> bool {
        let edge = u32::from(self.size.get());
        edge <= LARGEST_CHECKED_THROUGHOUT.into()
            || self.rng.random_ratio(FULL_CHECKS_A_GAME, edge * edge / 2)
    }

    fn check_everything(&mut self) {
        same_everything(&self.position, &self.game);
        self.check_rebuilt();
    }

    /// Rebuilds the position from the oracle's pegs and links in random order. In half the cases the
    /// game continues from the rebuilt position, so that its chains are tested as well.
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

    /// Tries a peg in a random hole on or near the board, and a swap, if they are illegal: the engine must
    /// report the oracle's reason, and its position must stay unchanged.
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
