//! Selects the package and its binary, and lists the crates that it consists of.

use anyhow::{bail, Context, Result};
use cargo_metadata::{Metadata, MetadataCommand, Package, Target};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::cargo::{self, Unit};
use crate::imports;
use crate::sources::Sources;
use crate::tokens::Texts;
use crate::{profile, tokens, Options};

/// A dependency of a crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Extern {
    /// An index into [`Project::crates`].
    Bundled(usize),
    /// A crate that the arena provides.
    Provided,
    /// Another name of this crate of the standard library.
    Standard(String),
    /// A crate of procedural macros, which cannot be bundled.
    ProcMacro,
}

/// A crate that the bundle may contain.
#[derive(Clone, Debug)]
pub(crate) struct Crate {
    /// Name of the crate's module in the bundle; empty for the binary.
    pub(crate) module: String,
    /// How cargo compiled it.
    pub(crate) unit: Unit,
    /// Folder of its package.
    pub(crate) folder: PathBuf,
    /// Dependencies by extern name.
    pub(crate) externs: BTreeMap<String, Extern>,
    /// Licence notice: package, version, licence and owner; `None` for the bundled package.
    pub(crate) notice: Option<String>,
}

impl Crate {
    /// Returns `::` and the crate's module, which `crate` precedes in the bundle; nothing for the binary.
    pub(crate) fn module_after_root(&self, span: Span) -> TokenStream {
        let module = Some(&self.module).filter(|module| !module.is_empty());
        let module = module.map(|module| Ident::new(module, span)).into_iter();
        quote!(#(::#module)*)
    }

    /// Returns the path of the crate's root in the bundle.
    pub(crate) fn root(&self) -> TokenStream {
        let module = self.module_after_root(Span::call_site());
        quote!(crate #module)
    }

    /// Returns the indices of the dependencies that the bundle may contain.
    pub(crate) fn bundled(&self) -> impl Iterator<Item = usize> + '_ {
        self.externs.values().filter_map(|target| match target {
            Extern::Bundled(index) => Some(*index),
            _ => None,
        })
    }
}

/// The binary and its transitive dependencies.
#[derive(Clone, Debug)]
pub(crate) struct Project {
    /// The binary, its library if it has one, then dependencies.
    pub(crate) crates: Vec<Crate>,
    /// Name of the bundled package.
    pub(crate) package: String,
    /// Edition of the bundle.
    pub(crate) edition: String,
    /// Whether rustc accepts the program with assertions for debugging; some have code for releases alone.
    pub(crate) has_assertions: bool,
    /// The bundler's folder below cargo's target folder.
    pub(crate) target: PathBuf,
    /// Crates that the arena provides, with the files of their metadata.
    pub(crate) provided: BTreeMap<String, PathBuf>,
    /// A difference between cargo's profile and the compilation of the bundle.
    pub(crate) warning: Option<String>,
    /// Arguments of cargo that select the target.
    pub(crate) arguments: Vec<String>,
}

impl Project {
    /// Returns whether a crate uses procedural macros.
    pub(crate) fn has_procedural(&self) -> bool {
        let mut targets = self.crates.iter().flat_map(|krate| krate.externs.values());
        targets.any(|target| *target == Extern::ProcMacro)
    }
}

/// Finds the target that `options` select, and checks it with cargo.
///
/// # Errors
/// If the package or target does not exist, or cargo rejects it.
pub(crate) fn find(options: &Options) -> Result<Project> {
    let metadata = metadata(options)?;
    let package = choose_package(&metadata, options)?;
    let chosen = choose_target(package, options)?;
    let target = metadata.target_directory.join("bundle").into_std_path_buf();
    let kind = if chosen.is_example() { "--example" } else { "--bin" };
    let mut arguments: Vec<String> =
        ["--manifest-path", package.manifest_path.as_str(), kind, &chosen.name]
            .map(Into::into)
            .into();
    arguments.extend(options.features.arguments());
    let check = |folder, assertions| cargo::check(&target.join(folder), &arguments, assertions);
    let (units, has_assertions) = match check("cargo", true) {
        Ok(units) => (units, true),
        Err(_) => (check("release", false)?, false),
    };
    let is_chosen =
        |unit: &&Unit| unit.package == package.id && unit.root == chosen.src_path.as_std_path();
    let program = units.iter().find(is_chosen).context("cargo reports no output")?;
    let mut graph = Graph {
        metadata: &metadata,
        units: &units,
        excluded: &options.exclude,
        names: root_names(&program.root, &program.externs)?,
        crates: Vec::new(),
        provided: BTreeMap::new(),
    };
    graph.add(program, String::new(), None)?;
    if let Some(unknown) = options.exclude.iter().find(|name| !graph.provided.contains_key(*name)) {
        bail!("cannot exclude `{unknown}`: no bundled crate depends on a crate of this name");
    }
    let Graph { crates, provided, .. } = graph;
    let root = metadata.workspace_root.as_std_path();
    let warning = profile::check(crates.iter().map(|krate| &krate.unit), root)?;
    Ok(Project {
        crates,
        package: package.name.to_string(),
        edition: options.edition.clone().unwrap_or_else(|| "2021".into()),
        has_assertions,
        target,
        provided,
        warning,
        arguments,
    })
}

struct Graph<'m> {
    metadata: &'m Metadata,
    units: &'m [Unit],
    excluded: &'m [String],
    /// Names that the next crates must not have as modules.
    names: Texts,
    crates: Vec<Crate>,
    provided: BTreeMap<String, PathBuf>,
}

impl<'m> Graph<'m> {
    /// Adds a unit and its dependencies, and returns its index.
    fn add(&mut self, unit: &'m Unit, module: String, notice: Option<String>) -> Result<usize> {
        let index = self.crates.len();
        let folder = folder(&self.metadata[&unit.package]);
        let externs = BTreeMap::new();
        self.crates.push(Crate { module, unit: unit.clone(), folder, externs, notice });
        let mut externs: Vec<(&String, &PathBuf)> = unit.externs.iter().collect();
        // The binary's own library comes before its dependencies.
        externs.sort_by_key(|(_, file)| self.unit(file).map(|found| found.package != unit.package));
        for (name, file) in externs {
            let target = self.target(unit, name, file)?;
            self.crates[index].externs.insert(name.clone(), target);
        }
        Ok(index)
    }

    fn unit(&self, file: &Path) -> Option<&'m Unit> {
        let stem = cargo::stem(file)?;
        self.units.iter().find(|unit| unit.stem == stem)
    }

    fn target(&mut self, user: &Unit, name: &str, file: &Path) -> Result<Extern> {
        let Some(stem) = cargo::stem(file) else { return Ok(Extern::ProcMacro) };
        if let Some(index) = self.crates.iter().position(|known| known.unit.stem == stem) {
            return Ok(Extern::Bundled(index));
        }
        let unit = self.unit(file);
        let unit =
            unit.with_context(|| format!("cargo reports no output for {}", file.display()))?;
        if self.excluded.contains(&unit.name) {
            if name != unit.name {
                bail!("cannot exclude `{}`: {} imports it as `{name}`", unit.name, user.name);
            }
            self.provided.insert(unit.name.clone(), file.to_path_buf());
            return Ok(Extern::Provided);
        }
        let mut module = unit.name.clone();
        while !self.names.insert(module.clone()) {
            module.push('_');
        }
        let package = &self.metadata[&unit.package];
        let notice = (unit.package != self.crates[0].unit.package).then(|| notice(package));
        Ok(Extern::Bundled(self.add(unit, module, notice)?))
    }
}

/// Returns the names that the modules of crates must not have, since the root of the program, the file `root`, declares
/// them or gets them from elsewhere. The paths of the crates `externs` are rewritten, so they may have their names.
fn root_names<T>(root: &Path, externs: &BTreeMap<String, T>) -> Result<Texts> {
    let stream = Sources::default().read(root)?;
    let mut names: Texts = tokens::words(stream.clone());
    names.retain(|name| !externs.contains_key(name));
    names.extend(imports::declared(stream, true));
    Ok(names)
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

fn metadata(options: &Options) -> Result<Metadata> {
    let mut command = MetadataCommand::new();
    if let Some(path) = &options.manifest_path {
        command.manifest_path(path);
    }
    let mut arguments = vec![format!("--filter-platform={}", crate::rustc::host()?)];
    arguments.extend(options.features.arguments());
    // Accesses the registry only if the local cache is insufficient.
    let offline = [&arguments[..], &["--offline".to_string()]].concat();
    let offline = command.other_options(offline).exec();
    offline.or_else(|_| command.other_options(arguments).exec()).context("cargo metadata failed")
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
        .context("cannot select a package: the workspace has no root package; pass --package NAME")
}

fn choose_target<'m>(package: &'m Package, options: &Options) -> Result<&'m Target> {
    let is_candidate = |target: &&Target| match options.example {
        Some(_) => target.is_example(),
        None => target.is_bin(),
    };
    let kind = if options.example.is_some() { "example" } else { "binary" };
    let targets: Vec<&Target> = package.targets.iter().filter(is_candidate).collect();
    let names: Vec<&str> = targets.iter().map(|t| t.name.as_str()).collect();
    let names = names.join(", ");
    let wanted = options.example.as_ref().or(options.bin.as_ref()).or(package.default_run.as_ref());
    let own = &package.name;
    let (cause, found) = match (wanted, targets.as_slice()) {
        (_, []) => bail!("cannot bundle package `{own}`: it has no {kind} target"),
        (None, [bin]) => return Ok(bin),
        (Some(name), _) => (
            format!("cannot find {kind} `{name}` in package `{own}`; it has: {names}"),
            name.as_str(),
        ),
        (None, _) => {
            (format!("cannot select a binary: pass --bin NAME, one of {names}"), own.as_str())
        }
    };
    targets.into_iter().find(|t| t.name == found).context(cause)
}
