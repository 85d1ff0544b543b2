//! rustc, called as the arena's file is compiled: one file, nothing but std.

use super::{executable_name, SOURCE};
use anyhow::{bail, Context, Result};
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// The maximum part of rustc's errors that is shown; lines of a bundle are long.
const SHOWN_LINES: usize = 20;
const SHOWN_WIDTH: usize = 300;

/// The output of `rustc -V`.
pub(super) fn version() -> Result<String> {
    let output = Command::new(rustc()).arg("-V").output().context(MISSING)?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Compiles the source in `folder` to the executable beside it, which appears when it is complete.
pub(super) fn compile(folder: &Path) -> Result<()> {
    // Two that compile at once must not write into the same file.
    let work = tempfile::Builder::new()
        .prefix(".compile-")
        .tempdir_in(folder)
        .with_context(|| format!("cannot write to {}", folder.display()))?;
    let executable = std::path::absolute(work.path().join(executable_name()))?;
    let output = Command::new(rustc())
        .current_dir(folder)
        .args(["--edition", "2021", "-O", SOURCE, "-o"])
        .arg(&executable)
        .output()
        .context(MISSING)?;
    if !output.status.success() {
        let complaint = String::from_utf8_lossy(&output.stderr);
        bail!("rustc --edition 2021 -O refuses {SOURCE}:\n{}", shorten(&complaint));
    }
    let place = folder.join(executable_name());
    std::fs::rename(&executable, &place)
        .with_context(|| format!("cannot write {}", place.display()))
}

const MISSING: &str = "cannot run rustc: install Rust, or name the compiler in the variable RUSTC";

fn rustc() -> OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

fn shorten(text: &str) -> String {
    let lines = text.lines().take(SHOWN_LINES);
    let lines = lines.map(|line| line.chars().take(SHOWN_WIDTH).collect::<String>());
    lines.collect::<Vec<_>>().join("\n")
}
