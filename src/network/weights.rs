use super::conv::{slot, Conv, Group, Quad};
#[cfg(not(bundled))]
use super::heads::MOST;
use super::heads::{Heads, HIDDEN};
#[cfg(not(bundled))]
use super::Kernel;
use super::Network;
use crate::text::{self, TextError};
use std::fmt;

/// The weights of the network that comes with the bot; `docs/data.md` lists how they were made.
const SHIPPED: &str = include_str!("best.txt");

/// Input planes that a `TPN1` file has weights for; a `TPN2` file has one more.
pub(super) const PLANES: usize = 25;

/// Why bytes are no weights of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WeightsError {
    /// The text that should hold them holds no bytes.
    Text(TextError),
    /// The checksum is not that of the bytes: they were damaged.
    Checksum,
    /// They begin with neither `TPN1` nor `TPN2`.
    #[cfg(not(bundled))]
    Magic,
    /// The shape is none that the engine knows: channels, pairs, hidden numbers, a zero.
    #[cfg(not(bundled))]
    Shape([u8; 4]),
    /// There are more or fewer bytes than the shape needs.
    #[cfg(not(bundled))]
    Length {
        /// What the shape needs.
        needed: usize,
        /// What is there.
        found: usize,
    },
    /// An output's multiplier is not above 0.
    #[cfg(not(bundled))]
    Scale,
    /// A weight of a convolution is beyond ±63, so that sums may overflow.
    #[cfg(not(bundled))]
    Weight(i8),
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::Text(error) => write!(f, "network weights damaged: {error}"),
            WeightsError::Checksum => write!(f, "network weights damaged: wrong checksum"),
            #[cfg(not(bundled))]
            WeightsError::Magic => {
                write!(f, "no network weights: they begin with TPN1 or TPN2")
            }
            #[cfg(not(bundled))]
            WeightsError::Shape([channels, pairs, hidden, zero]) => write!(
                f,
                "a network of {channels} channels, {pairs} pairs, {hidden} hidden and {zero}; \
                 known: 16, 32, 48 or 64 channels, up to 16 pairs, 32 hidden, 0"
            ),
            #[cfg(not(bundled))]
            WeightsError::Length { needed, found } => {
                write!(f, "{found} bytes of network weights where their shape needs {needed}")
            }
            #[cfg(not(bundled))]
            WeightsError::Scale => {
                write!(f, "network weights with a multiplier of 0 or less")
            }
            #[cfg(not(bundled))]
            WeightsError::Weight(weight) => {
                write!(f, "network weights with {weight}, beyond ±63")
            }
        }
    }
}

impl std::error::Error for WeightsError {}

/// The 32-bit FNV-1a hash of Fowler, Noll and Vo.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .fold(2_166_136_261, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(16_777_619))
}

/// Reads the weights of the network that comes with the bot.
pub(super) fn shipped() -> Result<Network, WeightsError> {
    from_text(SHIPPED)
}

/// Reads weights as bytes or as text.
#[cfg(not(bundled))]
pub(super) fn from_file(content: &[u8]) -> Result<Network, WeightsError> {
    if content.starts_with(b"TPN") {
        return from_bytes(content);
    }
    let text = std::str::from_utf8(content).map_err(|_| WeightsError::Magic)?;
    from_text(text.trim_end())
}

/// Reads weights from the [`text`] that holds them.
fn from_text(text: &str) -> Result<Network, WeightsError> {
    from_bytes(&text::decode(text).map_err(WeightsError::Text)?)
}

/// Reads weights laid out as [`Network::from_bytes`] tells. Those of the arena's single file were
/// sound when it was made: there the checksum says it all.
pub(super) fn from_bytes(bytes: &[u8]) -> Result<Network, WeightsError> {
    #[cfg(not(bundled))]
    check_shape(bytes)?;
    let (body, hash) = bytes.split_last_chunk().ok_or(WeightsError::Checksum)?;
    if checksum(body).to_le_bytes() != *hash {
        return Err(WeightsError::Checksum);
    }
    let mut reader = Reader(body);
    #[cfg_attr(bundled, allow(unused_variables))]
    let [_, _, _, kind, channels, pairs, _, _] = reader.take();
    #[cfg(not(bundled))]
    let planes = planes_of(kind);
    #[cfg(bundled)]
    let planes = PLANES;
    let channels = usize::from(channels);
    let input = reader.conv(planes, channels);
    let pairs: Box<[Conv]> = (0..2 * pairs).map(|_| reader.conv(channels, channels)).collect();
    #[cfg(not(bundled))]
    std::iter::once(&input).chain(&pairs).try_for_each(check_numbers)?;
    Ok(Network {
        #[cfg(not(bundled))]
        kernel: Kernel::best(),
        #[cfg(all(not(bundled), target_arch = "x86_64"))]
        wide: super::avx512::Wide::of(Kernel::best(), &input, &pairs),
        channels,
        input,
        pairs,
        heads: reader.heads(channels),
    })
}

/// Input planes by the last letter of how a file begins.
#[cfg(not(bundled))]
fn planes_of(kind: u8) -> usize {
    PLANES + usize::from(kind == b'2')
}

/// Whether the bytes begin as weights do, with a shape that the engine knows, and are as many as it needs.
#[cfg(not(bundled))]
fn check_shape(bytes: &[u8]) -> Result<(), WeightsError> {
    let (kind, rest) = match bytes.split_first_chunk() {
        Some((&[b'T', b'P', b'N', kind @ b'1'..=b'2'], rest)) => (kind, rest),
        _ => return Err(WeightsError::Magic),
    };
    let short = WeightsError::Length { needed: 12, found: bytes.len() };
    let (&shape, _) = rest.split_first_chunk().ok_or(short)?;
    let [channels, pairs, hidden, zero] = shape;
    let known = (1..=MOST / 16).any(|groups| usize::from(channels) == 16 * groups) && pairs <= 16;
    if !known || usize::from(hidden) != HIDDEN || zero != 0 {
        return Err(WeightsError::Shape(shape));
    }
    let needed = length(planes_of(kind), channels.into(), pairs.into());
    if bytes.len() != needed {
        return Err(WeightsError::Length { needed, found: bytes.len() });
    }
    Ok(())
}

/// The bytes of a whole file of this shape.
#[cfg(not(bundled))]
const fn length(planes: usize, channels: usize, pairs: usize) -> usize {
    let convs = channels * (4 + 9 * planes) + 2 * pairs * channels * (4 + 9 * channels);
    let value = 2 * (HIDDEN * (2 * channels + 1) + 3 * (HIDDEN + 1));
    8 + convs + 4 + channels + value + 4
}

/// Whether all numbers of a convolution are such that its sums can't overflow.
#[cfg(not(bundled))]
fn check_numbers(conv: &Conv) -> Result<(), WeightsError> {
    for group in &conv.groups {
        if group.scale.iter().any(|&scale| scale <= 0) {
            return Err(WeightsError::Scale);
        }
        let mut weights = group.quads.iter().flat_map(|quad| quad.0);
        if let Some(weight) = weights.find(|weight| weight.unsigned_abs() > 63) {
            return Err(WeightsError::Weight(weight));
        }
    }
    Ok(())
}

/// What is left of the file, whose length is known to be right; past its end there are zeros.
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

    /// Spreads the weights as the kernels want them.
    fn conv(&mut self, inputs: usize, outputs: usize) -> Conv {
        let padded = inputs.next_multiple_of(4);
        let quads = vec![Quad([0; 64]); 9 * padded / 4];
        let group = || Group { start: [0; 32], scale: [0; 16], quads: quads.clone().into() };
        let mut groups: Box<[Group]> = (0..outputs / 16).map(|_| group()).collect();
        for output in 0..outputs {
            let group = &mut groups[output / 16];
            group.start[2 * slot(output % 16)] = self.short();
            group.scale[output % 16] = self.short();
        }
        for output in 0..outputs {
            for tap in 0..9 {
                for input in 0..inputs {
                    let quad = &mut groups[output / 16].quads[(tap * padded + input) / 4];
                    quad.0[4 * slot(output % 16) + input % 4] = self.byte();
                }
            }
        }
        Conv { inputs: padded, groups }
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

    /// A number in 1/4096.
    fn fixed(&mut self) -> f32 {
        f32::from(self.short()) / 4096.0
    }
}
