//! The packages of the workspace and their dependencies.

use crate::graph::Graph;
use anyhow::Result;
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
    Ok(metadata(root)?.target_directory.join("debug").into())
}

/// Returns the packages of the workspace in this folder, sorted by name.
pub(crate) fn packages(root: &Path) -> Result<Vec<Package>> {
    let metadata = metadata(root)?;
    let mut packages: Vec<Package> = metadata.packages.iter().map(package).collect();
    packages.sort_by(|a, b| a.name.cmp(&b.name));
    let names: Vec<String> = packages.iter().map(|package| package.name.clone()).collect();
    packages.iter_mut().for_each(|package| package.needs.retain(|need| names.contains(need)));
    Ok(packages)
}

fn metadata(root: &Path) -> Result<Metadata> {
    Ok(MetadataCommand::new().current_dir(root).no_deps().exec()?)
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
