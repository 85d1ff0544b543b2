//! Compares losses and gradients with those of a reference implementation in double precision, which computes
//! gradients by finite differences.

use crate::fit::{examples, gradient, params, AUXILIARY};
use kernels::Kernel;
use training::fit::params::Params;
use training::fit::shape::Array;
use training::fit::source::{Example, BYTES_PER_HOLE};
use twixt::random::Random;

const PLANES: usize = 26;
const HIDDEN: usize = 32;

struct Reference<'a> {
    params: &'a Params,
    values: Vec<f64>,
}

impl Reference<'_> {
    fn array(&self, array: Array) -> &[f64] {
        &self.values[self.params.shape.range(array)]
    }

    /// A convolution in the integer network's units, with clipping and without rounding.
    fn conv(&self, conv: usize, edge: usize, input: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let (weights, bias) =
            (self.array(Array::ConvWeights(conv)), self.array(Array::ConvBias(conv)));
        let channels = bias.len();
        let inputs = input[0].len();
        let real = if conv == 0 { 1.0 / 64.0 } else { 1.0 / 32.0 };
        // The scale uses the original parameters, because no gradient flows through it.
        let scale = |output: usize| -> f64 {
            let weights = &self.params[Array::ConvWeights(conv)];
            let of_output = weights.iter().skip(output).step_by(channels);
            let largest = of_output.fold(0.0_f64, |most, w| most.max(f64::from(w.abs())));
            (largest / 63.0).max(1.0 / (32768.0 * real * 32.0))
        };
        let mut result = Vec::new();
        for hole in 0..edge * edge {
            let (row, column) = ((hole / edge) as i64, (hole % edge) as i64);
            let mut sums = vec![0.0; channels];
            for tap in 0..9 {
                let (y, x) = (row + tap / 3 - 1, column + tap % 3 - 1);
                let inside = 0..edge as i64;
                if !inside.contains(&y) || !inside.contains(&x) {
                    continue;
                }
                let from = &input[(y * edge as i64 + x) as usize];
                for (i, value) in from.iter().enumerate() {
                    let row = &weights[(tap as usize * inputs + i) * channels..][..channels];
                    sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight * value);
                }
            }
            let finish = |(output, sum): (usize, &f64)| {
                let scale = scale(output);
                let bias = (bias[output] / (scale * real)).clamp(-32767.0, 32767.0);
                let total = (sum / scale + bias).clamp(-32768.0, 32767.0);
                total * scale * real * 32.0
            };
            result.push(sums.iter().enumerate().map(finish).collect());
        }
        result
    }

    fn tower(&self, example: &Example) -> Vec<Vec<f64>> {
        let planes = example.planes.chunks(BYTES_PER_HOLE);
        let input: Vec<Vec<f64>> =
            planes.map(|hole| hole[..PLANES].iter().map(|&v| f64::from(v)).collect()).collect();
        let clip = |mut cells: Vec<Vec<f64>>| {
            cells.iter_mut().flatten().for_each(|value| *value = value.clamp(0.0, 127.0));
            cells
        };
        let mut now = clip(self.conv(0, example.edge, &input));
        for pair in 0..self.params.shape.blocks() {
            let inner = clip(self.conv(2 * pair + 1, example.edge, &now));
            let mut next = self.conv(2 * pair + 2, example.edge, &inner);
            for (next, now) in next.iter_mut().flatten().zip(now.iter().flatten()) {
                *next += now;
            }
            now = clip(next);
        }
        now.iter_mut().flatten().for_each(|value| *value /= 32.0);
        now
    }

    fn value(&self, tower: &[Vec<f64>]) -> Vec<f64> {
        let channels = tower[0].len();
        let column = |c: usize| tower.iter().map(move |hole| hole[c]);
        let means = (0..channels).map(|c| column(c).sum::<f64>() / tower.len() as f64);
        let most = (0..channels).map(|c| column(c).fold(0.0, f64::max));
        let features: Vec<f64> = means.chain(most).collect();
        let layer = |weights: Array, bias: Array, input: &[f64]| -> Vec<f64> {
            let rows = self.array(weights).chunks(input.len()).zip(self.array(bias));
            rows.map(|(row, bias)| bias + dot(row, input)).collect()
        };
        let mut hidden = layer(Array::First, Array::FirstBias, &features);
        assert_eq!(hidden.len(), HIDDEN);
        hidden.iter_mut().for_each(|value| *value = value.max(0.0));
        layer(Array::Second, Array::SecondBias, &hidden)
    }

    fn loss(&self, examples: &[Example]) -> f64 {
        let (mut value, mut policy, mut soft, mut reply, mut chain) = (0.0, 0.0, 0.0, 0.0, 0.0);
        let (mut policies, mut replies, mut chains) = (0.0, 0.0, 0.0);
        for example in examples {
            let (tower, edge) = (self.tower(example), example.edge);
            let vacant = |hole: usize| example.planes[hole * BYTES_PER_HOLE..][..2] == [0, 0];
            let inner = |at: usize| at > 0 && at < edge - 1;
            let logits = |weights: &[f64], open: &dyn Fn(usize) -> bool| -> Vec<Option<f64>> {
                let logit = |hole: usize| open(hole).then(|| dot(&tower[hole], weights));
                (0..edge * edge).map(logit).collect()
            };
            let wdl = example.wdl.iter().enumerate().map(|(i, &t)| (i, f64::from(t)));
            let values: Vec<_> = self.value(&tower).into_iter().map(Some).collect();
            value += cross_entropy(&values, wdl);
            let target =
                example.policy.iter().map(|&(h, share)| (usize::from(h), f64::from(share)));
            if !example.policy.is_empty() {
                let open = |hole: usize| vacant(hole) && inner(hole % edge);
                policies += 1.0;
                let found = logits(self.array(Array::Policy), &open);
                policy += cross_entropy(&found, target.clone());
                let total: f64 = target.clone().map(|(_, share)| share.powf(0.25)).sum();
                let target = target.map(|(hole, share)| (hole, share.powf(0.25) / total));
                soft += cross_entropy(&logits(self.array(Array::Soft), &open), target);
            }
            if let Some(hole) = example.reply {
                let open = |hole: usize| vacant(hole) && inner(hole / edge);
                replies += 1.0;
                let found = logits(self.array(Array::Reply), &open);
                reply += cross_entropy(&found, [(usize::from(hole), 1.0)]);
            }
            if !example.chain.is_empty() {
                chains += 1.0;
                let sides = self.array(Array::Chain).chunks(tower[0].len());
                for (side, weights) in sides.enumerate() {
                    for (hole, cell) in tower.iter().enumerate() {
                        let logit = dot(cell, weights) + self.array(Array::ChainBias)[side];
                        let winners = (side == 0) == example.chain_is_movers;
                        let target = winners && example.chain.contains(&(hole as u16));
                        let other = if target { logit } else { 0.0 };
                        chain += (logit.exp().ln_1p() - other) / (edge * edge) as f64;
                    }
                }
            }
        }
        1.5 * value / examples.len() as f64
            + policy / policies
            + f64::from(AUXILIARY.soft) * soft / policies
            + f64::from(AUXILIARY.reply) * reply / replies
            + f64::from(AUXILIARY.chain) * chain / chains
    }
}

fn dot(one: &[f64], two: &[f64]) -> f64 {
    one.iter().zip(two).map(|(a, b)| a * b).sum()
}

/// Cross-entropy of a target; logits that are `None` are masked.
fn cross_entropy(logits: &[Option<f64>], target: impl IntoIterator<Item = (usize, f64)>) -> f64 {
    let total: f64 = logits.iter().flatten().map(|logit| logit.exp()).sum();
    target.into_iter().map(|(i, share)| share * (total.ln() - logits[i].unwrap())).sum()
}

#[test]
fn gradients_match_finite_differences() {
    let params = params(16, 2, 31);
    let mut examples = examples(6, 5, 5);
    // Policy targets with several holes.
    for example in &mut examples {
        let inner = |hole: u16| (1..5).contains(&(hole % 6));
        let vacant =
            |hole: u16| example.planes[usize::from(hole) * BYTES_PER_HOLE..][..2] == [0, 0];
        let holes: Vec<u16> = (0..36).filter(|&hole| inner(hole) && vacant(hole)).take(4).collect();
        let shares = [0.5, 0.3, 0.15, 0.05];
        example.policy = holes.into_iter().zip(shares).collect();
        assert_eq!(example.policy.len(), 4);
    }
    let (found, metrics) = gradient(Kernel::Plain, &params, false, &examples);
    let loss = |array: Array, index: usize, step: f64| {
        let mut values: Vec<f64> = params.values.iter().map(|&v| f64::from(v)).collect();
        values[params.shape.range(array).start + index] += step;
        Reference { params: &params, values }.loss(&examples)
    };
    let expected = loss(Array::Policy, 0, 0.0);
    let all = metrics.policy
        + 1.5 * metrics.value
        + f64::from(AUXILIARY.reply) * metrics.reply
        + f64::from(AUXILIARY.chain) * metrics.chain
        + f64::from(AUXILIARY.soft) * metrics.soft;
    assert!((all / expected - 1.0).abs() < 1e-5, "{all} {expected}");
    let mut random = Random::new(9);
    for array in params.shape.arrays() {
        let gradient = &found[array];
        let largest = gradient.iter().fold(0.0_f32, |most, g| most.max(g.abs()));
        assert!(largest > 0.0, "{array:?}");
        let most = gradient.iter().position(|g| g.abs() == largest).unwrap();
        let mut chosen = vec![most];
        chosen.extend((0..4).map(|_| random.below(gradient.len() as u32) as usize));
        for index in chosen {
            let step = 1e-6;
            let slope = (loss(array, index, step) - loss(array, index, -step)) / (2.0 * step);
            let found = f64::from(gradient[index]);
            assert!(
                (found - slope).abs() < 1e-3 * f64::from(largest),
                "{array:?}[{index}]: {found} instead of {slope}, the largest is {largest}"
            );
        }
    }
}
