use super::cells::Cells;
use super::Output;
use crate::logistic::exp;

/// What a hidden activation of 1 stands for: 1/32.
const UNIT: f32 = 1.0 / 32.0;

/// Hidden numbers of the value head.
pub(super) const HIDDEN: usize = 32;

/// The most channels that a network may have.
pub(super) const MOST: usize = 64;

/// What turns the tower's last activations into an answer.
pub(super) struct Heads {
    /// By channel; with `scale` they give a hole's logit.
    pub(super) policy: Box<[i8]>,
    pub(super) scale: f32,
    /// By feature (a channel's mean, then a channel's largest), then by hidden number.
    pub(super) first: Box<[[f32; HIDDEN]]>,
    pub(super) first_bias: [f32; HIDDEN],
    pub(super) second: [[f32; HIDDEN]; 3],
    pub(super) second_bias: [f32; 3],
}

impl Heads {
    /// Sums run in one order and multiplications stay apart from additions, so that all machines
    /// find the same numbers.
    #[inline(always)]
    pub(super) fn answer(&self, cells: &Cells, output: &mut Output) {
        let edge = cells.edge;
        let row_bytes = edge * cells.channels;
        for (row, logits) in output.logits.chunks_exact_mut(edge).take(edge).enumerate() {
            let at = cells.at(row, 0);
            let holes = cells.bytes[at..at + row_bytes].chunks_exact(cells.channels);
            for (logit, hole) in logits.iter_mut().zip(holes) {
                let products = hole.iter().zip(&self.policy);
                let sum: i32 = products.map(|(&q, &w)| i32::from(q) * i32::from(w)).sum();
                *logit = sum as f32 * self.scale;
            }
        }
        // The frame's zeros change neither the sums nor what is largest.
        let (mut sums, mut largest) = ([0_u32; MOST], [0_u8; MOST]);
        for hole in cells.bytes.chunks_exact(cells.channels) {
            for ((sum, largest), &q) in sums.iter_mut().zip(&mut largest).zip(hole) {
                *sum += u32::from(q);
                *largest = q.max(*largest);
            }
        }
        output.wdl = self.value(cells, sums, largest);
    }

    /// Win, draw and loss, from what the activations of every channel sum up to and the largest of
    /// them.
    #[inline(always)]
    pub(super) fn value(&self, cells: &Cells, sums: [u32; MOST], largest: [u8; MOST]) -> [f32; 3] {
        let share = UNIT / (cells.edge * cells.edge) as f32;
        let means = sums[..cells.channels].iter().map(|&sum| sum as f32 * share);
        let largest = largest[..cells.channels].iter().map(|&q| f32::from(q) * UNIT);
        let mut hidden = self.first_bias;
        for (feature, weights) in means.chain(largest).zip(&self.first) {
            for (sum, weight) in hidden.iter_mut().zip(weights) {
                *sum += feature * weight;
            }
        }
        let mut logits = self.second_bias;
        for (logit, weights) in logits.iter_mut().zip(&self.second) {
            for (number, weight) in hidden.iter().zip(weights) {
                *logit += number.max(0.0) * weight;
            }
        }
        let most = logits.into_iter().fold(f32::MIN, f32::max);
        let powers = logits.map(|logit| exp(logit - most));
        let sum = powers[0] + powers[1] + powers[2];
        powers.map(|power| power / sum)
    }
}
