//! Frames of a shard: records with a chain of hashes, so that changed, copied, removed and exchanged records are
//! detected, but not records missing at the end, nor forgery: the hash has no key.
//!
//! A frame is the payload's length and a checksum of that length, 32 bits each, the payload, its hash in 64 bits, and
//! a line feed. Numbers are little-endian. The last byte is not zero, which distinguishes a complete frame from one
//! that a power cut padded with zeros.

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use std::ops::Range;

/// An element of the hash chain: the first 64 bits of a SHA-256 over the previous element and this frame's length and
/// payload; 0 before the first frame.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct ChainHash(u64);

impl ChainHash {
    fn next(self, payload: &[u8]) -> ChainHash {
        ChainHash(first(&self.hash(payload.len()).chain_update(payload).finalize()))
    }

    /// Returns the checksum of the next frame's length. It precedes the payload, and distinguishes a damaged length
    /// from a truncated frame.
    fn of_length(self, length: usize) -> u32 {
        (first(&self.hash(length).finalize()) >> 32) as u32
    }

    fn hash(self, length: usize) -> Sha256 {
        let hash = Sha256::new();
        hash.chain_update(self.0.to_le_bytes()).chain_update((length as u64).to_le_bytes())
    }
}

/// Returns the first eight bytes of a digest, big-endian.
fn first(digest: &[u8]) -> u64 {
    digest.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// Size of a frame's header in bytes: the payload's length and its checksum.
const HEAD: usize = 8;

/// Size of a frame's trailer in bytes: the hash and a line feed.
const TAIL: usize = 9;

/// Returns the frame of a payload and its hash; `before` is the hash of the previous frame.
pub(super) fn frame(payload: &[u8], before: ChainHash) -> (Vec<u8>, ChainHash) {
    let link = before.next(payload);
    let mut bytes = Vec::with_capacity(HEAD + payload.len() + TAIL);
    bytes.extend((payload.len() as u32).to_le_bytes());
    bytes.extend(before.of_length(payload.len()).to_le_bytes());
    bytes.extend(payload);
    bytes.extend(link.0.to_le_bytes());
    bytes.push(b'\n');
    (bytes, link)
}

/// Returns the payloads' byte ranges, the end of the last complete frame, and its hash. The first frame is at byte
/// `start`. An incomplete frame or zeros at the end are not an error; any other damage is.
pub(super) fn read(bytes: &[u8], start: usize) -> Result<(Vec<Range<usize>>, usize, ChainHash)> {
    let (mut payloads, mut end, mut link) = (Vec::new(), start, ChainHash::default());
    loop {
        let written = without_zeros(&bytes[end..]);
        let Some((&[a, b, c, d, check @ ..], rest)) = written.split_first_chunk::<HEAD>() else {
            break;
        };
        let length = u32::from_le_bytes([a, b, c, d]) as usize;
        let is_length = link.of_length(length) == u32::from_le_bytes(check);
        // Subtracts on the left, since adding to `length` could overflow.
        if is_length && rest.len().checked_sub(TAIL).is_none_or(|space| space < length) {
            break;
        }
        let payload = end + HEAD..end + HEAD + length;
        let next = is_length.then(|| link.next(&bytes[payload.clone()]));
        let matches = |hash: &ChainHash| {
            rest[length..length + TAIL] == [&hash.0.to_le_bytes()[..], b"\n"].concat()
        };
        link = next.filter(matches).with_context(|| {
            format!("byte {end}: checksum mismatch: the record was damaged or edited")
        })?;
        end = payload.end + TAIL;
        payloads.push(payload);
    }
    Ok((payloads, end, link))
}

/// Returns the bytes without trailing zeros, which some file systems leave after a power cut.
pub(super) fn without_zeros(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    &bytes[..end]
}
