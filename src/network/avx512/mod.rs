//! The network in AVX-512 registers, up to twelve holes by sixteen outputs at a time.
//!
//! What is computed is what [`Conv::portable`] computes, in two forms. The exact one adds in the
//! same order as that, with saturation after every eight inputs. The fast one adds in 32 bits, at
//! half the instructions; it counts only where no sum of 16 bits can have saturated on its way,
//! which [`block`] proves for twelve holes at a time, else the block is computed again.
//!
//! For that the two sums of an output must be apart, so the four bytes that one instruction adds up
//! all belong to the same sum: cells keep their channels in the order of [`CHANNELS`]. Only the
//! planes that come in have theirs as everybody else.

mod block;
mod conv;
mod heads;
mod layout;

use self::layout::Layer;
use super::conv::Conv;
use super::heads::Heads;
use super::{Kernel, Output, Planes, Scratch};

/// AVX512F, AVX512BW and AVX512_VNNI.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

impl Avx512 {
    /// A key, if this processor has the instructions; asked once, then remembered.
    pub(super) fn detect() -> Option<Avx512> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vnni");
        has.then_some(Avx512(()))
    }
}

/// By place in a cell, sixteen at a time: the channel that stands there. Fours that go to an
/// output's first sum and fours that go to its second take turns.
const CHANNELS: [usize; 16] = [0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15];

/// The weights of a network's convolutions in this order.
pub(super) struct Wide {
    key: Avx512,
    input: Layer,
    pairs: Box<[Layer]>,
}

/// What is known of the layers from one position to the next: how much the fast form is trusted, by
/// layer and group of outputs.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory(Vec<Trust>);

/// Whether the fast form is worth a try: its blocks counted last, with those that failed in vain.
/// Below zero it pauses.
#[derive(Clone, Copy, Debug, Default)]
struct Trust(i8);

impl Trust {
    const MOST: i8 = 8;
    const PAUSE: i8 = -100;

    /// Asks before a block; while it pauses, this ends the pause in time.
    fn tries(&mut self) -> bool {
        let tries = self.0 >= 0;
        self.0 += i8::from(!tries);
        tries
    }

    fn learn(&mut self, counted: bool) {
        self.0 = match (counted, self.0) {
            (true, trust) => Trust::MOST.min(trust + 1),
            (false, ..2) => Trust::PAUSE,
            (false, trust) => trust - 2,
        };
    }
}

impl Wide {
    /// The weights laid out anew, if this is the kernel that wants it.
    pub(super) fn of(kernel: Kernel, input: &Conv, pairs: &[Conv]) -> Option<Wide> {
        let key = Avx512::detect().filter(|_| kernel == Kernel::Avx512)?;
        Some(Wide {
            key,
            input: Layer::of_planes(input),
            pairs: pairs.iter().map(Layer::new).collect(),
        })
    }

    /// As [`super::Network::evaluate`].
    pub(super) fn evaluate(
        &self,
        heads: &Heads,
        planes: &Planes,
        scratch: &mut Scratch,
        output: &mut Output,
    ) {
        // SAFETY: the key says that the processor has the instructions.
        unsafe { self.compiled(self.key, heads, planes, scratch, output) }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    fn compiled(
        &self,
        _: Avx512,
        heads: &Heads,
        planes: &Planes,
        Scratch(layers, Memory(trust)): &mut Scratch,
        output: &mut Output,
    ) {
        let (edge, groups) = (planes.cells.edge, self.input.groups.len());
        if edge == 0 {
            // Planes that were never filled.
            return;
        }
        layers.iter_mut().for_each(|cells| cells.fit(edge, 16 * groups));
        trust.resize(self.pairs.len() * groups, Trust::default());
        let [now, between, next] = layers;
        conv::of_planes(&self.input, &planes.cells, now);
        for (pair, trust) in self.pairs.chunks_exact(2).zip(trust.chunks_exact_mut(2 * groups)) {
            let (first, second) = trust.split_at_mut(groups);
            conv::of_cells(&pair[0], now, None, between, first);
            conv::of_cells(&pair[1], between, Some(now), next, second);
            std::mem::swap(now, next);
        }
        heads::policy(heads, now, output);
        output.wdl = heads::value(heads, now);
    }
}

/// The channel that stands at a place of a cell.
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

    /// Where sums come near the ends of 16 bits, some layers are computed in either form: else the
    /// tests that hold kernels against one another would see one of them alone.
    #[test]
    fn both_forms_are_used() {
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
                let Memory(trust) = &scratch.1;
                fast += trust.iter().filter(|trust| trust.0 > 0).count();
                exact += trust.iter().filter(|trust| trust.0 < 0).count();
            }
        }
        assert!(fast > 30 && exact > 30, "{fast} {exact}");
    }
}
