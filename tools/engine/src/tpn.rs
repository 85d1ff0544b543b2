//! Network files (TPN): validation and checksum.
//!
//! [`Network::from_bytes`] defines the format and checks only the checksum; [`read`] validates the rest too.

use std::borrow::Cow;
use twixt::network::{Network, WeightsError, HIDDEN, TPN1_PLANES};
use twixt::text;

/// The reason why a file is not a valid network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TpnError {
    /// The text is damaged, or the checksum is wrong.
    #[error(transparent)]
    Damaged(#[from] WeightsError),
    /// The file starts with neither `TPN1` nor `TPN2`.
    #[error("not network weights: expected a file that starts with TPN1 or TPN2")]
    Magic,
    /// Unsupported numbers of channels, residual blocks or hidden units, or a reserved byte other than 0.
    #[error(
        "unsupported network shape: {} channels, {} residual blocks, {} hidden units, reserved byte {}; \
         supported: 16, 32, 48 or 64 channels, up to 16 residual blocks, 32 hidden units, reserved byte 0",
        .0[0], .0[1], .0[2], .0[3]
    )]
    Shape([u8; 4]),
    /// The length does not match the shape.
    #[error("wrong length of network weights: {found} bytes, expected {needed}")]
    Length {
        /// The expected length in bytes.
        needed: usize,
        /// The actual length in bytes.
        found: usize,
    },
    /// The multiplier of an output channel is not positive.
    #[error("invalid network weights: a multiplier of 0 or less")]
    Scale,
    /// A weight is outside ±63, so that sums may overflow.
    #[error("invalid network weights: weight {0} outside ±63")]
    Weight(i8),
}

/// Reads a network from the content of a file, which is either bytes or their encoding as text.
///
/// # Errors
/// If the content is not a valid network.
pub fn read(content: &[u8]) -> Result<Network, TpnError> {
    Ok(Network::from_bytes(&checked(content)?)?)
}

/// Validates the content of a network file and returns its bytes.
///
/// # Errors
/// Same as [`read`].
pub fn checked(content: &[u8]) -> Result<Cow<'_, [u8]>, TpnError> {
    let bytes = if content.starts_with(b"TPN") {
        Cow::Borrowed(content)
    } else {
        let text = std::str::from_utf8(content).map_err(|_| TpnError::Magic)?;
        Cow::Owned(text::decode(text.trim_end()).map_err(WeightsError::Text)?)
    };
    check(&bytes)?;
    Ok(bytes)
}

/// Appends the checksum to the bytes of a network file.
pub fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(twixt::network::checksum(&bytes).to_le_bytes());
    bytes
}

fn check(bytes: &[u8]) -> Result<(), TpnError> {
    let (kind, rest) = match bytes.split_first_chunk() {
        Some((&[b'T', b'P', b'N', kind @ b'1'..=b'2'], rest)) => (kind, rest),
        _ => return Err(TpnError::Magic),
    };
    let short = TpnError::Length { needed: 12, found: bytes.len() };
    let (&shape, _) = rest.split_first_chunk().ok_or(short)?;
    let [channels, pairs, hidden, zero] = shape;
    let known = matches!(channels, 16 | 32 | 48 | 64) && pairs <= 16;
    if !known || usize::from(hidden) != HIDDEN || zero != 0 {
        return Err(TpnError::Shape(shape));
    }
    let (channels, planes) = (usize::from(channels), TPN1_PLANES + usize::from(kind == b'2'));
    let convs = || std::iter::once(planes).chain((0..2 * pairs).map(|_| channels));
    let conv_length = |inputs| channels * (4 + 9 * inputs);
    let value = 2 * (HIDDEN * (2 * channels + 1) + 3 * (HIDDEN + 1));
    let needed = 8 + convs().map(conv_length).sum::<usize>() + 4 + channels + value + 4;
    if bytes.len() != needed {
        return Err(TpnError::Length { needed, found: bytes.len() });
    }
    if twixt::network::checksum(&bytes[..needed - 4]).to_le_bytes() != bytes[needed - 4..] {
        return Err(TpnError::Damaged(WeightsError::Checksum));
    }
    let mut at = 8;
    for inputs in convs() {
        let (numbers, weights) = bytes[at..at + conv_length(inputs)].split_at(4 * channels);
        let scale = |output: &[u8]| i16::from_le_bytes([output[2], output[3]]);
        if numbers.chunks_exact(4).any(|output| scale(output) <= 0) {
            return Err(TpnError::Scale);
        }
        let mut weights = weights.iter().map(|&weight| weight as i8);
        if let Some(weight) = weights.find(|weight| weight.unsigned_abs() > 63) {
            return Err(TpnError::Weight(weight));
        }
        at += conv_length(inputs);
    }
    Ok(())
}
