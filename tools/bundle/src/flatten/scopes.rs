//! Name resolution of modules, blocks, imports and macros, and the names of all items in the root.

mod alternatives;
mod hoisted;
mod imports;
mod macros;
mod resolve;
mod variants;

use proc_macro2::Span;
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Ident, Item, Stmt, UseTree};

use crate::imports::{leaves, Import};
use crate::items::{self, PRELUDE, PRIMITIVES};
use crate::shorten::with_expressions;
use crate::tokens::{self, Texts};
use macros::Textual;

/// Names reserved in the root, besides the prelude and the primitives.
const RESERVED: &[&str] = &["std", "core", "alloc", "main"];

/// Names of std's macros, which macros of the program must not shadow in the root.
const MACROS: &str = "assert assert_eq assert_ne cfg column compile_error concat dbg debug_assert \
    debug_assert_eq debug_assert_ne env eprint eprintln file format format_args include \
    include_bytes include_str line matches module_path option_env panic print println stringify \
    thread_local todo unimplemented unreachable vec write writeln";

#[derive(Clone, Debug, PartialEq, Eq)]
enum Target {
    Module(usize),
    /// An item's name in the root; `None` for an item in a block.
    Item(Option<String>),
    /// A macro's name in the root.
    Macro(String),
    /// A path in another crate or below an item.
    Path(Vec<String>),
}

enum Resolution {
    Module(usize),
    /// Index of the last segment, or of an earlier one that is not a module, and its possible meanings.
    Name(usize, Vec<Target>),
    /// Index of an unknown segment.
    Unknown(usize),
}

/// A module, or a block with items or imports.
#[derive(Default)]
struct Module {
    parent: usize,
    name: String,
    is_block: bool,
    /// The module's `cfg` conditions.
    condition: String,
    names: BTreeMap<String, Vec<Target>>,
    /// Names from globs, which declarations and other imports shadow.
    globbed: BTreeMap<String, Vec<Target>>,
    imports: Vec<Import>,
    /// The names that items or imports under `cfg` conditions declare, one entry for each.
    conditional: Vec<String>,
}

/// All modules and blocks in source order.
#[derive(Default)]
pub(super) struct Scopes {
    modules: Vec<Module>,
    /// Indices by the position of the opening brace.
    places: BTreeMap<usize, usize>,
    macros: Vec<Textual>,
    /// The new names of items whose names collide, by the old ones.
    renamed: BTreeMap<String, Texts>,
    used: Texts,
    /// Names in `used` that are free for types whose `#[derive(Debug)]` prints them.
    printed: Texts,
    used_macros: Texts,
    /// The positions of the definitions of macros that keep their names, which calls pass to other macros.
    passed: BTreeSet<usize>,
    /// Names in the root of items in conditional modules, by place ([`Scopes::conditional_place`]), with the first such module.
    alternatives: BTreeMap<(usize, Vec<String>), (usize, String)>,
    /// Names that modules under different conditions must not share.
    doubled: Texts,
    /// Names in the root for imported paths, or the paths of traits that are not imported.
    hoisted: BTreeMap<Vec<String>, String>,
    /// The variants of enums by their names in the root.
    variants: BTreeMap<String, Vec<String>>,
    /// Whether all imports of known names are resolved.
    is_settled: bool,
}

impl Scopes {
    /// Resolves the names of a program that was parsed from one text. The imported paths `absent` do not exist on the
    /// host: only disabled code uses them. The names of one segment in `absent` are defined twice: by a macro, or by modules
    /// under conditions that do not exclude each other. Traits of std named in `apart` are not imported. The modules `kept` in the
    /// root stay.
    pub(super) fn of(
        items: &mut [Item],
        absent: &BTreeSet<Vec<String>>,
        apart: &Texts,
        kept: &Texts,
    ) -> Scopes {
        let used = [PRELUDE, PRIMITIVES, RESERVED].concat();
        let doubled: Texts =
            absent.iter().filter(|path| path.len() == 1).flatten().cloned().collect();
        let mut scopes = Scopes {
            used: used.into_iter().map(String::from).chain(doubled.iter().cloned()).collect(),
            doubled,
            used_macros: MACROS.split_whitespace().map(String::from).collect(),
            ..Scopes::default()
        };
        let is_printed = |item: &&Item| items::derives(items::attrs(item), "Debug");
        let printed = items::all(items).into_iter().filter(is_printed).filter_map(items::name);
        scopes.printed = printed.map(Ident::to_string).collect();
        scopes.printed.retain(|name| scopes.used.insert(name.clone()));
        scopes.open(0, false);
        for name in kept {
            scopes.used.insert(name.clone());
            scopes.bind(0, name.clone(), Target::Item(Some(name.clone())), false);
        }
        scopes.reserve_passed(items);
        scopes.collect(items, 0, usize::MAX);
        scopes.name_alternatives();
        scopes.resolve_imports();
        scopes.is_settled = true;
        scopes.resolve_imports();
        scopes.hoist(absent, apart);
        scopes
    }

    fn open(&mut self, parent: usize, is_block: bool) -> usize {
        self.modules.push(Module { parent, is_block, ..Module::default() });
        self.modules.len() - 1
    }

    /// Adds a module, or returns the one of this name under another `cfg` condition.
    fn module(&mut self, parent: usize, name: &str) -> usize {
        let known = self.modules[parent].names.get(name).into_iter().flatten();
        let index = known.into_iter().find_map(|target| match target {
            Target::Module(index) => Some(*index),
            _ => None,
        });
        index.unwrap_or_else(|| {
            let new = self.open(parent, false);
            self.modules[new].name = name.to_string();
            self.bind(parent, name.to_string(), Target::Module(new), false);
            new
        })
    }

    /// Returns whether a module in the root stays.
    fn is_kept(&self, name: &Ident) -> bool {
        let targets = self.modules[0].names.get(&name.to_string());
        targets.is_some_and(|targets| matches!(targets[..], [Target::Item(_)]))
    }

    /// Adds the items of the module `here`; the textual scopes of its macros end at `end`.
    fn collect(&mut self, items: &mut [Item], here: usize, end: usize) {
        for item in items {
            match item {
                Item::Mod(module) if here == 0 && self.is_kept(&module.ident) => {}
                Item::Mod(module) => {
                    let Some((brace, inner)) = &mut module.content else { continue };
                    let exports = module.attrs.iter().any(|attr| attr.path().is_ident("macro_use"));
                    let close = brace.span.close().byte_range().start;
                    let open = position(brace.span.open());
                    let index = self.module(here, &module.ident.to_string());
                    self.places.insert(open, index);
                    let cfgs = items::conditions(&module.attrs);
                    self.modules[index].condition =
                        cfgs.map(|attr| attr.to_token_stream().to_string()).collect();
                    self.collect(inner, index, if exports { end } else { close });
                }
                Item::Use(import) => {
                    // The module can have something else of this name.
                    if let (Some(_), UseTree::Path(path)) = (import.leading_colon, &mut import.tree)
                    {
                        if path.ident == "alloc" {
                            path.ident = Ident::new("std", path.ident.span());
                        }
                    }
                    let mut own = leaves(&import.tree);
                    if items::conditions(&import.attrs).next().is_some() {
                        own.iter_mut().for_each(|import| import.is_conditional = true);
                        let names = own.iter().filter_map(|import| import.name.clone());
                        self.modules[here].conditional.extend(names);
                    }
                    self.modules[here].imports.extend(own);
                }
                Item::Macro(item) => {
                    let Some(ident) = &item.ident else {
                        // Macros that another macro defines keep their names.
                        for definition in tokens::definitions(item.mac.tokens.clone()) {
                            let (name, start) = (definition.name, position(item.mac.path.span()));
                            self.used_macros.insert(name.clone());
                            self.macros.push(Textual { root: name.clone(), name, start, end });
                        }
                        continue;
                    };
                    let root = match self.passed.contains(&position(ident.span())) {
                        true => ident.to_string(),
                        false => fresh(&mut self.used_macros, &ident.to_string()),
                    };
                    self.define_macro(ident, root, end);
                }
                Item::ForeignMod(block) => {
                    for ident in block.items.iter().filter_map(items::foreign_name) {
                        self.declare(here, ident, false);
                    }
                }
                item => {
                    if let Some(ident) = items::name(item).filter(|ident| *ident != "_").cloned() {
                        let attrs = items::attrs(item);
                        self.declare(here, &ident, items::derives(attrs, "Debug"));
                        if items::conditions(attrs).next().is_some() {
                            self.modules[here].conditional.push(ident.to_string());
                        }
                        if let Item::Enum(item) = item {
                            self.add_variants(here, item);
                        }
                    }
                    Blocks { scopes: self, here }.visit_item_mut(item);
                }
            }
        }
    }

    /// Declares an item; `is_printed` is whether the program prints its name.
    fn declare(&mut self, here: usize, ident: &Ident, is_printed: bool) {
        let name = ident.to_string();
        // Alternative items under different `cfg` conditions share a name.
        let mut own = self.modules[here].names.get(&name).into_iter().flatten();
        if !own.any(|target| matches!(target, Target::Item(_))) {
            let is_main = name == "main" && here == 0;
            // Modules under different conditions are alternatives.
            let place = self.conditional_place(here, &name);
            let other = place.as_ref().and_then(|(around, key)| {
                let (module, root) = self.alternatives.get(key)?;
                let differs = self.modules[*module].condition != self.modules[*around].condition;
                (differs && !self.doubled.contains(&name)).then(|| root.clone())
            });
            let root = match other {
                Some(root) => root,
                None if is_main => name.clone(),
                None if is_printed && self.printed.remove(&name) => name.clone(),
                None => self.fresh(&name),
            };
            if let Some((around, key)) = place {
                self.alternatives.entry(key).or_insert((around, root.clone()));
            }
            self.bind(here, name, Target::Item(Some(root)), false);
        }
    }

    /// Returns the innermost conditional module around `here`, and the place of an item in it: the module's parent, and the
    /// names of the modules in it that lead to the item, and the item's.
    fn conditional_place(&self, here: usize, name: &str) -> Option<(usize, (usize, Vec<String>))> {
        let mut path = vec![name.to_string()];
        let mut around = here;
        while self.modules[around].condition.is_empty() {
            if around == 0 {
                return None;
            }
            path.insert(0, self.modules[around].name.clone());
            around = self.modules[around].parent;
        }
        Some((around, (self.modules[around].parent, path)))
    }

    /// Adds the scope of a block's items.
    fn block(&mut self, parent: usize, block: &Block) -> usize {
        let here = self.open(parent, true);
        self.places.insert(position(block.brace_token.span.open()), here);
        let end = block.brace_token.span.close().byte_range().start;
        for statement in &block.stmts {
            match statement {
                Stmt::Item(Item::Use(import)) => {
                    self.modules[here].imports.extend(leaves(&import.tree))
                }
                Stmt::Item(Item::Macro(item)) => {
                    if let Some(ident) = &item.ident {
                        self.define_macro(ident, ident.to_string(), end);
                    }
                }
                Stmt::Item(item) => {
                    let module = if let Item::Mod(item) = item { Some(&item.ident) } else { None };
                    if let Some(ident) = items::name(item).or(module) {
                        self.bind(here, ident.to_string(), Target::Item(None), false);
                    }
                }
                _ => {}
            }
        }
        here
    }

    /// Returns a name that is unused in the root.
    fn fresh(&mut self, name: &str) -> String {
        let new = fresh(&mut self.used, name);
        if new != name {
            self.renamed.entry(name.to_string()).or_default().insert(new.clone());
        }
        new
    }

    fn bind(&mut self, here: usize, name: String, target: Target, is_glob: bool) -> bool {
        let module = &mut self.modules[here];
        let names = if is_glob { &mut module.globbed } else { &mut module.names };
        let targets = names.entry(name).or_default();
        let new = !targets.contains(&target);
        if new {
            targets.push(target);
        }
        new
    }

    /// Returns whether a block that is or contains `here` has an item of this name.
    pub(super) fn has_block_item(&self, mut here: usize, name: &str) -> bool {
        while self.modules[here].is_block {
            let targets = self.modules[here].names.get(name);
            if targets.is_some_and(|targets| targets.contains(&Target::Item(None))) {
                return true;
            }
            here = self.modules[here].parent;
        }
        false
    }

    /// Returns whether the module `here` has a name for the item with this name in the root.
    pub(super) fn has_in_scope(&self, here: usize, root: &str) -> bool {
        let Module { names, globbed, .. } = &self.modules[here];
        let mut targets = names.values().chain(globbed.values()).flatten();
        targets.any(|target| matches!(target, Target::Item(Some(item)) if item == root))
    }

    /// Returns the name in the root of an item that `here` declares, which can have the name of a primitive type.
    pub(super) fn declared(&self, here: usize, name: &str) -> Option<String> {
        Some(self.resolved(here, &[name.to_string()], None)?.1)
    }

    /// Returns how many segments at the start of a path in `here` are replaced, and the name or path that replaces them;
    /// `None` if the path is kept. `macro_at` is the position of a macro call.
    pub(super) fn head(
        &self,
        here: usize,
        path: &[String],
        macro_at: Option<usize>,
    ) -> Option<(usize, String)> {
        if let (Some(at), [name]) = (macro_at, path) {
            if let Some(root) = self.textual(name, at) {
                return Some((1, root));
            }
        }
        // A path of one segment, such as `f32`, is the primitive type, not the module of that name. An import as `_`
        // gives no name to the `_` of a macro's tokens.
        if path.len() == 1 && (path[0] == "_" || PRIMITIVES.contains(&path[0].as_str())) {
            return None;
        }
        self.resolved(here, path, macro_at)
    }

    fn resolved(
        &self,
        here: usize,
        path: &[String],
        macro_at: Option<usize>,
    ) -> Option<(usize, String)> {
        let fits = |target: &Target| match target {
            Target::Macro(_) => macro_at.is_some(),
            Target::Path(path) => macro_at.is_none() || path.len() > 1,
            _ => macro_at.is_none(),
        };
        match self.resolve(here, path, &fits) {
            Resolution::Name(at, targets) => {
                Some((at + 1, targets.iter().find_map(|target| self.root_name(target))?))
            }
            // A macro defines the name.
            Resolution::Unknown(at @ 1..) => Some((at + 1, path[at].clone())),
            // A macro's definition can call a macro that is defined later.
            Resolution::Unknown(0) if path.len() == 1 => {
                let is_std = MACROS.split_whitespace().any(|name| name == path[0]);
                let later =
                    |found: &&Textual| found.name == path[0] && Some(found.start) > macro_at;
                let later =
                    self.macros.iter().find(later).filter(|_| macro_at.is_some() && !is_std);
                Some((1, later?.root.clone()))
            }
            _ => None,
        }
    }

    fn root_name(&self, target: &Target) -> Option<String> {
        match target {
            Target::Module(_) => None,
            Target::Item(item) => item.clone(),
            Target::Macro(name) => Some(name.clone()),
            Target::Path(path) => self.hoisted.get(path).cloned(),
        }
    }

    /// Returns the index of the module or block whose brace opens at `open`.
    pub(super) fn at(&self, open: Span) -> Option<usize> {
        self.places.get(&position(open)).copied()
    }

    pub(super) fn renames(&self) -> &BTreeMap<String, Texts> {
        &self.renamed
    }
}

/// Finds blocks with items.
struct Blocks<'s> {
    scopes: &'s mut Scopes,
    here: usize,
}

impl VisitMut for Blocks<'_> {
    fn visit_block_mut(&mut self, node: &mut Block) {
        let outer = self.here;
        if node.stmts.iter().any(|statement| matches!(statement, Stmt::Item(_))) {
            self.here = self.scopes.block(outer, node);
        }
        visit_mut::visit_block_mut(self, node);
        self.here = outer;
    }

    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        with_expressions(node, |expr| self.visit_expr_mut(expr));
    }
}

/// Returns `name`, with a number if it is used already.
fn fresh(used: &mut Texts, name: &str) -> String {
    let mut new = name.to_string();
    let mut number = 2;
    while !used.insert(new.clone()) {
        new = format!("{name}__{number}");
        number += 1;
    }
    new
}

fn position(span: Span) -> usize {
    span.byte_range().start
}
