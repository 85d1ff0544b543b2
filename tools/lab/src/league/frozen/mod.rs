//! Frozen bots: each a single source file with a note of where it came from, in a folder.
//!
//! ```text
//! league/.gitignore          excludes executables and the remains of a stopped freeze
//! league/.gitattributes      keeps line ends as they are, since they are part of the hash
//! league/bots/NAME/bot.rs    the source, as frozen
//! league/bots/NAME/bot.json  a Record
//! league/bots/NAME/bot       the executable; compiled again before games if it is missing
//! ```
//!
//! A frozen bot never changes: [`freeze`] refuses a name that exists, and [`Frozen::load_all`] a
//! source that is not the one frozen. A folder appears complete or not at all.

mod freezer;

pub use freezer::{freeze, Origin};

use crate::digest::sha256;
use crate::matches::Player;
use anyhow::{bail, ensure, Context, Result};
use jiff::Timestamp;
use referee::players::{self, OWN_FLAGS};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SOURCE: &str = "bot.rs";
const RECORD: &str = "bot.json";
/// Folder of the bots within the league's.
const BOTS: &str = "bots";
/// More makes unreadable tables.
const LONGEST_NAME: usize = 64;
/// The maximum part of rustc's errors that is shown; lines of a bundle are long.
const SHOWN_LINES: usize = 20;
const SHOWN_WIDTH: usize = 300;

/// The content of `bot.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The bot's name, also its folder's.
    pub name: String,
    /// The commit whose tree was bundled; `None` outside a repository, or for a file that was
    /// frozen as it was.
    pub commit: Option<String>,
    /// When that commit was made; `None` without one, and in records from before this was kept.
    #[serde(default)]
    pub committed: Option<Timestamp>,
    /// Whether the tree differed from the commit; `None` without one.
    pub dirty: Option<bool>,
    /// When it was frozen.
    pub date: Timestamp,
    /// The user's note; may be empty.
    pub note: String,
    /// Name of the file that was frozen as it was; `None` for a bundle of the tree.
    pub file: Option<String>,
    /// The output of `rustc -V`.
    pub rustc: String,
    /// Length of the source in UTF-16 code units, which is what the arena counts.
    pub utf16_length: usize,
    /// SHA-256 of the source, in hexadecimal digits.
    pub sha256: String,
}

impl Record {
    /// Since when the bot was as it is: a clean tree's since its commit, any other since it was
    /// frozen.
    fn since(&self) -> Timestamp {
        let clean = self.dirty == Some(false);
        self.committed.filter(|_| clean).unwrap_or(self.date)
    }
}

/// A bot of the league's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frozen {
    /// Its record.
    pub record: Record,
    folder: PathBuf,
}

impl Frozen {
    /// All bots of the league in `dir`, the oldest first. An old tree may be frozen late: a clean
    /// one counts from its commit on, any other bot from its freezing. No folder: no bots.
    ///
    /// # Errors
    ///
    /// If a bot's files are missing, unreadable, or not those that were frozen.
    pub fn load_all(dir: &Path) -> Result<Vec<Frozen>> {
        let bots = dir.join(BOTS);
        if !bots.exists() {
            return Ok(Vec::new());
        }
        let mut all = Vec::new();
        let cannot = || format!("cannot list {}", bots.display());
        for entry in std::fs::read_dir(&bots).with_context(cannot)? {
            let entry = entry.with_context(cannot)?;
            let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            if !hidden && entry.path().is_dir() {
                all.push(Frozen::load(&entry.path())?);
            }
        }
        all.sort_by(|a, b| (a.record.since(), a.name()).cmp(&(b.record.since(), b.name())));
        Ok(all)
    }

    /// The bot of one folder.
    fn load(folder: &Path) -> Result<Frozen> {
        let read = |file: &str| {
            let path = folder.join(file);
            std::fs::read_to_string(&path).with_context(|| {
                format!("cannot read {}; restore it or remove the folder", path.display())
            })
        };
        let (json, source) = (read(RECORD)?, read(SOURCE)?);
        let shown = folder.display();
        let record: Record = serde_json::from_str(&json)
            .with_context(|| format!("{RECORD} of {shown} is no record"))?;
        let name = &record.name;
        ensure!(
            folder.file_name().unwrap_or_default() == name.as_str(),
            "{shown} belongs to the bot `{name}`: give the folder that name again"
        );
        ensure!(
            sha256(source.as_bytes()) == record.sha256,
            "{SOURCE} of {name} was changed after it was frozen; restore it in {shown}, or freeze \
             the changed file under another name with --source"
        );
        Ok(Frozen { record, folder: folder.to_owned() })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.record.name
    }

    /// Its source file.
    pub fn source(&self) -> PathBuf {
        self.folder.join(SOURCE)
    }

    /// Its executable, whether it is there or not.
    pub fn executable(&self) -> PathBuf {
        self.folder.join(executable_name())
    }

    /// Whether the executable is there: if not, [`Frozen::compile`] takes as long as rustc does.
    pub fn is_compiled(&self) -> bool {
        self.executable().is_file()
    }

    /// Compiles the executable if it is missing.
    ///
    /// # Errors
    ///
    /// If rustc cannot compile it.
    pub fn compile(&self) -> Result<()> {
        if self.is_compiled() {
            return Ok(());
        }
        compile(&self.folder)
            .with_context(|| format!("cannot compile the frozen bot {}", self.name()))
    }

    /// The bot as a player. Its executable may be missing: [`Frozen::compile`] before a game.
    ///
    /// Bundles of the tree get the conditions of a game as flags; the flags of other files are unknown.
    ///
    /// # Errors
    ///
    /// If the path is no UTF-8.
    pub fn player(&self) -> Result<Player> {
        let path = self.executable();
        let path = path.to_str().context("the path of the league is no UTF-8: move it")?;
        let mut command = shell_words::quote(path).into_owned();
        if self.record.file.is_none() {
            command += " ";
            command += OWN_FLAGS;
        }
        Ok(Player::new(self.name(), &command))
    }
}

/// Checks that a bot can have this name.
///
/// # Errors
///
/// If it is empty, too long, begins with a dot or a dash, has anything but letters, digits, dots,
/// dashes and underscores, or is that of a built-in bot.
pub fn check_name(name: &str) -> Result<()> {
    let fits = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let fits = name.chars().all(fits) && !name.starts_with(['.', '-']);
    ensure!(
        fits && (1..=LONGEST_NAME).contains(&name.len()),
        "`{name}` cannot name a bot: take 1 to {LONGEST_NAME} letters, digits, dots, dashes and \
         underscores, and begin with neither a dot nor a dash"
    );
    ensure!(
        !players::is_built_in(name),
        "`{name}` is the name of a built-in bot, and tables could not tell them apart"
    );
    Ok(())
}

fn executable_name() -> String {
    format!("bot{}", std::env::consts::EXE_SUFFIX)
}

/// Runs rustc, which the variable RUSTC may name.
fn rustc(arrange: impl FnOnce(&mut Command) -> &mut Command) -> Result<Output> {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let output = arrange(&mut rustc).output();
    output.context("cannot run rustc: install Rust, or name the compiler in the variable RUSTC")
}

/// Compiles the source in `folder` as the arena does, to the executable beside it, which appears when it
/// is complete.
fn compile(folder: &Path) -> Result<()> {
    // Two that compile at once must not write into the same file.
    let work = tempfile::Builder::new()
        .prefix(".compile-")
        .tempdir_in(folder)
        .with_context(|| format!("cannot write to {}", folder.display()))?;
    let executable = std::path::absolute(work.path().join(executable_name()))?;
    let flags = ["--edition", "2021", "-O", SOURCE, "-o"];
    let output = rustc(|rustc| rustc.current_dir(folder).args(flags).arg(&executable))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        let lines = errors.lines().take(SHOWN_LINES);
        let lines = lines.flat_map(|line| line.chars().take(SHOWN_WIDTH).chain(['\n']));
        bail!(
            "rustc --edition 2021 -O refuses {SOURCE}:\n{}",
            lines.collect::<String>().trim_end()
        );
    }
    let place = folder.join(executable_name());
    std::fs::rename(&executable, &place)
        .with_context(|| format!("cannot write {}", place.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for fine in ["a", "v1.2", "2026-11_puct", "x-y", &"n".repeat(64)] {
            check_name(fine).unwrap();
        }
        let long = "n".repeat(65);
        for wrong in ["", &long, "..", "-x", "a/b", "a b", "é"] {
            let error = check_name(wrong).unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{wrong}` cannot name a bot")), "{error}");
        }
        assert!(check_name("own").unwrap_err().to_string().contains("built-in"));
    }
}
