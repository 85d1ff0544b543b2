//! The imports of the root, merged.

use proc_macro2::Span;
use std::collections::BTreeMap;
use syn::{parse_quote, Ident, Item};

/// Items that import each path under its name, one for each crate.
pub(super) fn merged(hoisted: &BTreeMap<Vec<String>, String>) -> Vec<Item> {
    let mut root = Tree::default();
    for (path, name) in hoisted {
        let mut tree = &mut root;
        for part in path {
            tree = tree.below.entry(part.clone()).or_default();
        }
        tree.name = Some(name.clone());
    }
    root.below
        .iter()
        .map(|(name, tree)| {
            let tree = tree.import(name);
            parse_quote!(use #tree;)
        })
        .collect()
}

/// Imports with a common head.
#[derive(Default)]
struct Tree {
    name: Option<String>,
    below: BTreeMap<String, Tree>,
}

impl Tree {
    fn import(&self, part: &str) -> proc_macro2::TokenStream {
        let ident = Ident::new(part, Span::call_site());
        let own = |head: &Ident| {
            self.name.as_ref().map(|name| {
                let name: proc_macro2::TokenStream = name.parse().unwrap_or_default();
                if name.to_string() == part {
                    quote::quote!(#head)
                } else {
                    quote::quote!(#head as #name)
                }
            })
        };
        if self.below.is_empty() {
            return own(&ident).unwrap_or_default();
        }
        let this = Ident::new("self", Span::call_site());
        let mut parts: Vec<_> = own(&this).into_iter().collect();
        parts.extend(self.below.iter().map(|(part, tree)| tree.import(part)));
        match parts.as_slice() {
            [only] if self.name.is_none() => quote::quote!(#ident::#only),
            _ => quote::quote!(#ident::{#(#parts),*}),
        }
    }
}
