//! Random classic games and games on rectangular boards, compared with the oracle, the independent implementation
//! of the rules in [`crate::oracle`]. A failure prints the call of [`agree_on_game`] that replays the game.

#[path = "../../../fuzz/bodies/turns.rs"]
mod body;
mod mistakes;
mod table;
mod turns;

use crate::oracle::{End, Swap, FIRST};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;
use table::ComparedGame;
use turns::Style;

/// The number of occurrences of each kind of event; the tests require several of each.
type Seen = BTreeMap<&'static str, u32>;

const CLASSIC: [&str; 29] = [
    "first wins",
    "second wins",
    "drawn on a full board",
    "swap by mirror",
    "swap of sides",
    "swap declined",
    "only own links block a new link",
    "links removed",
    "links removed and made across them",
    "links removed, new peg linked by default",
    "empty + where a link was possible",
    "older pegs linked",
    "won by linking older pegs",
    "won after removing links",
    "one side cannot join",
    "neither side can join, game not over",
    "refused: occupied",
    "refused: the opponent's border",
    "refused: no hole",
    "refused: game over",
    "refused: swap",
    "refused: unlink: no hole",
    "refused: link: no hole",
    "refused: link: no knight's move",
    "refused: unlink: no own peg",
    "refused: link: no own peg",
    "refused: unlink: not there",
    "refused: link: already there",
    "refused: link: blocked",
];

/// The tests that run for every change play one in this many of the games.
const STRIDE: usize = 4;

#[test]
fn agrees_on_classic_games_on_square_boards() {
    agree(&CLASSIC, |seen| classic_squares(STRIDE, seen));
}

#[test]
fn agrees_on_classic_games_on_rectangles() {
    classic_rectangles(STRIDE);
}

#[test]
#[ignore = "20,172 games; the tests above play every fourth"]
fn agrees_in_all_classic_games() {
    agree(&CLASSIC, |seen| classic_squares(1, seen));
    classic_rectangles(1);
}

fn classic_squares(stride: usize, seen: &mut Seen) {
    for size in 5..=24 {
        let games = match size {
            ..=9 => 2_400,
            10..=12 => 500,
            13..=16 => 120,
            _ => 24,
        };
        (0..games).step_by(stride).for_each(|number| classic_square(size, number, seen));
    }
}

/// Rectangular boards have no swap rule, so the events that involve swaps cannot occur.
fn classic_rectangles(stride: usize) {
    let expected: Vec<_> = CLASSIC.into_iter().filter(|kind| !kind.starts_with("swap")).collect();
    agree(&expected, |seen| {
        for seed in (0..6_000).step_by(stride) {
            let (columns, rows) = rectangle(seed);
            agree_on_game(columns, rows, true, Swap::Sides, seed, seen);
        }
    });
}

#[test]
fn agrees_on_games_of_pp_on_rectangles() {
    let expected = [
        "first wins",
        "second wins",
        "drawn on a full board",
        "one side cannot join",
        "neither side can join, game not over",
        "refused: a list in PP",
        "refused: swap",
    ];
    agree(&expected, |seen| {
        for seed in 0..3_000 {
            let (columns, rows) = rectangle(seed);
            agree_on_game(columns, rows, false, Swap::Mirror, seed, seen);
        }
    });
}

/// Plays the games and requires that each of the events occur several times.
fn agree(expected: &[&str], games: impl FnOnce(&mut Seen)) {
    let mut seen = Seen::new();
    games(&mut seen);
    let missing: Vec<_> =
        expected.iter().filter(|&kind| seen.get(kind).is_none_or(|&times| times < 5)).collect();
    assert!(missing.is_empty(), "too few of {missing:?} in {seen:#?}");
    println!("{seen:#?}");
}

fn classic_square(size: i32, number: u64, seen: &mut Seen) {
    let swap = [Swap::Mirror, Swap::Sides, Swap::None][number as usize % 3];
    agree_on_game(size, size, true, swap, size as u64 * 1_000_000 + number, seen);
}

/// Returns the columns and rows of a rectangle, which is small in most cases.
fn rectangle(seed: u64) -> (i32, i32) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    loop {
        let most = if seed.is_multiple_of(64) { 24 } else { 9 };
        let (columns, rows) = (rng.random_range(5..=most), rng.random_range(5..=most));
        if columns != rows {
            return (columns, rows);
        }
    }
}

fn agree_on_game(c: i32, r: i32, classic: bool, swap: Swap, seed: u64, seen: &mut Seen) {
    let mut table = ComparedGame::new(c, r, classic, swap, seed);
    let mut style = Style::random(&mut table.rng, classic);
    let swaps = table.rng.random();
    table.check_everything(seen);
    loop {
        if table.game.may_swap() && swaps {
            table.swap(seen);
        } else {
            if table.game.may_swap() {
                *seen.entry("swap declined").or_default() += 1;
            }
            let turn = style.turn(&table.game, &mut table.rng);
            table.turn(&turn, seen);
        }
        if table.is_due(4, 1) {
            table.try_mistake(seen);
        }
        if let Some(end) = table.game.end {
            table.check_everything(seen);
            table.try_mistake(seen);
            let kind = match end {
                End::Won(FIRST) => "first wins",
                End::Won(_) => "second wins",
                End::Drawn => "drawn on a full board",
            };
            *seen.entry(kind).or_default() += 1;
            return;
        }
        if table.is_due(6, 1) {
            table.check_everything(seen);
        }
    }
}

#[test]
fn fuzz_corpus_passes() {
    crate::corpus::feed("turns", body::run);
}
