//! The programs of an archive, their completions and man pages.

use super::{cargo, cargo_program};
use crate::packages;
use anyhow::{bail, ensure, Context, Result};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Programs that are useful only in the repository.
const NOT_HANDED_OUT: [&str; 1] = ["xtask"];

/// Programs with flags that clap does not parse.
const WITHOUT_MANUAL: [&str; 2] = ["engine", "twixt"];

/// Returns the names of the programs to distribute.
pub(super) fn names(root: &Path) -> Result<Vec<String>> {
    let programs = packages::packages(root)?.into_iter().flat_map(|package| package.programs);
    Ok(programs.filter(|name| !NOT_HANDED_OUT.contains(&name.as_str())).collect())
}

/// Fails unless programs can be linked for all of these targets.
pub(super) fn check_linkers(root: &Path, targets: &[String]) -> Result<()> {
    let host = host()?;
    let Some(other) = targets.iter().find(|target| **target != host) else { return Ok(()) };
    let mut help = Command::new(cargo_program());
    help.args(["zigbuild", "--help"]).stdout(Stdio::null()).stderr(Stdio::null());
    let status = help.current_dir(root).status();
    if !status.context("cannot start cargo")?.success() {
        bail!(
            "cannot link programs for {other}: cargo-zigbuild is not installed; install it with \
             `pip install cargo-zigbuild ziglang`, or run .ci/dist, which installs it"
        );
    }
    Ok(())
}

/// Builds the programs for a target and copies them into a folder.
pub(super) fn copy(root: &Path, target: &str, folder: &Path) -> Result<()> {
    let mut built = packages::programs(root)?.with_file_name("release");
    // Without the flag `--target`, cargo reuses earlier builds for this system.
    if target == host()? {
        cargo(root, &["build", "--release", "--workspace", "--bins"], &[])?;
    } else {
        let build = ["zigbuild", "--release", "--workspace", "--exclude", "xtask", "--bins"];
        cargo(root, &[&build[..], &["--target", target]].concat(), &[])?;
        built = built.with_file_name(target).join("release");
    }
    let suffix = if target.contains("windows") { ".exe" } else { "" };
    for name in names(root)? {
        let file = format!("{name}{suffix}");
        let from = built.join(&file);
        fs::copy(&from, folder.join(&file))
            .with_context(|| format!("cannot copy {}", from.display()))?;
    }
    Ok(())
}

/// Writes completions and man pages of all programs into the folders `completions` and `man` in `folder`. They are the
/// same on every system, so the programs that the tests use write them.
pub(super) fn write_manuals(root: &Path, folder: &Path) -> Result<()> {
    let built = crate::build(root, false)?;
    for name in names(root)?.iter().filter(|name| !WITHOUT_MANUAL.contains(&name.as_str())) {
        let program = built.join(name);
        let status = Command::new(&program).arg("write-manual").arg(folder).status();
        let status = status.with_context(|| format!("cannot start {}", program.display()))?;
        ensure!(status.success(), "cannot write the man pages of {name}");
    }
    Ok(())
}

/// Returns the target that the compiler builds for by default.
fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("cannot start rustc")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("cannot read the host from `rustc -vV`")?.to_owned())
}
