//! A small policy-and-value network, computed in eight-bit integers.
//!
//! A tower of 3 × 3 convolutions (one of the input [`Planes`], then residual pairs) ends in two
//! heads: a logit for every hole, and how likely the mover wins, draws and loses. It is fully
//! convolutional, so one network takes boards of any size. Activations are bytes of 0–127, weights
//! are signed bytes, sums are saturating 16-bit integers in a fixed order: the AVX2 and AVX-512
//! [`Kernel`]s and their portable twin agree on every bit. All that is computed for one position at a time: a search
//! that looks at one leaf after the other never has a batch.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(all(not(bundled), target_arch = "x86_64"))]
mod avx512;
mod cells;
mod conv;
mod heads;
#[cfg(not(bundled))]
mod kernel;
mod planes;
#[cfg(test)]
#[path = "../../tests/it/network/sample.rs"]
mod sample;
mod weights;

#[cfg(not(bundled))]
pub use kernel::Kernel;
pub use planes::{hole_at, index_of, Planes, INPUTS};
pub use weights::{checksum, WeightsError};

#[cfg(target_arch = "x86_64")]
use crate::processor::Avx2;
use cells::Cells;
use conv::Conv;
use heads::Heads;

/// A network, its weights laid out for the kernels. The file's form is at [`Network::from_bytes`].
pub struct Network {
    channels: usize,
    input: Conv,
    /// The two convolutions of every residual pair, one pair after the other.
    pairs: Box<[Conv]>,
    heads: Heads,
    #[cfg(not(bundled))]
    choice: kernel::Choice,
}

/// Room for the activations of one position, used over and over.
#[derive(Clone, Debug, Default)]
pub struct Scratch([Cells; 3], #[cfg(all(not(bundled), target_arch = "x86_64"))] avx512::Memory);

/// What a network says of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Output {
    /// By number of the hole as the mover sees the board ([`index_of`]): the logarithm of how good
    /// it is to peg there, up to a common constant. Holes where the mover may not peg have logits
    /// as well, which mean nothing.
    pub logits: [f32; 24 * 24],
    /// How likely the mover wins, draws and loses; the sum is 1.
    pub wdl: [f32; 3],
}

impl Default for Output {
    fn default() -> Self {
        Output { logits: [0.0; 24 * 24], wdl: [0.0; 3] }
    }
}

impl Network {
    /// The network that comes with the bot.
    ///
    /// # Errors
    ///
    /// If its weights are damaged.
    pub fn built_in() -> Result<Network, WeightsError> {
        weights::built_in()
    }

    /// Reads a weights file, little endian throughout:
    ///
    /// - `TPN1`, or `TPN2` with weights for one more input plane, the last of [`Planes`]; then a byte each: channels, residual pairs, hidden numbers, 0;
    /// - by convolution, the input's first: bias and multiplier of every output channel, `i16`
    ///   each; then the weights, `i8`, by output, tap and input;
    /// - the policy's scale, `f32`, and its weights, `i8`;
    /// - the value head, `i16` in 1/4096: weights by hidden number and feature, hidden biases,
    ///   weights by result (win, draw, loss) and hidden number, biases;
    /// - the FNV-1a hash of all bytes before it, `u32`.
    ///
    /// # Errors
    ///
    /// If the checksum is wrong. The rest is trusted: a file that was not made here needs other checks first.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, WeightsError> {
        weights::from_bytes(bytes)
    }

    /// Evaluates the position that the planes were filled from. Allocates only if the scratch was
    /// last used with another size of board or network.
    pub fn evaluate(&self, planes: &Planes, scratch: &mut Scratch, output: &mut Output) {
        #[cfg(not(bundled))]
        if self.choice.evaluate(self, planes, scratch, output) {
            return;
        }
        #[cfg(target_arch = "x86_64")]
        if Avx2::detect().is_some() {
            // SAFETY: the key says that the processor has the instructions.
            return unsafe { self.evaluate_avx2(planes, scratch, output) };
        }
        self.evaluate_portably(planes, scratch, output);
    }

    /// As [`Network::evaluate`], without any processor's particular instructions.
    pub fn evaluate_portably(&self, planes: &Planes, scratch: &mut Scratch, output: &mut Output) {
        self.forward(planes, scratch, output, Conv::portable);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn evaluate_avx2(&self, planes: &Planes, scratch: &mut Scratch, output: &mut Output) {
        self.forward(planes, scratch, output, |layer, from, old, to| {
            avx2::conv(layer, from, old, to)
        });
    }

    #[inline(always)]
    fn forward(
        &self,
        planes: &Planes,
        scratch: &mut Scratch,
        output: &mut Output,
        conv: impl Fn(&Conv, &Cells, Option<&Cells>, &mut Cells),
    ) {
        let edge = planes.cells.edge;
        if edge == 0 {
            // Planes that were never filled.
            return;
        }
        let [now, between, next] = &mut scratch.0;
        for cells in [&mut *now, &mut *between, &mut *next] {
            cells.fit(edge, self.channels);
        }
        conv(&self.input, &planes.cells, None, now);
        for pair in self.pairs.chunks_exact(2) {
            conv(&pair[0], now, None, between);
            conv(&pair[1], between, Some(now), next);
            std::mem::swap(now, next);
        }
        self.heads.answer(now, output);
    }
}
