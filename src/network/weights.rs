use super::conv::{Conv, Filter, TileFilter};
use super::heads::{Heads, HIDDEN};
#[cfg(not(bundled))]
use super::Kernel;
use super::Network;
use crate::text::{self, TextError};
use std::fmt;

/// The text of the built-in network's weights; `docs/data.md` describes their origin.
const BUILT_IN: &str = include_str!("best.txt");

/// The number of input planes for which a `TPN1` file has weights; the last one is missing.
pub const TPN1_PLANES: usize = 25;

/// The number of input planes, for all of which a `TPN2` file has weights.
#[cfg(not(bundled))]
pub const PLANES: usize = TPN1_PLANES + 1;

/// The reason why weights cannot be decoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WeightsError {
    /// The text is damaged.
    Text(TextError),
    /// The checksum is wrong.
    Checksum,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::Text(error) => write!(f, "network weights damaged: {error}"),
            WeightsError::Checksum => write!(f, "network weights damaged: wrong checksum"),
        }
    }
}

impl std::error::Error for WeightsError {}

/// Returns the 32-bit FNV-1a hash, the checksum of weights files.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .fold(2_166_136_261, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(16_777_619))
}

/// Decodes the built-in network.
pub(super) fn built_in() -> Result<Network, WeightsError> {
    from_text(BUILT_IN)
}

/// Reads weights from encoded [`text`].
fn from_text(text: &str) -> Result<Network, WeightsError> {
    from_bytes(&text::decode(text).map_err(WeightsError::Text)?)
}

/// Reads weights in the format of [`Network::from_bytes`].
pub(super) fn from_bytes(bytes: &[u8]) -> Result<Network, WeightsError> {
    let (body, hash) = bytes.split_last_chunk().ok_or(WeightsError::Checksum)?;
    if checksum(body).to_le_bytes() != *hash {
        return Err(WeightsError::Checksum);
    }
    let mut reader = Reader(body);
    let [_, _, _, kind, channels, pairs, _, _] = reader.take();
    let channels = usize::from(channels);
    let input = reader.conv(TPN1_PLANES + usize::from(kind == b'2'), channels);
    let pairs: Box<[Conv]> = (0..2 * pairs).map(|_| reader.conv(channels, channels)).collect();
    Ok(Network {
        #[cfg(not(bundled))]
        kernel: Kernel::best(),
        channels,
        input,
        pairs,
        heads: reader.heads(channels),
    })
}

/// The unread part of the file; past its end the reader returns zeros.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const K: usize>(&mut self) -> [u8; K] {
        let (taken, rest) = self.0.split_first_chunk().unwrap_or((&[0; K], &[]));
        self.0 = rest;
        *taken
    }

    fn byte(&mut self) -> i8 {
        i8::from_le_bytes(self.take())
    }

    fn short(&mut self) -> i16 {
        i16::from_le_bytes(self.take())
    }

    /// Reads a convolution and transforms its weights for the kernels.
    fn conv(&mut self, inputs: usize, outputs: usize) -> Conv {
        let mut conv = Conv::new(inputs, outputs);
        let units: Vec<[i16; 2]> = (0..outputs).map(|_| [self.short(), self.short()]).collect();
        for (output, [bias, scale]) in units.into_iter().enumerate() {
            let weights: Vec<i8> = (0..9 * inputs).map(|_| self.byte()).collect();
            conv.set(output, &TileFilter::new(&Filter { bias, scale, weights: &weights }));
        }
        conv
    }

    fn heads(&mut self, channels: usize) -> Heads {
        let scale = f32::from_le_bytes(self.take());
        let policy = (0..channels).map(|_| self.byte()).collect();
        let mut first = vec![[0.0; HIDDEN]; 2 * channels];
        for hidden in 0..HIDDEN {
            first.iter_mut().for_each(|weights| weights[hidden] = self.fixed());
        }
        let first_bias = std::array::from_fn(|_| self.fixed());
        let second = std::array::from_fn(|_| std::array::from_fn(|_| self.fixed()));
        let second_bias = std::array::from_fn(|_| self.fixed());
        Heads { policy, scale, first: first.into(), first_bias, second, second_bias }
    }

    /// Reads a fixed-point number in units of 1/4096.
    fn fixed(&mut self) -> f32 {
        f32::from(self.short()) / 4096.0
    }
}
