//! Timing and reproducible positions for the benches.

#![allow(dead_code, missing_docs)]

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IteratorRandom;
use rand::SeedableRng;
use std::time::{Duration, Instant};
use twixt::geometry::Size;
use twixt::rules::Position;

/// The duration of a measurement and the number of measurements. The fastest one counts, since other
/// load only slows a run down.
const RUN: Duration = Duration::from_millis(400);
const RUNS: usize = 5;

/// Returns the calls per second; each run of `work` makes some calls and returns their number.
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

/// Returns unfinished positions of random games, evenly distributed over the plies up to twice the
/// number of holes along an edge. The same arguments give the same positions.
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

/// Formats a rate: 1234567.8 as `1,234,568`.
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
