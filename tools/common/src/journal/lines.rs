//! Records as lines of JSON, which other programs can read as well, and a file of them that is open for more.
//!
//! A record is an object; its last member is `"check":"LENGTH:LINK"`, the bytes of the object without
//! that member and its link in sixteen hexadecimal digits. [`PlainLines`] is what was written before
//! there was such a member: it is read, and gone on with, and tells of no change.

use super::form::without_zeros;
use super::{read, Fault, Form, Held, Link, Mode, Read, Record};
use anyhow::{Context, Result};
use serde::Serialize;
use std::path::Path;

/// What stands between the object's other members and its length.
const CHECK: &[u8] = br#","check":""#;

/// The form for JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lines;

/// JSON without hashes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlainLines;

/// Whether the lines of a file carry hashes: its first one tells, by the name before its hash or by the
/// form of it, so that no changed byte hides both. A file without a whole line is taken for one with
/// hashes, as it would be written today.
#[must_use]
pub fn has_hashes(bytes: &[u8]) -> bool {
    let first = bytes.split_inclusive(|&byte| byte == b'\n').next();
    let line = first.and_then(|line| line.strip_suffix(b"\n"));
    line.is_none_or(|line| has_check(line) || ends_with_a_link(line))
}

fn has_check(line: &[u8]) -> bool {
    line.windows(CHECK.len()).any(|window| window == CHECK)
}

/// Whether a line ends with a colon, sixteen hexadecimal digits, a quotation mark and a brace.
fn ends_with_a_link(line: &[u8]) -> bool {
    let Some((_, [b':', link @ .., b'"', b'}'])) = line.split_last_chunk::<19>() else {
        return false;
    };
    link.iter().all(u8::is_ascii_hexdigit)
}

/// A line's object without its last brace, its length and its link.
fn taken_apart(line: &[u8]) -> Option<(&[u8], usize, Link)> {
    let line = line.strip_suffix(br#""}"#)?;
    let at = line.windows(CHECK.len()).rposition(|window| window == CHECK)?;
    let (length, link) = std::str::from_utf8(&line[at + CHECK.len()..]).ok()?.split_once(':')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_hexdigit());
    // What is written has small letters and no signs; anything else was not written by us.
    let own = is_number(length) && is_number(link) && link.len() == 16;
    let own = own && !link.bytes().any(|byte| byte.is_ascii_uppercase());
    let (length, link) = (length.parse().ok()?, u64::from_str_radix(link, 16).ok()?);
    own.then_some((&line[..at], length, Link(link)))
}

/// The link of a line without its end, or `None` if it is not what follows `before`.
fn checked(line: &[u8], before: Link) -> Option<(usize, Link)> {
    let (object, length, link) = taken_apart(line)?;
    let payload = [object, b"}"].concat();
    let fits = payload.len() == length && before.next(&payload) == link;
    fits.then_some((object.len(), link))
}

/// The line at the front without its end; `None` if it has none.
fn first_line(rest: &[u8]) -> Option<&[u8]> {
    rest.iter().position(|&byte| byte == b'\n').map(|end| &rest[..end])
}

/// The record of a line that starts at byte `start`.
fn record(start: usize, line: &[u8], link: Link) -> Record {
    let payload = start..start + line.len();
    Record { start, end: payload.end + 1, payload, link }
}

impl Form for Lines {
    /// The payload is an object with a member or more.
    fn write(payload: &[u8], before: Link) -> (Vec<u8>, Link) {
        debug_assert!(payload.ends_with(b"}"), "a record is an object");
        let link = before.next(payload);
        let mut bytes = payload.strip_suffix(b"}").unwrap_or(payload).to_vec();
        bytes.extend(CHECK);
        bytes.extend(format!("{}:{:016x}\"}}\n", payload.len(), link.0).as_bytes());
        (bytes, link)
    }

    /// The record's payload is the whole line without its end: `check` is a member like any other to
    /// those who read on.
    fn next(bytes: &[u8], start: usize, before: Link) -> Result<Option<Record>, Fault> {
        let rest = &bytes[start..];
        let Some(line) = first_line(rest) else {
            // A whole record and another byte where its end should be is no piece of one.
            let whole = without_zeros(rest).split_last().map(|(_, line)| line);
            let changed = whole.is_some_and(|line| checked(line, before).is_some());
            return if changed { Err(Fault::Changed) } else { Ok(None) };
        };
        if taken_apart(line).is_none() && !has_check(line) {
            return Err(Fault::Mixed("it carries no hash, though the first line does"));
        }
        let Some((_, link)) = checked(line, before) else { return Err(Fault::Changed) };
        Ok(Some(record(start, line, link)))
    }

    fn place(bytes: &[u8], at: usize) -> String {
        format!("line {}", 1 + bytes[..at].iter().filter(|&&byte| byte == b'\n').count())
    }
}

impl Form for PlainLines {
    fn write(payload: &[u8], _before: Link) -> (Vec<u8>, Link) {
        ([payload, b"\n"].concat(), Link::START)
    }

    fn next(bytes: &[u8], start: usize, _before: Link) -> Result<Option<Record>, Fault> {
        let rest = &bytes[start..];
        match first_line(rest) {
            Some(line) if has_check(line) && start == 0 => Err(Fault::Changed),
            Some(line) if has_check(line) => {
                Err(Fault::Mixed("it carries a hash, though the first line does not"))
            }
            line => Ok(line.map(|line| record(start, line, Link::START))),
        }
    }

    fn place(bytes: &[u8], at: usize) -> String {
        Lines::place(bytes, at)
    }
}

/// Reads a journal of objects and passes each of them to `each`, with the byte behind it. Whether the
/// lines carry hashes is told by the first one; the second value is whether they do.
///
/// # Errors
///
/// If there is damage anywhere but at the end, or `each` fails; both with the number of the line.
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

/// A journal of objects that is open for more. No other process can open it meanwhile.
#[derive(Debug)]
pub struct Objects {
    file: Held,
    has_hashes: bool,
    /// What the file held when it was opened; its link is that of the last record written since.
    found: Read,
}

impl Objects {
    /// Opens a journal, or creates it if `mode` allows that, and reads it as [`read_objects`] does. A
    /// torn end is cut off. A journal without hashes is continued without them.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, or as [`read_objects`]; the file then stays as it is.
    pub fn open(
        path: &Path,
        mode: Mode,
        each: impl FnMut(&[u8], usize) -> Result<()>,
    ) -> Result<Objects> {
        let mut file = Held::open(path, mode)?;
        let found = read_objects(&file.bytes()?, each);
        let (found, has_hashes) =
            found.with_context(|| format!("cannot read {}", path.display()))?;
        file.cut(found.end)?;
        Ok(Objects { file, has_hashes, found })
    }

    /// What the file held when it was opened.
    #[must_use]
    pub const fn found(&self) -> &Read {
        &self.found
    }

    /// Whether its lines carry hashes.
    #[must_use]
    pub const fn has_hashes(&self) -> bool {
        self.has_hashes
    }

    /// Appends an object.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn append(&mut self, object: &impl Serialize) -> Result<()> {
        let write = if self.has_hashes { Lines::write } else { PlainLines::write };
        let (line, link) = write(&serde_json::to_vec(object)?, self.found.link);
        self.file.append(&line)?;
        self.found.link = link;
        Ok(())
    }

    /// Waits until everything is on disk.
    ///
    /// # Errors
    ///
    /// If the system reports one.
    pub fn sync(&mut self) -> Result<()> {
        self.file.sync()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_journal_is_resumed_in_its_own_form() {
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
    fn a_file_with_a_bad_line_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        std::fs::write(&path, "{}\n{}\n{").unwrap();
        let each = |_: &[u8], end| if end > 3 { Err(anyhow::anyhow!("bad")) } else { Ok(()) };
        let error = format!("{:#}", Objects::open(&path, Mode::There, each).unwrap_err());
        assert!(error.ends_with("journal: line 2: bad"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "{}\n{}\n{");
    }
}
