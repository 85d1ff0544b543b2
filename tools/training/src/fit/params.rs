//! Parameters of a network and their random initialisation.

use crate::fit::shape::{Array, Shape, HIDDEN};
use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};
use twixt::network::{PLANES, TPN1_PLANES};
use twixt::random::Random;

/// Initial bias of the chain head: each side's winning chain covers about one hole in twenty.
const CHAIN_BIAS: f32 = -3.0;

/// All parameters of a network, in real units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// Shape of the network.
    pub shape: Shape,
    /// Values of all arrays, in the order of [`Shape::arrays`].
    pub values: Vec<f32>,
}

impl Index<Array> for Params {
    type Output = [f32];

    fn index(&self, array: Array) -> &[f32] {
        &self.values[self.shape.range(array)]
    }
}

impl IndexMut<Array> for Params {
    fn index_mut(&mut self, array: Array) -> &mut [f32] {
        let range = self.shape.range(array);
        &mut self.values[range]
    }
}

impl Params {
    /// Returns zero parameters.
    pub fn zeros(shape: Shape) -> Params {
        Params { shape, values: vec![0.0; shape.length()] }
    }

    /// Returns random parameters (He et al. 2015), smaller in the second layer of each residual
    /// block. The weights for the input plane of the rule set are 0, so a network trained without
    /// classic games keeps them at 0.
    pub fn random(shape: Shape, seed: u64) -> Params {
        let mut params = Params::zeros(shape);
        let mut normal = Normal(Random::new(seed ^ 0x7415_11e7));
        let channels = shape.channels() as f32;
        for conv in 0..shape.convs() {
            let gain = if conv > 0 && conv % 2 == 0 { 0.4 } else { 1.0 };
            // Inputs with nonzero weights.
            let inputs = if conv == 0 { TPN1_PLANES } else { shape.inputs(conv) };
            let spread = gain * (2.0 / (9.0 * inputs as f32)).sqrt();
            normal.fill(&mut params[Array::ConvWeights(conv)], spread);
        }
        for tap in params[Array::ConvWeights(0)].chunks_exact_mut(PLANES * shape.channels()) {
            tap[TPN1_PLANES * shape.channels()..].fill(0.0);
        }
        normal.fill(&mut params[Array::Policy], (1.0 / channels).sqrt());
        normal.fill(&mut params[Array::First], (0.5 / channels).sqrt());
        normal.fill(&mut params[Array::Second], (1.0 / HIDDEN as f32).sqrt());
        normal.fill(&mut params[Array::Reply], (1.0 / channels).sqrt());
        normal.fill(&mut params[Array::Chain], 0.1 * (1.0 / channels).sqrt());
        params[Array::ChainBias].fill(CHAIN_BIAS);
        normal.fill(&mut params[Array::Soft], (1.0 / channels).sqrt());
        params
    }
}

/// Normal random numbers by the method of Box and Muller (1958).
struct Normal(Random);

impl Normal {
    fn fill(&mut self, values: &mut [f32], spread: f32) {
        for value in values {
            *value = spread * self.next();
        }
    }

    fn next(&mut self) -> f32 {
        // Above 0, for the logarithm.
        let mut share = || ((self.0.bits() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
        let (radius, angle) = ((-2.0 * share().ln()).sqrt(), std::f64::consts::TAU * share());
        (radius * angle.cos()) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_are_contiguous() {
        for (channels, blocks) in [(16, 1), (64, 16)] {
            let shape = Shape::new(channels, blocks).unwrap();
            let mut end = 0;
            for array in shape.arrays() {
                let range = shape.range(array);
                assert_eq!(range.start, end, "{array:?}");
                end = range.end;
            }
            assert_eq!(end, shape.length());
        }
    }

    #[test]
    fn random_parameters_have_the_expected_deviation() {
        let params = Params::random(Shape::new(32, 2).unwrap(), 5);
        let spread = |values: &[f32]| {
            (values.iter().map(|v| v * v).sum::<f32>() / values.len() as f32).sqrt()
        };
        let expected = (2.0 / 288.0_f32).sqrt();
        let found = [1, 2].map(|i| spread(&params[Array::ConvWeights(i)]));
        assert!((found[0] / expected - 1.0).abs() < 0.05, "{found:?}");
        assert!((found[1] / expected - 0.4).abs() < 0.02, "{found:?}");
        assert_ne!(params, Params::random(params.shape, 6));
        assert_eq!(params, Params::random(params.shape, 5));
    }
}
