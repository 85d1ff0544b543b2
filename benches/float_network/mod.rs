//! The baseline of the network benchmark: a network of the same shape in 32-bit floats, channels last,
//! with AVX2 and FMA.

use twixt::network::TPN1_PLANES;

/// A tower without heads for one board size, with arbitrary weights.
pub(crate) struct FloatNetwork {
    edge: usize,
    channels: usize,
    /// The weights of each convolution by tap, input and output.
    weights: Vec<Vec<f32>>,
    layers: [Vec<f32>; 3],
}

impl FloatNetwork {
    pub(crate) fn new(edge: usize, channels: usize, pairs: usize) -> FloatNetwork {
        let conv = |number: usize| {
            let inputs = if number == 0 { TPN1_PLANES } else { channels };
            (0..9 * inputs * channels).map(|i| ((i * 37 % 101) as f32 - 50.0) / 2000.0).collect()
        };
        let weights = (0..=2 * pairs).map(conv).collect();
        let layer = || vec![0.0; (edge + 2) * (edge + 2) * channels];
        FloatNetwork { edge, channels, weights, layers: [layer(), layer(), layer()] }
    }

    /// Evaluates the tower; returns a number that depends on all of it, or `None` if the CPU has no
    /// AVX2 and FMA.
    pub(crate) fn run(&mut self, input: &[f32]) -> Option<f32> {
        assert!(input.len() == (self.edge + 2) * (self.edge + 2) * TPN1_PLANES);
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            // SAFETY: the CPU features that the functions require were detected.
            return Some(unsafe {
                match self.channels {
                    16 => self.tower::<16>(input),
                    32 => self.tower::<32>(input),
                    other => panic!("{other} channels"),
                }
            });
        }
        None
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn tower<const C: usize>(&mut self, input: &[f32]) -> f32 {
        let edge = self.edge;
        let [now, between, next] = &mut self.layers;
        conv::<TPN1_PLANES, C>(edge, &self.weights[0], input, None, now);
        for pair in self.weights[1..].chunks_exact(2) {
            conv::<C, C>(edge, &pair[0], now, None, between);
            conv::<C, C>(edge, &pair[1], between, Some(now), next);
            std::mem::swap(now, next);
        }
        now.iter().sum()
    }
}

/// Computes six holes by sixteen outputs at a time, like the engine's kernel.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn conv<const IN: usize, const OUT: usize>(
    edge: usize,
    weights: &[f32],
    input: &[f32],
    residual: Option<&[f32]>,
    output: &mut [f32],
) {
    use std::arch::x86_64::*;
    const HOLES: usize = 6;
    let stride = edge + 2;
    let cells = stride * stride;
    assert!(edge.is_multiple_of(HOLES) && OUT.is_multiple_of(16));
    assert!(weights.len() == 9 * IN * OUT);
    assert!(input.len() >= cells * IN && output.len() >= cells * OUT);
    assert!(residual.is_none_or(|residual| residual.len() >= cells * OUT));
    for block in 0..edge * edge / HOLES * (OUT / 16) {
        let (outputs, hole) = (block % (OUT / 16) * 16, block / (OUT / 16) * HOLES);
        let (row, column) = (hole / edge, hole % edge);
        // SAFETY: the lengths were checked above, and all taps are on the board or in its one-cell
        // padding.
        unsafe {
            let mut sums = [[_mm256_setzero_ps(); 2]; HOLES];
            for tap in 0..9 {
                let cell = (row + tap / 3) * stride + column + tap % 3;
                let (from, weights) = (input.as_ptr().add(cell * IN), weights.as_ptr());
                for i in 0..IN {
                    let weights = weights.add((tap * IN + i) * OUT + outputs);
                    let weights = [_mm256_loadu_ps(weights), _mm256_loadu_ps(weights.add(8))];
                    for (hole, sums) in sums.iter_mut().enumerate() {
                        let number = _mm256_broadcast_ss(&*from.add(hole * IN + i));
                        for (sum, weights) in sums.iter_mut().zip(weights) {
                            *sum = _mm256_fmadd_ps(number, weights, *sum);
                        }
                    }
                }
            }
            for (hole, sums) in sums.into_iter().enumerate() {
                let at = ((row + 1) * stride + column + hole + 1) * OUT + outputs;
                for (i, mut sum) in sums.into_iter().enumerate() {
                    if let Some(residual) = residual {
                        sum =
                            _mm256_add_ps(sum, _mm256_loadu_ps(residual.as_ptr().add(at + 8 * i)));
                    }
                    let sum = _mm256_max_ps(sum, _mm256_setzero_ps());
                    _mm256_storeu_ps(output.as_mut_ptr().add(at + 8 * i), sum);
                }
            }
        }
    }
}
