//! Compares the trainer's computations with independent ones.

mod frozen;
mod golden;
mod kernels;
mod network;
mod oracle;
mod run;
mod synthetic;
mod weights;

use ::kernels::Kernel;
use training::fit::gradient::Gradient;
use training::fit::learner::Learner;
use training::fit::losses::{Auxiliary, Losses, Metrics, Scales, TargetCounts};
use training::fit::params::Params;
use training::fit::shape::Shape;
use training::fit::source::{Board, Example};
use training::fit::units::FitNet;
use twixt::geometry::{Size, Symmetry};
use twixt::random::Random;
use twixt::rules::Linking;

/// Loss weights with which all auxiliary heads are trained.
const AUXILIARY: Auxiliary = Auxiliary { reply: 0.3, chain: 0.7, soft: 0.5 };

/// Returns random examples under classic rules, which use every plane.
fn examples(edge: usize, count: usize, seed: u64) -> Vec<Example> {
    let mut random = Random::new(seed);
    let size = Size::new(edge as u8).unwrap();
    let board = Board { size, linking: Linking::Standard };
    let mut example = || synthetic::example(board, &mut random, 0.4, Symmetry::MIRRORS[0]);
    (0..count).map(|_| example()).collect()
}

fn params(channels: usize, blocks: usize, seed: u64) -> Params {
    let mut params = Params::random(Shape::new(channels, blocks).unwrap(), seed);
    let mut random = Random::new(seed + 1);
    for value in &mut params.values {
        *value += 0.1 * (random.bits() as f32 / u64::MAX as f32 - 0.5);
    }
    params
}

fn gradient(
    kernel: Kernel,
    params: &Params,
    quantise: bool,
    examples: &[Example],
) -> (Params, Metrics) {
    let network = FitNet::new(params, quantise);
    let scales = Scales::of(TargetCounts::of(examples), AUXILIARY);
    let (mut sums, mut gradient) = (Losses::default(), Gradient::zeros(params.shape));
    let mut learner = Learner::new(kernel);
    for example in examples {
        learner.backpropagate(&network, example, scales, &mut gradient, &mut sums);
    }
    let mut found = Params::zeros(params.shape);
    network.gradient_of_params(&gradient, &mut found);
    (found, sums.metrics())
}

/// Asserts that two gradients differ by at most `tolerance` relative to the largest value of each
/// array.
fn assert_close(what: &str, found: &Params, expected: &Params, tolerance: f32) {
    for array in expected.shape.arrays() {
        let largest = expected[array].iter().fold(0.0_f32, |most, g| most.max(g.abs()));
        assert!(largest > 0.0, "{what}: {array:?} has no gradient");
        for (i, (found, expected)) in found[array].iter().zip(&expected[array]).enumerate() {
            assert!(
                (found - expected).abs() <= tolerance * largest,
                "{what} {array:?}[{i}]: {found} instead of {expected}, the largest is {largest}"
            );
        }
    }
}
