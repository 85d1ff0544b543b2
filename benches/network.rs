//! `cargo bench --bench network`: the time per position of a network with every kernel that the
//! machine supports. All kernels must give the same results.
//!
//! For comparison the benchmark prints the AVX2 kernel's share of the machine's peak rate of 8-bit
//! multiply-adds, which the same run measures with all operands in registers, and the time of a
//! network of the same shape in 32-bit floats. Other shapes: `NETWORK=16x4,32x6,own cargo bench --bench network`
//! (channels x residual blocks; `own` is the bot's network, in which more sums come near the limits
//! of 16 bits than in a network with random weights).
//!
//! `cargo bench --bench network -- targets` prints a table of the shipped networks' times by kernel,
//! natively and in WebAssembly (Node and Chromium). On ARM, under qemu, it only compares fingerprints.

mod common;
mod shipped;
mod targets;
#[path = "../tests/it/network/sample.rs"]
mod sample;
mod float_network;

use common::positions;
use float_network::FloatNetwork;
use sample::{weights, Loudness};
use shipped::fingerprint;
use std::hint::black_box;
use std::time::{Duration, Instant};
use twixt::distance::Distances;
use twixt::geometry::Size;
use twixt::network::{Kernel, Network, Output, Planes, Scratch};
use twixt::rules::Position;

fn main() {
    let has = |word: &str| std::env::args().any(|argument| argument == word);
    if has("fingerprints") {
        return targets::fingerprints();
    }
    if has("targets") {
        return targets::print();
    }
    let shapes = std::env::var("NETWORK").unwrap_or_else(|_| "16x4,32x4".into());
    let peak = peak();
    println!("8-bit multiply-adds in registers: {:.1} G/s", peak / 1e9);
    for shape in shapes.split(',') {
        let parts = shape.split_once('x').map(|(c, b)| (c.parse(), b.parse()));
        let shape = match parts {
            Some((Ok(channels), Ok(pairs))) => Some((channels, pairs)),
            _ if shape == "own" => None,
            _ => panic!(
                "NETWORK: {shape:?} is not a shape; write channels x residual blocks, such as 16x4, or own"
            ),
        };
        line::<4>(12, shape, peak);
        line::<12>(24, shape, peak);
    }
}

/// Returns a network with random weights, or the bot's.
fn network(shape: Option<(u8, u8)>) -> Network {
    match shape {
        Some((channels, pairs)) => {
            Network::from_bytes(&weights(channels, pairs, Loudness::Calm, 1))
                .expect("a known shape")
        }
        None => Network::built_in().expect("sound weights"),
    }
}

/// Returns the calls per second made by `work`; see [`rates`].
fn rate(work: impl FnMut() -> usize) -> f64 {
    rates(&mut [work])[0]
}

/// Returns the calls per second of each of `works`, closures that make some calls and return their number.
/// Each rate is that of the fastest of many short runs, since other load does not disturb all of them.
/// The runs of different `works` alternate, so that a temporary slowdown affects all of them.
fn rates(works: &mut [impl FnMut() -> usize]) -> Vec<f64> {
    let start = Instant::now();
    let mut best = vec![0.0_f64; works.len()];
    while start.elapsed() < Duration::from_millis(1500) * works.len() as u32 {
        for (best, work) in best.iter_mut().zip(&mut *works) {
            let (run, mut done) = (Instant::now(), 0);
            while run.elapsed() < Duration::from_micros(500) {
                done += work();
            }
            *best = best.max(done as f64 / run.elapsed().as_secs_f64());
        }
    }
    best
}

fn line<const N: usize>(edge: u8, shape: Option<(u8, u8)>, peak: f64) {
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
    let kernels = Kernel::ALL.into_iter().filter(|kernel| kernel.is_available());
    let networks: Vec<Network> = kernels.map(|kernel| network(shape).with_kernel(kernel)).collect();
    let prints: Vec<u64> = networks.iter().map(|network| fingerprint(network, &inputs)).collect();
    assert!(prints.iter().all(|&print| print == prints[0]), "kernels that differ: {prints:x?}");
    let name =
        shape.map_or("of the bot".to_owned(), |(channels, pairs)| format!("{channels}x{pairs}"));
    println!("network {name} at {edge}x{edge}, fingerprint {:016x}:", prints[0]);

    let mut works: Vec<_> = networks
        .iter()
        .map(|network| {
            let (mut scratch, mut output) = (Scratch::default(), Output::default());
            let inputs = &inputs[..8];
            move || {
                for planes in inputs {
                    network.evaluate(black_box(planes), &mut scratch, &mut output);
                    black_box(&output);
                }
                inputs.len()
            }
        })
        .collect();
    let by_kernel = rates(&mut works);
    let (measured, filled) = input_rates(&positions, &mut distances);

    let edge = usize::from(edge);
    let shape = shape.map(|(channels, pairs)| (usize::from(channels), usize::from(pairs)));
    let float =
        shape.filter(|(channels, _)| [16, 32].contains(channels)).map(|(channels, pairs)| {
            let mut network = FloatNetwork::new(edge, channels, pairs);
            let input = vec![0.5; (edge + 2) * (edge + 2) * 25];
            rate(|| {
                black_box(network.run(black_box(&input)));
                1
            })
        });
    let tiles = edge.div_ceil(2) * edge.div_ceil(2);
    let work = shape.map(|(channels, pairs)| 16 * tiles * channels * (32 + 2 * pairs * channels));
    let micros = |rate: f64| 1e6 / rate;
    let of = |wanted| {
        let mut kernels = networks.iter().map(Network::kernel).zip(&by_kernel);
        kernels.find(|&(kernel, _)| kernel == wanted).map(|(_, &rate)| rate)
    };
    for (network, &rate) in networks.iter().zip(&by_kernel).rev() {
        print!("  {:<8} {:8.2} us", network.kernel().to_string(), micros(rate));
        match network.kernel() {
            Kernel::Avx512 => println!(", {:.2} x avx2", rate / of(Kernel::Avx2).unwrap_or(rate)),
            Kernel::Avx2 => {
                print!(", {:.0} x portable", rate / by_kernel[0]);
                let share = |work| 100.0 * rate * work as f64 / peak;
                println!(
                    "{}",
                    work.map_or(String::new(), |work| {
                        format!(", {:.0} % of the peak multiply-add rate", share(work))
                    })
                );
            }
            Kernel::Portable => println!(),
        }
    }
    if let Some(float) = float {
        println!("  floats   {:8.2} us", micros(float));
    }
    println!("  distances {:.2} us, planes {:.2} us", micros(measured), micros(filled));
}

/// Returns two rates in positions per second: of computing link distances, and of filling the input
/// planes from them.
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

/// Returns the 8-bit multiply-adds per second with all operands in registers; NaN without AVX2.
fn peak() -> f64 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the CPU feature that the function requires was detected.
        return rate(|| unsafe { multiply_add(black_box(10_000)) });
    }
    f64::NAN
}

/// Adds products to twelve sums, as many as a block of the AVX2 kernel has; returns the number of multiply-adds.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn multiply_add(rounds: usize) -> usize {
    use std::arch::{asm, x86_64::*};
    let mut sums = [_mm256_setzero_si256(); 12];
    let (bytes, mut weights) = (_mm256_set1_epi8(black_box(3)), _mm256_set1_epi8(black_box(5)));
    for _ in 0..rounds {
        for sum in &mut sums {
            // The assembly hides from the compiler that the weights do not change; otherwise it would
            // move the product out of the loop.
            // SAFETY: the assembly contains no instructions.
            unsafe { asm!("/* {0} */", inout(ymm_reg) weights, options(nomem, nostack)) };
            *sum = _mm256_adds_epi16(*sum, _mm256_maddubs_epi16(bytes, weights));
        }
    }
    black_box(sums);
    rounds * 12 * 32
}
