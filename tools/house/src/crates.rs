//! The packages of the workspace, and which of them each one is built from.

use crate::graph::Graph;
use anyhow::{ensure, Context, Result};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A package of the workspace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Where it lies.
    pub folder: PathBuf,
    /// What it is in a sentence.
    pub description: String,
    /// The workspace's packages that it is built from; what only tests need is none of them.
    pub needs: Vec<String>,
    /// Its programs.
    pub programs: Vec<String>,
    /// Its benches.
    pub benches: Vec<String>,
}

/// Returns what `cargo metadata` reports of the workspace in this folder, without its dependencies.
fn metadata(root: &Path) -> Result<Value> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let told = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(root)
        .output()
        .context("cannot start cargo")?;
    ensure!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr).trim());
    Ok(serde_json::from_slice(&told.stdout)?)
}

/// Returns the folder of the programs that cargo builds without `--release`.
///
/// # Errors
///
/// If cargo does not read the workspace.
pub fn programs(root: &Path) -> Result<PathBuf> {
    let target = metadata(root)?["target_directory"].as_str().map(PathBuf::from);
    Ok(target.context("cargo metadata reports no target folder")?.join("debug"))
}

/// Returns the packages of the workspace in this folder, by name.
///
/// # Errors
///
/// If cargo does not read the workspace.
pub fn packages(root: &Path) -> Result<Vec<Package>> {
    let told = metadata(root)?;
    let mut packages: Vec<Package> = list(&told["packages"]).iter().map(package).collect();
    packages.sort_by(|a, b| a.name.cmp(&b.name));
    let names: Vec<String> = packages.iter().map(|package| package.name.clone()).collect();
    packages.iter_mut().for_each(|package| package.needs.retain(|need| names.contains(need)));
    Ok(packages)
}

fn package(told: &Value) -> Package {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let manifest = PathBuf::from(text(&told["manifest_path"]));
    let needs = list(&told["dependencies"]).iter().filter(|need| need["kind"].is_null());
    let targets = |kind: &str| {
        let of = list(&told["targets"])
            .iter()
            .filter(|target| list(&target["kind"]).iter().any(|known| known == kind));
        of.map(|target| text(&target["name"])).collect()
    };
    Package {
        name: text(&told["name"]),
        folder: manifest.parent().unwrap_or(Path::new("")).to_owned(),
        description: text(&told["description"]),
        needs: needs.map(|need| text(&need["name"])).collect(),
        programs: targets("bin"),
        benches: targets("bench"),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Who is built from whom.
#[must_use]
pub fn graph(packages: &[Package]) -> Graph {
    let mut graph = Graph::new(packages.iter().map(|package| package.name.clone()).collect());
    for (from, package) in packages.iter().enumerate() {
        for need in &package.needs {
            if let Some(to) = graph.room(need) {
                graph.add(from, to);
            }
        }
    }
    graph
}
