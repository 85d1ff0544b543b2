//! Record formats: the hash chain over records, the reader of a file of records, and the binary format.

use sha2::{Digest, Sha256};
use std::ops::Range;
use thiserror::Error;

/// An element of the hash chain: the first 64 bits of a SHA-256 over the previous element and this record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChainHash(pub u64);

impl ChainHash {
    /// The previous hash of a file's first record.
    pub const START: ChainHash = ChainHash(0);

    /// Returns the hash of the next record.
    #[must_use]
    pub fn next(self, payload: &[u8]) -> ChainHash {
        let mut hash = self.hash(payload.len());
        hash.update(payload);
        ChainHash(first(&hash.finalize()))
    }

    /// Returns the checksum of the next record's length. It is stored before the payload, and distinguishes a
    /// damaged length from a truncated record.
    #[must_use]
    pub fn of_length(self, length: usize) -> u32 {
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

/// A serialization of records in a file.
pub trait RecordFormat {
    /// Returns the serialized record and its hash; `before` is the previous record's hash.
    fn write(payload: &[u8], before: ChainHash) -> (Vec<u8>, ChainHash);

    /// Reads the record at byte `start`; `before` is the previous record's hash. Returns `None` if the file ends
    /// there, or with a truncated record or zeros. Fails if the bytes are anything else.
    fn next(bytes: &[u8], start: usize, before: ChainHash) -> Result<Option<Record>, Fault>;

    /// Describes the position of byte `at` for errors: `byte 812`, `line 7`.
    fn place(bytes: &[u8], at: usize) -> String;
}

/// The position of a complete record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Offset of its first byte.
    pub start: usize,
    /// Byte range of its payload.
    pub payload: Range<usize>,
    /// Offset of the next record.
    pub end: usize,
    /// Its hash.
    pub link: ChainHash,
}

/// The kind of damage at a position of a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The length or the hash does not match.
    #[error("checksum mismatch: the record was damaged or edited after it was written")]
    Changed,
    /// The bytes equal those of an earlier record.
    #[error("it is a copy of the record at {0}")]
    Copy(String),
    /// The record has a hash and the file's first record has none, or vice versa.
    #[error("{0}")]
    Mixed(&'static str),
}

/// Damage and its position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {fault}")]
pub struct Damage {
    /// Position in the file, from [`RecordFormat::place`].
    pub place: String,
    /// Kind of damage.
    pub fault: Fault,
}

/// An incomplete record at the end of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Torn {
    /// Length in bytes.
    pub bytes: usize,
    /// Whether all bytes are zero, as after a power cut.
    pub zeros: bool,
}

/// The records of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Read {
    /// All complete records, in file order.
    pub records: Vec<Record>,
    /// The incomplete record at the end, if any.
    pub torn: Option<Torn>,
    /// Offset of the end of the last complete record.
    pub end: usize,
    /// Hash of the last record, for the next one.
    pub link: ChainHash,
}

/// Reads all records from byte `start`. Fails if a record is damaged, copied or missing; an incomplete record
/// at the end is not an error ([`Torn`]).
pub fn read<F: RecordFormat>(bytes: &[u8], start: usize) -> Result<Read, Damage> {
    let mut read = Read { records: Vec::new(), torn: None, end: start, link: ChainHash::START };
    loop {
        match F::next(bytes, read.end, read.link) {
            Ok(Some(record)) => {
                (read.end, read.link) = (record.end, record.link);
                read.records.push(record);
            }
            Ok(None) => {
                let rest = &bytes[read.end..];
                let torn = Torn { bytes: rest.len(), zeros: without_zeros(rest).is_empty() };
                read.torn = (!rest.is_empty()).then_some(torn);
                return Ok(read);
            }
            Err(fault) => {
                let rest = &bytes[read.end..];
                let is_copy = |record: &&Record| rest.starts_with(&bytes[record.start..record.end]);
                let copied = read.records.iter().find(is_copy);
                let place = |at| F::place(bytes, at);
                let fault = copied.map_or(fault, |record| Fault::Copy(place(record.start)));
                return Err(Damage { place: place(read.end), fault });
            }
        }
    }
}

/// Returns the bytes without trailing zeros, which some file systems leave after a power cut.
#[must_use]
pub fn without_zeros(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    &bytes[..end]
}

/// Size of the header in bytes: the payload's length and a checksum of that length.
const HEAD: usize = 8;

/// Size of the trailer in bytes: the hash and a line feed.
const TAIL: usize = 9;

/// The binary format: the payload's length and the checksum of the length, 32 bits each, the payload, its hash
/// in 64 bits, and a line feed. Numbers are little-endian. The last byte is not zero, which distinguishes a
/// complete record from one that a power cut padded with zeros.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frames;

impl RecordFormat for Frames {
    fn write(payload: &[u8], before: ChainHash) -> (Vec<u8>, ChainHash) {
        let link = before.next(payload);
        let mut bytes = Vec::with_capacity(HEAD + payload.len() + TAIL);
        bytes.extend((payload.len() as u32).to_le_bytes());
        bytes.extend(before.of_length(payload.len()).to_le_bytes());
        bytes.extend(payload);
        bytes.extend(link.0.to_le_bytes());
        bytes.push(b'\n');
        (bytes, link)
    }

    fn next(bytes: &[u8], start: usize, before: ChainHash) -> Result<Option<Record>, Fault> {
        let written = without_zeros(&bytes[start..]);
        let Some((&[a, b, c, d, check @ ..], _)) = written.split_first_chunk::<HEAD>() else {
            return Ok(None);
        };
        let length = u32::from_le_bytes([a, b, c, d]) as usize;
        if before.of_length(length) != u32::from_le_bytes(check) {
            return Err(Fault::Changed);
        }
        // Subtracts the sizes on the left, since adding them to `length` could overflow.
        if written.len() - HEAD < TAIL || written.len() - HEAD - TAIL < length {
            return Ok(None);
        }
        let payload = start + HEAD..start + HEAD + length;
        let link = before.next(&bytes[payload.clone()]);
        let end = payload.end + TAIL;
        let tail = &bytes[payload.end..end];
        if tail[..TAIL - 1] != link.0.to_le_bytes() || tail[TAIL - 1] != b'\n' {
            return Err(Fault::Changed);
        }
        Ok(Some(Record { start, payload, end, link }))
    }

    fn place(_bytes: &[u8], at: usize) -> String {
        format!("byte {at}")
    }
}
