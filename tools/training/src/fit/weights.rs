//! The integer network's file, written from parameters and read back into them.
//!
//! The file's form is at [`twixt::network::Network::from_bytes`]; `TPN1` has weights for 25 input
//! planes, `TPN2` for one more, the rule set's.

use crate::fit::kernel::PLANES;
use crate::fit::params::Params;
use crate::fit::shape::VALUE;
use crate::fit::shape::{Array, Shape, HIDDEN};
use crate::fit::units::{conv_units, Network, ACTIVATION, HEAD_MAX, HEAD_UNIT, WEIGHT_MAX};
use anyhow::{ensure, Context, Result};

/// A convolution in integers.
#[derive(Clone, Debug, PartialEq)]
pub struct IntConv {
    /// `[output, tap, input]`, −63 to 63.
    weights: Vec<i8>,
    bias: Vec<i16>,
    multiplier: Vec<i16>,
}

/// All numbers of the integer network.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    shape: Shape,
    convs: Vec<IntConv>,
    policy_scale: f32,
    policy: Vec<i8>,
    /// The value head's arrays, in 1/4096.
    value: [Vec<i16>; 4],
}

/// A whole number within limits.
fn whole<T: TryFrom<i32>>(name: Array, value: f32, low: f32, high: f32) -> Result<T> {
    ensure!(value.is_finite(), "{name} has values that are not finite: the training has diverged");
    let number = T::try_from(value.round() as i32).ok();
    let number = number.filter(|_| (low..=high).contains(&value));
    number.with_context(|| {
        format!(
            "{name} has {value}, beyond {low} to {high}; train with more weight decay or a lower \
             learning rate"
        )
    })
}

impl Weights {
    /// The integer network that the rounded forward pass computes.
    ///
    /// # Errors
    ///
    /// If a number is not finite or doesn't fit its type.
    pub fn of(params: &Params) -> Result<Weights> {
        let network = Network::new(params, true);
        let shape = params.shape;
        let mut convs = Vec::new();
        for (i, conv) in network.convs.iter().enumerate() {
            let (inputs, outputs) = (shape.inputs(i), shape.channels());
            let mut weights = Vec::with_capacity(conv.weights.len());
            for output in 0..outputs {
                for k in 0..9 * inputs {
                    let value = conv.weights[(output / 16 * 9 * inputs + k) * 16 + output % 16];
                    weights.push(whole(Array::ConvWeights(i), value, -63.0, 63.0)?);
                }
            }
            let shorts = |values: &[f32], low: f32| -> Result<Vec<i16>> {
                let name = Array::ConvBias(i);
                values.iter().map(|&value| whole(name, value, low, 32767.0)).collect()
            };
            let (bias, multiplier) =
                (shorts(&conv.bias, -32768.0)?, shorts(&conv.multiplier, 1.0)?);
            convs.push(IntConv { weights, bias, multiplier });
        }
        let policy = &network.dots[0];
        let bytes = policy.weights.iter().map(|&w| whole(Array::Policy, w, -63.0, 63.0));
        let mut value = [(); 4].map(|()| Vec::new());
        for ((to, head), array) in value.iter_mut().zip(&network.value).zip(VALUE) {
            let units = head.values.iter().map(|value| value * HEAD_UNIT);
            *to = units.map(|v| whole(array, v, -HEAD_MAX, HEAD_MAX)).collect::<Result<_>>()?;
        }
        let policy_scale = policy.factor;
        ensure!(policy_scale.is_finite(), "the policy's scale is not finite");
        Ok(Weights { shape, convs, policy_scale, policy: bytes.collect::<Result<_>>()?, value })
    }

    /// Whether a network for 25 planes says the same: the rule set's plane has no say.
    fn is_former(&self) -> bool {
        self.convs[0].weights.chunks_exact(PLANES).all(|inputs| inputs[PLANES - 1] == 0)
    }

    /// The weights file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let former = self.is_former();
        let mut bytes = if former { b"TPN1" } else { b"TPN2" }.to_vec();
        let (channels, pairs) = (self.shape.channels(), self.shape.pairs());
        bytes.extend([channels as u8, pairs as u8, HIDDEN as u8, 0]);
        for (i, conv) in self.convs.iter().enumerate() {
            for (bias, multiplier) in conv.bias.iter().zip(&conv.multiplier) {
                bytes.extend(bias.to_le_bytes());
                bytes.extend(multiplier.to_le_bytes());
            }
            let inputs = self.shape.inputs(i);
            let written = inputs - usize::from(former && i == 0);
            for weights in conv.weights.chunks_exact(inputs) {
                bytes.extend(weights[..written].iter().map(|&weight| weight as u8));
            }
        }
        bytes.extend(self.policy_scale.to_le_bytes());
        bytes.extend(self.policy.iter().map(|&weight| weight as u8));
        for value in self.value.iter().flatten() {
            bytes.extend(value.to_le_bytes());
        }
        engine::tpn::seal(bytes)
    }

    /// Reads a weights file, or the text that holds one.
    ///
    /// # Errors
    ///
    /// If it is cut short, damaged, or of a shape that the engine doesn't know.
    pub fn from_file(content: &[u8]) -> Result<Weights> {
        let bytes = engine::tpn::checked(content)?;
        let planes = if bytes.starts_with(b"TPN1") { PLANES - 1 } else { PLANES };
        let shape = Shape::new(usize::from(bytes[4]), usize::from(bytes[5]))?;
        // The lengths of all arrays were checked.
        let mut reader = Reader(&bytes[8..]);
        let channels = shape.channels();
        let mut convs = Vec::new();
        for i in 0..shape.convs() {
            let pairs = reader.shorts(2 * channels);
            let inputs = shape.inputs(i);
            let written = if i == 0 { planes } else { inputs };
            let mut weights = Vec::with_capacity(channels * 9 * inputs);
            for row in reader.take(channels * 9 * written).chunks_exact(written) {
                weights.extend(row.iter().map(|&byte| byte as i8));
                weights.extend(vec![0; inputs - written]);
            }
            let of = |k: usize| pairs.iter().skip(k).step_by(2).copied().collect::<Vec<_>>();
            convs.push(IntConv { weights, bias: of(0), multiplier: of(1) });
        }
        let scale = reader.take(4);
        let policy_scale = f32::from_le_bytes([scale[0], scale[1], scale[2], scale[3]]);
        let policy = reader.take(channels).iter().map(|&byte| byte as i8).collect();
        let value = VALUE.map(|array| reader.shorts(array.length(shape)));
        Ok(Weights { shape, convs, policy_scale, policy, value })
    }

    /// Parameters that [`Weights::of`] turns into these weights again; the heads that are for
    /// training alone are fresh.
    #[must_use]
    pub fn to_params(&self, seed: u64) -> Params {
        let mut params = Params::random(self.shape, seed);
        for (i, conv) in self.convs.iter().enumerate() {
            conv.to_params(i, self.shape, &mut params);
        }
        let scale = self.policy_scale / ACTIVATION;
        let policy = params[Array::Policy].iter_mut().zip(&self.policy);
        policy.for_each(|(to, &weight)| *to = f32::from(weight) * scale);
        for (array, values) in VALUE.into_iter().zip(&self.value) {
            let params = params[array].iter_mut().zip(values);
            params.for_each(|(to, &value)| *to = f32::from(value) / HEAD_UNIT);
        }
        params
    }
}

impl IntConv {
    /// Weights in real units, the largest of which give the multipliers back.
    fn to_params(&self, conv: usize, shape: Shape, params: &mut Params) {
        let (inputs, outputs) = (shape.inputs(conv), shape.channels());
        let (real, unit) = conv_units(conv);
        let (real, unit, most) = (f64::from(real), f64::from(unit), f64::from(WEIGHT_MAX));
        for output in 0..outputs {
            let multiplier = f64::from(self.multiplier[output]);
            // A multiplier was rounded up from the largest weight's, which lies less than 1 below
            // it, but that weight was then rounded to an integer and may seem to lie elsewhere.
            let margin = 1e-6 * multiplier;
            let row = &self.weights[output * 9 * inputs..][..9 * inputs];
            let mut values: Vec<f64> = row
                .iter()
                .map(|&w| f64::from(w) * multiplier / most)
                .map(|value| value.clamp(margin - multiplier, multiplier - margin))
                .collect();
            let largest = values.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
            if largest <= multiplier - 1.0 && multiplier > 1.0 && largest > 0.0 {
                for value in values.iter_mut().filter(|value| value.abs() == largest) {
                    *value = value.signum() * (multiplier - 1.0 + margin);
                }
            }
            for (k, value) in values.into_iter().enumerate() {
                params[Array::ConvWeights(conv)][k * outputs + output] =
                    (value * most / unit) as f32;
            }
            let bias = f64::from(self.bias[output]) * multiplier / unit * real;
            params[Array::ConvBias(conv)][output] = bias as f32;
        }
    }
}

/// What is left of a file.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        taken
    }

    fn shorts(&mut self, count: usize) -> Vec<i16> {
        let pairs = self.take(2 * count).chunks_exact(2);
        pairs.map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()
    }
}
