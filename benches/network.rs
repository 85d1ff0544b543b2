//! `cargo bench --bench network`: the network's time for a position.
//!
//! Beside it stand its share of the machine's 8-bit multiply-adds, measured in registers alone in
//! the same run, its portable twin, and a network of the same shape in 32-bit floats. Other shapes:
//! `NETWORK=16x4,32x6 cargo bench --bench network` (channels x residual pairs).

mod common;
mod float_network;

use common::positions;
use float_network::FloatNetwork;
use std::hint::black_box;
use std::time::{Duration, Instant};
use twixt::distance::Distances;
use twixt::geometry::Size;
use twixt::network::sample::{weights, Loudness};
use twixt::network::{Network, Output, Planes, Scratch};
use twixt::rules::Position;

fn main() {
    let shapes = std::env::var("NETWORK").unwrap_or_else(|_| "16x4,32x4".into());
    let peak = peak();
    println!("8-bit multiply-adds in registers: {:.1} G/s", peak / 1e9);
    for shape in shapes.split(',') {
        let parts = shape.split_once('x').map(|(c, b)| (c.parse(), b.parse()));
        let Some((Ok(channels), Ok(pairs))) = parts else {
            panic!("NETWORK: {shape:?} is no shape; write channels x pairs, such as 16x4");
        };
        line::<4>(12, channels, pairs, peak);
        line::<12>(24, channels, pairs, peak);
    }
}

/// Calls a second of `work`, which answers how many it did: the best of many short runs, of which
/// some fall between whatever else the machine does.
fn rate(mut work: impl FnMut() -> usize) -> f64 {
    let start = Instant::now();
    let mut best = 0.0_f64;
    while start.elapsed() < Duration::from_millis(1500) {
        let (run, mut done) = (Instant::now(), 0);
        while run.elapsed() < Duration::from_micros(500) {
            done += work();
        }
        best = best.max(done as f64 / run.elapsed().as_secs_f64());
    }
    best
}

fn line<const N: usize>(edge: u8, channels: u8, pairs: u8, peak: f64) {
    let network = Network::from_bytes(&weights(channels, pairs, Loudness::Calm, 1));
    let network = network.expect("a shape that the engine knows");
    let positions = positions(Size::new(edge).expect("a size between 5 and 24"), 96);
    let mut distances = Distances::<N>::new();
    let inputs: Vec<Planes> = positions
        .iter()
        .map(|position| {
            let mut planes = Planes::default();
            distances.measure(position.board());
            planes.fill(position, &distances);
            planes
        })
        .collect();
    let (mut scratch, mut output) = (Scratch::default(), Output::default());
    let mut fingerprint = 0_u64;
    for planes in &inputs {
        network.evaluate(planes, &mut scratch, &mut output);
        let holes = usize::from(edge).pow(2);
        for number in output.logits[..holes].iter().chain(&output.wdl) {
            fingerprint = fingerprint.rotate_left(5) ^ u64::from(number.to_bits());
        }
    }

    let fast = rate(|| {
        for planes in &inputs[..8] {
            network.evaluate(black_box(planes), &mut scratch, &mut output);
            black_box(&output);
        }
        8
    });
    let portable = rate(|| {
        network.evaluate_portably(black_box(&inputs[0]), &mut scratch, &mut output);
        1
    });
    let (measured, filled) = input_rates(&positions, &mut distances);

    let (edge, channels, pairs) = (usize::from(edge), usize::from(channels), usize::from(pairs));
    let float = [16, 32].contains(&channels).then(|| {
        let mut network = FloatNetwork::new(edge, channels, pairs);
        let input = vec![0.5; (edge + 2) * (edge + 2) * 25];
        rate(|| {
            black_box(network.run(black_box(&input)));
            1
        })
    });
    // The kernel leaves out the taps above and below the board, so they don't count.
    let work = edge * (3 * edge - 2) * 3 * channels * (25 + 2 * pairs * channels);
    let micros = |rate: f64| 1e6 / rate;
    let float =
        float.map_or(String::new(), |float| format!(", {:.1} x 32-bit floats", fast / float));
    println!(
        "network {channels}x{pairs} at {edge}x{edge}: {:.1} us, {:.0} % of the multiply-adds, \
         {:.0} x the portable twin{float}; distances {:.2} us, planes {:.2} us; \
         fingerprint {fingerprint:016x}",
        micros(fast),
        100.0 * fast * work as f64 / peak,
        fast / portable,
        micros(measured),
        micros(filled),
    );
}

/// Distances of positions a second, and planes of one position whose distances are known.
fn input_rates<const N: usize>(positions: &[Position], distances: &mut Distances<N>) -> (f64, f64) {
    let measured = rate(|| {
        for position in positions {
            distances.measure(black_box(position.board()));
        }
        positions.len()
    });
    let mut planes = Planes::default();
    let both = rate(|| {
        for position in positions {
            distances.measure(black_box(position.board()));
            planes.fill(black_box(position), distances);
            black_box(&planes);
        }
        positions.len()
    });
    (measured, 1.0 / (1.0 / both - 1.0 / measured))
}

/// Multiply-adds of bytes a second, all operands in registers, or NaN without AVX2.
fn peak() -> f64 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions that the function is compiled for.
        return rate(|| unsafe { multiply_add(black_box(10_000)) });
    }
    f64::NAN
}

/// Twelve sums, as many as the kernel has; returns the number of multiply-adds.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn multiply_add(rounds: usize) -> usize {
    use std::arch::{asm, x86_64::*};
    let mut sums = [_mm256_setzero_si256(); 12];
    let (bytes, mut weights) = (_mm256_set1_epi8(black_box(3)), _mm256_set1_epi8(black_box(5)));
    for _ in 0..rounds {
        for sum in &mut sums {
            // The compiler may not know that the weights stay what they are, or it takes the
            // product out of the loop.
            // SAFETY: an empty text, which leaves all as it is.
            unsafe { asm!("/* {0} */", inout(ymm_reg) weights, options(nomem, nostack)) };
            *sum = _mm256_adds_epi16(*sum, _mm256_maddubs_epi16(bytes, weights));
        }
    }
    black_box(sums);
    rounds * 12 * 32
}
