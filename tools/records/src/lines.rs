//! Append-only files of JSON objects, one per line, with a checksum per line.
//!
//! The last member of an object is `"crc32":"XXXXXXXX"`: the CRC-32 (IEEE 802.3) of the line's bytes before
//! `,"crc32"`, in eight lower-case hexadecimal digits. Reading reports an edited or damaged line by its
//! number. A kill or a power cut leaves at most one incomplete line or zeros at the end, which readers skip
//! and the next writer removes. Readers also accept the changes of editors and Git: CR before LF, a byte order mark, empty
//! lines, and a last line without line feed.

use crate::file::{LockedFile, Mode};
use anyhow::{anyhow, ensure, Context, Result};
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
    line.push(b'\n');
    Ok(line)
}

/// Returns the end of a line whose other bytes are `object`, an object without its closing brace.
fn end_of_line(object: &[u8]) -> String {
    format!(",\"crc32\":\"{:08x}\"}}", crc32fast::hash(object))
}

/// Length of a line's end in bytes, see [`end_of_line`].
const END: usize = 20;

/// The first bytes of a line's end, see [`end_of_line`].
const START: &[u8] = b",\"crc32\":";

/// Returns a file without the byte order mark of UTF-8.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// A complete line of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line<'a> {
    /// The object, including the checksum, without the line feed.
    pub object: &'a [u8],
    /// Number of the line in the file.
    pub number: usize,
    /// Offset after the line.
    pub end: usize,
}

/// Returns the complete lines of a file, up to and including the first one whose checksum does not match, which is
/// an error. Lines are counted from `first` in errors.
pub fn lines(bytes: &[u8], first: usize) -> impl Iterator<Item = Result<Line<'_>>> {
    let converted = match bytes {
        [0x1f, 0x8b, ..] if first == 1 => Some("compressed with gzip; decompress it"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] if first == 1 => Some("in UTF-16; save it in UTF-8"),
        _ => None,
    };
    let text = without_mark(bytes);
    let mut end = bytes.len() - text.len();
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    let lines = lines.zip(first..).filter_map(move |(line, number)| {
        end += line.len();
        let object = line.trim_ascii();
        let stored = &object[object.len().saturating_sub(END)..];
        // An editor may remove the last line feed, but a torn line has no checksum.
        let has_checksum = stored.starts_with(START) && stored.ends_with(b"}");
        let is_complete = has_checksum || line.ends_with(b"\n") && !object.is_empty();
        is_complete.then(|| checked(Line { object, number, end }))
    });
    converted.map(|why| Err(anyhow!("the file is {why}"))).into_iter().chain(lines)
}

/// Returns whether any line seems to have a checksum.
pub fn has_checksums(bytes: &[u8]) -> bool {
    bytes.windows(START.len()).any(|found| found == START)
}

fn checked(line: Line<'_>) -> Result<Line<'_>> {
    let Line { object, number, .. } = line;
    let (object, stored) = object.split_at(object.len().saturating_sub(END));
    ensure!(
        stored == end_of_line(object).as_bytes(),
        "line {number}: checksum mismatch: {}",
        match number {
            1 => "the file is not a journal, or its first line was damaged or edited; pass another file, or a copy of it",
            _ => "the line was damaged or edited after it was written; delete this line to keep the others",
        }
    );
    Ok(line)
}

/// Calls `each` with every complete line and returns the offset after them and empty lines. Fails if `each` fails or a
/// checksum does not match; the error states the line's number.
pub fn read<'a>(bytes: &'a [u8], mut each: impl FnMut(Line<'a>) -> Result<()>) -> Result<usize> {
    let mut end = 0;
    for line in lines(bytes, 1) {
        let line = line?;
        each(line).with_context(|| format!("line {}", line.number))?;
        end = line.end;
    }
    let rest = &bytes[end..];
    Ok(end + rest.len() - without_mark(rest).trim_ascii_start().len())
}

/// A file of lines, locked and open for appending.
#[derive(Debug)]
pub struct LinesFile {
    file: LockedFile,
    /// Number of bytes of an incomplete line that was removed.
    pub removed: usize,
}

impl LinesFile {
    /// Opens or creates a file, depending on `mode`, in a folder that is created as needed, and reads it with [`read`],
    /// whose errors leave the file unchanged. Removes an incomplete line at the end.
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
        if bytes[..end].last().is_some_and(|&byte| byte != b'\n') {
            file.append(b"\n")?;
        }
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
            for zeros in [0, 1, 4096] {
                // The last line feed may be missing.
                let feed = usize::from(zeros == 0);
                let kept = ends.iter().filter(|&&end| end <= length + feed).count();
                let end = kept.checked_sub(1).map_or(0, |last| ends[last].min(length));
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
    fn what_editors_add_is_accepted_and_other_files_are_named() {
        let text = String::from_utf8(written()).unwrap();
        for text in [
            text.replace('\n', "\r\n"),
            format!("\u{feff}{text}"),
            format!("{text}\n"),
            format!("{text}  \n\t"),
            text.trim_end().to_owned(),
            format!("\u{feff}{}\r\n\r\n", text.replace('\n', "\r\n\r\n")),
        ] {
            assert_eq!(count(text.as_bytes()).unwrap(), (3, text.len()), "{text}");
            let edited = text.replace("first", "other");
            assert!(count(edited.as_bytes()).is_err(), "{edited}");
            let torn = format!("{}\n{{\"game\":2", text.trim_end());
            assert_eq!(count(torn.as_bytes()).unwrap().0, 3, "{torn}");
        }
        assert_eq!(count(b" \n\n  ").unwrap(), (0, 5));
        let damaged = text.replacen('\n', "\n\r\n", 1).replace("first", "other");
        let pairs: Vec<u8> =
            format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        for (bytes, why) in [
            (damaged.as_bytes(), "line 3: checksum mismatch"),
            (&pairs, "the file is in UTF-16"),
            (b"\x1f\x8b\x08\0\0", "the file is compressed with gzip"),
            (b"1.d6 2.f7\n", "line 1: checksum mismatch: the file is not a journal, or"),
        ] {
            let error = count(bytes).unwrap_err().to_string();
            assert!(error.starts_with(why), "{error}");
        }
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
        // A last line without its line feed is complete.
        std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        let file = LinesFile::open(&path, Mode::Existing, |_| Ok(())).unwrap();
        assert_eq!((file.removed, std::fs::read(&path).unwrap()), (0, whole.clone()));
        drop(file);
        // Without it, too, an edited line is an error.
        let mut edited = whole[..whole.len() - 1].to_vec();
        edited[2] = b'G';
        std::fs::write(&path, &edited).unwrap();
        assert!(LinesFile::open(&path, Mode::Existing, |_| Ok(())).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), edited);
        std::fs::write(&path, &whole).unwrap();
        let each = |line: Line<'_>| {
            ensure!(line.end == whole.len(), "bad");
            Ok(())
        };
        let error = format!("{:#}", LinesFile::open(&path, Mode::Existing, each).unwrap_err());
        assert!(error.ends_with("journal: line 1: bad"), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), whole);
    }
}
