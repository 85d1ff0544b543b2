//! The frames of shards up to version 3: the payload's length and its checksum (FNV-1a), both 32 bits,
//! little endian, then the payload. They are read and written no more.
//!
//! Nothing tells of a changed length there but the checksum, so lengths are tried that differ from the
//! one that stands there in a bit: a frame that one of them fits was damaged, and not torn.

use anyhow::{bail, Result};
use journal::without_zeros;
use std::collections::HashMap;
use std::ops::Range;

/// Bytes before a frame's payload.
const HEAD: usize = 8;

/// The payloads of all frames from byte `start` on, and where the last whole one ends.
///
/// # Errors
///
/// If there is damage elsewhere than at the end, or a frame stands there twice.
pub(super) fn frames(bytes: &[u8], start: usize) -> Result<(Vec<Range<usize>>, usize)> {
    let (mut frames, mut end) = (Vec::new(), start);
    let mut known = HashMap::new();
    while let Some(payload) = next(bytes, end)? {
        if let Some(first) = known.insert(&bytes[payload.clone()], end) {
            bail!("byte {end}: the frame is a copy of the one at byte {first}; {AWAY}");
        }
        end = payload.end;
        frames.push(payload);
    }
    Ok((frames, end))
}

/// What to do about damage.
const AWAY: &str = "move the file away, and its games are played again";

/// The payload of the frame at `start`; `None` at the end, or if what is left is torn.
fn next(bytes: &[u8], start: usize) -> Result<Option<Range<usize>>> {
    let left = &bytes[start..];
    let Some((&[a, b, c, d, sum @ ..], rest)) = left.split_first_chunk::<HEAD>() else {
        return Ok(None);
    };
    let (length, sum) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes(sum));
    let whole = rest.get(..length as usize);
    if whole.is_some_and(|payload| checksum(payload) == sum) {
        let start = start + HEAD;
        return Ok(Some(start..start + length as usize));
    }
    // Zeros to the end of the file, from anywhere in the frame on, are what a power cut leaves.
    let zeros = without_zeros(left).len() < HEAD + length as usize;
    let other = (0..32).map(|bit| (length ^ 1 << bit) as usize);
    let mut others = other.filter_map(|length| rest.get(..length));
    let changed = others.any(|payload| checksum(payload) == sum);
    // The length may have come to the disk before the rest did, so a bad last frame is torn too.
    let last = whole.is_none_or(|payload| payload.len() == rest.len());
    if (last || zeros) && !changed {
        return Ok(None);
    }
    bail!("byte {start}: the frame is damaged, though others follow it; {AWAY}")
}

/// FNV-1a, 32 bits.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, &byte: &u8| (sum ^ u32::from(byte)).wrapping_mul(16_777_619);
    bytes.iter().fold(2_166_136_261, step)
}
