//! Records: the hash that ties each to the one before, what a form of them is, how a file of them is read
//! from its first to its last, and the form for bytes.

use sha2::{Digest, Sha256};
use std::ops::Range;
use thiserror::Error;

/// The first 64 bits of a SHA-256 over a record and the link of the record before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link(pub u64);

impl Link {
    /// What the first record of a file is tied to.
    pub const START: Link = Link(0);

    /// The link of a record that follows this one.
    #[must_use]
    pub fn next(self, payload: &[u8]) -> Link {
        let mut hash = self.hash(payload.len());
        hash.update(payload);
        Link(first(&hash.finalize()))
    }

    /// The check of the length of a record that follows this one. It stands before the record, so
    /// that a wrong length is told from a record that was cut off.
    #[must_use]
    pub fn of_length(self, length: usize) -> u32 {
        (first(&self.hash(length).finalize()) >> 32) as u32
    }

    fn hash(self, length: usize) -> Sha256 {
        let hash = Sha256::new();
        hash.chain_update(self.0.to_le_bytes()).chain_update((length as u64).to_le_bytes())
    }
}

/// The first eight bytes of a digest as a number.
fn first(digest: &[u8]) -> u64 {
    digest.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// How records stand in a file.
pub trait Form {
    /// A record's bytes as they stand in the file behind the record with the link `before`, and the
    /// record's own link.
    fn write(payload: &[u8], before: Link) -> (Vec<u8>, Link);

    /// The record at byte `start`, behind the record with the link `before`; `None` if the file ends there
    /// or holds only a piece of a record or zeros.
    ///
    /// # Errors
    ///
    /// If what stands there can be no record, nor a piece of one that was cut off at the file's end.
    fn next(bytes: &[u8], start: usize, before: Link) -> Result<Option<Record>, Fault>;

    /// Where byte `at` is, in words that lead whoever looks there: `byte 812`, `line 7`.
    fn place(bytes: &[u8], at: usize) -> String;
}

/// A whole record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Where it begins in the file.
    pub start: usize,
    /// What it holds, as bytes of the file.
    pub payload: Range<usize>,
    /// Where the next one begins.
    pub end: usize,
    /// Its link.
    pub link: Link,
}

/// What is wrong with a place of a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The length or the hash is another.
    #[error(
        "what stands there does not fit its length, its hash or the record before it: it was \
         damaged or edited after it was written"
    )]
    Changed,
    /// The same bytes stand there as at an earlier place.
    #[error("it is a copy of the record at {0}")]
    Copy(String),
    /// There is no hash where all records have one, or one where none has.
    #[error("{0}")]
    Mixed(&'static str),
}

/// A fault and where it is.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {fault}")]
pub struct Damage {
    /// See [`Form::place`].
    pub place: String,
    /// What is wrong there.
    pub fault: Fault,
}

/// The end of a file that is no record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Torn {
    /// How long it is.
    pub bytes: usize,
    /// Whether there are but zeros, as a power cut leaves them.
    pub zeros: bool,
}

/// A file that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Read {
    /// Its records in their order.
    pub records: Vec<Record>,
    /// What is no record at its end.
    pub torn: Option<Torn>,
    /// Where the last whole record ends.
    pub end: usize,
    /// The link that the next record is tied to.
    pub link: Link,
}

/// Reads all records from byte `start` on.
///
/// # Errors
///
/// If there is damage anywhere but at the end; see [`Torn`].
pub fn read<F: Form>(bytes: &[u8], start: usize) -> Result<Read, Damage> {
    let mut read = Read { records: Vec::new(), torn: None, end: start, link: Link::START };
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

/// The bytes without the zeros at their end, which some file systems leave of a torn one.
#[must_use]
pub fn without_zeros(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    &bytes[..end]
}

/// Bytes before the payload.
const HEAD: usize = 8;

/// Bytes behind it.
const TAIL: usize = 9;

/// The form for bytes.
///
/// The payload's length and a check of it, 32 bits each; the payload; its link, 64 bits; an end of line.
/// Numbers are little endian. The last byte is never zero, so that a complete record is told from one whose
/// end a power cut left as zeros.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frames;

impl Form for Frames {
    fn write(payload: &[u8], before: Link) -> (Vec<u8>, Link) {
        let link = before.next(payload);
        let mut bytes = Vec::with_capacity(HEAD + payload.len() + TAIL);
        bytes.extend((payload.len() as u32).to_le_bytes());
        bytes.extend(before.of_length(payload.len()).to_le_bytes());
        bytes.extend(payload);
        bytes.extend(link.0.to_le_bytes());
        bytes.push(b'\n');
        (bytes, link)
    }

    fn next(bytes: &[u8], start: usize, before: Link) -> Result<Option<Record>, Fault> {
        let written = without_zeros(&bytes[start..]);
        let Some((&[a, b, c, d, check @ ..], _)) = written.split_first_chunk::<HEAD>() else {
            return Ok(None);
        };
        let length = u32::from_le_bytes([a, b, c, d]) as usize;
        if before.of_length(length) != u32::from_le_bytes(check) {
            return Err(Fault::Changed);
        }
        // Compared so that no length overflows.
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
