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
use super::cells::Cells;
use super::heads::Heads;
use super::{Network, Output, Planes};

/// By place in a cell, sixteen at a time: the channel that stands there. Fours that go to an
/// output's first sum and fours that go to its second take turns.
const CHANNELS: [usize; 16] = [0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15];

/// A network's weights in this order.
pub(super) struct Wide {
    input: Layer,
    pairs: Box<[Layer]>,
    /// The policy's weights by place.
    policy: Box<[i8]>,
}

/// Room for activations, and what is known of the layers from one position to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Room {
    /// How much the fast form is trusted, by layer and group of outputs; see [`Trust`].
    trust: Vec<Trust>,
}

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
    /// The network's weights, laid out anew.
    pub(super) fn new(network: &Network) -> Wide {
        let by_place = |place: usize| network.heads.policy[place / 16 * 16 + CHANNELS[place % 16]];
        Wide {
            input: Layer::of_planes(&network.input),
            pairs: network.pairs.iter().map(Layer::new).collect(),
            policy: (0..network.channels).map(by_place).collect(),
        }
    }

    /// As [`Network::evaluate`]; the cells must fit the planes and the network.
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub(super) fn evaluate(
        &self,
        heads: &Heads,
        planes: &Planes,
        [now, between, next]: &mut [Cells; 3],
        room: &mut Room,
        output: &mut Output,
    ) {
        let groups = self.policy.len() / 16;
        room.trust.resize(self.pairs.len() * groups, Trust::default());
        conv::of_planes(&self.input, &planes.cells, now);
        let trusts = room.trust.chunks_exact_mut(2 * groups);
        for (pair, trust) in self.pairs.chunks_exact(2).zip(trusts) {
            let (first, second) = trust.split_at_mut(groups);
            conv::of_cells(&pair[0], now, None, between, first);
            conv::of_cells(&pair[1], between, Some(now), next, second);
            std::mem::swap(now, next);
        }
        heads::policy(&self.policy, heads.scale, now, output);
        let (sums, largest) = Heads::pool(now);
        let (mut sums_of, mut largest_of) = (sums, largest);
        for place in 0..sums.len() {
            let channel = place / 16 * 16 + CHANNELS[place % 16];
            (sums_of[channel], largest_of[channel]) = (sums[place], largest[place]);
        }
        output.wdl = heads.value(now, &sums_of, &largest_of);
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{weights, Loudness};
    use super::super::{Kernel, Scratch};
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
                let trust = &scratch.wide.trust;
                fast += trust.iter().filter(|trust| trust.0 > 0).count();
                exact += trust.iter().filter(|trust| trust.0 < 0).count();
            }
        }
        assert!(fast > 30 && exact > 30, "{fast} {exact}");
    }
}
