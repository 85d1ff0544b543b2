//! Frozen bots, which are stored as opponents for later versions: a folder per bot with its single source file
//! and a record of its origin.
//!
//! ```text
//! league/.gitignore          excludes executables and the remains of an interrupted freeze
//! league/.gitattributes      preserves the line ends of sources, which are part of the hash
//! league/bots/NAME/bot.rs    the source, as frozen
//! league/bots/NAME/bot.json  the record, see `FrozenRecord`
//! league/bots/NAME/bot       the executable; recompiled before games if missing
//! ```
//!
//! A frozen bot never changes: [`freeze`] rejects an existing name, and [`Frozen::load_all`] a source
//! whose hash differs from the record's.

mod freezer;

pub use freezer::{freeze, Origin};

use crate::digest::sha256;
use anyhow::{bail, ensure, Context, Result};
use jiff::Timestamp;
use records::plan::Player;
use referee::players::{self, OWN_FLAGS};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::process::Command;

const SOURCE: &str = "bot.rs";
const RECORD: &str = "bot.json";
const BOTS: &str = "bots";
const LONGEST_NAME: usize = 64;
/// Maximum number of rustc's error lines that are shown.
const SHOWN_LINES: usize = 20;
/// Maximum number of characters shown per line; the lines of a bundle are long.
const SHOWN_WIDTH: usize = 300;

/// Content of `bot.json`: origin of a frozen bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrozenRecord {
    /// Name of the bot and of its folder.
    pub name: String,
    /// Commit whose tree was bundled, with `-dirty` if the tree differed from it; `None` outside a repository and for a
    /// single file.
    pub commit: Option<String>,
    /// Date of the freeze.
    pub date: Timestamp,
    /// The user's note; may be empty.
    pub note: String,
    /// Name of the single source file; `None` for a bundle of a tree.
    pub file: Option<String>,
    /// SHA-256 of the source, in hexadecimal.
    pub sha256: String,
}

/// A frozen bot of a league.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frozen {
    /// Record of the bot.
    pub record: FrozenRecord,
    /// Folder of the bot.
    pub folder: PathBuf,
}

impl Frozen {
    /// Loads all bots of the league in `dir`, ordered by date. Fails if a file is missing or was changed after the
    /// freeze.
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
        all.sort_by_key(|bot| bot.record.date);
        Ok(all)
    }

    fn load(folder: &Path) -> Result<Frozen> {
        let read = |file: &str| {
            let path = folder.join(file);
            std::fs::read_to_string(&path).with_context(|| {
                format!("cannot read {}: restore it or remove the folder", path.display())
            })
        };
        let (json, source) = (read(RECORD)?, read(SOURCE)?);
        let shown = folder.display();
        let record: FrozenRecord = serde_json::from_str(&json)
            .with_context(|| format!("cannot parse {RECORD} in {shown}"))?;
        let name = &record.name;
        ensure!(
            folder.file_name().unwrap_or_default() == name.as_str(),
            "{shown} belongs to the bot `{name}`: restore the folder's name"
        );
        ensure!(
            sha256(source.as_bytes()) == record.sha256,
            "{SOURCE} of {name} was changed after it was frozen; restore it in {shown}, or freeze \
             the changed file under another name with --source"
        );
        Ok(Frozen { record, folder: folder.to_owned() })
    }

    /// Returns the path of the executable, which may not exist.
    pub fn executable(&self) -> PathBuf {
        self.folder.join(executable_name())
    }

    /// Whether the executable exists.
    pub fn is_compiled(&self) -> bool {
        self.executable().is_file()
    }

    /// Compiles the executable if it is missing.
    pub fn compile(&self) -> Result<()> {
        if self.is_compiled() {
            return Ok(());
        }
        compile(&self.folder)
            .with_context(|| format!("cannot compile the frozen bot {}", self.record.name))
    }

    /// Returns the bot as a player. Bundles get the conditions of a game as flags; other bots' flags are
    /// unknown.
    pub fn player(&self) -> Result<Player> {
        let path = self.executable();
        let path = path.to_str().context("the path of the league is not UTF-8: move it")?;
        let mut command = shell_words::quote(path).into_owned();
        if self.record.file.is_none() {
            command += " ";
            command += OWN_FLAGS;
        }
        Ok(Player::new(&self.record.name, &command))
    }
}

/// Checks that a name has 1 to 64 letters, digits, dots, dashes and underscores, does not start with a dot or
/// a dash, and is not the name of a built-in bot.
pub fn check_name(name: &str) -> Result<()> {
    let fits = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let fits = name.chars().all(fits) && !name.starts_with(['.', '-']);
    ensure!(
        fits && (1..=LONGEST_NAME).contains(&name.len()),
        "`{name}` cannot name a bot: use 1 to {LONGEST_NAME} letters, digits, dots, dashes and \
         underscores, and start with neither a dot nor a dash"
    );
    ensure!(
        !players::is_built_in(name),
        "`{name}` cannot name a bot: it names a built-in bot; choose another name"
    );
    Ok(())
}

fn executable_name() -> String {
    format!("bot{}", std::env::consts::EXE_SUFFIX)
}

/// Compiles the source in `folder` as the arena does, with the compiler that the environment variable RUSTC names, by
/// default `rustc`. The executable appears atomically.
fn compile(folder: &Path) -> Result<()> {
    // Concurrent compilations need separate files.
    let work = tempfile::Builder::new()
        .prefix(".compile-")
        .tempdir_in(folder)
        .with_context(|| format!("cannot write to {}", folder.display()))?;
    let executable = std::path::absolute(work.path().join(executable_name()))?;
    let flags = ["--edition", "2021", "-O", SOURCE, "-o"];
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).current_dir(folder).args(flags).arg(&executable).output();
    let output =
        output.context("cannot run rustc: install Rust, or set RUSTC to the compiler's path")?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        let lines = errors.lines().take(SHOWN_LINES);
        let lines = lines.flat_map(|line| line.chars().take(SHOWN_WIDTH).chain(['\n']));
        bail!(
            "rustc --edition 2021 -O failed on {SOURCE}:\n{}",
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
    fn names_are_validated() {
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
