//! The macros whose calls are expanded.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::{Item, ItemMacro};

use super::{own, procedural, STANDARD_DERIVES};
use crate::tokens::{self, is_punct};

/// The macros whose calls are expanded.
pub(super) struct Called {
    /// The macros whose calls are expanded with the item around them.
    anywhere: BTreeSet<String>,
    /// The macros whose calls are expanded if they are items.
    pub(super) expandable: BTreeSet<String>,
}

impl Called {
    /// Selects macros of a crate with the items `list` and the macros `own`. Its dependencies pass on the procedural macros
    /// `passed_on`.
    pub(super) fn of(
        list: &[Item],
        own: &[ItemMacro],
        passed_on: BTreeSet<String>,
        is_dependency: bool,
    ) -> Called {
        let conditional = own.iter().filter(|own| {
            let rules = &own.mac.tokens;
            has_open_feature(rules.clone()) || has_procedural_derive(rules.clone())
        });
        let names = conditional.filter_map(|own| Some(own.ident.as_ref()?.to_string()));
        let mut anywhere: BTreeSet<String> = names.chain(passed_on).collect();
        imported(list, &mut anywhere);
        add_callers(own, &mut anywhere);
        // In the program itself, calls are shorter than their code.
        let expandable = if is_dependency { own::expandable(own) } else { BTreeSet::new() };
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

pub(super) fn calls(stream: TokenStream, names: &BTreeSet<String>) -> bool {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    trees.iter().enumerate().any(|(at, tree)| match tree {
        TokenTree::Group(group) => calls(group.stream(), names),
        TokenTree::Ident(word) => {
            let name = word.to_string();
            is_punct(trees.get(at + 1), '!') && names.contains(&name)
                || is_punct(trees.get(at + 1), ':') && name.ends_with(procedural::MARK)
        }
        _ => false,
    })
}

/// Adds the names that `list` imports from crates of procedural macros.
fn imported(list: &[Item], names: &mut BTreeSet<String>) {
    for item in list {
        match item {
            Item::Mod(module) => {
                imported(module.content.as_ref().map_or(&[][..], |(_, items)| items), names);
            }
            Item::Use(import) => {
                let words: Vec<String> = tokens::words(import.tree.to_token_stream());
                let is_procedural = words.iter().any(|word| word.ends_with(procedural::MARK));
                names.extend(words.into_iter().filter(|_| is_procedural));
            }
            _ => {}
        }
    }
}

/// Adds the macros in `own` whose rules call one of the macros `called`, at any depth.
fn add_callers(own: &[ItemMacro], called: &mut BTreeSet<String>) {
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
    let trees: Vec<TokenTree> = rules.into_iter().collect();
    let is_open = |part: &[TokenTree]| {
        let [word, equal, dollar] = part else { return false };
        word.to_string() == "feature" && is_punct(Some(equal), '=') && is_punct(Some(dollar), '$')
    };
    trees.windows(3).any(is_open)
        || trees.iter().any(|tree| match tree {
            TokenTree::Group(group) => has_open_feature(group.stream()),
            _ => false,
        })
}

/// Returns whether the rules of a macro contain a derive that is procedural.
fn has_procedural_derive(rules: TokenStream) -> bool {
    let trees: Vec<TokenTree> = rules.into_iter().collect();
    let is_other = |tree: &TokenTree| {
        matches!(tree, TokenTree::Ident(name) if name.to_string().starts_with(char::is_uppercase))
            && !STANDARD_DERIVES.contains(&tree.to_string().as_str())
    };
    trees.iter().enumerate().any(|(at, tree)| {
        let TokenTree::Group(group) = tree else { return false };
        let before = at.checked_sub(1).map(|before| trees[before].to_string());
        let names: Vec<TokenTree> = group.stream().into_iter().collect();
        let procedural = names.iter().enumerate().any(|(at, name)| {
            is_other(name) && !at.checked_sub(1).is_some_and(|at| is_punct(names.get(at), '$'))
        });
        before.as_deref() == Some("derive") && procedural || has_procedural_derive(group.stream())
    })
}
