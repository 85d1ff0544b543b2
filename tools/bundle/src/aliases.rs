//! Defines aliases for frequent names of std, such as `usize` and `Some`; [`crate::shorten`] then
//! shortens the aliases.

use anyhow::Result;
use cargo_metadata::diagnostic::Diagnostic;
use proc_macro2::Ident;
use quote::{format_ident, ToTokens};
use std::collections::BTreeMap;
use syn::visit_mut::{self, VisitMut};
use syn::{parse_quote, File};

use crate::items::{self, PRELUDE, PRIMITIVES};
use crate::rustc::{self, Rustc};
use crate::same::{Before, Verdict};
use crate::shorten::with_expressions;
use crate::squeeze::squeeze;
use crate::tokens::{self, Texts};

/// Length of an alias definition, such as `type a=usize;`, without the aliased name.
const COST: usize = 8;

/// Replaces names of std in a program without modules by aliases where that saves characters, except names that rustc does not
/// accept as aliases everywhere. On an error `file` is unchanged.
pub(crate) fn define(rustc: &Rustc, file: &mut File) -> Result<()> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let count = &mut |ident: &mut Ident| *counts.entry(ident.to_string()).or_default() += 1;
    StdNames(count).visit_file_mut(&mut file.clone());
    let own: Texts = file.items.iter().filter_map(items::name).map(Ident::to_string).collect();
    // Assumes that the shortened alias has two letters.
    counts
        .retain(|name, count| !own.contains(name) && *count * (name.len() - 2) > name.len() + COST);
    let mut names: Texts = counts.into_keys().collect();
    let before = Before::new(rustc, file)?;
    loop {
        let renamed = with_aliases(file, &names);
        let text = squeeze(renamed.to_token_stream());
        let renames = names.iter().map(|name| (name.clone(), Texts::from([alias(name)])));
        let verdict = before.compare(rustc, &text, &renames.collect())?;
        let words = match &verdict {
            Verdict::Same => {
                *file = renamed;
                return Ok(());
            }
            Verdict::Errors(errors) => words_at(errors, &text),
            Verdict::Differs(all) => all.iter().flat_map(|one| one.words.clone()).collect(),
        };
        let count = names.len();
        names.retain(|name| !words.contains(name) && !words.contains(&alias(name)));
        if names.len() == count {
            return verdict.accept();
        }
    }
}

/// Returns the words of the code at errors in `text`.
fn words_at(errors: &[Diagnostic], text: &str) -> Texts {
    let code = rustc::ranges(errors).filter_map(|range| text.get(range));
    code.filter_map(|code| code.parse().ok()).flat_map(tokens::words::<Vec<_>>).collect()
}

/// Returns `file` with aliases of `names`.
fn with_aliases(file: &File, names: &Texts) -> File {
    let mut renamed = file.clone();
    let rename = &mut |ident: &mut Ident| {
        if names.contains(&ident.to_string()) {
            *ident = alias_of(ident);
        }
    };
    StdNames(rename).visit_file_mut(&mut renamed);
    let mut imports: Vec<syn::UseTree> = Vec::new();
    for name in names {
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
    renamed
}

fn alias_of(name: &Ident) -> Ident {
    Ident::new(&alias(&name.to_string()), name.span())
}

fn alias(name: &str) -> String {
    format!("{name}__0")
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
