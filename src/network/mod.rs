//! A small policy-and-value network in 8-bit integer arithmetic.
//!
//! A tower of 3 × 3 convolutions (an input layer, then residual blocks) ends in a policy head with a
//! logit per hole, and a value head with the probabilities of win, draw and loss. The network is
//! convolutional, so it evaluates boards of any size. Activations are bytes of 0–127, weights are
//! signed bytes of −63 to 63, and sums are 16-bit integers that wrap: all kernels give the same result, bit for bit.
//! The batch size is 1.

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
#[cfg_attr(
    all(not(bundled), target_arch = "wasm32", target_feature = "simd128"),
    path = "simd128.rs"
)]
mod portable;
mod tiles;
mod weights;

#[cfg(not(bundled))]
pub use conv::{Filter, TileFilter, SIGNS};
pub use heads::HIDDEN;
#[cfg(not(bundled))]
pub use kernel::Kernel;
pub use planes::{hole_at, index_of, Planes, BYTES_PER_HOLE};
#[cfg(not(bundled))]
pub use weights::PLANES;
pub use weights::{checksum, WeightsError, TPN1_PLANES};

#[cfg(target_arch = "x86_64")]
use crate::processor::Avx2;
use cells::Cells;
use conv::Conv;
use heads::Heads;
use tiles::{Layer, Strip};

/// A network with its weights in the layout of the kernels. [`Network::from_bytes`] describes the
/// file format.
#[derive(Clone, Debug)]
pub struct Network {
    channels: usize,
    input: Conv,
    /// The two convolutions of each residual block, block by block.
    pairs: Box<[Conv]>,
    heads: Heads,
    #[cfg(not(bundled))]
    kernel: Kernel,
}

/// A scratch buffer for the activations of one position.
#[derive(Clone, Debug, Default)]
pub struct Scratch([Cells; 3], Strip);

/// The output of a network for a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Output {
    /// Policy logits by hole, as the mover (the side to move) sees the board ([`index_of`]). Those of
    /// holes that are not open to the mover are meaningless.
    pub logits: [f32; 24 * 24],
    /// The probabilities that the mover wins, draws and loses.
    pub wdl: [f32; 3],
}

impl Default for Output {
    fn default() -> Self {
        Output { logits: [0.0; 24 * 24], wdl: [0.0; 3] }
    }
}

impl Network {
    /// Decodes the built-in network.
    ///
    /// # Errors
    ///
    /// If its weights are damaged.
    pub fn built_in() -> Result<Network, WeightsError> {
        weights::built_in()
    }

    /// Reads a weights file, little endian:
    ///
    /// - `TPN1`, or `TPN2` with weights for one more input plane, the last of [`Planes`]; then a
    ///   byte each: channels, residual blocks, hidden units, 0;
    /// - per convolution, the input layer first: bias and multiplier of every output channel, `i16`
    ///   each; then the weights, `i8`, by output, tap and input;
    /// - the scale of the policy, `f32`, and its weights, `i8`;
    /// - the value head, `i16` in units of 1/4096: weights by hidden unit and feature, hidden biases,
    ///   weights by result (win, draw, loss) and hidden unit, biases;
    /// - the FNV-1a hash of all preceding bytes, `u32`.
    ///
    /// # Errors
    ///
    /// If the checksum is wrong. Nothing else is checked; the crate `engine` validates untrusted
    /// files.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, WeightsError> {
        weights::from_bytes(bytes)
    }

    /// Evaluates the position that the planes describe. Allocates only if the scratch buffer was last used with
    /// another board size or network.
    pub fn evaluate(&self, planes: &Planes, scratch: &mut Scratch, output: &mut Output) {
        #[cfg(not(bundled))]
        match self.kernel {
            // SAFETY: networks have this kernel only on CPUs with the features.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => return unsafe { self.evaluate_avx512(planes, scratch, output) },
            Kernel::Portable => return self.evaluate_portably(planes, scratch, output),
            _ => (),
        }
        #[cfg(target_arch = "x86_64")]
        if Avx2::detect().is_some() {
            // SAFETY: detection has found the features.
            return unsafe { self.evaluate_avx2(planes, scratch, output) };
        }
        self.evaluate_portably(planes, scratch, output);
    }

    /// Like [`Network::evaluate`], only with CPU features for which the program is compiled.
    pub fn evaluate_portably(&self, planes: &Planes, scratch: &mut Scratch, output: &mut Output) {
        self.forward(planes, scratch, output, portable::conv);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn evaluate_avx2(&self, planes: &Planes, scratch: &mut Scratch, output: &mut Output) {
        self.forward(planes, scratch, output, |layer| avx2::conv(layer));
    }

    #[cfg(all(not(bundled), target_arch = "x86_64"))]
    #[target_feature(enable = "avx2,avx512f,avx512bw,avx512vnni")]
    fn evaluate_avx512(&self, planes: &Planes, scratch: &mut Scratch, output: &mut Output) {
        self.forward(planes, scratch, output, |layer| avx512::conv(layer));
    }

    #[inline(always)]
    fn forward(
        &self,
        planes: &Planes,
        scratch: &mut Scratch,
        output: &mut Output,
        conv: impl Fn(Layer),
    ) {
        let edge = planes.cells.edge;
        if edge == 0 {
            // The planes are empty.
            return;
        }
        let Scratch([now, between, next], strip) = scratch;
        for cells in [&mut *now, &mut *between, &mut *next] {
            cells.fit(edge, self.channels);
        }
        conv(Layer { conv: &self.input, input: &planes.cells, residual: None, output: now, strip });
        for pair in self.pairs.chunks_exact(2) {
            conv(Layer { conv: &pair[0], input: now, residual: None, output: between, strip });
            conv(Layer {
                conv: &pair[1],
                input: between,
                residual: Some(now),
                output: next,
                strip,
            });
            std::mem::swap(now, next);
        }
        self.heads.evaluate(now, output);
    }
}
