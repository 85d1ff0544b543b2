//! The packages of the workspace, their dependencies, and their minimum Rust version.

use crate::graph::Graph;
use anyhow::{Context, Result};
use cargo_metadata::semver::Version;
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Target};
use std::path::{Path, PathBuf};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) folder: PathBuf,
    /// Dependencies within the workspace, without dev-dependencies.
    pub(crate) needs: Vec<String>,
    pub(crate) programs: Vec<String>,
    pub(crate) benches: Vec<String>,
}

/// Returns cargo's folder of debug binaries.
pub(crate) fn programs(root: &Path) -> Result<PathBuf> {
    Ok(metadata(root, "--no-deps")?.target_directory.join("debug").into())
}

/// Returns the packages of the workspace in this folder, sorted by name.
pub(crate) fn packages(root: &Path) -> Result<Vec<Package>> {
    let metadata = metadata(root, "--no-deps")?;
    let mut packages: Vec<Package> = metadata.packages.iter().map(package).collect();
    packages.sort_by(|a, b| a.name.cmp(&b.name));
    let names: Vec<String> = packages.iter().map(|package| package.name.clone()).collect();
    packages.iter_mut().for_each(|package| package.needs.retain(|need| names.contains(need)));
    Ok(packages)
}

fn metadata(root: &Path, flag: &str) -> Result<Metadata> {
    let mut command = MetadataCommand::new();
    Ok(command.current_dir(root).other_options([flag.to_owned()]).exec()?)
}

fn package(package: &cargo_metadata::Package) -> Package {
    let needs = package.dependencies.iter().filter(|need| need.kind == DependencyKind::Normal);
    let targets = |is_wanted: fn(&Target) -> bool| {
        let wanted = package.targets.iter().filter(|target| is_wanted(target));
        wanted.map(|target| target.name.clone()).collect()
    };
    Package {
        name: package.name.to_string(),
        folder: package.manifest_path.with_file_name("").into(),
        needs: needs.map(|need| need.name.clone()).collect(),
        programs: targets(Target::is_bin),
        benches: targets(Target::is_bench),
    }
}

/// Describes the packages in the lock files of the workspace and of `fuzz/` that need a newer Rust than
/// the workspace's `rust-version`, each in one line.
///
/// # Errors
///
/// If cargo cannot read a lock file, or the workspace has no `rust-version`.
pub(crate) fn too_new(root: &Path) -> Result<Vec<String>> {
    let workspace = metadata(root, "--locked")?;
    let own = workspace.workspace_packages().into_iter().filter_map(|own| own.rust_version.clone());
    let own = own.min().context("no package of the workspace has a rust-version")?;
    let fuzzers = metadata(&root.join("fuzz"), "--locked")?;
    let all = workspace.packages.iter().chain(&fuzzers.packages);
    let all = all.filter_map(|package| {
        let release = format!("{} {}", package.name, package.version);
        Some((release, package.rust_version.clone()?))
    });
    let mut found = newer(all, &own);
    found.sort();
    found.dedup();
    Ok(found)
}

/// Describes the releases that need a newer Rust than `own`, each in one line.
fn newer(releases: impl Iterator<Item = (String, Version)>, own: &Version) -> Vec<String> {
    releases
        .filter(|(_, version)| version > own)
        .map(|(release, version)| {
            format!("{release} needs Rust {version}, newer than the workspace's {own}")
        })
        .collect()
}

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

    #[test]
    fn releases_that_need_a_newer_rust_are_reported() {
        let needs =
            [("same", "1.90.0"), ("older", "1.9.0"), ("newer", "1.90.1"), ("newest", "1.100.0")];
        let releases = needs.map(|(name, version)| (name.to_owned(), version.parse().unwrap()));
        let named = newer(releases.into_iter(), &"1.90.0".parse().unwrap());
        let expected = ["newer needs Rust 1.90.1", "newest needs Rust 1.100.0"];
        assert_eq!(
            named,
            expected.map(|line| format!("{line}, newer than the workspace's 1.90.0"))
        );
    }

    #[test]
    fn locked_packages_build_with_the_workspaces_rust_version() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        assert_eq!(too_new(&root).unwrap(), Vec::<String>::new());
    }
}
