//! Weights files of the integer network: export and import.
//!
//! [`twixt::network::Network::from_bytes`] describes the format; `TPN1` has weights for 25 input
//! planes, `TPN2` also for the plane of the rule set.

use crate::fit::params::Params;
use crate::fit::shape::{Array, Shape, HIDDEN, VALUE};
use crate::fit::units::{conv_units, FitNet, ACTIVATION, HEAD_MAX, HEAD_UNIT, WEIGHT_MAX};
use anyhow::{ensure, Context, Result};
use kernels::floats::LANES;
use twixt::network::{PLANES, TPN1_PLANES};

fn int<T: TryFrom<i32>>(name: Array, value: f32, low: f32, high: f32) -> Result<T> {
    ensure!(value.is_finite(), "cannot export {name}: not finite, training diverged; lower --rate");
    let number = T::try_from(value.round() as i32).ok();
    let number = number.filter(|_| (low..=high).contains(&value));
    number.with_context(|| {
        format!(
            "cannot export {name}: {value} is outside {low}..{high}; raise --decay or lower --rate"
        )
    })
}

/// Exports the quantised network as a weights file. Fails if a value is not finite or does not fit
/// its type.
pub fn to_bytes(params: &Params) -> Result<Vec<u8>> {
    let (network, shape) = (FitNet::new(params, true), params.shape);
    let channels = shape.channels();
    // If the weights for the rule set's plane are 0, a network for 25 planes computes the same.
    let mut taps = network.convs[0].weights.chunks_exact(PLANES * LANES);
    let tpn1 = taps.all(|tap| tap[TPN1_PLANES * LANES..].iter().all(|&weight| weight == 0.0));
    let mut bytes = if tpn1 { b"TPN1" } else { b"TPN2" }.to_vec();
    bytes.extend([channels as u8, shape.blocks() as u8, HIDDEN as u8, 0]);
    let byte = |name, value| Ok::<u8, anyhow::Error>(int::<i8>(name, value, -63.0, 63.0)? as u8);
    for (i, conv) in network.convs.iter().enumerate() {
        for (bias, multiplier) in conv.bias.iter().zip(&conv.multiplier[..]) {
            for (value, low) in [(bias, -32768.0), (multiplier, 1.0)] {
                let number: i16 = int(Array::ConvBias(i), *value, low, 32767.0)?;
                bytes.extend(number.to_le_bytes());
            }
        }
        let inputs = shape.inputs(i);
        let written = inputs - usize::from(tpn1 && i == 0);
        for output in 0..channels {
            for k in (0..9 * inputs).filter(|k| k % inputs < written) {
                let at = (output / LANES * 9 * inputs + k) * LANES + output % LANES;
                bytes.push(byte(Array::ConvWeights(i), conv.weights[at])?);
            }
        }
    }
    let policy = &network.hole_heads[0];
    ensure!(policy.factor.is_finite(), "cannot export the policy: scale not finite");
    bytes.extend(policy.factor.to_le_bytes());
    for &weight in policy.weights.iter() {
        bytes.push(byte(Array::Policy, weight)?);
    }
    for (head, array) in network.value.iter().zip(VALUE) {
        for value in &head.values {
            let number: i16 = int(array, value * HEAD_UNIT, -HEAD_MAX, HEAD_MAX)?;
            bytes.extend(number.to_le_bytes());
        }
    }
    Ok(engine::tpn::seal(bytes))
}

/// Parses a weights file or its text form, and initialises the auxiliary heads with `seed`.
/// [`to_bytes`] restores the file, except that the policy's scale may differ in its last bit. Fails
/// if the content is damaged or the engine does not support its shape.
pub fn from_bytes(content: &[u8], seed: u64) -> Result<Params> {
    let bytes = engine::tpn::checked(content)?;
    let planes = if bytes.starts_with(b"TPN1") { TPN1_PLANES } else { PLANES };
    let shape = Shape::new(usize::from(bytes[4]), usize::from(bytes[5]))?;
    let channels = shape.channels();
    let mut params = Params::random(shape, seed);
    // `checked` verified the lengths of all arrays.
    let mut reader = ByteReader(&bytes[8..]);
    for conv in 0..shape.convs() {
        let units: Vec<i16> = reader.shorts(2 * channels).collect();
        let written = if conv == 0 { planes } else { channels };
        for (output, unit) in units.chunks_exact(2).enumerate() {
            let row = reader.take(9 * written).iter().map(|&byte| byte as i8);
            set_output(&mut params, conv, output, (unit[0], unit[1]), row, written);
        }
    }
    let scale = reader.take(4);
    let scale = f32::from_le_bytes([scale[0], scale[1], scale[2], scale[3]]) / ACTIVATION;
    let policy = params[Array::Policy].iter_mut().zip(reader.take(channels));
    policy.for_each(|(to, &weight)| *to = f32::from(weight as i8) * scale);
    for array in VALUE {
        let values = reader.shorts(array.length(shape));
        let params = params[array].iter_mut().zip(values);
        params.for_each(|(to, value)| *to = f32::from(value) / HEAD_UNIT);
    }
    Ok(params)
}

/// Sets weights and bias of one output in real units, such that the largest weight reproduces the
/// multiplier. `row` has `written` inputs per tap; the weights of other inputs are 0.
fn set_output(
    params: &mut Params,
    conv: usize,
    output: usize,
    (bias, multiplier): (i16, i16),
    row: impl Iterator<Item = i8>,
    written: usize,
) {
    let (inputs, outputs) = (params.shape.inputs(conv), params.shape.channels());
    let (real, unit) = conv_units(conv);
    let (real, unit, most) = (f64::from(real), f64::from(unit), f64::from(WEIGHT_MAX));
    let multiplier = f64::from(multiplier);
    // Export computes the multiplier from the largest weight and rounds it up by less than 1. So in
    // these units the largest weight is above `multiplier - 1` and at most `multiplier`; if its own
    // rounding moved it out of this range, it is moved back.
    let margin = 1e-6 * multiplier;
    let mut values: Vec<f64> = row
        .map(|weight| f64::from(weight) * multiplier / most)
        .map(|value| value.clamp(margin - multiplier, multiplier - margin))
        .collect();
    let largest = values.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
    if largest <= multiplier - 1.0 && multiplier > 1.0 && largest > 0.0 {
        for value in values.iter_mut().filter(|value| value.abs() == largest) {
            *value = value.signum() * (multiplier - 1.0 + margin);
        }
    }
    let weights = &mut params[Array::ConvWeights(conv)];
    for (tap, values) in values.chunks_exact(written).enumerate() {
        for input in 0..inputs {
            let value = values.get(input).copied().unwrap_or(0.0);
            weights[(tap * inputs + input) * outputs + output] = (value * most / unit) as f32;
        }
    }
    let bias = f64::from(bias) * multiplier / unit * real;
    params[Array::ConvBias(conv)][output] = bias as f32;
}

struct ByteReader<'a>(&'a [u8]);

impl<'a> ByteReader<'a> {
    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        taken
    }

    fn shorts(&mut self, count: usize) -> impl Iterator<Item = i16> + 'a {
        let pairs = self.take(2 * count).chunks_exact(2);
        pairs.map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
    }
}
