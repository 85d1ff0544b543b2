//! Defines aliases for frequent names of std, such as `usize` and `Some`; [`crate::shorten`] then
//! shortens the aliases.

use anyhow::Result;
use proc_macro2::Ident;
use quote::{format_ident, ToTokens};
use std::collections::{BTreeMap, BTreeSet};
use syn::visit_mut::{self, VisitMut};
use syn::{parse_quote, File};

use crate::items::{self, PRELUDE, PRIMITIVES};
use crate::rustc::Rustc;
use crate::same::Before;
use crate::shorten::with_expressions;
use crate::squeeze::squeeze;

/// Length of an alias definition, such as `type a=usize;`, without the aliased name.
const COST: usize = 8;

/// Replaces names of std in a program without modules by aliases where that saves characters. On an error
/// `file` is unchanged.
pub(crate) fn alias(rustc: &Rustc, file: &mut File) -> Result<()> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let count = &mut |ident: &mut Ident| *counts.entry(ident.to_string()).or_default() += 1;
    StdNames(count).visit_file_mut(&mut file.clone());
    let own: BTreeSet<String> =
        file.items.iter().filter_map(items::name).map(Ident::to_string).collect();
    // Assumes that the shortened alias has two letters.
    counts
        .retain(|name, count| !own.contains(name) && *count * (name.len() - 2) > name.len() + COST);
    let mut renamed = file.clone();
    let rename = &mut |ident: &mut Ident| {
        if counts.contains_key(&ident.to_string()) {
            *ident = alias_of(ident);
        }
    };
    StdNames(rename).visit_file_mut(&mut renamed);
    let mut imports: Vec<syn::UseTree> = Vec::new();
    for name in counts.keys() {
        let old = format_ident!("{name}");
        let new = alias_of(&old);
        if PRIMITIVES.contains(&name.as_str()) {
            renamed.items.push(parse_quote!(type #new=#old;));
        } else {
            imports.push(parse_quote!(#old as #new));
        }
    }
    if !imports.is_empty() {
        renamed.items.push(parse_quote!(use {#(#imports),*};));
    }
    let names = counts.keys().map(|name| (name.clone(), BTreeSet::from([format!("{name}__0")])));
    let after = squeeze(renamed.to_token_stream());
    Before::new(rustc, file)?.compare(rustc, &after, &names.collect())?.accept()?;
    *file = renamed;
    Ok(())
}

fn alias_of(name: &Ident) -> Ident {
    Ident::new(&format!("{name}__0"), name.span())
}

/// Visits the primitives and prelude names that can have aliases.
struct StdNames<'v>(&'v mut dyn FnMut(&mut Ident));

impl StdNames<'_> {
    fn ident(&mut self, ident: &mut Ident) {
        let name = ident.to_string();
        if PRIMITIVES.contains(&name.as_str()) || PRELUDE.contains(&name.as_str()) {
            (self.0)(ident);
        }
    }
}

impl VisitMut for StdNames<'_> {
    // Names in attributes are kept; derive lists are tokens, which syn would not visit anyway.
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_item_use_mut(&mut self, _: &mut syn::ItemUse) {}

    // A module that is kept does not see the aliases.
    fn visit_item_mod_mut(&mut self, _: &mut syn::ItemMod) {}

    // A derived `PartialEq` compares the fields whose types are spelled as primitives before all others, so an alias
    // would change the order of comparison.
    fn visit_field_mut(&mut self, _: &mut syn::Field) {}

    fn visit_path_mut(&mut self, node: &mut syn::Path) {
        if node.leading_colon.is_none() {
            if let Some(first) = node.segments.first_mut() {
                self.ident(&mut first.ident);
            }
        }
        visit_mut::visit_path_mut(self, node);
    }

    fn visit_pat_ident_mut(&mut self, node: &mut syn::PatIdent) {
        self.ident(&mut node.ident);
        visit_mut::visit_pat_ident_mut(self, node);
    }

    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        with_expressions(node, |expr| self.visit_expr_mut(expr));
    }
}
