//! The licences of the crates that the programs contain.

use anyhow::{Context, Result};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package, PackageId};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Licence and notice files have names that start with one of these, in upper or lower case.
const NAMES: [&str; 5] = ["license", "licence", "copying", "notice", "unlicense"];

/// Returns the names and licences of all crates in the workspace's programs for a target, followed by the texts of
/// the licences.
///
/// # Errors
///
/// If cargo cannot list the crates, or a crate's manifest states no licence.
pub(crate) fn text(root: &Path, target: &str) -> Result<String> {
    let metadata = MetadataCommand::new()
        .current_dir(root)
        .other_options(["--locked", "--filter-platform", target].map(str::to_owned))
        .exec()?;
    let library = match target {
        _ if target.ends_with("musl") => "the C library musl (https://musl.libc.org, MIT),\n",
        _ if target.ends_with("windows-gnu") => {
            "parts of mingw-w64 (https://www.mingw-w64.org, public domain and ZPL-2.1),\n"
        }
        _ => "",
    };
    let mut all = format!(
        "The programs contain the standard library of Rust (https://www.rust-lang.org, MIT or Apache-2.0),\n\
         {library}and these crates. Their licences follow the list.\n\n"
    );
    // The crates with each licence text: many have the same one.
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in third_party(&metadata) {
        let release = format!("{} {}", package.name, package.version);
        let licence = package.license.as_deref();
        let licence = licence.with_context(|| {
            format!("cannot distribute {release}: its manifest states no licence")
        })?;
        let source = package.repository.as_deref().unwrap_or("");
        writeln!(all, "{}", format!("{release}: {licence} {source}").trim_end())?;
        for text in licence_files(package)? {
            texts.entry(text).or_default().insert(release.clone());
        }
    }
    for (text, releases) in texts {
        let releases: Vec<String> = releases.into_iter().collect();
        write!(all, "\n{}\n{}:\n\n{}\n", "-".repeat(80), releases.join(", "), text.trim_end())?;
    }
    Ok(all)
}

/// Returns the packages outside the workspace that its programs contain, sorted by name.
fn third_party(metadata: &Metadata) -> Vec<&Package> {
    let nodes = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
    let nodes: BTreeMap<&PackageId, _> = nodes.map(|node| (&node.id, node)).collect();
    let mut open: Vec<&PackageId> = metadata.workspace_members.iter().collect();
    let mut found = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !found.insert(id) {
            continue;
        }
        let needs = nodes.get(id).into_iter().flat_map(|node| &node.deps);
        let is_linked = |kinds: &[cargo_metadata::DepKindInfo]| {
            kinds.iter().any(|kind| kind.kind == DependencyKind::Normal)
        };
        open.extend(needs.filter(|need| is_linked(&need.dep_kinds)).map(|need| &need.pkg));
    }
    let packages = metadata.packages.iter();
    let mut packages: Vec<&Package> = packages
        .filter(|package| found.contains(&package.id) && package.source.is_some())
        .collect();
    packages.sort_by_key(|package| (&package.name, &package.version));
    packages
}

/// Returns the texts of a package's licence and notice files.
fn licence_files(package: &Package) -> Result<Vec<String>> {
    let folder = package.manifest_path.with_file_name("");
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {folder}"))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if path.is_file() && NAMES.iter().any(|start| name.starts_with(start)) {
            let text = fs::read_to_string(&path);
            found.push(text.with_context(|| format!("cannot read {}", path.display()))?);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_linked_crate_is_listed_with_its_licence() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let text = text(&root, "x86_64-unknown-linux-gnu").unwrap();
        for line in ["\narrayvec ", "\ntokio ", "\nserde "] {
            assert!(text.contains(line), "{line}");
        }
        // These are a dependency of tests only, a crate of the workspace, and a dependency only on Windows.
        for line in ["\nrexpect ", "\ntwixt ", "\nwindows-sys "] {
            assert!(!text.contains(line), "{line}");
        }
    }
}
