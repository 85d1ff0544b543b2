//! The macros whose calls are expanded.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Item, ItemMacro};

use super::{own, procedural, STANDARD_DERIVES};
use crate::items;
use crate::tokens::{self, is_punct, is_word, Texts};

/// The macros whose calls are expanded.
pub(super) struct Called {
    /// The macros whose calls are expanded with the item around them.
    anywhere: Texts,
    /// The macros whose calls are expanded if they are items.
    pub(super) expandable: Texts,
}

impl Called {
    /// Selects macros of a crate with the items `list` and the macros `own`. Its dependencies pass on the procedural macros
    /// `passed_on`.
    pub(super) fn of(
        list: &[Item],
        own: &[ItemMacro],
        passed_on: &Texts,
        is_dependency: bool,
    ) -> Called {
        let conditional = own.iter().filter(|own| {
            let rules = &own.mac.tokens;
            has_open_feature(rules.clone()) || has_procedural_derive(rules.clone())
        });
        let names = conditional.filter_map(|own| Some(own.ident.as_ref()?.to_string()));
        let mut anywhere: Texts = names.chain(passed_on.iter().cloned()).collect();
        anywhere.extend(imported(list));
        add_callers(own, &mut anywhere);
        // In the program itself, calls are shorter than their code.
        let expandable = if is_dependency { own::expandable(own) } else { Texts::new() };
        Called { anywhere, expandable }
    }

    /// Returns whether an item, other than the definition of a macro, calls one of these macros or one of a crate of procedural
    /// macros, or is a call with a procedural derive in its arguments.
    pub(super) fn by(&self, item: &Item) -> bool {
        let calls = || calls(item.to_token_stream(), &self.anywhere);
        match item {
            Item::Use(_) => false,
            Item::Macro(ItemMacro { ident, mac, .. }) => {
                let has_derive = || has_procedural_derive(mac.tokens.clone());
                ident.is_none() && (calls() || has_derive() || own::is_call(item, &self.expandable))
            }
            _ => calls(),
        }
    }
}

pub(super) fn calls(stream: TokenStream, names: &Texts) -> bool {
    tokens::any(stream, &|trees, at| {
        let TokenTree::Ident(word) = &trees[at] else { return false };
        let (name, next) = (word.to_string(), trees.get(at + 1));
        is_punct(next, '!') && names.contains(&name)
            || is_punct(next, ':') && name.ends_with(procedural::MARK)
    })
}

/// Returns the names that `list` imports from crates of procedural macros.
fn imported(list: &[Item]) -> Vec<String> {
    let imports = items::all(list).into_iter().filter_map(|item| match item {
        Item::Use(import) => Some(tokens::words::<Vec<_>>(import.tree.to_token_stream())),
        _ => None,
    });
    let procedural =
        imports.filter(|words| words.iter().any(|word| word.ends_with(procedural::MARK)));
    procedural.flatten().collect()
}

/// Adds the macros in `own` whose rules call one of the macros `called`, at any depth.
fn add_callers(own: &[ItemMacro], called: &mut Texts) {
    let mut known = 0;
    while known != called.len() {
        known = called.len();
        let callers = own.iter().filter(|own| calls(own.mac.tokens.clone(), called));
        let callers: Vec<String> =
            callers.filter_map(|own| Some(own.ident.as_ref()?.to_string())).collect();
        called.extend(callers);
    }
}

/// Returns whether the rules of a macro contain `feature = $name`.
fn has_open_feature(rules: TokenStream) -> bool {
    tokens::any(rules, &|trees, at| {
        is_word(trees.get(at), "feature")
            && is_punct(trees.get(at + 1), '=')
            && is_punct(trees.get(at + 2), '$')
    })
}

/// Returns whether the rules of a macro contain a derive that is procedural.
fn has_procedural_derive(rules: TokenStream) -> bool {
    let is_other = |names: &[TokenTree], at: usize| {
        let name = names[at].to_string();
        matches!(names[at], TokenTree::Ident(_))
            && name.starts_with(char::is_uppercase)
            && !STANDARD_DERIVES.contains(&&*name)
            && !is_punct(names[..at].last(), '$')
    };
    tokens::any(rules, &|trees, at| match &trees[at] {
        TokenTree::Group(list) if is_word(trees[..at].last(), "derive") => {
            let names: Vec<TokenTree> = list.stream().into_iter().collect();
            (0..names.len()).any(|at| is_other(&names, at))
        }
        _ => false,
    })
}
