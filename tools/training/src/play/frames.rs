//! Frames: binary records of a shard, with checksums.
//!
//! A frame consists of the payload's length, the CRC-32 of these four bytes, the payload, its CRC-32, and a
//! line feed. Numbers are little-endian and have 32 bits; CRC-32 is that of IEEE 802.3. The last byte is not zero, which
//! distinguishes a complete frame from one that a power cut padded with zeros.

use anyhow::{bail, Result};
use std::collections::HashMap;
use std::ops::Range;

/// Size of the length and its checksum, in bytes.
const HEAD: usize = 8;

/// Size of the payload's checksum and the line feed, in bytes.
const TAIL: usize = 5;

/// Returns the frame of a payload.
#[must_use]
pub fn frame(payload: &[u8]) -> Vec<u8> {
    let length = (payload.len() as u32).to_le_bytes();
    let checksum = |bytes| crc32fast::hash(bytes).to_le_bytes();
    [&length, &checksum(&length)[..], payload, &checksum(payload), b"\n"].concat()
}

/// Returns the payloads of all complete frames from byte `start`, and the offset of their end. An incomplete frame or
/// zeros at the end are no error. Fails at a damaged frame and at a copy of an earlier one.
pub fn read(bytes: &[u8], start: usize) -> Result<(Vec<Range<usize>>, usize)> {
    let (mut payloads, mut end) = (Vec::new(), start);
    let mut frames = HashMap::new();
    while let Some(payload) = next(bytes, end)? {
        if let Some(first) = frames.insert(&bytes[payload.clone()], end) {
            bail!("byte {end}: it is a copy of the record at byte {first}");
        }
        end = payload.end + TAIL;
        payloads.push(payload);
    }
    Ok((payloads, end))
}

fn next(bytes: &[u8], start: usize) -> Result<Option<Range<usize>>> {
    let written = without_zeros(&bytes[start..]);
    let Some((&[a, b, c, d, check @ ..], rest)) = written.split_first_chunk::<HEAD>() else {
        return Ok(None);
    };
    let length = [a, b, c, d];
    let changed = || bail!("byte {start}: checksum mismatch: the frame was damaged");
    if crc32fast::hash(&length).to_le_bytes() != check {
        return changed();
    }
    let length = u32::from_le_bytes(length) as usize;
    let Some((payload, tail)) = rest.split_at_checked(length) else { return Ok(None) };
    let Some((check, _)) = tail.split_at_checked(TAIL) else { return Ok(None) };
    if check != [&crc32fast::hash(payload).to_le_bytes()[..], b"\n"].concat() {
        return changed();
    }
    Ok(Some(start + HEAD..start + HEAD + length))
}

/// Returns the bytes without trailing zeros, which some file systems leave after a power cut.
#[must_use]
pub fn without_zeros(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    &bytes[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Payloads of several lengths, some of which end in zeros.
    const PAYLOADS: [&[u8]; 4] =
        [b"settings", b"", b"a game that ends in zeros\0\0\0", b"\0\x01\0"];

    fn written() -> Vec<u8> {
        PAYLOADS.into_iter().flat_map(frame).collect()
    }

    #[test]
    fn frames_round_trip() {
        let bytes = written();
        let (payloads, end) = read(&bytes, 0).unwrap();
        assert!(payloads.into_iter().map(|payload| &bytes[payload]).eq(PAYLOADS));
        assert_eq!(end, bytes.len());
    }

    #[test]
    fn every_flipped_bit_is_detected() {
        let bytes = written();
        for bit in 0..8 * bytes.len() {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(read(&flipped, 0).is_err(), "byte {}, bit {}", bit / 8, bit % 8);
        }
    }

    #[test]
    fn truncation_and_trailing_zeros_are_not_damage() {
        let bytes = written();
        let ends: Vec<usize> =
            read(&bytes, 0).unwrap().0.iter().map(|payload| payload.end + TAIL).collect();
        for length in 0..bytes.len() {
            let kept = ends.iter().filter(|&&end| end <= length).count();
            let end = kept.checked_sub(1).map_or(0, |last| ends[last]);
            for zeros in [0, 1, 7, 4096] {
                let mut torn = bytes[..length].to_vec();
                torn.resize(length + zeros, 0);
                let (payloads, read) = read(&torn, 0).unwrap();
                assert_eq!((payloads.len(), read), (kept, end), "{length} + {zeros}");
            }
        }
    }
}
