//! Records as bytes.
//!
//! The payload's length and a check of it, 32 bits each; the payload; its link, 64 bits; an end of
//! line. Numbers are little endian. The last byte is never zero, so a record that is there in full is
//! told from one whose end a power cut left as zeros.

use super::form::without_zeros;
use super::{Fault, Form, Link, Next, Record};

/// Bytes before the payload.
const HEAD: usize = 8;

/// Bytes behind it.
const TAIL: usize = 9;

/// The form for bytes.
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

    fn next(bytes: &[u8], start: usize, before: Link) -> Result<Next, Fault> {
        let rest = &bytes[start..];
        if rest.is_empty() {
            return Ok(Next::End);
        }
        let written = without_zeros(rest);
        let Some((&[a, b, c, d, check @ ..], _)) = written.split_first_chunk::<HEAD>() else {
            return Ok(Next::Torn);
        };
        let length = u32::from_le_bytes([a, b, c, d]) as usize;
        if before.of_length(length) != u32::from_le_bytes(check) {
            return Err(Fault::Changed);
        }
        // Compared so that no length overflows.
        if written.len() - HEAD < TAIL || written.len() - HEAD - TAIL < length {
            return Ok(Next::Torn);
        }
        let payload = start + HEAD..start + HEAD + length;
        let link = before.next(&bytes[payload.clone()]);
        let end = payload.end + TAIL;
        let tail = &bytes[payload.end..end];
        if tail[..TAIL - 1] != link.0.to_le_bytes() || tail[TAIL - 1] != b'\n' {
            return Err(Fault::Changed);
        }
        Ok(Next::Record(Record { start, payload, end, link }))
    }

    fn place(_bytes: &[u8], at: usize) -> String {
        format!("byte {at}")
    }
}
