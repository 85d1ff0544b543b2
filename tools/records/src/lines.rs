//! Append-only files of JSON objects, one per line, with a checksum per line.
//!
//! The last member of an object is `"crc32":"XXXXXXXX"`: the CRC-32 (IEEE 802.3) of the line's bytes before
//! `,"crc32"`, in eight lower-case hexadecimal digits. Reading reports an edited or damaged line by its
//! number. A kill or a power cut leaves at most one incomplete line or zeros at the end, which readers skip
//! and the next writer removes.

use crate::file::{LockedFile, Mode};
use anyhow::{ensure, Context, Result};
use serde::Serialize;
use std::path::Path;

/// Returns the line of an object, with checksum and line feed.
pub fn line(object: &impl Serialize) -> Result<Vec<u8>> {
    let mut line = serde_json::to_vec(object)?;
    ensure!(
        line.pop() == Some(b'}') && line.len() > 1,
        "a line must be a JSON object with members"
    );
    let end = end_of_line(&line);
    line.extend(end.as_bytes());
    Ok(line)
}

/// Returns the end of a line whose other bytes are `object`, an object without its closing brace.
fn end_of_line(object: &[u8]) -> String {
    format!(",\"crc32\":\"{:08x}\"}}\n", crc32fast::hash(object))
}

/// Length of a line's end in bytes, see [`end_of_line`].
const END: usize = 21;

/// A complete line of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line<'a> {
    /// The object, including the checksum, without the line feed.
    pub object: &'a [u8],
    /// Offset after the line.
    pub end: usize,
}

/// Returns the complete lines of a file, up to and including the first one whose checksum does not match, which is
/// an error. Lines are counted from `first` in errors.
pub fn lines(bytes: &[u8], first: usize) -> impl Iterator<Item = Result<Line<'_>>> {
    let mut end = 0;
    let lines =
        bytes.split_inclusive(|&byte| byte == b'\n').take_while(|line| line.ends_with(b"\n"));
    lines.enumerate().map(move |(index, line)| {
        end += line.len();
        let (object, stored) = line.split_at(line.len().saturating_sub(END));
        ensure!(
            stored == end_of_line(object).as_bytes(),
            "line {}: checksum mismatch: the line was damaged or edited after it was written; \
             {}",
            first + index,
            match first + index {
                1 => "without the first, which states the plan, a journal cannot be read",
                _ => "delete this line to keep the others",
            }
        );
        Ok(Line { object: &line[..line.len() - 1], end })
    })
}

/// Calls `each` with every complete line and returns the offset of their end. Fails if `each` fails or a checksum
/// does not match; the error states the line's number.
pub fn read<'a>(bytes: &'a [u8], mut each: impl FnMut(Line<'a>) -> Result<()>) -> Result<usize> {
    let mut end = 0;
    for (index, line) in lines(bytes, 1).enumerate() {
        let line = line?;
        each(line).with_context(|| format!("line {}", index + 1))?;
        end = line.end;
    }
    Ok(end)
}

/// A file of lines, locked and open for appending.
#[derive(Debug)]
pub struct LinesFile {
    file: LockedFile,
    /// Number of bytes of an incomplete line that was removed.
    pub removed: usize,
}

impl LinesFile {
    /// Opens or creates a file, depending on `mode`, in a folder that is created as needed, and reads it with [`read`], whose errors leave the file
    /// unchanged. Removes an incomplete line at the end.
    pub fn open(
        path: &Path,
        mode: Mode,
        each: impl FnMut(Line<'_>) -> Result<()>,
    ) -> Result<LinesFile> {
        if let Some(folder) = path.parent().filter(|_| mode != Mode::Existing) {
            let cannot = || format!("cannot create the folder {}", folder.display());
            std::fs::create_dir_all(folder).with_context(cannot)?;
        }
        let mut file = LockedFile::open(path, mode)?;
        let bytes = file.bytes()?;
        let end = read(&bytes, each).with_context(|| format!("cannot read {}", path.display()))?;
        file.truncate(end)?;
        Ok(LinesFile { file, removed: bytes.len() - end })
    }

    /// Appends an object with one write.
    pub fn append(&mut self, object: &impl Serialize) -> Result<()> {
        self.file.append(&line(object)?)
    }

    /// Flushes all appended objects to disk (`fdatasync`).
    pub fn sync(&mut self) -> Result<()> {
        self.file.sync()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn written() -> Vec<u8> {
        let objects =
            [json!({"plan": 1}), json!({"game": 0, "winner": "first"}), json!({"game": 1})];
        objects.iter().flat_map(|object| line(object).unwrap()).collect()
    }

    fn count(bytes: &[u8]) -> Result<(usize, usize)> {
        let mut count = 0;
        let end = read(bytes, |_| {
            count += 1;
            Ok(())
        })?;
        Ok((count, end))
    }

    #[test]
    fn lines_round_trip_with_the_checksum_of_the_standard() {
        let bytes = line(&json!({"a": 1})).unwrap();
        // zlib.crc32(b'{"a":1') in Python.
        assert_eq!(String::from_utf8(bytes).unwrap(), "{\"a\":1,\"crc32\":\"a702fc6e\"}\n");
        let bytes = written();
        assert_eq!(count(&bytes).unwrap(), (3, bytes.len()));
        assert!(line(&json!({})).is_err() && line(&json!(1)).is_err());
    }

    #[test]
    fn every_flipped_bit_but_those_of_the_last_line_feed_is_detected() {
        let bytes = written();
        for bit in 0..8 * (bytes.len() - 1) {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            // A line feed within the last line makes the rest of it a torn line.
            assert!(count(&flipped).is_err(), "byte {}, bit {}", bit / 8, bit % 8);
        }
    }

    #[test]
    fn truncation_and_trailing_zeros_are_not_damage() {
        let bytes = written();
        let ends: Vec<usize> = lines(&bytes, 1).map(|line| line.unwrap().end).collect();
        for length in 0..bytes.len() {
            let kept = ends.iter().filter(|&&end| end <= length).count();
            let end = kept.checked_sub(1).map_or(0, |last| ends[last]);
            for zeros in [0, 1, 4096] {
                let mut torn = bytes[..length].to_vec();
                torn.resize(length + zeros, 0);
                assert_eq!(count(&torn).unwrap(), (kept, end), "{length} + {zeros}");
            }
        }
    }

    #[test]
    fn errors_name_the_edited_line() {
        let text = String::from_utf8(written()).unwrap();
        for edited in [text.replace("first", "other"), text.replace("{\"game\":1", "{\"game\": 1")]
        {
            let error = format!("{:#}", count(edited.as_bytes()).unwrap_err());
            assert!(error.starts_with("line ") && error.contains("edited"), "{error}");
        }
        let error = count(format!("{text}{{\"game\":7}}\n").as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with("line 4: "), "{error}");
    }

    #[test]
    fn open_removes_a_torn_end_and_leaves_a_file_with_a_bad_line_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let whole = written();
        std::fs::write(&path, &whole[..whole.len() - 3]).unwrap();
        let mut file = LinesFile::open(&path, Mode::Existing, |_| Ok(())).unwrap();
        assert!(file.removed > 0);
        file.append(&json!({"game": 1})).unwrap();
        drop(file);
        assert_eq!(std::fs::read(&path).unwrap(), whole);
        let each = |line: Line<'_>| {
            ensure!(line.end == whole.len(), "bad");
            Ok(())
        };
        let error = format!("{:#}", LinesFile::open(&path, Mode::Existing, each).unwrap_err());
        assert!(error.ends_with("journal: line 1: bad"), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), whole);
    }
}
