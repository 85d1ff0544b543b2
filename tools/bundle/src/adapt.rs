//! Changes code that rustc rejects only since all crates are one file.

use anyhow::Result;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{format_ident, quote, ToTokens};
use std::collections::BTreeSet;
use syn::visit_mut::VisitMut;
use syn::{parse_quote, File, Item, ItemUse, Visibility};

use crate::rustc::{code, quoted, ranges, Rustc};
use crate::squeeze::squeeze;
use crate::tokens::{self, is_punct, is_word, Texts};

/// Changes `file`, whose printed form is `text`: allows lints that cargo does not apply to dependencies, restricts imports
/// that other crates could use, and marks types of trait objects in macros of earlier editions. Returns the printed form.
pub(crate) fn adapt(rustc: &Rustc, file: &mut File, mut text: String) -> Result<String> {
    let mut allowed = BTreeSet::new();
    // No change is made twice, so the loop ends although a change may not help.
    loop {
        let errors = rustc.check(&text)?.errors;
        // A note names the level of the lint: `#[deny(overflowing_literals)]` on by default.
        let notes = errors.iter().flat_map(|error| &error.children);
        let lints = notes.filter_map(|note| note.message.strip_prefix("`#[deny("));
        let lints: BTreeSet<&str> = lints.filter_map(|rest| rest.split(')').next()).collect();
        for lint in lints.into_iter().filter(|lint| allowed.insert((*lint).to_owned())) {
            let lint = format_ident!("{lint}");
            file.attrs.push(parse_quote!(#![allow(#lint)]));
        }
        let with_code = |codes: &'static [&str]| {
            errors.iter().filter(move |error| codes.contains(&code(error)))
        };
        let names = with_code(&["E0364", "E0365"]).filter_map(quoted);
        let names = names.map(str::to_string).collect();
        let mut restrict = Restrict { names: &names, is_public: true, found: false, module: None };
        restrict.visit_file_mut(file);
        if !restrict.found {
            Restrict { is_public: false, ..restrict }.visit_file_mut(file);
        }
        let words = tokens::idents_of(&text);
        let objects = ranges(with_code(&["E0782"]));
        let objects = objects.filter_map(|range| tokens::word_at(&words, range.start)).collect();
        // Where a type would not parse either, such as in an expression, rustc's error is reported.
        if let Ok(marked) = syn::parse2(with_dyn(file.to_token_stream(), &objects)) {
            *file = marked;
        }
        let adapted = squeeze(file.to_token_stream());
        if adapted == text {
            return Ok(text);
        }
        text = adapted;
    }
}

/// Restricts the imports of `names`: public ones to the file, since the macros that crates export are visible only there,
/// and the others to the crate, where private items of its root are visible.
struct Restrict<'r> {
    names: &'r Texts,
    is_public: bool,
    found: bool,
    /// The module of the crate.
    module: Option<Ident>,
}

impl VisitMut for Restrict<'_> {
    fn visit_file_mut(&mut self, file: &mut File) {
        for item in &mut file.items {
            self.module = match item {
                Item::Mod(module) => Some(module.ident.clone()),
                _ => None,
            };
            self.visit_item_mut(item);
        }
    }

    fn visit_item_use_mut(&mut self, item: &mut ItemUse) {
        let words: Texts = tokens::words(item.tree.to_token_stream());
        if words.is_disjoint(self.names) {
            return;
        }
        match (&item.vis, &self.module) {
            (Visibility::Public(_), _) if self.is_public => item.vis = parse_quote!(pub(crate)),
            (Visibility::Restricted(_), Some(module)) if !self.is_public => {
                item.vis = parse_quote!(pub(in crate::#module));
            }
            _ => return,
        }
        self.found = true;
    }
}

/// Inserts `dyn` before the words with the numbers `places`, or the `$` before them.
fn with_dyn(stream: TokenStream, places: &BTreeSet<usize>) -> TokenStream {
    let mut at = 0;
    tokens::replace(stream, &mut |before, tree, after| {
        let is_start = match tree {
            TokenTree::Ident(_) => {
                at += 1;
                places.contains(&(at - 1)) && !is_punct(before.last(), '$')
            }
            tree @ TokenTree::Punct(_) => {
                let is_variable = matches!(after.first(), Some(TokenTree::Ident(_)));
                is_punct(Some(tree), '$') && is_variable && places.contains(&at)
            }
            _ => false,
        };
        (is_start && !is_word(before.last(), "dyn")).then(|| quote!(dyn #tree))
    })
}
