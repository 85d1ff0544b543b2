//! Migrates the sources of a dependency to the bundle's edition: applies the suggestions of rustc's lints about
//! incompatibilities between editions, as `cargo fix --edition` does.

use anyhow::{Context, Result};
use rustfix::{CodeFix, Filter};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::cargo::Unit;
use crate::rustc;

const EDITIONS: [&str; 4] = ["2015", "2018", "2021", "2024"];

/// Maximum number of runs per edition; a suggestion can uncover another.
const ROUNDS: usize = 4;

/// Copies the package of `unit`, whose folder is `package`, to the folder `copy`, and migrates the copy to `edition`.
/// Returns the copy's root source file; `None` if the unit has this edition or a later one.
pub(crate) fn migrate(
    unit: &Unit,
    package: &Path,
    edition: &str,
    copy: &Path,
) -> Result<Option<PathBuf>> {
    if *unit.edition >= *edition {
        return Ok(None);
    }
    copy_folder(package, copy).with_context(|| format!("cannot copy {}", package.display()))?;
    let relative = unit.root.strip_prefix(package).context("a root file outside of its package")?;
    let root = copy.join(relative);
    for step in EDITIONS.windows(2) {
        let (old, next) = (step[0], step[1]);
        if old < &*unit.edition || old >= edition {
            continue;
        }
        for _ in 0..ROUNDS {
            if !apply_suggestions(unit, &root, old, next, copy)? {
                break;
            }
        }
    }
    Ok(Some(root))
}

/// Applies rustc's suggestions for the step from edition `old` to `next`; returns whether there were any.
fn apply_suggestions(unit: &Unit, root: &Path, old: &str, next: &str, copy: &Path) -> Result<bool> {
    let mut command = unit.rustc();
    let lint = format!("--force-warn=rust-{next}-compatibility");
    command.current_dir(copy).arg(root).args([&format!("--edition={old}"), &lint]);
    command.args(["--cap-lints=allow", "--error-format=json", "--emit=metadata"]);
    let output = rustc::output(command.args(["-o", "migrated.rmeta"]))?;
    // [`crate::load`] rewrites panics, with equal payloads.
    let is_rewritten = has_payloads(root);
    let is_used = |line: &&str| {
        let is_panic = line.contains("\"code\":\"non_fmt_panics\"");
        line.starts_with('{') && !(is_rewritten && is_panic)
    };
    let json: Vec<&str> = output.stderr.lines().filter(is_used).collect();
    let (json, codes) = (json.join("\n"), HashSet::new());
    let mut all = rustfix::get_suggestions_from_json(&json, &codes, Filter::MachineApplicableOnly)
        .context("cannot parse rustc's suggestions")?;
    let mut fixes: BTreeMap<PathBuf, CodeFix> = BTreeMap::new();
    let mut is_changed = false;
    for suggestion in &mut all {
        let replacements = suggestion.solutions.iter().flat_map(|solution| &solution.replacements);
        let files: HashSet<&str> = replacements.map(|r| r.snippet.file_name.as_str()).collect();
        let [file] = files.into_iter().collect::<Vec<_>>()[..] else { continue };
        let file = copy.join(file);
        // Macros of std have spans outside of the package.
        if !file.starts_with(copy) {
            continue;
        }
        let text = fs::read_to_string(&file)?;
        // In a macro that another defines, rustc suggests the name of a variable that the other one does not have.
        let solutions = suggestion.solutions.iter_mut();
        for replacement in solutions.flat_map(|solution| &mut solution.replacements) {
            let old = text.get(replacement.snippet.range.clone()).unwrap_or_default();
            if old.ends_with(":pat") && replacement.replacement.ends_with(":pat_param") {
                replacement.replacement = format!("{old}_param");
            }
        }
        let fix = fixes.entry(file).or_insert_with(|| CodeFix::new(&text));
        // Overlapping suggestions are left to the next round.
        is_changed |= fix.apply(suggestion).is_ok();
    }
    for (file, fix) in fixes {
        fs::write(file, fix.finish()?)?;
    }
    Ok(is_changed)
}

/// Returns whether panics of the crate with this root file can have any payload: without std, they have a text.
pub(crate) fn has_payloads(root: &Path) -> bool {
    fs::read_to_string(root).is_ok_and(|text| !text.contains("no_std"))
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if name == "target" || name == ".git" {
            continue;
        }
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &to.join(name))?;
        } else {
            fs::copy(entry.path(), to.join(name))?;
        }
    }
    Ok(())
}
