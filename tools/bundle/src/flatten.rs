//! Moves all items to the root; deletes modules, imports, visibilities and path prefixes, and renames items
//! whose names collide.

mod failures;
mod named;
mod rewrite;
mod scopes;

use anyhow::{bail, Context, Result};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::visit_mut::VisitMut;
use syn::{parse_quote, Attribute, File, Item};

use crate::items;
use crate::load::callers::CALLER;
use crate::rustc::{Rustc, MANY_ERRORS};
use crate::same::{Before, Verdict};
use crate::squeeze::squeeze;
use crate::tokens::{self, Texts};
use failures::{absent_imports, ambiguous, culprit, doubled, Failure};
use scopes::Scopes;

/// Maximum number of attempts; each avoids the names that the previous one could not use.
const ATTEMPTS: usize = 40;

/// A program without modules, apart from some crates.
pub(crate) struct Flat {
    pub(crate) file: File,
    /// The crates that keep their modules.
    pub(crate) kept: Texts,
    /// Why the first of them keeps its modules.
    pub(crate) cause: String,
}

/// Moves the items of all modules to the root. If the code of a crate needs its modules, the crate and those that it uses stay
/// as they are.
pub(crate) fn flatten(rustc: &Rustc, file: &File) -> Result<Flat> {
    if tokens::words::<Texts>(file.to_token_stream()).contains(CALLER) {
        bail!("`crate` in an exported macro is the crate of each call; write `$crate` for the macro's own");
    }
    let before = Before::new(rustc, file)?.one_to_one();
    // Positions are unique in a program that is parsed from one text.
    let file = syn::parse_file(&squeeze(file.to_token_stream()))?;
    let crates = crates(&file);
    let (mut kept, mut cause) = (BTreeSet::new(), String::new());
    loop {
        let failure = match attempt(rustc, &before, file.clone(), &kept)? {
            Ok(file) => return Ok(Flat { file, kept, cause }),
            Err(failure) => failure,
        };
        let culprit = failure.culprit.unwrap_or_default();
        let is_culprit = |(name, words): &(&String, &Texts)| {
            **name == culprit || !crates.contains_key(&culprit) && words.contains(&culprit)
        };
        let culprits = crates.iter().filter(is_culprit).map(|(name, _)| name.clone());
        let count = kept.len();
        kept.extend(tokens::with_used(culprits, &crates));
        if kept.len() == count || kept.len() == crates.len() {
            bail!(failure.cause);
        }
        if count == 0 {
            cause = failure.cause;
        }
    }
}

/// Returns the modules in the root of `file`, with the names of those that each mentions.
fn crates(file: &File) -> BTreeMap<String, Texts> {
    let modules = file.items.iter().filter_map(|item| match item {
        Item::Mod(module) => {
            Some((module.ident.to_string(), tokens::words(module.to_token_stream())))
        }
        _ => None,
    });
    modules.collect()
}

/// Moves the items of all modules but those in `kept` to the root.
fn attempt(
    rustc: &Rustc,
    before: &Before,
    mut file: File,
    kept: &Texts,
) -> Result<std::result::Result<File, Failure>> {
    let (mut absent, mut apart, mut is_shadowed) = (BTreeSet::new(), BTreeSet::new(), false);
    for _ in 0..ATTEMPTS {
        let scopes = Scopes::of(&mut file.items, &absent, &apart, kept);
        let mover = Mover { scopes: &scopes, is_shadowed, kept, moved: Vec::new() };
        let (from, mut flat) = mover.run(&file);
        let renames = scopes.renames();
        let (text, verdict) = loop {
            let text = squeeze(flat.to_token_stream());
            match before.compare(rustc, &text, renames)? {
                Verdict::Errors(errors)
                    if named::name_traits(&text, &errors, &mut flat, &file, &scopes) => {}
                verdict => break (text, verdict),
            }
        };
        let items =
            syn::parse_file(&text).context("cannot parse the program without modules")?.items;
        let count = absent.len() + apart.len();
        let is_hopeless = match &verdict {
            Verdict::Same => return Ok(Ok(flat)),
            Verdict::Errors(errors) if errors.len() >= MANY_ERRORS => true,
            Verdict::Errors(errors) => {
                apart.extend(ambiguous(errors));
                absent.extend(absent_imports(&items, errors));
                absent.extend(doubled(errors, renames).map(|name| vec![name.to_string()]));
                false
            }
            Verdict::Differs(_) => false,
        };
        if absent.len() + apart.len() == count || is_hopeless {
            match verdict.accept() {
                Err(cause) if is_shadowed || is_hopeless => {
                    let culprit = culprit(&verdict, &items, &from);
                    return Ok(Err(Failure { cause: format!("{cause:#}"), culprit }));
                }
                _ => is_shadowed = true,
            }
        }
    }
    bail!("rustc rejects the program without modules after {ATTEMPTS} attempts")
}

struct Mover<'s> {
    scopes: &'s Scopes,
    /// Whether variables may shadow items that move to the root.
    is_shadowed: bool,
    /// The modules in the root that stay.
    kept: &'s Texts,
    /// The items, with the modules in the root where they were.
    moved: Vec<(Option<String>, Item)>,
}

impl Mover<'_> {
    /// Returns the program without modules, and the module in the root that each item comes from.
    fn run(mut self, file: &File) -> (Vec<Option<String>>, File) {
        self.module(file.items.clone(), 0, None, &[]);
        let imports = self.scopes.imports().into_iter().map(|import| (None, import));
        let (macros, mut others): (Vec<_>, Vec<_>) = self.moved.into_iter().partition(
            |(_, item)| matches!(item, Item::Macro(definition) if definition.ident.is_some()),
        );
        let mut known = BTreeSet::new();
        others.retain(|(_, item)| match item {
            Item::Use(import) => known.insert(import.to_token_stream().to_string()),
            _ => true,
        });
        let (from, items) = imports.chain(macros).chain(others).unzip();
        (from, File { items, ..file.clone() })
    }

    /// Moves the items of a module, which is in the module `from` of the root, to the root; the conditions `cfgs` apply to each
    /// of them.
    fn module(&mut self, items: Vec<Item>, here: usize, from: Option<&str>, cfgs: &[Attribute]) {
        for mut item in items {
            let from = from.map(str::to_string);
            match item {
                Item::Mod(ref module)
                    if here == 0 && self.kept.contains(&module.ident.to_string()) =>
                {
                    self.moved.push((None, item));
                    continue;
                }
                Item::Mod(module) => {
                    let from = from.unwrap_or_else(|| module.ident.to_string());
                    let cfgs: Vec<Attribute> =
                        cfgs.iter().chain(items::conditions(&module.attrs)).cloned().collect();
                    if let Some((brace, items)) = module.content {
                        let index = self.scopes.at(brace.span.open());
                        self.module(items, index.unwrap_or(here), Some(&from), &cfgs);
                    }
                    continue;
                }
                Item::Use(import) => {
                    let attrs: Vec<_> = import.attrs.iter().chain(cfgs).collect();
                    for tree in self.scopes.moved_imports(here, &import.tree) {
                        let import = parse_quote!(#(#attrs)* use #tree;);
                        self.moved.push((from.clone(), import));
                    }
                    continue;
                }
                _ => {}
            }
            let mut rewrite = rewrite::Rewrite::new(self.scopes, here, &mut item);
            rewrite.is_shadowed = self.is_shadowed;
            rewrite.visit_item_mut(&mut item);
            if let Some(attrs) = items::attrs_mut(&mut item) {
                attrs.splice(0..0, cfgs.iter().cloned());
            }
            self.moved.push((from, item));
        }
    }
}
