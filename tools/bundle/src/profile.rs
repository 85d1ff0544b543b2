//! Settings of cargo's release profile that `rustc -O FILE` does not have.

use anyhow::{bail, ensure, Result};
use std::collections::BTreeMap;
use std::path::Path;

use crate::cargo::Unit;
use crate::rustc;

/// Settings that change what a program computes, with the conditions that show them.
const CHECKS: [(&str, &str); 2] =
    [("debug-assertions", "debug_assertions"), ("overflow-checks", "overflow_checks")];

/// Refuses a program whose crates `units` are compiled with additional checks. Returns a warning if its panics abort. `root` is
/// the workspace's folder.
pub(crate) fn check<'u>(
    units: impl IntoIterator<Item = &'u Unit>,
    root: &Path,
) -> Result<Option<String>> {
    let mut aborts = false;
    // Most crates have the same options.
    let all: BTreeMap<Vec<&str>, &str> =
        units.into_iter().map(|unit| (options(unit), &*unit.name)).collect();
    for (options, name) in all {
        let conditions = conditions(&options)?;
        let has = |condition: &str| conditions.lines().any(|line| line == condition);
        if let Some((check, _)) = CHECKS.iter().find(|(_, condition)| has(condition)) {
            let place = place(root, check).unwrap_or_else(|| name.to_string());
            bail!(
                "{place}: cannot bundle a program with {check}, since `rustc -O` compiles the file without; remove the \
                 setting from the profile"
            );
        }
        aborts |= has("panic=\"abort\"");
    }
    Ok(aborts.then(|| {
        let place = place(root, "panic").map(|place| place + ": ").unwrap_or_default();
        place + "panics of the bundle unwind, unless it is compiled with `rustc -O -C panic=abort`"
    }))
}

/// Returns the options of code generation, without the names of outputs, which differ by crate, and the linker's.
fn options(unit: &Unit) -> Vec<&str> {
    let mut options = Vec::new();
    let mut words = unit.arguments().into_iter();
    while let Some(word) = words.next() {
        let option = match word {
            "-C" | "--codegen" => words.next(),
            _ => word.strip_prefix("-C").or_else(|| word.strip_prefix("--codegen=")),
        };
        let is_same = |text: &&str| !text.contains("metadata=") && !text.contains("linker");
        options.extend(option.filter(is_same));
    }
    options
}

/// Returns the conditions that hold with these options, a line each.
fn conditions(options: &[&str]) -> Result<String> {
    let mut command = rustc::rustc();
    // `overflow_checks` is unstable.
    command.args(options.iter().map(|option| format!("-C{option}")));
    command.arg("--print=cfg").env("RUSTC_BOOTSTRAP", "1");
    let output = rustc::output(&mut command)?;
    ensure!(output.is_success, "rustc rejects the profile's options: {}", output.stderr);
    Ok(output.stdout)
}

/// Returns `FILE:LINE` of a setting.
fn place(root: &Path, setting: &str) -> Option<String> {
    [root.join("Cargo.toml"), root.join(".cargo/config.toml")].iter().find_map(|file| {
        let text = std::fs::read_to_string(file).ok()?;
        let line = text
            .lines()
            .position(|line| line.trim_start().split(['=', ' ']).next() == Some(setting))?;
        Some(format!("{}:{}", file.display(), line + 1))
    })
}
