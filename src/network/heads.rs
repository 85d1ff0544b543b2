use super::cells::Cells;
use super::Output;
use crate::logistic::exp;

/// The value of a quantised activation of 1.
const UNIT: f32 = 1.0 / 32.0;

/// The number of hidden units of the value head.
pub const HIDDEN: usize = 32;

/// The maximum number of channels.
pub(super) const MAX: usize = 64;

/// The policy head and the value head.
#[derive(Clone, Debug)]
pub(super) struct Heads {
    /// Policy weights by channel, in units of `scale`.
    pub(super) policy: Box<[i8]>,
    pub(super) scale: f32,
    /// The weights of the hidden layer by feature (the means of all channels, then their maxima), then by unit.
    pub(super) first: Box<[[f32; HIDDEN]]>,
    pub(super) first_bias: [f32; HIDDEN],
    pub(super) second: [[f32; HIDDEN]; 3],
    pub(super) second_bias: [f32; 3],
}

impl Heads {
    /// Computes both heads. The order of sums is fixed, and multiplications and additions are not
    /// fused, so that results are identical on all machines.
    #[inline(always)]
    pub(super) fn evaluate(&self, cells: &Cells, output: &mut Output) {
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
        // The zeros of the padding change neither the sums nor the maxima.
        let (mut sums, mut maxima) = ([0_u32; MAX], [0_u8; MAX]);
        for hole in cells.bytes.chunks_exact(cells.channels) {
            for ((sum, maxima), &q) in sums.iter_mut().zip(&mut maxima).zip(hole) {
                *sum += u32::from(q);
                *maxima = q.max(*maxima);
            }
        }
        output.wdl = self.value(cells, sums, maxima);
    }

    /// Computes the probabilities of win, draw and loss from mean pooling and max pooling of the
    /// channels.
    #[inline(always)]
    pub(super) fn value(&self, cells: &Cells, sums: [u32; MAX], maxima: [u8; MAX]) -> [f32; 3] {
        let scale = UNIT / (cells.edge * cells.edge) as f32;
        let means = sums[..cells.channels].iter().map(|&sum| sum as f32 * scale);
        let maxima = maxima[..cells.channels].iter().map(|&q| f32::from(q) * UNIT);
        let mut hidden = self.first_bias;
        for (feature, weights) in means.chain(maxima).zip(&self.first) {
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
