//! Growing a network without changing its function (after Net2Net, Chen et al. 2016).
//!
//! New residual blocks start as identities: their second convolution is 0. New channels have random
//! incoming weights and zero weights to the old channels, so they have no effect at first.
//! Quantisation does not change the old channels either, because an output channel's scale depends
//! only on its own largest weight.

use crate::fit::params::Params;
use crate::fit::shape::{Array, Shape, HIDDEN};
use anyhow::{ensure, Result};

/// Returns a network of another shape that computes the same function. Fails if the network is
/// larger than `shape`.
pub fn grow(params: &Params, shape: Shape, seed: u64) -> Result<Params> {
    let old = params.shape;
    ensure!(
        old.channels() <= shape.channels() && old.pairs() <= shape.pairs(),
        "cannot shrink a network of {0} channels and {1} residual blocks; \
         pass at least --channels {0} --pairs {1}",
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
    // The heads ignore the new channels at first.
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

/// Copies a convolution's weights for the old outputs, with zeros for new inputs.
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
