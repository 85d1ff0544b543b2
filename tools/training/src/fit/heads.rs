//! Forward and backward pass of the heads.

use crate::fit::gradient::Gradient;
use crate::fit::shape::HIDDEN;
use crate::fit::shape::{CHAIN, HOLE_HEADS};
use crate::fit::tape::Top;
use crate::fit::units::{FitNet, ACTIVATION};
use kernels::cells::Cells;
use kernels::floats::{Floats, LANES};
use kernels::lanes::Lanes;
use kernels::VectorTask;

/// Outputs of the heads for one position, or their gradient.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outputs {
    /// Logits by head (policy, reply, mover's chain, opponent's chain, soft policy), then by hole.
    pub(crate) logits: [Vec<f32>; HOLE_HEADS],
    pub(crate) value: [f32; 3],
}

impl Outputs {
    fn resize(&mut self, holes: usize) {
        self.logits.iter_mut().for_each(|logits| logits.resize(holes, 0.0));
    }

    pub(crate) fn clear(&mut self, holes: usize) {
        self.resize(holes);
        self.logits.iter_mut().for_each(|logits| logits.fill(0.0));
        self.value = [0.0; 3];
    }
}

/// Intermediate values of the value head, for the backward pass.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pooled {
    /// Global pooling: means of the channels, then maxima, in real units.
    features: Vec<f32>,
    largest: Floats,
    /// Number of holes that share the maximum activation, by channel.
    holders: Floats,
    hidden: [f32; HIDDEN],
}

pub(crate) struct HeadsForward<'a> {
    pub(crate) network: &'a FitNet,
    pub(crate) top: &'a Cells,
    pub(crate) pooled: &'a mut Pooled,
    pub(crate) outputs: &'a mut Outputs,
}

impl VectorTask for HeadsForward<'_> {
    #[inline(always)]
    unsafe fn run<V: Lanes>(self) {
        let HeadsForward { network, top, pooled, outputs } = self;
        let (edge, channels) = (top.edge, top.channels);
        assert!(channels == network.shape.channels());
        outputs.resize(edge * edge);
        for (dot, logits) in network.hole_heads.iter().zip(&mut outputs.logits) {
            for (row, logits) in logits.chunks_exact_mut(edge).enumerate() {
                let at = top.at(row, 0);
                let holes = top.values[at..at + edge * channels].chunks_exact(channels);
                for (logit, hole) in logits.iter_mut().zip(holes) {
                    // SAFETY: the weights and the hole have all channels, a multiple of sixteen,
                    // and the caller guarantees support for `V`'s instructions.
                    let sum = unsafe {
                        let mut sum = V::splat(0.0);
                        for group in (0..channels).step_by(LANES) {
                            let weights = V::load(dot.weights.as_ptr().add(group));
                            sum = sum.fma(V::load(hole.as_ptr().add(group)), weights);
                        }
                        sum.sum()
                    };
                    *logit = sum * dot.factor + dot.bias;
                }
            }
        }
        // SAFETY: the caller guarantees support for `V`'s instructions.
        unsafe { pool::<V>(top, pooled) };
        outputs.value = value(network, pooled);
    }
}

/// Computes the mean and maximum of each channel.
///
/// # Safety
///
/// The processor must support `V`'s instructions.
#[inline(always)]
unsafe fn pool<V: Lanes>(top: &Cells, pooled: &mut Pooled) {
    let (edge, channels) = (top.edge, top.channels);
    pooled.features.resize(2 * channels, 0.0);
    for floats in [&mut pooled.largest, &mut pooled.holders] {
        if floats.len() != channels {
            *floats = Floats::zeros(channels);
        }
    }
    let mut sums = Floats::zeros(channels);
    for group in (0..channels).step_by(LANES) {
        // SAFETY: the cells hold all channels of all holes; the caller guarantees support for `V`'s
        // instructions.
        unsafe {
            let first = top.values.as_ptr().add(top.at(0, 0) + group);
            let (mut sum, mut largest) = (V::splat(0.0), V::splat(0.0));
            for row in 0..edge {
                for column in 0..edge {
                    let at = (row * (edge + 1) + column) * channels;
                    let q = V::load(first.add(at));
                    sum = sum.add(q);
                    largest = largest.max(q);
                }
            }
            let mut holders = V::splat(0.0);
            for row in 0..edge {
                for column in 0..edge {
                    let at = (row * (edge + 1) + column) * channels;
                    holders = holders.add(V::load(first.add(at)).equal(largest));
                }
            }
            sum.store(sums.as_mut_ptr().add(group));
            largest.store(pooled.largest.as_mut_ptr().add(group));
            holders.store(pooled.holders.as_mut_ptr().add(group));
        }
    }
    let (means, maxima) = pooled.features.split_at_mut(channels);
    let holes = (edge * edge) as f32;
    for (to, sum) in means.iter_mut().zip(&sums[..]) {
        *to = sum / holes * ACTIVATION;
    }
    for (to, largest) in maxima.iter_mut().zip(&pooled.largest[..]) {
        *to = largest * ACTIVATION;
    }
}

#[inline(always)]
fn value(network: &FitNet, pooled: &mut Pooled) -> [f32; 3] {
    let [first, first_bias, second, second_bias] = &network.value;
    let rows = first.values.chunks_exact(pooled.features.len());
    for ((hidden, bias), row) in pooled.hidden.iter_mut().zip(&first_bias.values).zip(rows) {
        let products = row.iter().zip(&pooled.features);
        *hidden = bias + products.map(|(w, f)| w * f).sum::<f32>();
    }
    let mut logits = [0.0; 3];
    let rows = second.values.chunks_exact(HIDDEN).zip(&second_bias.values);
    for (logit, (row, bias)) in logits.iter_mut().zip(rows) {
        let products = row.iter().zip(&pooled.hidden);
        *logit = bias + products.map(|(w, h)| w * h.max(0.0)).sum::<f32>();
    }
    logits
}

/// Backward pass from the heads' outputs to the tower.
pub(crate) struct HeadsBackward<'a> {
    pub(crate) network: &'a FitNet,
    pub(crate) top: Top<'a>,
    pub(crate) pooled: &'a Pooled,
    /// Gradient with respect to the outputs.
    pub(crate) outer: &'a Outputs,
    pub(crate) gradient: &'a mut Gradient,
}

impl VectorTask for HeadsBackward<'_> {
    #[inline(always)]
    unsafe fn run<V: Lanes>(self) {
        let HeadsBackward { network, top, pooled, outer, gradient } = self;
        let (edge, channels) = (top.activations.edge, top.activations.channels);
        let logits = &outer.logits;
        assert!(logits.iter().all(|logits| logits.len() == edge * edge));
        let [policy, first, first_bias, second, second_bias, reply, chain, chain_bias, soft] =
            gradient.heads();
        for (to, logits) in chain_bias.iter_mut().zip(&logits[CHAIN..]) {
            *to += crate::fit::math::sum(logits);
        }
        let value = [first, first_bias, second, second_bias];
        let features = value_back(network, pooled, outer.value, value);
        let (own, other) = chain.split_at_mut(channels);
        let mut hole_heads = [policy, reply, own, other, soft];
        // Gradients through mean and max pooling; holes that share the maximum share its gradient.
        let mut shares = Floats::zeros(2 * channels);
        for c in 0..channels {
            shares[c] = features[c] * ACTIVATION / (edge * edge) as f32;
            shares[channels + c] = features[channels + c] * ACTIVATION / pooled.holders[c];
        }
        let scale = &network.convs[network.convs.len() - 1].scale;
        for group in (0..channels).step_by(LANES) {
            // SAFETY: all cells have the network's channels and the same board size, the
            // per-channel buffers are complete, and the caller guarantees support for `V`'s
            // instructions.
            unsafe {
                let by_channel = |floats: &Floats| V::load(floats.as_ptr().add(group));
                let mean = by_channel(&shares);
                let most = V::load(shares.as_ptr().add(channels + group));
                let (largest, scale) = (by_channel(&pooled.largest), by_channel(scale));
                let mut weights = [V::splat(0.0); HOLE_HEADS];
                for (weights, dot) in weights.iter_mut().zip(&network.hole_heads) {
                    *weights = by_channel(&dot.weights).mul(V::splat(dot.factor));
                }
                let mut sums = [V::splat(0.0); HOLE_HEADS];
                for hole in 0..edge * edge {
                    let at = top.activations.at(hole / edge, hole % edge) + group;
                    let q = V::load(top.activations.values.as_ptr().add(at));
                    let mut inner = mean.fma(q.equal(largest), most);
                    for dot in 0..HOLE_HEADS {
                        let outer = V::broadcast(logits[dot].as_ptr().add(hole));
                        inner = inner.fma(outer, weights[dot]);
                        sums[dot] = sums[dot].fma(outer, q);
                    }
                    let gate = V::load(top.gate.values.as_ptr().add(at));
                    let slope = V::load(top.slope.values.as_ptr().add(at)).mul(scale);
                    inner.mul(gate).store(top.skip.values.as_mut_ptr().add(at));
                    inner.mul(slope).store(top.outer.values.as_mut_ptr().add(at));
                }
                for (to, sum) in hole_heads.iter_mut().zip(sums) {
                    let to = to.as_mut_ptr().add(group);
                    V::load(to).add(sum).store(to);
                }
            }
        }
    }
}

/// Runs the backward pass of the value head; returns the gradient with respect to its pooled
/// features.
#[inline(always)]
fn value_back(
    network: &FitNet,
    pooled: &Pooled,
    logits: [f32; 3],
    [to_first, to_first_bias, to_second, to_second_bias]: [&mut [f32]; 4],
) -> Vec<f32> {
    let [first, _, second, _] = &network.value;
    let mut inner = [0.0; HIDDEN];
    for (i, outer) in logits.into_iter().enumerate() {
        to_second_bias[i] += outer;
        for h in 0..HIDDEN {
            to_second[i * HIDDEN + h] += outer * pooled.hidden[h].max(0.0);
            inner[h] += outer * second.values[i * HIDDEN + h];
        }
    }
    let width = pooled.features.len();
    let mut features = vec![0.0; width];
    for (h, outer) in inner.into_iter().enumerate().filter(|(h, _)| pooled.hidden[*h] > 0.0) {
        to_first_bias[h] += outer;
        let row = &first.values[h * width..][..width];
        let to = &mut to_first[h * width..][..width];
        for i in 0..width {
            to[i] += outer * pooled.features[i];
            features[i] += outer * row[i];
        }
    }
    features
}
