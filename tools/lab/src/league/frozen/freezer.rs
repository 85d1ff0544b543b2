//! Freezing a bot: gather, compile, then put in place at once.

use super::tree::{self, State};
use super::{check_name, compiler, executable_name, Frozen, Record};
use super::{BOTS, RECORD, SOURCE};
use crate::digest::sha256;
use anyhow::{bail, Context, Result};
use common::file;
use jiff::Timestamp;
use std::path::{Path, PathBuf};

/// Where a bot comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The bot of a tree, bundled. The manifest is that of the package or its workspace; `None`:
    /// the one at or above the working directory.
    Tree(Option<PathBuf>),
    /// A single source file, anybody's, as it is.
    File(PathBuf),
}

/// Freezes the bot of `origin` as `name` into the league's folder `dir`, which is made if it is
/// missing. `say` gets progress and warnings, a line each.
///
/// # Errors
///
/// If the name is taken or cannot be one, or the bot cannot be read, bundled, compiled or written.
/// Then nothing is left behind.
pub fn freeze(
    dir: &Path,
    name: &str,
    note: &str,
    origin: &Origin,
    say: &mut dyn FnMut(&str),
) -> Result<Frozen> {
    check_name(name)?;
    let place = dir.join(BOTS).join(name);
    refuse_taken(&place, name)?;
    let rustc = compiler::version()?;
    prepare(dir)?;
    let gathered = match origin {
        Origin::Tree(manifest) => bundled(manifest.as_deref(), dir, say)?,
        Origin::File(file) => read(file)?,
    };
    let record = Record {
        name: name.to_owned(),
        commit: gathered.state.as_ref().map(|state| state.commit.clone()),
        committed: gathered.state.as_ref().map(|state| state.committed),
        dirty: gathered.state.as_ref().map(|state| state.dirty),
        date: Timestamp::now(),
        note: note.to_owned(),
        file: gathered.file,
        rustc,
        utf16_length: bundle::report::utf16_len(&gathered.source),
        sha256: sha256(gathered.source.as_bytes()),
    };
    let mut json = serde_json::to_string_pretty(&record)?;
    json.push('\n');
    file::create_folder(&place, |folder| {
        file::write(&folder.join(SOURCE), &gathered.source)?;
        file::write(&folder.join(RECORD), &json)?;
        say(&format!("compiling {} UTF-16 units with {}", record.utf16_length, record.rustc));
        compiler::compile(folder)
    })?;
    Frozen::load(&place)
}

fn refuse_taken(place: &Path, name: &str) -> Result<()> {
    if place.symlink_metadata().is_ok() {
        bail!(
            "{name} is frozen already, in {}, and frozen bots stay as they are: choose another \
             name",
            place.display()
        );
    }
    Ok(())
}

/// Creates the league's folder, with rules for version control.
fn prepare(dir: &Path) -> Result<()> {
    let bots = dir.join(BOTS);
    std::fs::create_dir_all(&bots).with_context(|| format!("cannot make {}", bots.display()))?;
    let ignored = format!(
        "# Executables are compiled from {SOURCE} where they are missing.\n\
         /{BOTS}/*/{}\n/{BOTS}/*/.compile-*\n# Left by a freeze that was stopped.\n/{BOTS}/.*.part\n",
        executable_name()
    );
    let attributes = format!(
        "# {RECORD} holds the hash of {SOURCE}: other line ends would break it.\n\
         /{BOTS}/*/{SOURCE} -text\n"
    );
    for (file, text) in [(".gitignore", ignored), (".gitattributes", attributes)] {
        let path = dir.join(file);
        if !path.exists() {
            file::write(&path, &text)?;
        }
    }
    Ok(())
}

/// A source, and its origin for the record.
struct Gathered {
    source: String,
    state: Option<State>,
    file: Option<String>,
}

fn read(file: &Path) -> Result<Gathered> {
    let source =
        std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
    Ok(Gathered { source, state: None, file: name })
}

fn bundled(manifest: Option<&Path>, dir: &Path, say: &mut dyn FnMut(&str)) -> Result<Gathered> {
    // A manifest without a folder in its path is in the working directory.
    let folder = manifest
        .and_then(Path::parent)
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let before = match tree::state(folder, dir) {
        Ok(state) => Some(state),
        Err(error) => {
            say(&format!("warning: the record will name no commit ({error:#})"));
            None
        }
    };
    say("bundling the bot, which takes about a minute");
    let options = bundle::Options {
        manifest_path: manifest.map(Path::to_owned),
        ..bundle::Options::default()
    };
    let bundle = bundle::bundle(&options).context("cannot bundle the bot")?;
    // The sources were read somewhere between these two moments.
    let state = before.map(|before| {
        let same = tree::state(folder, dir).is_ok_and(|after| after == before);
        State { dirty: before.dirty || !same, ..before }
    });
    if state.as_ref().is_some_and(|state| state.dirty) {
        say("warning: the tree has changes that are not committed; the record says so");
    }
    Ok(Gathered { source: bundle.source, state, file: None })
}
