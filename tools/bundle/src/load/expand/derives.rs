//! Derives in generated code, which rustc expands too.

use anyhow::{Context, Result};
use proc_macro2::Ident;
use quote::{quote, ToTokens};
use syn::visit_mut::{self, VisitMut};
use syn::{parse_quote, Item, Stmt};

use super::{run, STANDARD_DERIVES};
use crate::cargo::Unit;
use crate::items;
use crate::tokens::Texts;

/// Replaces impls that rustc derived, whose code is unstable outside of std, by derives of their types in `list`, and in the
/// modules and blocks in it.
pub(super) fn restore(unit: &Unit, list: &mut Vec<Item>) -> Result<()> {
    let mut inside = Inside { unit, result: restore_beside(unit, list) };
    list.iter_mut().for_each(|item| inside.visit_item_mut(item));
    inside.result
}

struct Inside<'u> {
    unit: &'u Unit,
    result: Result<()>,
}

impl Inside<'_> {
    fn restore(&mut self, list: &mut Vec<Item>) {
        if self.result.is_ok() {
            self.result = restore_beside(self.unit, list);
        }
    }
}

impl VisitMut for Inside<'_> {
    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        if let Some((_, list)) = &mut module.content {
            self.restore(list);
        }
        visit_mut::visit_item_mod_mut(self, module);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let items = block.stmts.iter().map_while(|stmt| match stmt {
            Stmt::Item(item) => Some(item.clone()),
            _ => None,
        });
        let mut list: Vec<Item> = items.collect();
        let others = block.stmts.split_off(list.len());
        self.restore(&mut list);
        block.stmts = list.into_iter().map(Stmt::Item).chain(others).collect();
        visit_mut::visit_block_mut(self, block);
    }
}

fn restore_beside(unit: &Unit, list: &mut Vec<Item>) -> Result<()> {
    let mut derives: Vec<(Ident, Ident)> = Vec::new();
    for item in list.iter() {
        let Some((own, name)) = derived(item) else { continue };
        let is_standard = STANDARD_DERIVES.contains(&name.to_string().as_str());
        let mut types = list.iter().filter(|item| !matches!(item, Item::Fn(_) | Item::Macro(_)));
        if is_standard && types.any(|item| items::name(item) == Some(&own)) {
            derives.push((own, name));
        }
    }
    if derives.is_empty() {
        return Ok(());
    }
    let mut types = list.clone();
    types.retain_mut(|item| add(item, &derives));
    let text = run(unit, quote!(#(#types)*))?.stdout;
    let expanded = syn::parse_file(&text).context("cannot parse derived code")?.items;
    let expanded: Texts = expanded.iter().map(|item| item.to_token_stream().to_string()).collect();
    // A procedural macro can mark its own impl like a derived one.
    let is_rustcs = |item: &Item| expanded.contains(&item.to_token_stream().to_string());
    let written = list.iter().filter(|item| !is_rustcs(item)).filter_map(derived);
    let written: Vec<(Ident, Ident)> = written.collect();
    list.retain(|item| derived(item).is_none() || !is_rustcs(item));
    derives.retain(|derive| !written.contains(derive));
    for item in list {
        add(item, &derives);
    }
    Ok(())
}

/// Adds the derives of an item, which `derives` has beside its name; returns whether there are any.
fn add(item: &mut Item, derives: &[(Ident, Ident)]) -> bool {
    let own = derives.iter().filter(|(name, _)| items::name(item) == Some(name));
    let own: Vec<Ident> = own.map(|(_, derive)| derive.clone()).collect();
    let attrs = items::attrs_mut(item).filter(|_| !own.is_empty());
    attrs.map(|attrs| attrs.push(parse_quote!(#[derive(#(#own),*)]))).is_some()
}

/// Returns the names of type and trait if an impl has the mark of derived ones.
fn derived(item: &Item) -> Option<(Ident, Ident)> {
    let Item::Impl(item) = item else { return None };
    item.attrs.iter().find(|attr| attr.path().is_ident("automatically_derived"))?;
    let syn::Type::Path(own) = &*item.self_ty else { return None };
    let (path, _) = item.trait_.as_ref()?;
    Some((own.path.segments.last()?.ident.clone(), path.segments.last()?.ident.clone()))
}
