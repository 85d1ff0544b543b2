//! Reads the package, its binary and library, and their dependencies from cargo.

use anyhow::{anyhow, bail, Context, Result};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Node, Package, PackageId, Target};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Options;

/// A crate that the bundle may contain.
#[derive(Clone, Debug)]
pub struct Crate {
    /// Name of the crate's module in the bundle; empty for the binary.
    pub module: String,
    /// Root source file.
    pub root: PathBuf,
    /// Edition of the crate.
    pub edition: String,
    /// Enabled features.
    pub features: BTreeSet<String>,
    /// Dependencies by extern name, as indices into [`Project::crates`]; `None` for procedural macros, which
    /// cannot be bundled.
    pub externs: BTreeMap<String, Option<usize>>,
    /// Values of cargo's variables: `CARGO_PKG_*`, `CARGO_CRATE_NAME` and `CARGO_MANIFEST_DIR`.
    pub env: BTreeMap<String, String>,
    /// Licence notice: package, version, licence and owner; `None` for the bundled package.
    pub notice: Option<String>,
}

/// The binary and its transitive dependencies.
#[derive(Clone, Debug)]
pub struct Project {
    /// The binary, its library if it has one, then dependencies.
    pub crates: Vec<Crate>,
    /// Name of the bundled package.
    pub package: String,
    /// Edition of the binary and the bundle.
    pub edition: String,
    /// Cargo's target folder.
    pub target: PathBuf,
}

/// Finds the binary that `options` select.
///
/// # Errors
/// If cargo fails, or the package or binary does not exist.
pub fn find(options: &Options) -> Result<Project> {
    let metadata = metadata(options)?;
    let package = choose_package(&metadata, options)?;
    let bin = choose_bin(package, options)?;
    let resolve = metadata.resolve.as_ref().context("cargo metadata has no dependency graph")?;
    let nodes: HashMap<&PackageId, &Node> = resolve.nodes.iter().map(|n| (&n.id, n)).collect();
    let mut graph = Graph {
        features: features(package)?,
        metadata: &metadata,
        nodes,
        crates: Vec::new(),
        known: HashMap::new(),
    };
    graph.crates.push(describe(package, bin, String::new(), &graph.features_of(package), None));
    let lib = package.targets.iter().find(|target| is_lib(target));
    let lib = lib.map(|lib| graph.add(package, lib)).transpose()?;
    let mut externs = graph.externs(package)?;
    externs.extend(lib.map(|index| (graph.crates[index].module.clone(), Some(index))));
    graph.crates[0].externs = externs;
    Ok(Project {
        crates: graph.crates,
        package: package.name.to_string(),
        edition: bin.edition.to_string(),
        target: metadata.target_directory.clone().into(),
    })
}

struct Graph<'m> {
    metadata: &'m Metadata,
    nodes: HashMap<&'m PackageId, &'m Node>,
    features: HashMap<String, BTreeSet<String>>,
    crates: Vec<Crate>,
    known: HashMap<&'m PackageId, usize>,
}

impl<'m> Graph<'m> {
    fn add(&mut self, package: &'m Package, lib: &Target) -> Result<usize> {
        if let Some(&index) = self.known.get(&package.id) {
            return Ok(index);
        }
        let mut module = lib.name.replace('-', "_");
        while self.crates.iter().any(|c| c.module == module) {
            module.push('_');
        }
        let own = self.known.is_empty() && self.crates[0].env["CARGO_PKG_NAME"] == *package.name;
        let notice = (!own).then(|| notice(package));
        let index = self.crates.len();
        self.known.insert(&package.id, index);
        let features = self.features_of(package);
        self.crates.push(describe(package, lib, module, &features, notice));
        self.crates[index].externs = self.externs(package)?;
        Ok(index)
    }

    fn externs(&mut self, package: &'m Package) -> Result<BTreeMap<String, Option<usize>>> {
        let mut externs = BTreeMap::new();
        let node = self.nodes.get(&package.id).copied().with_context(|| {
            format!("cargo metadata: package {} is missing from the dependency graph", package.id)
        })?;
        for dep in &node.deps {
            if !dep.dep_kinds.iter().any(|k| k.kind == DependencyKind::Normal) {
                continue;
            }
            let target = &self.metadata[&dep.pkg];
            let lib = target.targets.iter().find(|target| is_lib(target));
            let index = lib.map(|lib| self.add(target, lib)).transpose()?;
            externs.insert(dep.name.clone(), index);
        }
        Ok(externs)
    }

    fn features_of(&self, package: &Package) -> BTreeSet<String> {
        let key = format!("{} v{}", package.name, package.version);
        self.features.get(&key).cloned().unwrap_or_default()
    }
}

fn describe(
    package: &Package,
    target: &Target,
    module: String,
    features: &BTreeSet<String>,
    notice: Option<String>,
) -> Crate {
    let version = &package.version;
    let env = [
        ("NAME", package.name.to_string()),
        ("VERSION", version.to_string()),
        ("VERSION_MAJOR", version.major.to_string()),
        ("VERSION_MINOR", version.minor.to_string()),
        ("VERSION_PATCH", version.patch.to_string()),
        ("VERSION_PRE", version.pre.to_string()),
        ("AUTHORS", package.authors.join(":")),
        ("DESCRIPTION", package.description.clone().unwrap_or_default()),
        ("HOMEPAGE", package.homepage.clone().unwrap_or_default()),
        ("REPOSITORY", package.repository.clone().unwrap_or_default()),
        ("LICENSE", package.license.clone().unwrap_or_default()),
    ];
    let mut env: BTreeMap<String, String> =
        env.into_iter().map(|(name, value)| (format!("CARGO_PKG_{name}"), value)).collect();
    env.insert("CARGO_CRATE_NAME".into(), target.name.replace('-', "_"));
    env.insert("CARGO_MANIFEST_DIR".into(), folder(package).display().to_string());
    Crate {
        edition: target.edition.to_string(),
        module,
        root: target.src_path.clone().into(),
        features: features.clone(),
        externs: BTreeMap::new(),
        env,
        notice,
    }
}

/// Returns the licence notice; the owner is the first copyright line of a licence file, or the authors.
fn notice(package: &Package) -> String {
    let files = ["LICENSE-MIT", "LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "COPYRIGHT"];
    let owner = files.iter().find_map(|name| {
        let text = std::fs::read_to_string(folder(package).join(name)).ok()?;
        let line = text.lines().map(str::trim).find(|line| line.starts_with("Copyright"))?;
        Some(line.to_string())
    });
    let owner = owner.unwrap_or_else(|| format!("(c) {}", package.authors.join(", ")));
    let license = package.license.as_deref().unwrap_or_default();
    format!("// {} {}, {license}, {owner}\n", package.name, package.version)
}

fn folder(package: &Package) -> PathBuf {
    package.manifest_path.parent().map(|p| p.to_path_buf().into()).unwrap_or_default()
}

fn is_lib(target: &Target) -> bool {
    target.is_lib() || target.is_rlib()
}

fn metadata(options: &Options) -> Result<Metadata> {
    let mut command = MetadataCommand::new();
    if let Some(path) = &options.manifest_path {
        command.manifest_path(path);
    }
    let host = crate::rustc::host()?;
    let platform = format!("--filter-platform={host}");
    // Accesses the registry only if the local cache is insufficient.
    let offline = command.other_options(["--offline".into(), platform.clone()]).exec();
    offline.or_else(|_| command.other_options([platform]).exec()).context("cargo metadata failed")
}

fn choose_package<'m>(metadata: &'m Metadata, options: &Options) -> Result<&'m Package> {
    let members = metadata.workspace_packages();
    if let Some(name) = &options.package {
        return members.iter().copied().find(|p| p.name == name.as_str()).with_context(|| {
            let names: Vec<_> = members.iter().map(|p| p.name.to_string()).collect();
            format!("cannot find package `{name}` in the workspace; it has: {}", names.join(", "))
        });
    }
    let top = metadata.workspace_root.join("Cargo.toml");
    members
        .iter()
        .copied()
        .find(|p| p.manifest_path == top)
        .or_else(|| metadata.root_package())
        .ok_or_else(|| {
            anyhow!(
                "cannot select a package: the workspace has no root package; pass --package NAME"
            )
        })
}

fn choose_bin<'m>(package: &'m Package, options: &Options) -> Result<&'m Target> {
    let bins: Vec<&Target> = package.targets.iter().filter(|t| t.is_bin()).collect();
    let names = || bins.iter().map(|t| t.name.clone()).collect::<Vec<_>>().join(", ");
    let wanted = options.bin.as_ref().or(package.default_run.as_ref());
    match (wanted, bins.as_slice()) {
        (_, []) => bail!("cannot bundle package `{}`: it has no binary target", package.name),
        (Some(name), bins) => bins.iter().copied().find(|t| &t.name == name).with_context(|| {
            format!(
                "cannot find binary `{name}` in package `{}`; it has: {}",
                package.name,
                names()
            )
        }),
        (None, [bin]) => Ok(bin),
        (None, bins) => bins.iter().copied().find(|t| t.name == *package.name).with_context(|| {
            format!("cannot select a binary: pass --bin NAME, one of {}", names())
        }),
    }
}

/// Returns the enabled features by "name vVersion", as `cargo build -p` resolves them; `cargo metadata` would
/// add those of tests and of other workspace members.
fn features(package: &Package) -> Result<HashMap<String, BTreeSet<String>>> {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["tree", "--offline", "--edges=normal", "--prefix=none", "--no-dedupe"])
        .args(["--format={p}|{f}", "--manifest-path"])
        .arg(Path::new(package.manifest_path.as_str()))
        .output()
        .context("cannot run cargo tree")?;
    if !output.status.success() {
        bail!("cargo tree failed:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    let mut all = HashMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Some((package, features)) = line.split_once('|') else { continue };
        // A path or a remark can follow name and version.
        let key = package.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
        let features = features.trim_end_matches("(*)").trim().split(',');
        let features = features.filter(|f| !f.is_empty()).map(String::from).collect();
        all.insert(key, features);
    }
    Ok(all)
}
