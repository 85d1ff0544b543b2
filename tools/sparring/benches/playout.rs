//! `cargo bench -p sparring`: the number of uniform playouts per second, from the empty board.
//!
//! The baseline plays in the same way, with the same random number generator, on a board of arrays: a byte per
//! hole, lists of crossing links, union-find for the chains.

mod array_board;
#[path = "../../../benches/common/mod.rs"]
mod common;

use array_board::ArrayBoard;
use common::{grouped, rate};
use rand::rngs::Xoshiro256PlusPlus;
use rand::SeedableRng;
use sparring::playout::{play_out, Vacant};
use std::hint::black_box;
use twixt::board::Board;
use twixt::geometry::{Side, Size};

const BATCH: usize = 1000;

fn main() {
    for edge in [12, 24] {
        line(Size::new(edge).expect("a size between 5 and 24"));
    }
}

#[derive(Default)]
struct Sums {
    placements: u32,
    links: u32,
    /// Wins of vertical, wins of horizontal, and draws.
    won: [u32; 3],
}

/// Plays `count` playouts. Not inlined, so that the timed code is compiled once.
#[inline(never)]
fn play_often(board: &Board, vacant: &Vacant, rng: &mut Xoshiro256PlusPlus, count: usize) -> Sums {
    let mut sums = Sums::default();
    let mut numbers = rng.clone();
    for _ in 0..count {
        let (mut board, mut vacant) = (board.clone(), vacant.clone());
        let side = Side::Vertical;
        let result = play_out(&mut board, &mut vacant, side, &mut numbers);
        sums.placements += result.placements;
        sums.links += result.links;
        sums.won[result.winner.map_or(2, Side::index)] += 1;
    }
    *rng = numbers;
    sums
}

fn line(size: Size) {
    let board = Board::new(size);
    let vacant = Vacant::of(&board);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let engine = rate(|| {
        black_box(play_often(&board, &vacant, &mut rng, BATCH));
        BATCH
    });

    let count = 20_000;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let Sums { placements, links, won } = play_often(&board, &vacant, &mut rng, count);

    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let array = rate(|| {
        for _ in 0..BATCH / 10 {
            black_box(ArrayBoard::play_out(size.get(), &mut rng));
        }
        BATCH / 10
    });
    let share = |wins: u32| 100.0 * f64::from(wins) / count as f64;
    let edge = size.get();
    println!(
        "playouts {edge}x{edge}: {}/s, {:.1} placements/playout, {:.1} links, vertical {:.1} %, \
         horizontal {:.1} %, drawn {:.1} %; {:.2} x the array board ({}/s); {:.1} ns/placement",
        grouped(engine),
        f64::from(placements) / count as f64,
        f64::from(links) / count as f64,
        share(won[0]),
        share(won[1]),
        share(won[2]),
        engine / array,
        grouped(array),
        1e9 / engine / (f64::from(placements) / count as f64),
    );
}
