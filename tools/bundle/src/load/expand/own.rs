//! Calls of a dependency's own macros in the places of items, which are expanded, since unused code in them could not be
//! deleted otherwise.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeMap;
use syn::{Item, ItemMacro};

use super::called::calls;
use super::KEPT;
use crate::items;
use crate::load::macros;
use crate::tokens::{self, is_punct, Texts};

/// Further macros of the standard library that rules can call: what rustc prints for them is stable.
const STABLE: &str = "compile_error concat format_args matches stringify try write writeln";

/// Words of expanded code that only the standard library may contain.
const UNSTABLE: &[&str] =
    &["StructuralPartialEq", "assert_failed", "automatically_derived", "builtin", "panicking"];

/// Gives macros of one name in several modules different names, so that their calls can be expanded in one file.
pub(super) fn rename_repeated(list: &mut [Item]) {
    let definitions = tokens::definitions(list.iter().map(ToTokens::to_token_stream).collect());
    let mut names = Texts::new();
    let repeated = definitions.into_iter().map(|own| own.name);
    let mut repeated: Texts = repeated.filter(|name| !names.insert(name.clone())).collect();
    repeated.retain(|name| !is_imported(list, name));
    while !repeated.is_empty() {
        let mut renamed = list.to_vec();
        rename(&mut renamed, &repeated, &mut 0);
        // A macro of another module can call the one that is in scope at its own call.
        let left: TokenStream = renamed.iter().map(ToTokens::to_token_stream).collect();
        let count = repeated.len();
        let passed = arguments(left.clone());
        repeated.retain(|name| {
            !calls(left.clone(), &Texts::from([name.clone()])) && !passed.contains(name)
        });
        if repeated.len() == count {
            list.clone_from_slice(&renamed);
            return;
        }
    }
}

/// Returns the words in the arguments of macros: a macro can call another one whose name it receives.
fn arguments(stream: TokenStream) -> Texts {
    let mut words = Texts::new();
    tokens::visit(stream, &mut |trees, at| {
        if let (TokenTree::Group(group), Some(_)) = (&trees[at], tokens::called(&trees[..at])) {
            words.extend(tokens::words::<Vec<_>>(group.stream()));
        }
    });
    words
}

fn is_imported(list: &[Item], name: &str) -> bool {
    items::all(list).into_iter().any(|item| match item {
        Item::Use(import) => {
            tokens::idents(import.tree.to_token_stream()).iter().any(|word| word == name)
        }
        Item::Mod(module) => {
            let exports = module.attrs.iter().any(|attr| attr.path().is_ident("macro_use"));
            let definitions = || tokens::definitions(module.to_token_stream());
            exports && definitions().iter().any(|own| own.name == name)
        }
        _ => false,
    })
}

fn rename(list: &mut [Item], names: &Texts, number: &mut usize) {
    for item in list.iter_mut() {
        if let Item::Mod(syn::ItemMod { content: Some((_, inner)), .. }) = item {
            rename(inner, names, number);
        }
    }
    for at in 0..list.len() {
        let Item::Macro(ItemMacro { ident: Some(name), .. }) = &list[at] else { continue };
        // Definitions in one module are alternatives under conditions.
        let defines = |item: &&Item| items::name(item) == Some(name);
        let is_single = list.iter().filter(defines).count() == 1;
        if !is_single || !names.contains(&name.to_string()) {
            continue;
        }
        *number += 1;
        let new = BTreeMap::from([(name.to_string(), format!("{name}__{number}"))]);
        // Also before the definition: in macros that are called after it.
        for item in list.iter_mut() {
            // Renaming keeps the syntax.
            if let Ok(renamed) = syn::parse2(macros::renamed(item.to_token_stream(), &new)) {
                *item = renamed;
            }
        }
    }
}

/// Returns the macros in `own` whose expansion depends on nothing but their arguments, and whose results rustc can print.
pub(super) fn expandable(own: &[ItemMacro]) -> Texts {
    let names = own.iter().filter_map(|own| Some(own.ident.as_ref()?.to_string()));
    let mut all: Texts = Texts::new();
    let repeated: Texts = names.filter(|name| !all.insert(name.clone())).collect();
    all.retain(|name| !repeated.contains(name));
    loop {
        let is_fixed = |own: &&ItemMacro| calls_only(own.mac.tokens.clone(), &all);
        let names = own.iter().filter(is_fixed).filter_map(|own| own.ident.as_ref());
        let names: Texts = names.map(ToString::to_string).collect();
        let count = all.len();
        all.retain(|name| names.contains(name));
        if all.len() == count {
            return all;
        }
    }
}

/// Returns whether `stream` has no conditions and calls only macros in `names` and stable ones of the standard library.
fn calls_only(stream: TokenStream, names: &Texts) -> bool {
    let is_standard = |name: &str| {
        KEPT.split_whitespace().chain(STABLE.split_whitespace()).any(|one| one == name)
    };
    !tokens::any(stream, &|trees, at| {
        let (TokenTree::Ident(word), before) = (&trees[at], &trees[..at]) else { return false };
        let name = word.to_string();
        // The file that is expanded has no modules of the crate.
        let is_elsewhere = || {
            at > 2
                && tokens::is_qualified(before)
                && !tokens::is_standard(&trees[at - 3].to_string())
        };
        let is_fixed = || {
            (names.contains(&name) || is_standard(&name))
                && !is_punct(before.last(), '$')
                && !is_elsewhere()
        };
        let is_call =
            tokens::is_call(&trees[at + 1..]) && tokens::called(&trees[..at + 2]).is_some();
        ["cfg", "cfg_attr"].contains(&&*name) || is_call && !is_fixed()
    })
}

/// Returns whether an item is a call of one of these macros, without attributes that have an effect.
pub(super) fn is_call(item: &Item, expandable: &Texts) -> bool {
    let Item::Macro(ItemMacro { attrs, ident: None, mac, .. }) = item else { return false };
    attrs.iter().all(|attr| attr.path().is_ident("doc"))
        && mac.path.get_ident().is_some_and(|name| expandable.contains(&name.to_string()))
        && calls_only(mac.tokens.clone(), expandable)
}

/// Returns whether rustc could not expand a macro; it leaves out such a call.
pub(super) fn is_incomplete(messages: &str) -> bool {
    let causes = [
        "cannot find macro",
        "no rules expected",
        "unexpected end of macro",
        "recursion limit",
        "local ambiguity",
        "macro expansion ignores",
        "is ambiguous",
    ];
    causes.iter().any(|cause| messages.contains(cause))
}

/// Returns whether the code of such a call is complete and stable.
pub(super) fn is_usable(items: &[Item], expandable: &Texts) -> bool {
    let stream: TokenStream = items.iter().map(ToTokens::to_token_stream).collect();
    // A macro's variable is left, such as `$crate`.
    let is_variable = |trees: &[TokenTree], at: usize| is_punct(trees.get(at), '$');
    !tokens::any(stream.clone(), &is_variable)
        && !items.iter().any(|item| is_call(item, expandable))
        && !tokens::idents(stream).iter().any(|word| UNSTABLE.iter().any(|one| word == one))
}
