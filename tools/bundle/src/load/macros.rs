//! Definitions of macros, whose names are global in the bundle.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{quote, ToTokens};
use std::collections::{BTreeMap, BTreeSet};
use syn::{parse_quote, Item};

use crate::cfg::{self, Facts, Verdict};
use crate::load;
use crate::tokens::{self, definitions, is_punct, is_qualified, Definition};

/// Returns whether the attribute `macro_export` at the end of `out` has the option `local_inner_macros`, and removes
/// the option.
pub(crate) fn take_local_inner(out: &mut [TokenTree]) -> bool {
    let mut found = tokens::attributes_before(out).into_iter();
    let at = found.find(|&at| tokens::is_list(out.get(at + 1), "macro_export"));
    let Some(at) = at.filter(|&at| out[at + 1].to_string().contains("local_inner_macros")) else {
        return false;
    };
    out[at + 1] = cfg::bracketed(quote!(macro_export));
    true
}

/// Adds `$crate::` to the calls of macros in the results of `rules`.
pub(crate) fn with_local_calls(rules: TokenStream) -> TokenStream {
    let local = |before: &[TokenTree], name: &Ident, after: &[TokenTree]| {
        let is_call = matches!(after, [bang, TokenTree::Group(_), ..] if is_punct(Some(bang), '!'));
        (is_call && !is_qualified(before)).then(|| quote!($crate::#name))
    };
    tokens::map(rules, &mut |before, tree| match &tree {
        TokenTree::Group(group) if is_punct(before.last(), '>') => {
            tokens::regroup(group, tokens::replace(group.stream(), &local))
        }
        _ => tree,
    })
}

/// Returns the arms of a call of `cfg_if!` that can be chosen, with their conditions as attributes; `None` if they are
/// not items.
pub(crate) fn cfg_if(stream: TokenStream, facts: &Facts) -> Option<TokenStream> {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    let is = |tree: &TokenTree, word: &str| matches!(tree, TokenTree::Ident(own) if own == word);
    let mut rest = &trees[..];
    let (mut out, mut others) = (TokenStream::new(), Vec::new());
    while !rest.is_empty() {
        let (condition, body) = match rest {
            [word, _, TokenTree::Group(condition), TokenTree::Group(body), after @ ..]
                if is(word, "if") =>
            {
                rest = if after.first().is_some_and(|word| is(word, "else")) {
                    &after[1..]
                } else {
                    after
                };
                let condition = syn::parse2::<syn::MetaList>(condition.stream()).ok()?;
                (cfg::judge(condition.tokens, facts)?, body)
            }
            [TokenTree::Group(body)] => {
                rest = &[];
                (Verdict::True, body)
            }
            _ => return None,
        };
        let mut all: Vec<TokenStream> = others.iter().map(|other| quote!(not(#other))).collect();
        match &condition {
            Verdict::False => continue,
            Verdict::True => rest = &[],
            Verdict::Open(open) => {
                all.push(open.clone());
                others.push(open.clone());
            }
        }
        if all.is_empty() {
            out.extend(body.stream());
        } else {
            let items = syn::parse2::<syn::File>(body.stream()).ok()?.items;
            for item in items {
                out.extend(quote!(#[cfg(all(#(#all),*))] #item));
            }
        }
    }
    Some(out)
}

/// Renames the macros of a crate whose names are `taken` by other crates' macros, and the exported ones whose names
/// other items of the crate's root have; returns the old names by the new ones.
pub(crate) fn rename(
    stream: TokenStream,
    taken: &mut BTreeSet<String>,
) -> (TokenStream, BTreeMap<String, String>) {
    let definitions = definitions(stream.clone());
    let root = tokens::declared(stream.clone(), true);
    let mut names = BTreeMap::new();
    for Definition { name, is_exported, .. } in &definitions {
        if taken.contains(name) || *is_exported && root.contains(name) {
            let mut new = format!("{name}_");
            while taken.contains(&new) || root.contains(&new) {
                new.push('_');
            }
            names.insert(name.clone(), new);
        }
    }
    taken.extend(definitions.into_iter().map(|definition| definition.name));
    taken.extend(names.values().cloned());
    let renamed = tokens::replace(stream, &|before, word, after| {
        let new = Ident::new(names.get(&word.to_string())?, word.span());
        let is = |tree: Option<&TokenTree>, text| tree.is_some_and(|tree| tree.to_string() == text);
        if is(before.last(), "use") && is(after.first(), ";") {
            return Some(quote!(#new as #word));
        }
        let is_defined = tokens::called(before).is_some_and(|name| name == "macro_rules");
        let is_called = is(after.first(), "!") && !is_qualified(before);
        let is_imported = is(before.last(), "use") && is(after.first(), "as");
        (is_defined || is_called || is_imported).then(|| quote!(#new))
    });
    (renamed, names.into_iter().map(|(old, new)| (new, old)).collect())
}

/// Moves all `#[macro_export]` macros to the front of the root, under the names that they have in other crates; `old`
/// has the names of renamed macros. Paths in macros are resolved at the call, so the move does not affect them.
/// Returns the names.
pub(crate) fn reexport(items: &mut Vec<Item>, old: &BTreeMap<String, String>) -> BTreeSet<String> {
    let mut exported = Vec::new();
    take_exported(items, &mut exported);
    let mut names = BTreeSet::new();
    let mut front = Vec::new();
    for item in exported {
        let Item::Macro(definition) = &item else { continue };
        let Some(name) = &definition.ident else { continue };
        let cfgs = definition.attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
        let public = old.get(&name.to_string()).map(|old| Ident::new(old, Span::call_site()));
        let alias = public.iter().map(|old| quote!(as #old));
        front.push(parse_quote!(#(#cfgs)* pub(crate) use #name #(#alias)*;));
        names.insert(public.as_ref().unwrap_or(name).to_string());
        front.insert(front.len() - 1, item);
    }
    // An import of the macro finds items of its name too, which must be visible.
    for item in items.iter_mut() {
        let (name, vis) = match item {
            Item::Mod(item) => (&item.ident, &mut item.vis),
            Item::Fn(item) => (&item.sig.ident, &mut item.vis),
            _ => continue,
        };
        if names.contains(&name.to_string()) && matches!(vis, syn::Visibility::Inherited) {
            *vis = parse_quote!(pub(crate));
        }
    }
    items.splice(0..0, front);
    names
}

fn take_exported(items: &mut Vec<Item>, exported: &mut Vec<Item>) {
    items.retain_mut(|item| {
        match item {
            Item::Mod(module) => {
                module.content.iter_mut().for_each(|(_, items)| take_exported(items, exported));
            }
            Item::Macro(item) => {
                let count = item.attrs.len();
                item.attrs.retain(|attr| !attr.path().is_ident("macro_export"));
                if item.attrs.len() < count {
                    exported.push(Item::Macro(item.clone()));
                    return false;
                }
            }
            _ => {}
        }
        true
    });
}

/// Imports the macros `names` of the crate `module` in all modules: the effect of `#[macro_use] extern crate`.
pub(crate) fn import(items: &mut Vec<Item>, module: &str, names: &BTreeSet<String>) {
    let mut own = BTreeSet::new();
    for item in items.iter_mut() {
        // `use crate::module as name`, once `extern crate`, imports no macro.
        let words: Vec<String> = tokens::words(item.to_token_stream());
        if !matches!(&words[..], [.., from, to, _] if from == module && to == "as") {
            own.extend(tokens::declared(item.to_token_stream(), true));
        }
        match item {
            Item::Mod(inner) => {
                inner.content.iter_mut().for_each(|(_, items)| import(items, module, names));
            }
            Item::Macro(item) => own.extend(item.ident.as_ref().map(ToString::to_string)),
            _ => {}
        }
    }
    let needed = names.iter().filter(|name| !own.contains(*name));
    let needed: Vec<Ident> = needed.map(|name| Ident::new(name, Span::call_site())).collect();
    let module = load::root_path(module);
    items.insert(0, parse_quote!(use #module::{#(#needed),*};));
}

/// Restricts the visibility of re-exported macros and crates, which are visible only in the bundle.
pub(crate) fn restrict(items: &mut [Item], names: &BTreeSet<String>) {
    for item in items {
        match item {
            Item::Mod(module) => {
                module.content.iter_mut().for_each(|(_, items)| restrict(items, names));
            }
            Item::Use(item) if matches!(item.vis, syn::Visibility::Public(_)) => {
                let words: BTreeSet<String> = tokens::words(item.tree.to_token_stream());
                if !words.is_disjoint(names) {
                    item.vis = parse_quote!(pub(crate));
                }
            }
            _ => {}
        }
    }
}
