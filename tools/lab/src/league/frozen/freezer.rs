//! Freezing of bots.

use super::{check_name, compile, Frozen, FrozenRecord, BOTS, RECORD, SOURCE};
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
    prepare(dir)?;
    let (source, commit, file) = match origin {
        Origin::Tree(manifest) => {
            let (source, commit) = bundled(manifest.as_deref(), report)?;
            (source, commit, None)
        }
        Origin::File(file) => {
            let source = std::fs::read_to_string(file);
            let source = source.with_context(|| format!("cannot read {}", file.display()))?;
            (source, None, file.file_name().map(|name| name.to_string_lossy().into_owned()))
        }
    };
    let record = FrozenRecord {
        name: name.to_owned(),
        commit,
        date: Timestamp::now(),
        note: note.to_owned(),
        file,
        sha256: sha256(source.as_bytes()),
    };
    let json = serde_json::to_string_pretty(&record)? + "\n";
    file::create_folder(&place, |folder| {
        file::write(&folder.join(SOURCE), &source)?;
        file::write(&folder.join(RECORD), &json)?;
        report("compiling");
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

/// Bundles the bot of a source tree. Also returns the tree's commit, if the tree is in a repository.
fn bundled(
    manifest: Option<&Path>,
    report: &mut dyn FnMut(&str),
) -> Result<(String, Option<String>)> {
    // The parent of a bare file name is empty.
    let folder = manifest.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    let mut git = Command::new("git");
    git.current_dir(folder.unwrap_or(Path::new(".")));
    git.args(["describe", "--always", "--dirty", "--exclude=*", "--abbrev=40"]);
    let described = git.output().ok().filter(|output| output.status.success());
    let commit = described.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    match &commit {
        None => report("warning: the tree is in no git repository; the record contains no commit"),
        Some(commit) if commit.ends_with("-dirty") => {
            report("warning: the tree has uncommitted changes");
        }
        Some(_) => {}
    }
    report("bundling the bot, which takes about a minute");
    let options = bundle::Options {
        manifest_path: manifest.map(Path::to_owned),
        ..bundle::Options::default()
    };
    let bundle = bundle::bundle(&options).context("cannot bundle the bot")?;
    Ok((bundle.source, commit))
}
