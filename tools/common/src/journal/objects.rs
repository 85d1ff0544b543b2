//! Journals of JSON objects that are open for more, with hashes or without.

use super::{has_hashes, read, Form, Held, Lines, Link, Mode, PlainLines, Read};
use anyhow::{Context, Result};
use serde::Serialize;
use std::path::Path;

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
    link: Link,
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
        Ok(Objects { file, has_hashes, link: found.link })
    }

    /// Appends an object.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn append(&mut self, object: &impl Serialize) -> Result<()> {
        let write = if self.has_hashes { Lines::write } else { PlainLines::write };
        let (line, link) = write(&serde_json::to_vec(object)?, self.link);
        self.file.append(&line)?;
        self.link = link;
        Ok(())
    }

    /// Waits until everything is on disk.
    ///
    /// # Errors
    ///
    /// If the system reports one.
    pub fn sync(&mut self) -> Result<()> {
        Ok(self.file.sync()?)
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
