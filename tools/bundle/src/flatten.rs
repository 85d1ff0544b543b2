//! Moves all items to the root; deletes modules, imports, visibilities and path prefixes, and renames items
//! whose names collide.

mod rewrite;
mod scopes;

use anyhow::{bail, Context, Result};
use cargo_metadata::diagnostic::Diagnostic;
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{parse_quote, Attribute, File, Item, UseTree};

use crate::rustc::{code, Rustc, MANY_ERRORS};
use crate::same::{Before, Verdict};
use crate::squeeze::squeeze;
use crate::tokens;
use scopes::Scopes;

/// Maximum number of attempts; each avoids the names that the previous one could not use.
const ATTEMPTS: usize = 40;

pub(crate) fn flatten(rustc: &Rustc, file: &File) -> Result<File> {
    let before = Before::new(rustc, file)?;
    // Positions are unique in a program that is parsed from one text.
    let mut file = syn::parse_file(&squeeze(file.to_token_stream()))?;
    let (mut absent, mut apart, mut is_shadowed) = (BTreeSet::new(), BTreeSet::new(), false);
    for _ in 0..ATTEMPTS {
        let scopes = Scopes::of(&mut file.items, &absent, &apart);
        let mut flat = File { items: Vec::new(), ..file.clone() };
        let mut mover =
            Mover { scopes: &scopes, is_shadowed, macros: Vec::new(), items: Vec::new() };
        mover.module(file.items.clone(), 0, &[]);
        let (mut names, mut rest) = (BTreeSet::new(), Vec::new());
        for item in mover.items {
            match &item {
                Item::Use(import) if !names.insert(import.to_token_stream().to_string()) => {}
                _ => rest.push(item),
            }
        }
        flat.items = scopes.imports();
        flat.items.extend(mover.macros);
        flat.items.extend(rest);
        let mut renames: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (old, new) in scopes.renames() {
            renames.entry(old.clone()).or_default().insert(new.clone());
        }
        let text = squeeze(flat.to_token_stream());
        let verdict = before.compare(rustc, &text, &renames)?;
        let count = absent.len() + apart.len();
        match &verdict {
            Verdict::Same => return Ok(flat),
            Verdict::Errors(errors) if errors.len() >= MANY_ERRORS => verdict.accept()?,
            Verdict::Errors(errors) => {
                apart.extend(ambiguous(errors));
                absent.extend(absent_imports(&text, errors)?);
                absent.extend(doubled(errors, &renames).map(|name| vec![name.to_string()]));
            }
            Verdict::Differs(_) => {}
        }
        if absent.len() + apart.len() == count {
            if is_shadowed {
                verdict.accept()?;
            }
            is_shadowed = true;
        }
    }
    bail!("rustc rejects the program without modules after {ATTEMPTS} attempts")
}

/// Returns the traits in the messages of errors about calls of methods that several traits in the root have. In an impl of a
/// trait, and only there, it is in scope without an import.
fn ambiguous(errors: &[Diagnostic]) -> BTreeSet<String> {
    let calls = errors.iter().filter(|error| code(error) == "E0034");
    let notes = calls.flat_map(|error| &error.children);
    let traits =
        notes.filter_map(|note| note.message.split("the trait `").nth(1)?.split('`').next());
    traits.filter_map(|path| path.rsplit("::").next()).map(str::to_string).collect()
}

/// Returns the names that are defined twice, as they were before they got their name in the root.
fn doubled<'n>(
    errors: &'n [Diagnostic],
    renames: &'n BTreeMap<String, BTreeSet<String>>,
) -> impl Iterator<Item = &'n str> {
    let doubled = errors.iter().filter(|error| code(error) == "E0428");
    doubled.filter_map(|error| error.message.split('`').nth(1)).map(|name| {
        let old = renames.iter().find(|(_, new)| new.contains(name));
        old.map_or(name, |(old, _)| old)
    })
}

/// Returns the paths in imports of the form `use head::{…};` that have errors.
fn absent_imports(text: &str, errors: &[Diagnostic]) -> Result<Vec<Vec<String>>> {
    let spans: Vec<_> = errors.iter().flat_map(|error| &error.spans).collect();
    let mut found = Vec::new();
    for item in syn::parse_file(text).context("cannot parse the program without modules")?.items {
        let Item::Use(import) = item else { continue };
        let UseTree::Path(head) = import.tree else { continue };
        let UseTree::Group(group) = *head.tree else { continue };
        for tree in group.items {
            let range = tree.span().byte_range();
            let is_hit = spans
                .iter()
                .any(|span| span.is_primary && range.contains(&(span.byte_start as usize)));
            if is_hit {
                let mut words: Vec<String> = tokens::words(tree.to_token_stream());
                words.truncate(words.iter().position(|word| word == "as").unwrap_or(words.len()));
                words.insert(0, head.ident.to_string());
                found.push(words);
            }
        }
    }
    Ok(found)
}

struct Mover<'s> {
    scopes: &'s Scopes,
    /// Whether variables may shadow items that move to the root.
    is_shadowed: bool,
    macros: Vec<Item>,
    items: Vec<Item>,
}

impl Mover<'_> {
    /// Moves a module's items to the root; the conditions `cfgs` apply to each of them.
    fn module(&mut self, items: Vec<Item>, here: usize, cfgs: &[Attribute]) {
        for mut item in items {
            match item {
                Item::Mod(mut module) => {
                    module.attrs.retain(|attr| attr.path().is_ident("cfg"));
                    let all = [cfgs, &module.attrs].concat();
                    if let Some((brace, items)) = module.content {
                        let index = self.scopes.at(brace.span.open());
                        self.module(items, index.unwrap_or(here), &all);
                    }
                    continue;
                }
                Item::Use(import) => {
                    let attrs: Vec<_> = import.attrs.iter().chain(cfgs).collect();
                    for tree in self.scopes.moved_imports(here, &import.tree) {
                        self.items.push(parse_quote!(#(#attrs)* use #tree;));
                    }
                    continue;
                }
                _ => {}
            }
            let mut rewrite = rewrite::Rewrite::new(self.scopes, here, &mut item);
            rewrite.is_shadowed = self.is_shadowed;
            rewrite.visit_item_mut(&mut item);
            if let Some(attrs) = crate::items::attrs(&mut item) {
                attrs.splice(0..0, cfgs.iter().cloned());
            }
            match item {
                Item::Macro(ref definition) if definition.ident.is_some() => self.macros.push(item),
                _ => self.items.push(item),
            }
        }
    }
}
