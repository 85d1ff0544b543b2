//! How fast one thread learns, and how fast it could at best.

use crate::fit::floats::LANES;
use crate::fit::gradient::Gradient;
use crate::fit::kernel::{work, Kernel, Work, PLANES};
use crate::fit::lanes::Lanes;
use crate::fit::learner::Learner;
use crate::fit::losses::{Counts, Extra, Scales, Sums};
use crate::fit::params::Params;
use crate::fit::shape::Shape;
use crate::fit::source::{Example, INPUTS};
use crate::fit::units::Network;
use std::hint::black_box;
use std::time::Instant;
use twixt::random::Random;

/// A speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    /// Samples a second, learnt from.
    pub learning: f64,
    /// Samples a second, measured alone.
    pub measuring: f64,
    /// Multiplications that learning from a sample takes in its convolutions, those with the frame
    /// around the board left out.
    pub multiplications: f64,
}

/// Seconds that this thread has computed, where the system tells, else seconds of the clock.
fn clock(begun: Instant) -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = stat.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| begun.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// Times something until so many seconds are over; gives how often a second it was done.
fn rate(seconds: f64, mut once: impl FnMut()) -> f64 {
    let begun = Instant::now();
    once();
    let start = clock(begun);
    let mut count = 0.0;
    loop {
        once();
        count += 1.0;
        let spent = clock(begun) - start;
        if spent >= seconds {
            return count / spent;
        }
    }
}

/// An example of random planes with a target for every head: as much work as a position of a game.
fn noise(edge: usize, random: &mut Random) -> Example {
    let mut planes = vec![0; edge * edge * INPUTS];
    for hole in planes.chunks_exact_mut(INPUTS) {
        let bits = random.bits();
        // All holes are vacant.
        (2..INPUTS).for_each(|plane| hole[plane] = 64 * (bits >> plane & 1) as u8);
    }
    let hole = ((edge + 1) * (edge / 2)) as u16;
    Example {
        edge,
        planes,
        policy: vec![(hole, 1.0)],
        reply: Some(hole),
        wdl: [0.5, 0.0, 0.5],
        chain: vec![hole],
        chain_is_movers: true,
        weight: 1.0,
    }
}

/// Measures the speed of a network of this shape on random positions.
#[must_use]
pub fn measure(kernel: Kernel, shape: Shape, edge: usize, seconds: f64) -> Speed {
    let network = Network::new(&Params::random(shape, 1), false);
    let mut random = Random::new(1);
    let examples: Vec<Example> = (0..128).map(|_| noise(edge, &mut random)).collect();
    let extra = Extra { reply: 0.15, chain: 1.0, soft: 0.0 };
    let scales = Scales::of(Counts::of(&examples), extra);
    let mut gradient = Gradient::zeros(shape);
    let (mut learner, mut sums) = (Learner::new(kernel), Sums::default());
    // A few at a time, so that slow forms don't take long.
    let mut batches = examples.chunks(8).cycle();
    let learning = rate(seconds, || {
        for example in batches.next().into_iter().flatten() {
            learner.learn(&network, example, scales, &mut gradient, &mut sums);
        }
    });
    let measuring = rate(seconds / 4.0, || {
        for example in batches.next().into_iter().flatten() {
            learner.measure(&network, example, scales, &mut sums);
        }
    });
    black_box((&gradient, &sums));
    // Taps that lie on the board, by hole and direction.
    let taps = ((3 * edge - 2) * (3 * edge - 2)) as f64;
    let channels = shape.channels() as f64;
    let first = 2.0 * taps * PLANES as f64 * channels;
    let others = 3.0 * taps * channels * channels * (shape.convs() - 1) as f64;
    Speed { learning: 8.0 * learning, measuring: 8.0 * measuring, multiplications: first + others }
}

/// Multiplications with additions a second that the processor does at most.
#[must_use]
pub fn peak(kernel: Kernel) -> f64 {
    const ROUNDS: usize = 1 << 16;
    let mut sums = 0;
    let rate = rate(0.2, || sums = work(kernel, Multiply(ROUNDS)));
    rate * (ROUNDS * sums * LANES) as f64
}

/// Multiplications in registers alone, so many rounds; gives how many sums there were, which don't
/// wait for one another.
struct Multiply(usize);

impl Work for Multiply {
    type Result = usize;

    #[inline(always)]
    unsafe fn run<V: Lanes>(self) -> usize {
        // SAFETY: the instructions are there.
        unsafe {
            if V::HOLES > 6 {
                multiply::<V, 10>(self.0)
            } else {
                multiply::<V, 5>(self.0)
            }
        }
    }
}

/// # Safety
///
/// `V`'s instructions must be there.
#[inline(always)]
unsafe fn multiply<V: Lanes, const N: usize>(rounds: usize) -> usize {
    // SAFETY: the caller's promise.
    unsafe {
        let (one, two) = (V::all(black_box(0.5)), V::all(black_box(1e-3)));
        let mut sums = [two; N];
        for _ in 0..rounds {
            for sum in &mut sums {
                *sum = two.fma(*sum, one);
            }
        }
        let mut total = V::all(0.0);
        for sum in sums {
            total = total.add(sum);
        }
        black_box(total.sum());
    }
    N
}
