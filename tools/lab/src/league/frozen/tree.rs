//! The state in git of the tree that is bundled.

use anyhow::{bail, Context, Result};
use jiff::Timestamp;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A commit, and whether the tree differs from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) commit: String,
    /// When the commit was made.
    pub(super) committed: Timestamp,
    /// Changed, added or untracked files that are not ignored.
    pub(super) dirty: bool,
}

/// The state of the repository around `folder`. Changes under `league` do not make it dirty:
/// the bot frozen last is no change of the engine.
pub(super) fn state(folder: &Path, league: &Path) -> Result<State> {
    let commit = git(folder, &["rev-parse", "HEAD"])?.trim().to_owned();
    let seconds = git(folder, &["show", "--no-patch", "--format=%ct", &commit])?;
    let seconds = seconds.trim().parse().context("git's date of the commit is no number")?;
    let committed = Timestamp::from_second(seconds).context("the commit's date is out of range")?;
    let top = PathBuf::from(git(folder, &["rev-parse", "--show-toplevel"])?.trim_end());
    let mut arguments = vec!["status".to_owned(), "--porcelain".to_owned()];
    if let Some(league) = within(&top, league) {
        arguments.extend(["--".to_owned(), ":/".to_owned()]);
        arguments.push(format!(":(top,exclude,literal){league}"));
    }
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let dirty = !git(&top, &arguments)?.trim().is_empty();
    Ok(State { commit, committed, dirty })
}

/// The path of `league` from `top`, with slashes; `None` if it is not below.
fn within(top: &Path, league: &Path) -> Option<String> {
    let (top, league) = (top.canonicalize().ok()?, league.canonicalize().ok()?);
    let parts = league.strip_prefix(top).ok()?.iter().map(|part| part.to_str());
    let parts = parts.collect::<Option<Vec<_>>>()?;
    (!parts.is_empty()).then(|| parts.join("/"))
}

fn git(folder: &Path, arguments: &[&str]) -> Result<String> {
    let output = Command::new("git")
        .current_dir(folder)
        .args(arguments)
        .output()
        .context("cannot run git")?;
    if !output.status.success() {
        let complaint = String::from_utf8_lossy(&output.stderr);
        bail!("git says: {}", complaint.lines().next().unwrap_or("nothing"));
    }
    String::from_utf8(output.stdout).context("git's answer is no UTF-8")
}
