//! Growing a network without changing what it says (after Net2Net, Chen et al. 2016).
//!
//! More residual pairs are appended as identities: their second convolution is 0. More channels
//! come with random weights in and none out to the old ones, which go on as if the new ones were
//! not there; they earn their way in by the gradient. Rounded, too, the old channels stay what they
//! were: an output channel's scale comes from its own largest weight, which zeros leave alone.

use crate::fit::params::Params;
use crate::fit::shape::{Array, Shape, HIDDEN};
use anyhow::{ensure, Result};

/// The same function as a network of another shape.
///
/// # Errors
///
/// If the network is larger than that already.
pub fn grow(params: &Params, shape: Shape, seed: u64) -> Result<Params> {
    let old = params.shape;
    ensure!(
        old.channels() <= shape.channels() && old.pairs() <= shape.pairs(),
        "it has {0} channels and {1} pairs, a network only grows: ask for at least --channels {0} \
         --pairs {1}",
        old.channels(),
        old.pairs()
    );
    if old == shape {
        return Ok(params.clone());
    }
    let mut new = Params::random(shape, seed);
    for conv in 0..shape.convs() {
        if conv < old.convs() {
            widen(params, conv, &mut new);
        } else if conv % 2 == 0 {
            new[Array::ConvWeights(conv)].fill(0.0);
        }
    }
    // Heads read nothing from new channels.
    for (array, rows) in [
        (Array::Policy, 1),
        (Array::First, 2 * HIDDEN),
        (Array::Reply, 1),
        (Array::Chain, 2),
        (Array::Soft, 1),
    ] {
        new[array].fill(0.0);
        let to = new[array].chunks_exact_mut(shape.channels());
        let from = params[array].chunks_exact(old.channels());
        assert!(to.len() == rows && from.len() == rows);
        to.zip(from).for_each(|(to, from)| to[..from.len()].copy_from_slice(from));
    }
    for array in [Array::FirstBias, Array::Second, Array::SecondBias, Array::ChainBias] {
        new[array].copy_from_slice(&params[array]);
    }
    Ok(new)
}

/// Puts the old outputs in place, which read nothing from new inputs.
fn widen(params: &Params, conv: usize, new: &mut Params) {
    let (old_shape, shape) = (params.shape, new.shape);
    let (inputs, old_inputs) = (shape.inputs(conv), old_shape.inputs(conv));
    let old_outputs = old_shape.channels();
    let from = &params[Array::ConvWeights(conv)];
    let to = new[Array::ConvWeights(conv)].chunks_exact_mut(shape.channels());
    for (k, to) in to.enumerate() {
        let (tap, input) = (k / inputs, k % inputs);
        let to = &mut to[..old_outputs];
        if input < old_inputs {
            let at = (tap * old_inputs + input) * old_outputs;
            to.copy_from_slice(&from[at..at + old_outputs]);
        } else {
            to.fill(0.0);
        }
    }
    let biases = &params[Array::ConvBias(conv)];
    new[Array::ConvBias(conv)][..old_outputs].copy_from_slice(biases);
}
