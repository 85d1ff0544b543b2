//! Freezing of bots.

use super::{check_name, compile, rustc, Frozen, FrozenRecord, BOTS, RECORD, SOURCE};
use crate::digest::sha256;
use anyhow::{ensure, Context, Result};
use common::file;
use jiff::Timestamp;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Names and contents of `.gitignore` and `.gitattributes` in a league's folder.
const RULES: [(&str, &str); 2] = [
    (".gitignore", include_str!("../../../league/.gitignore")),
    (".gitattributes", include_str!("../../../league/.gitattributes")),
];

/// Origin of a bot's source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Source tree to bundle, given by its Cargo.toml; `None` searches at and above the working directory.
    Tree(Option<PathBuf>),
    /// Single source file, copied unchanged.
    File(PathBuf),
}

/// Freezes a bot as `name` in the league's folder `dir`, which is created if missing: bundles, compiles, then
/// creates the bot's folder atomically. `report` receives progress and warnings, one line each. Fails if the
/// name is taken or invalid.
pub fn freeze(
    dir: &Path,
    name: &str,
    note: &str,
    origin: &Origin,
    report: &mut dyn FnMut(&str),
) -> Result<Frozen> {
    check_name(name)?;
    let place = dir.join(BOTS).join(name);
    ensure!(
        place.symlink_metadata().is_err(),
        "cannot freeze {name}: it exists in {}, and frozen bots never change; choose another name",
        place.display()
    );
    let rustc = rustc(|rustc| rustc.arg("-V"))?.stdout;
    prepare(dir)?;
    let (source, state, file) = match origin {
        Origin::Tree(manifest) => {
            let (source, state) = bundled(manifest.as_deref(), dir, report)?;
            (source, state, None)
        }
        Origin::File(file) => {
            let source = std::fs::read_to_string(file);
            let source = source.with_context(|| format!("cannot read {}", file.display()))?;
            (source, None, file.file_name().map(|name| name.to_string_lossy().into_owned()))
        }
    };
    let record = FrozenRecord {
        name: name.to_owned(),
        commit: state.as_ref().map(|state| state.commit.clone()),
        committed: state.as_ref().map(|state| state.committed),
        dirty: state.as_ref().map(|state| state.dirty),
        date: Timestamp::now(),
        note: note.to_owned(),
        file,
        rustc: String::from_utf8_lossy(&rustc).trim().to_owned(),
        utf16_length: bundle::report::utf16_len(&source),
        sha256: sha256(source.as_bytes()),
    };
    let json = serde_json::to_string_pretty(&record)? + "\n";
    file::create_folder(&place, |folder| {
        file::write(&folder.join(SOURCE), &source)?;
        file::write(&folder.join(RECORD), &json)?;
        report(&format!("compiling {} UTF-16 units with {}", record.utf16_length, record.rustc));
        compile(folder)
    })?;
    Frozen::load(&place)
}

fn prepare(dir: &Path) -> Result<()> {
    let bots = dir.join(BOTS);
    std::fs::create_dir_all(&bots).with_context(|| format!("cannot create {}", bots.display()))?;
    let missing = RULES.into_iter().map(|(name, text)| (dir.join(name), text));
    let mut missing = missing.filter(|(path, _)| !path.exists());
    missing.try_for_each(|(path, text)| file::write(&path, text))
}

/// Bundles the bot of a source tree. Also returns the tree's git state, if the tree is in a repository.
fn bundled(
    manifest: Option<&Path>,
    dir: &Path,
    report: &mut dyn FnMut(&str),
) -> Result<(String, Option<State>)> {
    // The parent of a bare file name is empty.
    let folder = manifest
        .and_then(Path::parent)
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let before = state(folder, dir)
        .inspect_err(|error| {
            report(&format!("warning: the record will contain no commit ({error:#})"))
        })
        .ok();
    report("bundling the bot, which takes about a minute");
    let options = bundle::Options {
        manifest_path: manifest.map(Path::to_owned),
        ..bundle::Options::default()
    };
    let bundle = bundle::bundle(&options).context("cannot bundle the bot")?;
    // The tree is also dirty if it changed while it was read.
    let state = before.map(|before| {
        let same = state(folder, dir).is_ok_and(|after| after == before);
        State { dirty: before.dirty || !same, ..before }
    });
    if state.as_ref().is_some_and(|state| state.dirty) {
        report("warning: the tree has uncommitted changes; the record will be marked dirty");
    }
    Ok((bundle.source, state))
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    commit: String,
    committed: Timestamp,
    /// Whether there are changed or untracked files.
    dirty: bool,
}

/// Returns the state of the repository around `folder`, except for changes in the folder `league`.
fn state(folder: &Path, league: &Path) -> Result<State> {
    let commit = git(folder, &["rev-parse", "HEAD"])?.trim().to_owned();
    let seconds = git(folder, &["show", "--no-patch", "--format=%ct", &commit])?;
    let seconds = seconds.trim().parse().context("git's commit date is not a number")?;
    let committed = Timestamp::from_second(seconds).context("the commit's date is out of range")?;
    let top = PathBuf::from(git(folder, &["rev-parse", "--show-toplevel"])?.trim_end());
    let inside = within(&top, league);
    let exclude = inside.as_ref().map(|league| format!(":(top,exclude,literal){league}"));
    let mut arguments = vec!["status", "--porcelain", "--", ":/"];
    arguments.extend(exclude.as_deref());
    let dirty = !git(&top, &arguments)?.trim().is_empty();
    Ok(State { commit, committed, dirty })
}

/// Returns the path of `league` relative to `top`, with slashes; `None` if it is outside.
fn within(top: &Path, league: &Path) -> Option<String> {
    let (top, league) = (top.canonicalize().ok()?, league.canonicalize().ok()?);
    let below = league.strip_prefix(top).ok().filter(|below| !below.as_os_str().is_empty())?;
    Some(below.to_str()?.replace(std::path::MAIN_SEPARATOR, "/"))
}

fn git(folder: &Path, arguments: &[&str]) -> Result<String> {
    let output = Command::new("git").current_dir(folder).args(arguments).output();
    let output = output.context("cannot run git")?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "git: {}", errors.lines().next().unwrap_or("no message"));
    String::from_utf8(output.stdout).context("git's output is not UTF-8")
}
