//! The packages of the workspace, their dependencies, and the Rust version that all packages need.

use crate::graph::Graph;
use anyhow::{ensure, Context, Result};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A package of the workspace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Package {
    /// Its name.
    pub(crate) name: String,
    /// Its folder.
    pub(crate) folder: PathBuf,
    /// The workspace's packages among its dependencies, without dev-dependencies.
    pub(crate) needs: Vec<String>,
    /// Its programs.
    pub(crate) programs: Vec<String>,
    /// Its benches.
    pub(crate) benches: Vec<String>,
}

/// Returns the folder of the programs that cargo builds without `--release`.
///
/// # Errors
///
/// If cargo does not read the workspace.
pub(crate) fn programs(root: &Path) -> Result<PathBuf> {
    let target = metadata(root, "--no-deps")?["target_directory"].as_str().map(PathBuf::from);
    Ok(target.context("cargo metadata reports no target folder")?.join("debug"))
}

/// Returns the packages of the workspace in this folder, by name.
///
/// # Errors
///
/// If cargo does not read the workspace.
pub(crate) fn packages(root: &Path) -> Result<Vec<Package>> {
    let metadata = metadata(root, "--no-deps")?;
    let mut packages: Vec<Package> = list(&metadata["packages"]).iter().map(package).collect();
    packages.sort_by(|a, b| a.name.cmp(&b.name));
    let names: Vec<String> = packages.iter().map(|package| package.name.clone()).collect();
    packages.iter_mut().for_each(|package| package.needs.retain(|need| names.contains(need)));
    Ok(packages)
}

fn metadata(root: &Path, flag: &str) -> Result<Value> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let metadata = Command::new(cargo)
        .args(["metadata", flag, "--format-version", "1"])
        .current_dir(root)
        .output()
        .context("cannot start cargo")?;
    ensure!(metadata.status.success(), "{}", String::from_utf8_lossy(&metadata.stderr).trim());
    Ok(serde_json::from_slice(&metadata.stdout)?)
}

/// Returns the packages that cannot be built with the workspace's `rust-version`, a line each: those
/// in the lock files of the workspace and of the fuzzers that need a newer Rust.
///
/// # Errors
///
/// If cargo cannot read a lock file, or no package of the workspace states a version.
pub(crate) fn too_new(root: &Path) -> Result<Vec<String>> {
    let workspace = metadata(root, "--locked")?;
    let own = own_version(&workspace).context("no package of the workspace has a rust-version")?;
    let mut found = newer(&workspace, &own);
    found.extend(newer(&metadata(&root.join("fuzz"), "--locked")?, &own));
    found.sort();
    found.dedup();
    Ok(found)
}

/// The oldest `rust-version` of the workspace's own packages, which have no source.
fn own_version(metadata: &Value) -> Option<String> {
    let own = list(&metadata["packages"]).iter().filter(|package| package["source"].is_null());
    let versions = own.filter_map(|package| package["rust_version"].as_str());
    versions.min_by_key(|version| numbers(version)).map(str::to_owned)
}

fn newer(metadata: &Value, own: &str) -> Vec<String> {
    let packages = list(&metadata["packages"]).iter();
    let too_new = packages.filter_map(|package| {
        let version = package["rust_version"].as_str()?;
        let (name, release) = (package["name"].as_str()?, package["version"].as_str()?);
        let is_newer = numbers(version) > numbers(own);
        is_newer
            .then(|| format!("{name} {release} needs Rust {version}, the workspace states {own}"))
    });
    too_new.collect()
}

/// The numbers of a version, such as 1.90 or 1.90.0.
fn numbers(version: &str) -> [u32; 3] {
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
    std::array::from_fn(|_| parts.next().unwrap_or(0))
}

fn package(metadata: &Value) -> Package {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let manifest = PathBuf::from(text(&metadata["manifest_path"]));
    let needs = list(&metadata["dependencies"]).iter().filter(|need| need["kind"].is_null());
    let targets = |kind: &str| {
        let of = list(&metadata["targets"])
            .iter()
            .filter(|target| list(&target["kind"]).iter().any(|known| known == kind));
        of.map(|target| text(&target["name"])).collect()
    };
    Package {
        name: text(&metadata["name"]),
        folder: manifest.parent().unwrap_or(Path::new("")).to_owned(),
        needs: needs.map(|need| text(&need["name"])).collect(),
        programs: targets("bin"),
        benches: targets("bench"),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns the dependencies between the packages.
#[must_use]
pub(crate) fn graph(packages: &[Package]) -> Graph {
    let mut graph = Graph::new(packages.iter().map(|package| package.name.clone()).collect());
    for (from, package) in packages.iter().enumerate() {
        for need in &package.needs {
            if let Some(to) = graph.index(need) {
                graph.add(from, to);
            }
        }
    }
    graph
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn packages_that_need_a_newer_rust_than_the_workspace_are_named() {
        let package = |name: &str, version: Option<&str>, source: Option<&str>| json!({"name": name, "version": "1.2.3", "rust_version": version, "source": source});
        let registry = Some("registry");
        let metadata = json!({"packages": [
            package("own", Some("1.90"), None),
            package("same", Some("1.90.0"), registry),
            package("older", Some("1.9"), registry),
            package("silent", None, registry),
            package("newer", Some("1.90.1"), registry),
            package("newest", Some("1.100"), registry),
        ]});
        assert_eq!(own_version(&metadata).as_deref(), Some("1.90"));
        let named = newer(&metadata, "1.90");
        let expected = ["newer 1.2.3 needs Rust 1.90.1", "newest 1.2.3 needs Rust 1.100"];
        assert_eq!(named, expected.map(|line| format!("{line}, the workspace states 1.90")));
    }

    #[test]
    fn the_lock_files_hold_no_package_that_needs_a_newer_rust_than_the_workspace() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        assert_eq!(too_new(&root).unwrap(), Vec::<String>::new());
    }
}
