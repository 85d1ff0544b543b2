//! What the benches share: repeatable timing and repeatable positions.

#![allow(dead_code, missing_docs)]

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IteratorRandom;
use rand::SeedableRng;
use std::time::{Duration, Instant};
use twixt::geometry::Size;
use twixt::rules::Position;

/// How long one measurement runs, and how many are taken; the fastest one counts, since whatever
/// else the machine does can only slow a run down.
const RUN: Duration = Duration::from_millis(400);
const RUNS: usize = 5;

/// Calls a second of `work`, which answers how many it did.
pub(crate) fn rate(mut work: impl FnMut() -> usize) -> f64 {
    work();
    let run = |work: &mut dyn FnMut() -> usize| {
        let start = Instant::now();
        let mut done = 0;
        while start.elapsed() < RUN {
            done += work();
        }
        done as f64 / start.elapsed().as_secs_f64()
    };
    (0..RUNS).map(|_| run(&mut work)).fold(0.0, f64::max)
}

/// Unfinished positions out of random games, evenly spread over the plies up to as many as there
/// are holes along two edges: emptier and fuller ones, the same at every call.
pub(crate) fn positions(size: Size, count: usize) -> Vec<Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2026);
    let longest = 2 * usize::from(size.get());
    let mut positions = Vec::new();
    while positions.len() < count {
        let plies = positions.len() % longest;
        let mut position = Position::new(size);
        for _ in 0..plies {
            let Some(mv) = position.moves().choose(&mut rng) else {
                break;
            };
            position.play(mv).expect("a move of the list may be played");
        }
        if position.outcome().is_none() {
            positions.push(position);
        }
    }
    positions
}

/// A rate as people read it: 1234567.8 is `1,234,568`.
pub(crate) fn grouped(rate: f64) -> String {
    let digits = format!("{rate:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
