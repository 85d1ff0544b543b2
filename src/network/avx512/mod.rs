//! The AVX-512 kernel: up to 12 holes by 16 outputs at a time.
//!
//! Its results equal those of [`super::portable`] bit for bit. It has two forms: the exact form
//! adds in the same order, with saturation after every eight inputs; the fast form adds in 32
//! bits, with half the instructions. The fast result is used for a block if [`block`] proves that
//! no 16-bit sum has saturated; otherwise the block is recomputed in the exact form.
//!
//! The proof needs the two sums of an output separately, so the four bytes that one instruction
//! adds must belong to the same sum. Cells therefore have their channels in the order of
//! [`CHANNELS`]; the input planes keep their natural order.

mod block;
mod conv;
mod heads;
mod layout;

use self::layout::Layer;
use super::conv::Conv;
use super::heads::Heads;
use super::{Kernel, Output, Planes, Scratch};

/// The token for AVX512F, AVX512BW and AVX512_VNNI.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

impl Avx512 {
    /// Returns the token if the CPU has the features.
    pub(super) fn detect() -> Option<Avx512> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vnni");
        has.then_some(Avx512(()))
    }
}

/// The channel at each position of a cell, per 16 channels. Groups of four for an output's first
/// sum alternate with groups of four for its second.
const CHANNELS: [usize; 16] = [0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15];

/// The weights of a network's convolutions in the order of [`CHANNELS`].
#[derive(Clone, Debug)]
pub(super) struct Wide {
    token: Avx512,
    input: Layer,
    pairs: Box<[Layer]>,
}

/// The predictors of the fast form by layer and group of outputs, kept from position to position.
#[derive(Clone, Debug, Default)]
pub(super) struct Predictors(Vec<Predictor>);

/// A saturating counter of successes of the fast form. While negative, it counts the rows for which
/// the fast form remains disabled.
#[derive(Clone, Copy, Debug, Default)]
struct Predictor(i8);

impl Predictor {
    const MAX: i8 = 8;
    const DISABLED: i8 = -100;

    /// Returns whether to try the fast form. While it is disabled, counts the next row.
    fn predict(&mut self) -> bool {
        let is_enabled = self.0 >= 0;
        self.0 += i8::from(!is_enabled);
        is_enabled
    }

    /// Records whether the fast form succeeded for a block.
    fn update(&mut self, succeeded: bool) {
        self.0 = match (succeeded, self.0) {
            (true, count) => Predictor::MAX.min(count + 1),
            (false, ..2) => Predictor::DISABLED,
            (false, count) => count - 2,
        };
    }
}

impl Wide {
    /// Arranges the weights, if `kernel` is AVX-512 and the CPU supports it.
    pub(super) fn of(kernel: Kernel, input: &Conv, pairs: &[Conv]) -> Option<Wide> {
        let token = Avx512::detect().filter(|_| kernel == Kernel::Avx512)?;
        Some(Wide {
            token,
            input: Layer::of_planes(input),
            pairs: pairs.iter().map(Layer::new).collect(),
        })
    }

    /// Like [`super::Network::evaluate`].
    pub(super) fn evaluate(
        &self,
        heads: &Heads,
        planes: &Planes,
        scratch: &mut Scratch,
        output: &mut Output,
    ) {
        // SAFETY: the token proves that the CPU has the features.
        unsafe { self.compiled(self.token, heads, planes, scratch, output) }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    fn compiled(
        &self,
        _: Avx512,
        heads: &Heads,
        planes: &Planes,
        Scratch(layers, Predictors(predictors)): &mut Scratch,
        output: &mut Output,
    ) {
        let (edge, groups) = (planes.cells.edge, self.input.groups.len());
        if edge == 0 {
            // The planes are empty.
            return;
        }
        layers.iter_mut().for_each(|cells| cells.fit(edge, 16 * groups));
        predictors.resize(self.pairs.len() * groups, Predictor::default());
        let [now, between, next] = layers;
        conv::of_planes(&self.input, &planes.cells, now);
        let predictors = predictors.chunks_exact_mut(2 * groups);
        for (pair, predictors) in self.pairs.chunks_exact(2).zip(predictors) {
            let (first, second) = predictors.split_at_mut(groups);
            conv::of_cells(&pair[0], now, None, between, first);
            conv::of_cells(&pair[1], between, Some(now), next, second);
            std::mem::swap(now, next);
        }
        heads::policy(heads, now, output);
        output.wdl = heads::value(heads, now);
    }
}

/// Returns the channel at position `place` of a cell.
fn channel(place: usize) -> usize {
    place / 16 * 16 + CHANNELS[place % 16]
}

#[cfg(test)]
mod tests {
    use super::super::sample::{weights, Loudness};
    use super::super::Network;
    use super::*;
    use crate::distance::Distances;
    use crate::geometry::Size;
    use crate::random::Random;
    use crate::rules::Position;

    /// The tests that compare kernels cover both forms only if networks with large sums use both.
    #[test]
    fn large_sums_use_both_forms() {
        if Kernel::best() < Kernel::Avx512 {
            println!("skipped: this machine has no AVX-512");
            return;
        }
        let (mut fast, mut exact) = (0, 0);
        let (mut random, mut distances) = (Random::new(1), Distances::<4>::new());
        let (mut planes, mut output) = (Planes::default(), Output::default());
        for seed in 0..4 {
            let file = weights(16, 2, Loudness::Between, seed);
            let network = Network::from_bytes(&file).expect("a sample is sound");
            let mut scratch = Scratch::default();
            let mut position = Position::new(Size::ARENA);
            for _ in 0..20 {
                let moves: Vec<_> = position.moves().collect();
                let mv = moves[random.below(moves.len() as u32) as usize];
                position.play(mv).expect("a legal move");
                distances.measure(position.board());
                planes.fill(&position, &distances);
                network.evaluate(&planes, &mut scratch, &mut output);
                let Predictors(predictors) = &scratch.1;
                fast += predictors.iter().filter(|predictor| predictor.0 > 0).count();
                exact += predictors.iter().filter(|predictor| predictor.0 < 0).count();
            }
        }
        assert!(fast > 30 && exact > 30, "{fast} {exact}");
    }
}
