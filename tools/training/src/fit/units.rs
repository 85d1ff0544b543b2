//! A network in the units of the integer network, for the kernels.
//!
//! Activations are in 0–127 as in the integer network, and weights are divided by their channel's
//! scale, so every sum of a rounded forward pass is an integer that a float represents exactly. The
//! trainer therefore computes the integer network's outputs, except that sums beyond 16 bits do not wrap.
//! Gradients ignore rounding (straight-through estimator, Bengio et al. 2013), and none flow
//! through the scales, which are computed from the largest weights.

use crate::fit::gradient::Gradient;
use crate::fit::params::Params;
use crate::fit::shape::{Array, Shape, HOLE_HEADS, VALUE};
use kernels::floats::{Floats, LANES};
use kernels::Taps;
use twixt::network::{Filter, TileFilter};

/// Largest integer weight: two products with 127 and their sum fit in 16 bits.
pub const WEIGHT_MAX: f32 = 63.0;

/// Real value of a hidden activation of 1.
pub const ACTIVATION: f32 = 1.0 / 32.0;

/// Real value of an input of 1.
pub const INPUT: f32 = 1.0 / 64.0;

/// Quantised parameters of the value head are multiples of 1 / `HEAD_UNIT`.
pub const HEAD_UNIT: f32 = 4096.0;

/// Maximum magnitude of the value head's parameters, in units of 1 / `HEAD_UNIT`: just under 8 in real
/// units.
pub const HEAD_MAX: f32 = 8.0 * HEAD_UNIT - 1.0;

/// Returns the real value of an input of 1 to a convolution, and the multiplier (over 2¹⁵) for a
/// weight scale of 1.
pub fn conv_units(conv: usize) -> (f32, f32) {
    let input = if conv == 0 { INPUT } else { ACTIVATION };
    (input, 32768.0 * input / ACTIVATION)
}

/// Rounds half up, like the integer network, if `quantise` is set.
#[inline(always)]
fn rounded(value: f32, quantise: bool) -> f32 {
    if quantise {
        (value + 0.5).floor()
    } else {
        value
    }
}

/// A convolution with quantised or exact weights.
#[derive(Clone, Debug)]
pub struct Conv {
    inputs: usize,
    /// Weights from −63 to 63, ordered by group of sixteen outputs, tap, input and output.
    pub(crate) weights: Floats,
    /// Weights for the backward pass, ordered by group of sixteen inputs, tap (in reverse), output
    /// and input.
    flipped: Floats,
    /// Bias of each output, in the unit of the sum, within 16 bits.
    pub(crate) bias: Floats,
    /// Multiplier of each output, at least 1: the output is the sum times the multiplier over 2¹⁵.
    pub(crate) multiplier: Floats,
    pub(crate) scale: Floats,
    /// Derivative of each output's weights with respect to their parameters.
    weight_slope: Floats,
    /// Derivative of each output's bias with respect to its parameter.
    bias_slope: Floats,
    /// The integer network's transformed parameters, if they are rounded.
    pub(crate) tiles: Option<Tiles>,
}

/// The parameters of a convolution by tiles.
#[derive(Clone, Debug)]
pub(crate) struct Tiles {
    weights: Floats,
    bias: Floats,
    /// Scale of the sums, by output.
    pub(crate) scale: Floats,
}

impl Tiles {
    /// Transforms a convolution's rounded parameters like the engine. Parameters beyond their type's bounds, which
    /// cannot be exported, are clipped.
    fn new(conv: &[f32], conv_bias: &[f32], multiplier: &[f32]) -> Tiles {
        let (inputs, outputs) = (conv.len() / (9 * conv_bias.len()), conv_bias.len());
        let [mut bias, mut scale] = [(); 2].map(|()| Floats::zeros(outputs));
        let mut weights = Floats::zeros(16 * inputs * outputs);
        for output in 0..outputs {
            let (group, lane) = (output / LANES, output % LANES);
            let of_output = (0..9 * inputs).map(|k| (group * 9 * inputs + k) * LANES + lane);
            let row: Vec<i8> = of_output.map(|at| conv[at] as i8).collect();
            let filter = TileFilter::new(&Filter {
                bias: conv_bias[output] as i16,
                scale: multiplier[output] as i16,
                weights: &row,
            });
            bias[output] = filter.bias as f32;
            scale[output] = f32::from(filter.scale) / 32768.0;
            for (k, &weight) in filter.weights.iter().enumerate() {
                weights[(group * 16 * inputs + k) * LANES + lane] = weight as f32;
            }
        }
        Tiles { weights, bias, scale }
    }
}

impl Conv {
    /// Converts the parameters of a convolution; rounds them if `quantise` is set.
    pub fn new(params: &Params, conv: usize, quantise: bool) -> Conv {
        let (inputs, outputs) = (params.shape.inputs(conv), params.shape.channels());
        let (real, unit) = conv_units(conv);
        let from = &params[Array::ConvWeights(conv)];
        let mut multiplier = Floats::zeros(outputs);
        for row in from.chunks_exact(outputs) {
            for (largest, weight) in multiplier.iter_mut().zip(row) {
                *largest = largest.max(weight.abs());
            }
        }
        let [mut bias, mut scale, mut weight_slope, mut bias_slope] =
            [(); 4].map(|()| Floats::zeros(outputs));
        let mut weight_scale = Floats::zeros(outputs);
        for (i, multiplier) in multiplier.iter_mut().enumerate() {
            // Rounded up, so that the largest weight stays within 63.
            let exact = (*multiplier / WEIGHT_MAX * unit).max(1.0);
            *multiplier = if quantise { exact.ceil() } else { exact };
            scale[i] = *multiplier / 32768.0;
            weight_scale[i] = *multiplier / unit;
            weight_slope[i] = 1.0 / weight_scale[i];
            let scaled = params[Array::ConvBias(conv)][i] / (weight_scale[i] * real);
            bias[i] = rounded(scaled.clamp(-32767.0, 32767.0), quantise);
            bias_slope[i] = slope(scaled, 32767.0) / (weight_scale[i] * real);
        }
        let mut weights = Floats::zeros(from.len());
        for (k, row) in from.chunks_exact(outputs).enumerate() {
            let groups = row.chunks_exact(LANES).zip(weight_scale.chunks_exact(LANES));
            for (group, (row, scales)) in groups.enumerate() {
                let at = (group * 9 * inputs + k) * LANES;
                for ((to, weight), scale) in weights[at..at + LANES].iter_mut().zip(row).zip(scales)
                {
                    *to = rounded(weight / scale, quantise);
                }
            }
        }
        let flipped = if conv == 0 { Floats::default() } else { flip(&weights, inputs, outputs) };
        let tiles = quantise.then(|| Tiles::new(&weights, &bias, &multiplier));
        Conv { inputs, weights, flipped, bias, multiplier, scale, weight_slope, bias_slope, tiles }
    }

    pub(crate) fn tile_taps(&self) -> Option<Taps<'_>> {
        let (inputs, outputs) = (self.inputs, self.bias.len());
        let Tiles { weights, bias, .. } = self.tiles.as_ref()?;
        Some(Taps { weights, bias: Some(bias), inputs, outputs })
    }

    pub(crate) fn taps(&self) -> Taps<'_> {
        let (inputs, outputs) = (self.inputs, self.bias.len());
        Taps { weights: &self.weights, bias: Some(&self.bias), inputs, outputs }
    }

    /// Returns the weights for the backward pass, which converts the gradient of the sums into that
    /// of the inputs.
    pub(crate) fn flipped_taps(&self) -> Taps<'_> {
        let (inputs, outputs) = (self.bias.len(), self.inputs);
        Taps { weights: &self.flipped, bias: None, inputs, outputs }
    }
}

fn flip(weights: &[f32], inputs: usize, outputs: usize) -> Floats {
    let mut flipped = Floats::zeros(weights.len());
    for (group, of_group) in weights.chunks_exact(9 * inputs * LANES).enumerate() {
        for (tap, of_tap) in of_group.chunks_exact(inputs * LANES).enumerate() {
            for (input, row) in of_tap.chunks_exact(LANES).enumerate() {
                let first = (8 - tap) * outputs + group * LANES;
                let at = (input / LANES * 9 * outputs + first) * LANES + input % LANES;
                for (i, weight) in row.iter().enumerate() {
                    flipped[at + i * LANES] = *weight;
                }
            }
        }
    }
    flipped
}

/// Returns the derivative of clipping to ±`most`: 1 inside, 1/2 at the ends, 0 outside.
fn slope(value: f32, most: f32) -> f32 {
    match value.abs() {
        size if size < most => 1.0,
        size if size == most => 0.5,
        _ => 0.0,
    }
}

/// A head with one logit per hole.
#[derive(Clone, Debug)]
pub struct HoleHead {
    pub(crate) weights: Floats,
    pub(crate) factor: f32,
    /// Added to the scaled sum.
    pub(crate) bias: f32,
}

/// A parameter array of the value head.
#[derive(Clone, Debug)]
pub struct HeadArray {
    /// Values in real units, multiples of 1 / [`HEAD_UNIT`] if quantised.
    pub(crate) values: Vec<f32>,
    /// Derivatives of the values with respect to the parameters: 1, 1/2 or 0.
    slopes: Vec<f32>,
}

impl HeadArray {
    fn new(params: &[f32], quantise: bool) -> HeadArray {
        let scaled = |value: &f32| (value * HEAD_UNIT).clamp(-HEAD_MAX, HEAD_MAX);
        let values = params.iter().map(|v| rounded(scaled(v), quantise) / HEAD_UNIT).collect();
        let slopes = params.iter().map(|v| slope(v * HEAD_UNIT, HEAD_MAX)).collect();
        HeadArray { values, slopes }
    }
}

/// A network prepared for forward and backward passes.
#[derive(Clone, Debug)]
pub struct FitNet {
    /// Shape of the network.
    pub shape: Shape,
    /// Whether parameters and activations are rounded.
    pub quantise: bool,
    pub(crate) convs: Vec<Conv>,
    pub(crate) hole_heads: [HoleHead; HOLE_HEADS],
    pub(crate) value: [HeadArray; 4],
}

impl FitNet {
    /// Converts parameters; if `quantise` is set, rounds them to those of the integer network.
    pub fn new(params: &Params, quantise: bool) -> FitNet {
        let shape = params.shape;
        let dot = |weights: &[f32], bias: f32| {
            let mut copy = Floats::zeros(weights.len());
            copy.copy_from_slice(weights);
            HoleHead { weights: copy, factor: ACTIVATION, bias }
        };
        let mut policy = dot(&params[Array::Policy], 0.0);
        let largest = policy.weights.iter().fold(0.0_f32, |most, w| most.max(w.abs()));
        let scale = largest / WEIGHT_MAX + 1e-12;
        policy.weights.iter_mut().for_each(|weight| *weight = rounded(*weight / scale, quantise));
        policy.factor = scale * ACTIVATION;
        let (own, other) = params[Array::Chain].split_at(shape.channels());
        let chain_bias = &params[Array::ChainBias];
        FitNet {
            shape,
            quantise,
            convs: (0..shape.convs()).map(|i| Conv::new(params, i, quantise)).collect(),
            hole_heads: [
                policy,
                dot(&params[Array::Reply], 0.0),
                dot(own, chain_bias[0]),
                dot(other, chain_bias[1]),
                dot(&params[Array::Soft], 0.0),
            ],
            value: VALUE.map(|array| HeadArray::new(&params[array], quantise)),
        }
    }

    /// Converts a gradient with respect to this network's values into one with respect to the
    /// parameters.
    pub fn gradient_of_params(&self, gradient: &Gradient, to: &mut Params) {
        let outputs = self.shape.channels();
        for (i, conv) in self.convs.iter().enumerate() {
            let sums = &gradient[Array::ConvWeights(i)];
            let weights = &mut to[Array::ConvWeights(i)];
            for (k, row) in weights.chunks_exact_mut(outputs).enumerate() {
                let slopes = conv.weight_slope.chunks_exact(LANES);
                for (group, (row, slopes)) in row.chunks_exact_mut(LANES).zip(slopes).enumerate() {
                    let at = (group * 9 * conv.inputs + k) * LANES;
                    multiply(row, &sums[at..], slopes);
                }
            }
            let biases = Array::ConvBias(i);
            multiply(&mut to[biases], &gradient[biases], &conv.bias_slope);
        }
        for array in [Array::Policy, Array::Reply, Array::Chain, Array::Soft] {
            let sums = to[array].iter_mut().zip(&gradient[array]);
            sums.for_each(|(to, sum)| *to = sum * ACTIVATION);
        }
        to[Array::ChainBias].copy_from_slice(&gradient[Array::ChainBias]);
        for (array, head) in VALUE.into_iter().zip(&self.value) {
            multiply(&mut to[array], &gradient[array], &head.slopes);
        }
    }
}

fn multiply(to: &mut [f32], sums: &[f32], slopes: &[f32]) {
    for ((to, sum), gain) in to.iter_mut().zip(sums).zip(slopes) {
        *to = sum * gain;
    }
}
