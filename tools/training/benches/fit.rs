//! `cargo bench -p training`: training samples per second of one thread's processor time, on random input planes, with
//! every available instruction set.

use kernels::Kernel;
use std::hint::black_box;
use std::time::Instant;
use training::fit::gradient::Gradient;
use training::fit::learner::Learner;
use training::fit::losses::{Auxiliary, Losses, Scales, TargetCounts};
use training::fit::params::Params;
use training::fit::shape::Shape;
use training::fit::source::{Example, BYTES_PER_HOLE};
use training::fit::units::FitNet;
use twixt::random::Random;

/// Channels, residual blocks, and holes per edge.
const SHAPES: [(usize, usize, usize); 5] =
    [(16, 12, 12), (16, 8, 12), (16, 4, 12), (32, 4, 12), (16, 8, 24)];

const SECONDS: f64 = 1.0;

fn main() {
    for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
        println!("{kernel}");
        for (channels, blocks, edge) in SHAPES {
            let shape = Shape::new(channels, blocks).expect("a supported shape");
            let [learning, measuring] = measure(kernel, shape, edge);
            println!(
                "  {channels} channels, {blocks} residual blocks, {edge} x {edge}: {learning:.0} samples/s, \
                 forward pass only {measuring:.0}"
            );
        }
    }
}

/// Returns samples per second of one thread for training and for the forward pass alone.
fn measure(kernel: Kernel, shape: Shape, edge: usize) -> [f64; 2] {
    let network = FitNet::new(&Params::random(shape, 1), false);
    let mut random = Random::new(1);
    let examples: Vec<Example> = (0..128).map(|_| noise(edge, &mut random)).collect();
    let auxiliary = Auxiliary { reply: 0.15, chain: 1.0, soft: 0.0 };
    let scales = Scales::of(TargetCounts::of(&examples), auxiliary);
    let mut gradient = Gradient::zeros(shape);
    let (mut learner, mut sums) = (Learner::new(kernel), Losses::default());
    let mut next = examples.iter().cycle();
    let learning = rate(SECONDS, || {
        for example in next.by_ref().take(8) {
            learner.backpropagate(&network, example, scales, &mut gradient, &mut sums);
        }
    });
    let measuring = rate(SECONDS / 4.0, || {
        for example in next.by_ref().take(8) {
            learner.evaluate(&network, example, scales, &mut sums);
        }
    });
    black_box((&gradient, &sums));
    // Each call of a closure processes 8 samples, so slow kernels hardly exceed the time.
    [8.0 * learning, 8.0 * measuring]
}

/// Returns an example with random planes and a target for every head. It takes as much training time
/// as a position from a game.
fn noise(edge: usize, random: &mut Random) -> Example {
    let mut planes = vec![0; edge * edge * BYTES_PER_HOLE];
    for hole in planes.chunks_exact_mut(BYTES_PER_HOLE) {
        let bits = random.bits();
        // Planes 0 and 1 are the two sides' pegs; they stay empty.
        (2..BYTES_PER_HOLE).for_each(|plane| hole[plane] = 64 * (bits >> plane & 1) as u8);
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
    }
}

fn rate(seconds: f64, mut once: impl FnMut()) -> f64 {
    let started = Instant::now();
    once();
    let start = clock(started);
    let (mut count, mut spent) = (0.0, 0.0);
    while spent < seconds {
        once();
        count += 1.0;
        spent = clock(started) - start;
    }
    count / spent
}

/// Returns this thread's CPU time in seconds if the system reports it, else wall-clock time.
fn clock(started: Instant) -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = stat.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| started.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}
