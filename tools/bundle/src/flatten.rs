//! Moves all items to the root; deletes modules, imports, visibilities and path prefixes, and renames items
//! whose names collide.

mod rewrite;
mod scopes;

use anyhow::{bail, Result};
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::visit_mut::VisitMut;
use syn::{parse_quote, File, Item};

use crate::rustc::Rustc;
use crate::same;
use scopes::Scopes;

pub(crate) fn flatten(rustc: &Rustc, file: &File) -> Result<File> {
    let scopes = Scopes::of(&file.items)?;
    let mut flat = File { items: Vec::new(), ..file.clone() };
    let mut mover = Mover { scopes: &scopes, next: 0, macros: Vec::new(), items: Vec::new() };
    mover.module(file.items.clone(), &[])?;
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
    same::require(rustc, file, &flat, &renames)?;
    Ok(flat)
}

struct Mover<'s> {
    scopes: &'s Scopes,
    next: usize,
    macros: Vec<Item>,
    items: Vec<Item>,
}

impl Mover<'_> {
    /// Moves a module's items to the root; the conditions `cfgs` apply to each of them.
    fn module(&mut self, items: Vec<Item>, cfgs: &[syn::Attribute]) -> Result<()> {
        let here = self.next;
        self.next += 1;
        for mut item in items {
            match item {
                Item::Mod(module) => {
                    let mut all = cfgs.to_vec();
                    for attr in module.attrs {
                        match attr.path().get_ident().map(ToString::to_string).as_deref() {
                            Some("cfg") => all.push(attr),
                            Some("macro_use" | "allow" | "path") => {}
                            _ => bail!("module `{}` has an unsupported attribute", module.ident),
                        }
                    }
                    if let Some((_, items)) = module.content {
                        self.module(items, &all)?;
                    }
                    continue;
                }
                Item::Use(import) => {
                    if let Some(path) = self.scopes.foreign_glob(here, &import) {
                        let attrs = import.attrs.iter().chain(cfgs);
                        let path = path.iter().map(|name| Ident::new(name, Span::call_site()));
                        self.items.push(parse_quote!(#(#attrs)* use #(#path)::*::*;));
                    }
                    continue;
                }
                _ => {}
            }
            rewrite::Rewrite::new(self.scopes, here).visit_item_mut(&mut item);
            if let Some(attrs) = crate::items::attrs(&mut item) {
                attrs.splice(0..0, cfgs.iter().cloned());
            }
            match item {
                Item::Macro(ref definition) if definition.ident.is_some() => self.macros.push(item),
                _ => self.items.push(item),
            }
        }
        Ok(())
    }
}
