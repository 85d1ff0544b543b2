//! Settings of cargo's release profile that `rustc -O FILE` does not have.

use anyhow::{bail, Result};
use std::path::Path;

use crate::cargo::Unit;

/// Settings that change what a program computes.
const CHECKS: [&str; 2] = ["debug-assertions", "overflow-checks"];

/// Refuses a program whose crates `units` are compiled with additional checks. Returns a warning if its panics abort. `root` is
/// the workspace's folder.
pub(crate) fn check<'u>(
    units: impl IntoIterator<Item = &'u Unit>,
    root: &Path,
) -> Result<Option<String>> {
    let mut aborts = false;
    for unit in units {
        if let Some(check) = CHECKS.iter().find(|check| has(unit, &format!("{check}=on"))) {
            let place = place(root, check).unwrap_or_else(|| unit.name.clone());
            bail!(
                "{place}: cannot bundle a program with {check}, since `rustc -O` compiles the file without; remove the \
                 setting from the profile"
            );
        }
        aborts |= has(unit, "panic=abort");
    }
    Ok(aborts.then(|| {
        let place = place(root, "panic").map(|place| place + ": ").unwrap_or_default();
        place + "panics of the bundle unwind, unless it is compiled with `rustc -O -C panic=abort`"
    }))
}

/// Returns whether rustc compiles a crate with the option `-C OPTION`.
fn has(unit: &Unit, option: &str) -> bool {
    unit.arguments.iter().any(|argument| argument.trim_start_matches("-C") == option)
}

/// Returns `FILE:LINE` of a setting.
fn place(root: &Path, setting: &str) -> Option<String> {
    [root.join("Cargo.toml"), root.join(".cargo/config.toml")].iter().find_map(|file| {
        let text = std::fs::read_to_string(file).ok()?;
        let line = text.lines().position(|line| line.trim_start().starts_with(setting))?;
        Some(format!("{}:{}", file.display(), line + 1))
    })
}
