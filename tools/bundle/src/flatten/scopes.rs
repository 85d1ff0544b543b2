//! Name resolution of modules and imports, and the names of all items in the root.

use anyhow::{bail, Result};
use proc_macro2::{Span, TokenStream};
use std::collections::{BTreeMap, BTreeSet};
use syn::{parse_quote, Ident, Item, ItemUse, UseTree};

use crate::items::{self, PRELUDE, PRIMITIVES};

/// Names reserved in the root, besides the prelude and the primitives.
const RESERVED: &[&str] = &["std", "core", "alloc", "main"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Module(usize),
    /// An item's name in the root.
    Item(String),
    /// A path in std or below an item.
    Path(Vec<String>),
}

enum Resolution<'s> {
    Module(usize),
    /// Index of the last segment, or of an earlier one that is not a module, and its possible meanings.
    Name(usize, &'s [Target]),
    /// Index of an unknown segment.
    Unknown(usize),
}

#[derive(Clone)]
struct Import {
    path: Vec<String>,
    /// The name that the import declares; `None` for a glob.
    name: Option<String>,
}

#[derive(Default)]
struct Module {
    parent: usize,
    names: BTreeMap<String, Vec<Target>>,
    imports: Vec<Import>,
}

/// All modules in source order.
pub(super) struct Scopes {
    modules: Vec<Module>,
    /// Old and new names of items whose names collide.
    renamed: Vec<(String, String)>,
    used: BTreeSet<String>,
    /// Names in the root for imported paths.
    hoisted: BTreeMap<Vec<String>, String>,
}

impl Scopes {
    pub(super) fn of(items: &[Item]) -> Result<Scopes> {
        let used = [PRELUDE, PRIMITIVES, RESERVED].concat();
        let used = used.into_iter().map(String::from).collect();
        let mut scopes =
            Scopes { modules: Vec::new(), renamed: Vec::new(), used, hoisted: BTreeMap::new() };
        let mut macros = BTreeSet::new();
        scopes.collect(items, 0, &mut macros)?;
        scopes.resolve_imports();
        scopes.hoist();
        Ok(scopes)
    }

    fn collect(
        &mut self,
        items: &[Item],
        parent: usize,
        macros: &mut BTreeSet<String>,
    ) -> Result<usize> {
        let here = self.modules.len();
        self.modules.push(Module { parent, ..Module::default() });
        let mut own: BTreeMap<String, String> = BTreeMap::new();
        for item in items {
            let ident = match item {
                Item::Mod(module) => {
                    let inner = module.content.as_ref().map_or(&[][..], |(_, items)| items);
                    let index = self.collect(inner, here, macros)?;
                    self.bind(here, module.ident.to_string(), Target::Module(index));
                    continue;
                }
                Item::Use(import) => {
                    self.import(here, &import.tree, &mut Vec::new());
                    continue;
                }
                Item::Macro(item) => {
                    if let Some(ident) = &item.ident {
                        if !macros.insert(ident.to_string()) {
                            bail!("two macros have the name `{ident}`");
                        }
                        self.bind(here, ident.to_string(), Target::Item(ident.to_string()));
                    }
                    continue;
                }
                Item::ExternCrate(_) | Item::Impl(_) => continue,
                item => match items::name(item) {
                    Some(ident) if ident == "_" => continue,
                    Some(ident) => ident,
                    None => bail!("an item has an unsupported kind"),
                },
            };
            let name = ident.to_string();
            // Alternative items under different `cfg` conditions share a name.
            let target = match own.get(&name) {
                Some(target) => target.clone(),
                None if name == "main" && here == 0 => name.clone(),
                None => self.fresh(&name),
            };
            if target != name {
                self.renamed.push((name.clone(), target.clone()));
            }
            own.insert(name.clone(), target.clone());
            self.bind(here, name, Target::Item(target));
        }
        Ok(here)
    }

    fn import(&mut self, here: usize, tree: &UseTree, path: &mut Vec<String>) {
        let mut add = |path: &[String], last: &Ident, name: Option<&Ident>| {
            let mut path = path.to_vec();
            if last != "self" {
                path.push(last.to_string());
            }
            let name = name.map(Ident::to_string).or_else(|| path.last().cloned());
            self.modules[here].imports.push(Import { path, name });
        };
        match tree {
            UseTree::Path(node) => {
                path.push(node.ident.to_string());
                self.import(here, &node.tree, path);
                path.pop();
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(here, tree, path));
            }
            UseTree::Name(node) => add(path, &node.ident, None),
            UseTree::Rename(node) => add(path, &node.ident, Some(&node.rename)),
            _ => self.modules[here].imports.push(Import { path: path.clone(), name: None }),
        }
    }

    /// Returns a name that is unused in the root.
    fn fresh(&mut self, name: &str) -> String {
        let mut new = name.to_string();
        let mut number = 2;
        while !self.used.insert(new.clone()) {
            new = format!("{name}__{number}");
            number += 1;
        }
        new
    }

    fn bind(&mut self, here: usize, name: String, target: Target) -> bool {
        let targets = self.modules[here].names.entry(name).or_default();
        let new = !targets.contains(&target);
        if new {
            targets.push(target);
        }
        new
    }

    fn resolve_imports(&mut self) {
        loop {
            let mut changed = false;
            for here in 0..self.modules.len() {
                for import in self.modules[here].imports.clone() {
                    let targets = self.meanings(here, &import.path);
                    match &import.name {
                        Some(name) => {
                            for target in targets {
                                changed |= self.bind(here, name.clone(), target);
                            }
                        }
                        None => {
                            let Some(Target::Module(from)) = targets.first() else { continue };
                            for (name, targets) in self.modules[*from].names.clone() {
                                for target in targets {
                                    changed |= self.bind(here, name.clone(), target);
                                }
                            }
                        }
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Resolves `path` relative to module `here`, up to the first segment that does not lead to a
    /// module.
    fn resolve(&self, here: usize, path: &[String]) -> Resolution<'_> {
        let mut module = here;
        for (at, name) in path.iter().enumerate() {
            match name.as_str() {
                "crate" => module = 0,
                "self" => {}
                "super" => module = self.modules[module].parent,
                _ => {
                    let Some(targets) = self.modules[module].names.get(name) else {
                        return Resolution::Unknown(at);
                    };
                    match inner_target(targets) {
                        Some(Target::Module(inner)) if at + 1 < path.len() => module = *inner,
                        _ => return Resolution::Name(at, targets),
                    }
                }
            }
        }
        Resolution::Module(module)
    }

    /// Returns all meanings of an import's path.
    fn meanings(&self, here: usize, path: &[String]) -> Vec<Target> {
        match self.resolve(here, path) {
            Resolution::Module(module) => vec![Target::Module(module)],
            Resolution::Name(at, targets) if at + 1 == path.len() => targets.to_vec(),
            Resolution::Name(at, targets) => {
                let head = match inner_target(targets) {
                    Some(Target::Item(item)) => std::slice::from_ref(item),
                    Some(Target::Path(head)) => head,
                    _ => return vec![],
                };
                vec![Target::Path([head, &path[at + 1..]].concat())]
            }
            Resolution::Unknown(0) if is_std(&path[0]) => vec![Target::Path(path.to_vec())],
            Resolution::Unknown(_) => vec![],
        }
    }

    /// Assigns names in the root to imported paths.
    fn hoist(&mut self) {
        let mut paths: BTreeSet<(String, Vec<String>)> = BTreeSet::new();
        for module in &self.modules {
            for (name, targets) in &module.names {
                for target in targets {
                    if let Target::Path(path) = target {
                        let last = path.last().cloned().unwrap_or_default();
                        paths.insert((if name == "_" { name.clone() } else { last }, path.clone()));
                    }
                }
            }
        }
        for (name, path) in paths {
            if self.hoisted.contains_key(&path) {
                continue;
            }
            let short = self.fresh(&name);
            if short != name {
                self.renamed.push((name, short.clone()));
            }
            self.hoisted.insert(path, short);
        }
    }

    /// Returns how many segments at the start of a path in module `here` are replaced, and the name in the root that
    /// replaces them; `None` if the path is kept.
    pub(super) fn head(
        &self,
        here: usize,
        path: &[String],
        is_macro: bool,
    ) -> Option<(usize, String)> {
        // A path of one segment, such as `f32`, is the primitive type, not the module of that name.
        if path.len() == 1 && PRIMITIVES.contains(&path[0].as_str()) {
            return None;
        }
        let Resolution::Name(at, targets) = self.resolve(here, path) else { return None };
        let found = if at + 1 == path.len() { last_target(targets) } else { inner_target(targets) };
        match found? {
            Target::Module(_) => None,
            Target::Item(item) => Some((at + 1, item.clone())),
            Target::Path(path) if is_macro && at == 0 && path.len() == 1 => None,
            Target::Path(path) => Some((at + 1, self.hoisted.get(path)?.clone())),
        }
    }

    /// Returns the path in the root for a glob import from std or from an item.
    pub(super) fn foreign_glob(&self, here: usize, import: &ItemUse) -> Option<Vec<String>> {
        let mut tree = &import.tree;
        let mut path = Vec::new();
        while let UseTree::Path(node) = tree {
            path.push(node.ident.to_string());
            tree = &node.tree;
        }
        let UseTree::Glob(_) = tree else { return None };
        match self.meanings(here, &path).into_iter().next()? {
            Target::Path(path) => Some(path),
            Target::Item(item) => Some(vec![item]),
            Target::Module(_) => None,
        }
    }

    /// Returns the imports of the root, one item per crate.
    pub(super) fn imports(&self) -> Vec<Item> {
        let mut crates: BTreeMap<&str, Vec<TokenStream>> = BTreeMap::new();
        for (path, name) in &self.hoisted {
            let [head, tail @ ..] = &path[..] else { continue };
            let text = match tail {
                // An import of the crate itself.
                [] => format!("self as {name}"),
                [.., last] if last == name => tail.join("::"),
                _ => format!("{} as {name}", tail.join("::")),
            };
            let tree: TokenStream = text.parse().unwrap_or_default();
            crates.entry(head).or_default().push(tree);
        }
        let item = |(head, trees): (&str, Vec<TokenStream>)| {
            let head = Ident::new(head, Span::call_site());
            parse_quote!(use #head::{#(#trees),*};)
        };
        crates.into_iter().map(item).collect()
    }

    pub(super) fn renames(&self) -> &[(String, String)] {
        &self.renamed
    }
}

/// Selects the meaning of an inner segment of a path: a module, if there is one.
fn inner_target(targets: &[Target]) -> Option<&Target> {
    let module = targets.iter().find(|target| matches!(target, Target::Module(_)));
    module.or(targets.first())
}

/// Selects the meaning of the last segment of a path: an item rather than a module.
fn last_target(targets: &[Target]) -> Option<&Target> {
    let item = targets.iter().find(|target| !matches!(target, Target::Module(_)));
    item.or(targets.first())
}

fn is_std(name: &str) -> bool {
    matches!(name, "std" | "core" | "alloc")
}
