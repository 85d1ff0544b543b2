//! The file of a match: its plan on the first line, then a game a line, appended and handed
//! to the disk as soon as each game ends.
//!
//! Every line carries its length and a hash that ties it to the line before ([`common::journal::Lines`]), so
//! that damage and careless edits are detected. The hash has no key: a program that edits a line and
//! computes all hashes again is not detected. Files from before there were hashes are read, and gone
//! on with, as they are.
//!
//! A run that is killed in the midst of a line leaves it torn. The torn line is cut off when the
//! file is next opened to go on, and its game is played again; a bad line anywhere else is an
//! error, since no crash leaves one.

use super::Entry;
use anyhow::{ensure, Context, Result};
use common::journal::{has_hashes, Form, Held, Lines, Link, Mode, PlainLines};
use referee::record::Record;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The first line of a journal.
#[derive(Serialize, Deserialize)]
pub(super) struct Head<P> {
    pub(super) plan: P,
}

/// What was found at the end of a file and cut off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mended {
    /// The number of the torn line, from 1.
    pub line: usize,
    /// Its length.
    pub bytes: usize,
    /// Whether there are but zeros, as a power cut leaves them.
    pub zeros: bool,
}

impl Mended {
    /// What to tell the user of it.
    #[must_use]
    pub fn told(&self, path: &Path) -> String {
        let (line, path, bytes) = (self.line, path.display(), self.bytes);
        if self.zeros {
            return format!(
                "line {line} of {path} is torn: {bytes} zeros, as a power cut leaves them, are cut \
                 off"
            );
        }
        format!(
            "line {line} of {path} was torn after {bytes} bytes and is cut off; its game is \
             played again"
        )
    }
}

/// What a file holds.
#[derive(Debug)]
pub struct Read<P> {
    /// The plan; `None` if the file has no line of it.
    pub plan: Option<P>,
    /// The games in the order in which they ended.
    pub entries: Vec<Entry>,
    /// The torn last line, if there is one.
    pub torn: Option<Mended>,
    /// Whether its lines carry hashes.
    pub hashes: bool,
    /// Where its last whole line ends, and what the next line is tied to.
    end: (usize, Link),
}

impl<P> Read<P> {
    /// What to tell the user of a file without hashes; `None` if it has them.
    #[must_use]
    pub fn told_without(&self, path: &Path) -> Option<String> {
        let told =
            || format!("{} is without hashes: damage to it cannot be detected", path.display());
        (!self.hashes).then(told)
    }

    /// Tells the user on stderr what is to be known before going on with it.
    pub fn warn(&self, path: &Path) {
        let torn = self.torn.map(|torn| torn.told(path));
        for told in torn.into_iter().chain(self.told_without(path)) {
            common::note!("lab: {told}");
        }
    }
}

/// Reads a journal.
///
/// # Errors
///
/// If the file cannot be read, a line other than a torn last one is no game or was edited, or a number
/// stands twice.
pub fn read<P: DeserializeOwned>(path: &Path) -> Result<Read<P>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    parse(&bytes).with_context(|| format!("{} is no journal of games", path.display()))
}

/// Reads what a journal holds.
///
/// # Errors
///
/// As [`read`].
pub fn parse<P: DeserializeOwned>(bytes: &[u8]) -> Result<Read<P>> {
    let hashes = has_hashes(bytes);
    let found = if hashes {
        common::journal::read::<Lines>(bytes, 0)?
    } else {
        common::journal::read::<PlainLines>(bytes, 0)?
    };
    let torn = found.torn.map(|torn| Mended {
        line: found.records.len() + 1,
        bytes: torn.bytes,
        zeros: torn.zeros,
    });
    let end = (found.end, found.link);
    let mut read = Read { plan: None, entries: Vec::new(), torn, hashes, end };
    let mut numbers = BTreeSet::new();
    for (index, record) in found.records.into_iter().enumerate() {
        let (number, text) = (index + 1, &bytes[record.payload]);
        if number == 1 {
            if let Ok(head) = serde_json::from_slice::<Head<P>>(text) {
                read.plan = Some(head.plan);
                continue;
            }
        }
        let entry = entry(text, index as u64)
            .with_context(|| format!("line {number}: expected a game as the lab writes it"))?;
        let game = entry.game;
        ensure!(numbers.insert(game), "line {number}: game {game} stands there a second time");
        read.entries.push(entry);
    }
    Ok(read)
}

/// A game of the lab, or a record of the referee, which knows no names but commands and no pairs.
pub(super) fn entry(line: &[u8], index: u64) -> Result<Entry> {
    serde_json::from_slice(line).or_else(|error| {
        let Ok(record) = serde_json::from_slice::<Record>(line) else {
            return Err(error.into());
        };
        Ok(Entry { game: index, pair: index, players: record.bots.clone(), record })
    })
}

/// The files that `paths` name: themselves, and of folders all `.jsonl` and `.json` files in them,
/// sorted by name.
///
/// # Errors
///
/// If a folder cannot be read or holds no such file.
pub fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let listed = std::fs::read_dir(path)
            .and_then(|entries| {
                entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, _>>()
            })
            .with_context(|| format!("cannot read the folder {}", path.display()))?;
        let kind = |file: &PathBuf| file.extension().is_some_and(|e| e == "jsonl" || e == "json");
        let mut games: Vec<PathBuf> = listed.into_iter().filter(kind).collect();
        ensure!(!games.is_empty(), "{} holds no .jsonl or .json file", path.display());
        games.sort();
        files.append(&mut games);
    }
    Ok(files)
}

/// A journal that is open for more games. No other process can open it meanwhile.
#[derive(Debug)]
pub struct Journal {
    file: Held,
    hashes: bool,
    link: Link,
}

impl Journal {
    /// Begins a journal.
    ///
    /// # Errors
    ///
    /// If there is such a file already, or it cannot be written.
    pub fn create<P: Serialize>(path: &Path, plan: &P) -> Result<Journal> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        let file = Held::open(path, Mode::New)?;
        let mut journal = Journal { file, hashes: true, link: Link::START };
        journal.begin(plan)?;
        Ok(journal)
    }

    /// Opens a journal to go on with it: returns it with what it holds, after cutting off a torn
    /// last line.
    ///
    /// A file whose very first line is torn holds no plan; `None` stands for it in [`Read`], and
    /// [`Journal::begin`] writes it.
    ///
    /// # Errors
    ///
    /// As [`read`], and if the file cannot be written or another process has it open.
    pub fn open<P: DeserializeOwned>(path: &Path) -> Result<(Journal, Read<P>)> {
        let mut file = Held::open(path, Mode::There)?;
        let read = parse::<P>(&file.bytes()?)
            .with_context(|| format!("{} is no journal of games", path.display()))?;
        let (end, link) = read.end;
        if read.torn.is_some() {
            file.cut(end)?;
        }
        ensure!(
            read.plan.is_some() || read.entries.is_empty(),
            "{} holds games without the plan they belong to: its first line is no plan",
            path.display()
        );
        Ok((Journal { file, hashes: read.hashes, link }, read))
    }

    /// Writes the plan of a journal that has none yet.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn begin<P: Serialize>(&mut self, plan: &P) -> Result<()> {
        self.write_line(&Head { plan })
    }

    /// Appends a game and waits until the disk has it.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn append(&mut self, entry: &Entry) -> Result<()> {
        self.write_line(entry)
    }

    fn write_line(&mut self, value: &impl Serialize) -> Result<()> {
        let text = serde_json::to_vec(value)?;
        let form = if self.hashes { Lines::write } else { PlainLines::write };
        let (line, link) = form(&text, self.link);
        self.file.append(&line).and_then(|()| self.file.sync()).context("the game is lost")?;
        self.link = link;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::example::entry;
    use std::fs;

    fn path(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("lab-journal-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(name);
        let _ = fs::remove_file(&path);
        path
    }

    fn written(name: &str, games: u64) -> PathBuf {
        let path = path(name);
        let mut journal = Journal::create(&path, &"plan").unwrap();
        (0..games).for_each(|game| journal.append(&entry(game, None)).unwrap());
        path
    }

    #[test]
    fn what_is_written_is_read() {
        let path = written("whole", 3);
        let read = read::<String>(&path).unwrap();
        assert_eq!(read.plan.as_deref(), Some("plan"));
        assert_eq!(read.entries, (0..3).map(|game| entry(game, None)).collect::<Vec<_>>());
        assert_eq!(read.torn, None);
    }

    #[test]
    fn a_journal_is_never_begun_over_another() {
        let path = written("twice", 1);
        assert!(Journal::create(&path, &"plan").is_err());
    }

    #[test]
    fn one_process_at_a_time() {
        let path = written("locked", 1);
        let first = Journal::open::<String>(&path).unwrap();
        assert!(Journal::open::<String>(&path).is_err());
        drop(first);
        assert!(Journal::open::<String>(&path).is_ok());
    }

    #[test]
    fn cut_off_anywhere_it_goes_on() {
        let whole = fs::read(written("cut", 3)).unwrap();
        let path = path("cut");
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let (mut journal, read) = Journal::open::<String>(&path).unwrap();
            let begun = whole[..length].contains(&b'\n');
            assert_eq!(read.plan.is_some(), begun);
            if !begun {
                journal.begin(&"plan").unwrap();
            }
            for game in read.entries.len() as u64..3 {
                journal.append(&entry(game, None)).unwrap();
            }
            drop(journal);
            assert_eq!(fs::read(&path).unwrap(), whole, "cut to {length} bytes");
        }
    }

    #[test]
    fn other_damage_is_told_and_left() {
        let whole = fs::read_to_string(written("damage", 3)).unwrap();
        let path = path("damage");
        let lines: Vec<&str> = whole.lines().collect();
        let join = |lines: &[&str]| lines.join("\n") + "\n";
        for (text, told) in [
            (join(&[lines[0], &lines[1][..40], lines[2]]), "line 2: "),
            (join(&[lines[0], lines[1], lines[2], lines[1]]), "line 4: it is a copy of the record"),
            (whole.replace("\"winner\":null", "\"winner\":\"first\""), "line 2: "),
            (whole.replacen("D4", "D5", 1), "edited"),
            (join(&[lines[0], lines[2], lines[3]]), "line 2: "),
        ] {
            fs::write(&path, &text).unwrap();
            let error = format!("{:#}", Journal::open::<String>(&path).unwrap_err());
            assert!(error.contains(told), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn a_journal_from_before_there_were_hashes_goes_on_without() {
        let path = path("plain");
        let line = |value: String| value + "\n";
        let head = line(serde_json::to_string(&Head { plan: "plan" }).unwrap());
        let game = |number| line(serde_json::to_string(&entry(number, None)).unwrap());
        fs::write(&path, [head.clone(), game(0), game(1)[..20].to_owned()].concat()).unwrap();
        let (mut journal, read) = Journal::open::<String>(&path).unwrap();
        assert_eq!((read.entries.len(), read.hashes), (1, false));
        assert!(read.told_without(&path).unwrap().contains("without hashes"));
        journal.append(&entry(1, None)).unwrap();
        drop(journal);
        assert_eq!(fs::read_to_string(&path).unwrap(), [head, game(0), game(1)].concat());
        let twice = [fs::read_to_string(&path).unwrap(), game(1)].concat();
        fs::write(&path, twice).unwrap();
        let error = format!("{:#}", Journal::open::<String>(&path).unwrap_err());
        assert!(error.contains("line 4: game 1 stands there a second time"), "{error}");
    }
}
