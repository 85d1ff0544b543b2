//! Journals of JSON lines, which other programs can read.
//!
//! A record is an object whose last member is `"check":"LENGTH:HASH"`: the object's length in bytes without
//! that member, and its hash in sixteen hexadecimal digits. [`PlainLines`] is the older format without that
//! member, in which changes are not detected.

use super::form::without_zeros;
use super::{read, ChainHash, Fault, LockedFile, Mode, Read, Record, RecordFormat};
use anyhow::{Context, Result};
use serde::Serialize;
use std::path::Path;

const CHECK: &[u8] = br#","check":""#;

/// JSON lines with hashes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lines;

/// JSON lines without hashes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlainLines;

/// Whether the lines of a file have hashes; true for a file without a complete line, since new journals have
/// them.
///
/// Tests the first line for the name `check` and for the form of a hash: no single changed byte hides both.
#[must_use]
pub fn has_hashes(bytes: &[u8]) -> bool {
    let first = bytes.split_inclusive(|&byte| byte == b'\n').next();
    let line = first.and_then(|line| line.strip_suffix(b"\n"));
    line.is_none_or(|line| has_check(line) || ends_with_a_link(line))
}

fn has_check(line: &[u8]) -> bool {
    line.windows(CHECK.len()).any(|window| window == CHECK)
}

fn ends_with_a_link(line: &[u8]) -> bool {
    let Some((_, [b':', link @ .., b'"', b'}'])) = line.split_last_chunk::<19>() else {
        return false;
    };
    link.iter().all(u8::is_ascii_hexdigit)
}

/// Splits a line into its object without the closing brace, the stored length and the stored hash.
fn split_check(line: &[u8]) -> Option<(&[u8], usize, ChainHash)> {
    let line = line.strip_suffix(br#""}"#)?;
    let at = line.windows(CHECK.len()).rposition(|window| window == CHECK)?;
    let (length, link) = std::str::from_utf8(&line[at + CHECK.len()..]).ok()?.split_once(':')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_hexdigit());
    // `write` emits lower-case digits without signs, so any other spelling comes from an edit by hand.
    let own = is_number(length) && is_number(link) && link.len() == 16;
    let own = own && !link.bytes().any(|byte| byte.is_ascii_uppercase());
    let (length, link) = (length.parse().ok()?, u64::from_str_radix(link, 16).ok()?);
    own.then_some((&line[..at], length, ChainHash(link)))
}

/// Returns the length of the object without its closing brace, and the hash; `None` if the stored length or hash
/// does not match. `line` has no line feed.
fn checked(line: &[u8], before: ChainHash) -> Option<(usize, ChainHash)> {
    let (object, length, link) = split_check(line)?;
    let payload = [object, b"}"].concat();
    let fits = payload.len() == length && before.next(&payload) == link;
    fits.then_some((object.len(), link))
}

fn first_line(rest: &[u8]) -> Option<&[u8]> {
    rest.iter().position(|&byte| byte == b'\n').map(|end| &rest[..end])
}

fn record(start: usize, line: &[u8], link: ChainHash) -> Record {
    let payload = start..start + line.len();
    Record { start, end: payload.end + 1, payload, link }
}

impl RecordFormat for Lines {
    fn write(payload: &[u8], before: ChainHash) -> (Vec<u8>, ChainHash) {
        debug_assert!(payload.ends_with(b"}"), "a record must be a JSON object");
        let link = before.next(payload);
        let mut bytes = payload.strip_suffix(b"}").unwrap_or(payload).to_vec();
        bytes.extend(CHECK);
        bytes.extend(format!("{}:{:016x}\"}}\n", payload.len(), link.0).as_bytes());
        (bytes, link)
    }

    fn next(bytes: &[u8], start: usize, before: ChainHash) -> Result<Option<Record>, Fault> {
        let rest = &bytes[start..];
        let Some(line) = first_line(rest) else {
            // A complete record whose line feed was changed is damaged, not truncated.
            let whole = without_zeros(rest).split_last().map(|(_, line)| line);
            let changed = whole.is_some_and(|line| checked(line, before).is_some());
            return if changed { Err(Fault::Changed) } else { Ok(None) };
        };
        if split_check(line).is_none() && !has_check(line) {
            return Err(Fault::Mixed("it has no hash, but the first line has one"));
        }
        let Some((_, link)) = checked(line, before) else { return Err(Fault::Changed) };
        Ok(Some(record(start, line, link)))
    }

    fn place(bytes: &[u8], at: usize) -> String {
        format!("line {}", 1 + bytes[..at].iter().filter(|&&byte| byte == b'\n').count())
    }
}

impl RecordFormat for PlainLines {
    fn write(payload: &[u8], _before: ChainHash) -> (Vec<u8>, ChainHash) {
        ([payload, b"\n"].concat(), ChainHash::START)
    }

    fn next(bytes: &[u8], start: usize, _before: ChainHash) -> Result<Option<Record>, Fault> {
        let rest = &bytes[start..];
        match first_line(rest) {
            Some(line) if has_check(line) && start == 0 => Err(Fault::Changed),
            Some(line) if has_check(line) => {
                Err(Fault::Mixed("it has a hash, but the first line has none"))
            }
            line => Ok(line.map(|line| record(start, line, ChainHash::START))),
        }
    }

    fn place(bytes: &[u8], at: usize) -> String {
        Lines::place(bytes, at)
    }
}

/// Reads a journal and calls `each` with every object and the offset of its end. Returns the records, and
/// whether the lines have hashes.
///
/// Fails if `each` fails or a line is damaged; the error states the line's number. An incomplete last line is
/// not an error.
pub fn read_objects(
    bytes: &[u8],
    mut each: impl FnMut(&[u8], usize) -> Result<()>,
) -> Result<(Read, bool)> {
    let has_hashes = has_hashes(bytes);
    let found = match has_hashes {
        true => read::<Lines>(bytes, 0)?,
        false => read::<PlainLines>(bytes, 0)?,
    };
    for (index, record) in found.records.iter().enumerate() {
        let payload = &bytes[record.payload.clone()];
        each(payload, record.end).with_context(|| format!("line {}", index + 1))?;
    }
    Ok((found, has_hashes))
}

/// A journal of objects, open for appending and locked.
#[derive(Debug)]
pub struct Objects {
    file: LockedFile,
    has_hashes: bool,
    /// The records at opening; `link` is updated by appends.
    found: Read,
}

impl Objects {
    /// Opens or creates a journal, depending on `mode`, and reads it with [`read_objects`], whose errors leave
    /// the file unchanged. Removes an incomplete record at the end. Lines appended to a journal without
    /// hashes have none either.
    pub fn open(
        path: &Path,
        mode: Mode,
        each: impl FnMut(&[u8], usize) -> Result<()>,
    ) -> Result<Objects> {
        let mut file = LockedFile::open(path, mode)?;
        let found = read_objects(&file.bytes()?, each);
        let (found, has_hashes) =
            found.with_context(|| format!("cannot read {}", path.display()))?;
        file.truncate(found.end)?;
        Ok(Objects { file, has_hashes, found })
    }

    /// Returns the records at opening.
    #[must_use]
    pub const fn found(&self) -> &Read {
        &self.found
    }

    /// Whether the lines have hashes.
    #[must_use]
    pub const fn has_hashes(&self) -> bool {
        self.has_hashes
    }

    /// Appends an object.
    pub fn append(&mut self, object: &impl Serialize) -> Result<()> {
        let write = if self.has_hashes { Lines::write } else { PlainLines::write };
        let (line, link) = write(&serde_json::to_vec(object)?, self.found.link);
        self.file.append(&line)?;
        self.found.link = link;
        Ok(())
    }

    /// Flushes all appended objects to disk.
    pub fn sync(&mut self) -> Result<()> {
        self.file.sync()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn resumed_journals_keep_their_format() {
        let folder = tempfile::tempdir().unwrap();
        for (name, start) in [("hashes", ""), ("plain", "{\"number\":0}\n{\"numb")] {
            let path = folder.path().join(name);
            std::fs::write(&path, start).unwrap();
            for _ in 0..2 {
                let mut numbers = Vec::new();
                let mut journal = Objects::open(&path, Mode::Any, |line, _| {
                    numbers
                        .push(serde_json::from_slice::<serde_json::Value>(line)?["number"].clone());
                    Ok(())
                })
                .unwrap();
                assert!(numbers.iter().enumerate().all(|(index, number)| *number == index));
                journal.append(&json!({ "number": numbers.len() })).unwrap();
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let checks = text.lines().filter(|line| line.contains("check")).count();
            assert_eq!(checks, if name == "hashes" { 2 } else { 0 }, "{text}");
        }
    }

    #[test]
    fn open_leaves_a_file_with_a_bad_line_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        std::fs::write(&path, "{}\n{}\n{").unwrap();
        let each = |_: &[u8], end| if end > 3 { Err(anyhow::anyhow!("bad")) } else { Ok(()) };
        let error = format!("{:#}", Objects::open(&path, Mode::Existing, each).unwrap_err());
        assert!(error.ends_with("journal: line 2: bad"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "{}\n{}\n{");
    }
}
