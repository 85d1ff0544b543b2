//! Reads the crates that the binary uses, each as one syntax tree with inline modules.

mod builtin;
pub(crate) mod callers;
mod declaring;
mod expand;
mod macros;
mod older;
mod panics;
mod procedural;
mod rewriter;
mod strip;

use anyhow::{anyhow, bail, Context, Result};
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{format_ident, quote, ToTokens};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::Item;
use tempfile::TempDir;

use crate::cfg::{self, Facts};
use crate::project::{Crate, Extern, Project};
use crate::sources::Sources;
use crate::tokens::Texts;
use crate::{editions, rustc, tokens};
use rewriter::{Place, Rewriter, Scope};

pub(crate) struct Loaded {
    pub(crate) index: usize,
    /// The crate's items, with all modules inline.
    pub(crate) items: Vec<Item>,
    pub(crate) attrs: Vec<syn::Attribute>,
    /// Length of the sources in UTF-16 code units.
    pub(crate) source_utf16: usize,
    /// Names of the exported macros.
    exported: Texts,
    macro_use: BTreeSet<usize>,
}

impl Loaded {
    fn code(&self) -> TokenStream {
        let items = &self.items;
        quote!(#(#items)*)
    }

    pub(crate) fn label(&self, project: &Project) -> String {
        let krate = &project.crates[self.index];
        match krate.module.as_str() {
            "" => format!("{} (binary)", project.package),
            module => module.to_string(),
        }
    }
}

/// Loads the binary and all crates that its sources mention, transitively. If `exact`, crates of a later edition than the
/// bundle's are rewritten wherever it can matter.
pub(crate) fn load(project: &Project, exact: bool) -> Result<(Vec<Loaded>, Sources)> {
    let mut loader = Loader {
        project,
        exact,
        copies: rustc::folder()?,
        sources: Sources::default(),
        words: BTreeSet::new(),
        macros: BTreeSet::new(),
        procedural: Default::default(),
    };
    let mut loaded: BTreeMap<usize, Loaded> = BTreeMap::new();
    let mut queue = vec![0];
    while let Some(index) = queue.pop() {
        if loaded.contains_key(&index) {
            continue;
        }
        let (krate, used) = loader.load(index)?;
        queue.extend(used);
        loaded.insert(index, krate);
    }
    let mut loaded = linked(project, loaded);
    if loader.words.contains(callers::CALLER) {
        callers::resolve(project, &mut loaded)?;
    }
    let (imports, expanded) = &loader.procedural;
    if let Some(program) = loaded.first_mut() {
        program.items.splice(0..0, procedural::placeholders(imports, expanded));
    }
    if loader.words.contains(builtin::MODULE_PATH) {
        for krate in &mut loaded {
            let name = &project.crates[krate.index].unit.name;
            builtin::define_module_paths(&mut krate.items, name);
        }
    }
    Ok((loaded, loader.sources))
}

struct Loader<'p> {
    project: &'p Project,
    exact: bool,
    /// Sources that were migrated to the bundle's edition.
    copies: TempDir,
    sources: Sources,
    /// The words of the crates that have been loaded, and the names of their macros.
    words: Texts,
    macros: Texts,
    /// The names that are imported from crates of procedural macros, and the macros that were expanded.
    procedural: (BTreeMap<String, Texts>, Texts),
}

impl Loader<'_> {
    /// Loads a crate; also returns the crates that its enabled code mentions.
    fn load(&mut self, index: usize) -> Result<(Loaded, BTreeSet<usize>)> {
        let project = self.project;
        let mut krate = project.crates[index].clone();
        let copy = self.copies.path().join(&krate.unit.name);
        let edition = &project.edition;
        let migrated = editions::migrate(&krate.unit, &krate.folder, edition, &copy)?;
        krate.unit.root = migrated.unwrap_or(krate.unit.root);
        let krate = &krate;
        self.sources.utf16 = 0;
        self.sources.moved = (copy.clone(), krate.folder.clone());
        let modules: Vec<String> = project.crates.iter().map(|c| c.module.clone()).collect();
        let facts = Facts::of(krate)?;
        let mut rewriter = Rewriter {
            krate,
            argument_facts: facts.for_arguments(),
            facts,
            modules: &modules,
            externs: externs(krate, index)?,
            macro_use: BTreeSet::new(),
            defined: BTreeSet::new(),
            declaring: BTreeMap::new(),
            keeps_documentation: project.has_procedural(),
            has_old_panics: krate.unit.edition.as_str() < "2021"
                && edition.as_str() >= "2021"
                && editions::has_payloads(&krate.unit.root),
            sources: &mut self.sources,
        };
        // Errors name the original of a migrated file.
        let in_original = |error: anyhow::Error| {
            let text = format!("{error:#}");
            anyhow!(text.replace(&copy.display().to_string(), &krate.folder.display().to_string()))
        };
        let mut loaded = rewriter.load(index, &mut self.macros).map_err(in_original)?;
        if krate.unit.edition > *edition {
            older::rewrite(&mut loaded.items, self.exact);
        }
        procedural::delete_unreached(&mut loaded.items, &self.words);
        let mut passed_on = BTreeSet::new();
        for index in krate.bundled() {
            passed_on.extend(procedural::passed_on(&project.crates[index])?);
        }
        let names = names(krate, &modules);
        let origin = expand::Origin { krate, modules: &modules, names: &names, passed_on };
        let macros = expand::expand(&mut loaded.items, &origin, &mut self.sources)?;
        strip::documentation(&mut loaded.items);
        self.procedural.1.extend(macros);
        procedural::collect_imports(&loaded.items, &self.sources, &mut self.procedural.0)?;
        let code = loaded.code();
        let roots = names_in_root(code.clone());
        let used = krate.bundled().filter(|&other| roots.contains(&modules[other])).collect();
        self.words.extend(tokens::words::<Vec<_>>(code));
        Ok((loaded, used))
    }
}

/// Returns the names after `crate::` in code.
fn names_in_root(code: TokenStream) -> Texts {
    let mut names = BTreeSet::new();
    tokens::visit(code, &mut |trees, at| match &trees[..=at] {
        [.., root, colon, _, TokenTree::Ident(name)]
            if tokens::is_word(Some(root), "crate") && tokens::is_punct(Some(colon), ':') =>
        {
            names.insert(name.to_string());
        }
        _ => {}
    });
    names
}

/// Returns the names of the dependencies in the sources of `krate` after rewriting, and in cargo's build.
fn names(krate: &Crate, modules: &[String]) -> Vec<(Ident, Ident)> {
    let pair = |(name, target): (&String, &Extern)| {
        let here = match target {
            Extern::Bundled(index) => modules[*index].clone(),
            Extern::ProcMacro => format!("{name}{}", procedural::MARK),
            Extern::Provided | Extern::Standard(_) => return None,
        };
        Some((format_ident!("{here}"), format_ident!("{name}")))
    };
    krate.externs.iter().filter_map(pair).collect()
}

/// Returns the names of crates in the paths of `krate`: its dependencies, and the names that `extern crate` in its
/// root adds.
pub(crate) fn externs(krate: &Crate, index: usize) -> Result<BTreeMap<String, Extern>> {
    let mut externs = krate.externs.clone();
    let trees: Vec<TokenTree> = Sources::default().read(&krate.unit.root)?.into_iter().collect();
    for part in trees.windows(5) {
        let words: Vec<String> = part.iter().map(ToString::to_string).collect();
        let [word, krate, name, to, alias] = &words[..] else { continue };
        if [word, krate, to] == ["extern", "crate", "as"] {
            let own = (name == "self").then_some(Extern::Bundled(index));
            // `extern crate core as std` is for builds without std.
            let is_standard = tokens::is_standard(name) && !tokens::is_standard(alias);
            let standard = is_standard.then(|| Extern::Standard(name.clone()));
            let target = own.or(standard).or_else(|| externs.get(name).cloned());
            externs.extend(target.map(|target| (alias.clone(), target)));
        }
    }
    Ok(externs)
}

/// Adds what crates take from each other's macros.
fn linked(project: &Project, mut crates: BTreeMap<usize, Loaded>) -> Vec<Loaded> {
    let exported: BTreeMap<usize, Texts> =
        crates.iter().map(|(&index, krate)| (index, krate.exported.clone())).collect();
    for krate in crates.values_mut() {
        for from in &krate.macro_use {
            let Some(names) = exported.get(from) else { continue };
            macros::import(&mut krate.items, &project.crates[*from].module, names);
        }
    }
    crates.into_values().collect()
}

impl Rewriter<'_> {
    fn load(&mut self, index: usize, taken: &mut Texts) -> Result<Loaded> {
        let stream = self.read(&self.root_place())?;
        let (stream, old) = macros::rename(stream, taken);
        let mut file: syn::File = syn::parse2(stream).map_err(|error| {
            anyhow!("{}: cannot parse the source: {error}", self.at(error.span()))
        })?;
        strip::disabled(&mut file);
        Ok(Loaded {
            index,
            exported: macros::reexport(&mut file.items, &old),
            items: file.items,
            attrs: file.attrs,
            source_utf16: self.sources.utf16,
            macro_use: std::mem::take(&mut self.macro_use),
        })
    }

    fn root_place(&self) -> Place {
        let file = self.krate.unit.root.clone();
        let folder = file.parent().unwrap_or(Path::new("")).to_path_buf();
        Place {
            file,
            attribute_folder: folder.clone(),
            module_folder: folder,
            module: self.krate.unit.name.clone(),
            hidden: Default::default(),
            scope: Scope::Code,
            is_argument: false,
            is_exported: false,
        }
    }

    /// Reads and rewrites the file of `place`.
    pub(crate) fn read(&mut self, place: &Place) -> Result<TokenStream> {
        let stream = self.sources.read(&place.file)?;
        let hidden = self.hidden(&stream);
        self.stream(stream, &Place { hidden, ..place.clone() })
    }

    /// Adds the module that `mod name` declares, with its content in braces; `end` is the token after the name.
    /// Returns false if this is no declaration, or one that the compiler skips.
    pub(crate) fn module(
        &mut self,
        name: &Ident,
        end: &TokenTree,
        out: &mut Vec<TokenTree>,
        place: &Place,
    ) -> Result<bool> {
        let is_file = tokens::is_punct(Some(end), ';');
        let inner = match end {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group),
            _ => None,
        };
        let attributes = tokens::attributes_before(out);
        let disabled = attributes.iter().any(|&at| strip::is_disabling(&out[at + 1]));
        if !(is_file || inner.is_some()) || is_file && disabled {
            return Ok(false);
        }
        if disabled {
            // The files of its modules can be missing.
            out.extend(quote!(mod #name {}));
            return Ok(true);
        }
        if is_file && self.alternatives(name, end, out, place)? {
            return Ok(true);
        }
        let plain = name.to_string();
        let plain = plain.trim_start_matches("r#");
        let explicit = match tokens::take_attribute(out, "path") {
            Some(content) => Some(path_value(content).with_context(|| {
                format!("{}: cannot read the path of module `{name}`", self.at(name.span()))
            })?),
            None => None,
        };
        let mut below = Place { module: format!("{}::{plain}", place.module), ..place.clone() };
        below.hidden = Default::default();
        let (content, span) = if let Some(group) = inner {
            let folder = match explicit {
                Some(path) => place.attribute_folder.join(path),
                None => place.module_folder.join(plain),
            };
            below.attribute_folder = folder.clone();
            below.module_folder = folder;
            below.hidden = self.hidden(&group.stream());
            (self.stream(group.stream(), &below)?, group.span())
        } else {
            let mut found = locate(plain, explicit, place);
            if place.scope == Scope::Definition {
                // The file is where the macro is called, which for a macro of another module is usually the root.
                found = found.or_else(|_| locate(plain, None, &self.root_place()));
            }
            if found.is_err() && place.scope != Scope::Code {
                // The macro may drop it.
                return Ok(false);
            }
            let (path, owns_folder) =
                found.with_context(|| format!("{}: cannot bundle", self.at(name.span())))?;
            let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
            below.module_folder = match path.file_stem() {
                Some(stem) if !owns_folder => folder.join(stem),
                _ => folder.clone(),
            };
            below.attribute_folder = folder;
            below.file = path;
            below.scope = Scope::Code;
            below.is_argument = false;
            below.is_exported = false;
            (self.read(&below)?, end.span())
        };
        let mut braces = Group::new(Delimiter::Brace, content);
        braces.set_span(span);
        out.extend(quote!(mod #name));
        out.push(TokenTree::Group(braces));
        Ok(true)
    }

    /// Declares a module once per file if rustc's flags decide between several, by `cfg_attr(condition, path = "…")`.
    /// Returns false if they do not.
    fn alternatives(
        &mut self,
        name: &Ident,
        end: &TokenTree,
        out: &mut Vec<TokenTree>,
        place: &Place,
    ) -> Result<bool> {
        let attributes = tokens::attributes_before(out);
        if !attributes.iter().any(|&at| conditional_path(&out[at + 1]).is_some()) {
            return Ok(false);
        }
        let (mut paths, mut default) = (Vec::new(), None);
        // From the last one to the first, which counts.
        for &at in &attributes {
            if let Some(found) = conditional_path(&out[at + 1]) {
                paths.push(found);
            } else if tokens::is_list(out.get(at + 1), "path") {
                paths.clear();
                default = Some(TokenStream::from_iter(out[at..at + 2].iter().cloned()));
            } else {
                continue;
            }
            out.drain(at..at + 2);
        }
        let start = attributes.last().copied().unwrap_or(out.len());
        let others: Vec<TokenTree> = out.drain(start..).collect();
        let mut earlier: Vec<TokenStream> = Vec::new();
        let mut declare = |condition, path: TokenStream| {
            for content in cfg::attribute(quote!(cfg(#condition)), &self.facts) {
                out.extend(quote!(#[#content]));
            }
            out.extend(path);
            out.extend_from_slice(&others);
            self.module(name, end, out, place)
        };
        for (condition, path) in paths.into_iter().rev() {
            declare(quote!(all(#condition, not(any(#(#earlier),*)))), quote!(#[#path]))?;
            earlier.push(condition);
        }
        let plain = name.to_string();
        let has_default = || locate(plain.trim_start_matches("r#"), None, place).is_ok();
        if default.is_some() || has_default() {
            declare(quote!(not(any(#(#earlier),*))), default.unwrap_or_default())?;
        }
        Ok(true)
    }
}

/// Returns the condition and the path of an attribute `[cfg_attr(condition, path = "…")]`.
fn conditional_path(attribute: &TokenTree) -> Option<(TokenStream, TokenStream)> {
    let TokenTree::Group(group) = attribute else { return None };
    let list: syn::MetaList = syn::parse2(group.stream()).ok()?;
    let parts = cfg::split_commas(list.tokens);
    let [condition, content] = &parts[..] else { return None };
    let is_path = tokens::is_word(content.clone().into_iter().next().as_ref(), "path");
    (list.path.is_ident("cfg_attr") && is_path).then(|| (condition.clone(), content.clone()))
}

/// Returns a module's file, and whether its submodules' files are in the same folder.
fn locate(name: &str, explicit: Option<String>, place: &Place) -> Result<(PathBuf, bool)> {
    if let Some(path) = explicit {
        return Ok((place.attribute_folder.join(path), true));
    }
    let flat = place.module_folder.join(format!("{name}.rs"));
    let nested = place.module_folder.join(name).join("mod.rs");
    match (flat.is_file(), nested.is_file()) {
        (true, false) => Ok((flat, false)),
        (false, true) => Ok((nested, true)),
        (true, true) => {
            bail!("module `{name}`: both {} and {} exist", flat.display(), nested.display())
        }
        (false, false) => {
            bail!("module `{name}`: neither {} nor {} exists", flat.display(), nested.display())
        }
    }
}

/// Returns the value of the attribute `path`.
fn path_value(content: TokenStream) -> Result<String> {
    let attribute: syn::MetaNameValue = syn::parse2(content)?;
    Ok(syn::parse2::<syn::LitStr>(attribute.value.to_token_stream())?.value())
}
