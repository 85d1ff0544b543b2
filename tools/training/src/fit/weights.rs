//! Export of weights files of the integer network.
//!
//! [`twixt::network::Network::from_bytes`] describes the format; `TPN1` has weights for 25 input
//! planes, `TPN2` also for the plane of the rule set.

use crate::fit::params::Params;
use crate::fit::shape::{Array, HIDDEN, VALUE};
use crate::fit::units::{FitNet, HEAD_MAX, HEAD_UNIT};
use anyhow::{ensure, Context, Result};
use kernels::floats::LANES;
use twixt::network::{PLANES, TPN1_PLANES};

fn int<T: TryFrom<i32>>(name: Array, value: f32, low: f32, high: f32) -> Result<T> {
    ensure!(
        value.is_finite(),
        "cannot export {name:?}: not finite, training diverged; lower --rate"
    );
    let number = T::try_from(value.round() as i32).ok();
    let number = number.filter(|_| (low..=high).contains(&value));
    number.with_context(|| {
        format!(
            "cannot export {name:?}: {value} is outside {low}..{high}; raise --decay or lower --rate"
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
