//! Definitions of macros, whose names are global in the bundle.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{format_ident, quote, ToTokens};
use std::collections::BTreeMap;
use syn::{parse_quote, Attribute, Item, ItemMacro};

use crate::cfg::{self, Facts, Verdict};
use crate::imports;
use crate::tokens::{
    self, attributes_before, defined, definitions, is_punct, is_qualified, is_word, Definition,
    Texts,
};
use crate::{attributes, items};

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
    let mut local = |before: &[TokenTree], tree: &TokenTree, after: &[TokenTree]| {
        let is_name = matches!(tree, TokenTree::Ident(_)) && !is_qualified(before);
        (is_name && tokens::is_call(after)).then(|| quote!($crate::#tree))
    };
    tokens::replace(rules, &mut |before, tree, _| match tree {
        TokenTree::Group(group) if is_punct(before.last(), '>') => {
            Some(tokens::regroup(group, tokens::replace(group.stream(), &mut local)).into())
        }
        tree => Some(tree.clone().into()),
    })
}

/// Returns the arms of a call of `cfg_if!` or `cfg_select!` that can be chosen, with their conditions as attributes; `None` if
/// they are not items.
pub(crate) fn chosen(stream: TokenStream, facts: &Facts) -> Option<TokenStream> {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    let (mut out, mut others) = (TokenStream::new(), Vec::new());
    for (condition, body) in arms(&trees)? {
        let verdict = cfg::judge(condition, facts)?;
        let mut all: Vec<TokenStream> = others.iter().map(|other| quote!(not(#other))).collect();
        match &verdict {
            Verdict::False => continue,
            Verdict::True => {}
            Verdict::Open(open) => {
                all.push(open.clone());
                others.push(open.clone());
            }
        }
        let items = syn::parse2::<syn::File>(body).ok()?.items;
        let conditions = (!all.is_empty()).then(|| quote!(#[cfg(all(#(#all),*))]));
        items.iter().for_each(|item| out.extend(quote!(#conditions #item)));
        if matches!(verdict, Verdict::True) {
            break;
        }
    }
    Some(out)
}

/// Returns the conditions and bodies of the arms.
fn arms(trees: &[TokenTree]) -> Option<Vec<(TokenStream, TokenStream)>> {
    let mut found = Vec::new();
    let mut rest = trees;
    loop {
        rest = match rest {
            [] => return Some(found),
            [word, after @ ..] if is_word(Some(word), "else") => after,
            [word, _, TokenTree::Group(condition), TokenTree::Group(body), after @ ..]
                if is_word(Some(word), "if") =>
            {
                let condition = syn::parse2::<syn::MetaList>(condition.stream()).ok()?;
                found.push((condition.tokens, body.stream()));
                after
            }
            [TokenTree::Group(body)] => {
                found.push((quote!(all()), body.stream()));
                &[]
            }
            _ => {
                let arrow = rest.iter().position(|tree| is_punct(Some(tree), '='))?;
                let [_, TokenTree::Group(body), after @ ..] = &rest[arrow + 1..] else {
                    return None;
                };
                let condition = match &rest[..arrow] {
                    [word] if is_word(Some(word), "_") => quote!(all()),
                    condition => condition.iter().cloned().collect(),
                };
                found.push((condition, body.stream()));
                after
            }
        };
    }
}

/// Renames the macros of a crate whose names are `taken` by other crates' macros, and the exported ones whose names
/// other items of the crate's root or attributes have; returns the old names by the new ones.
pub(crate) fn rename(
    stream: TokenStream,
    taken: &mut Texts,
) -> (TokenStream, BTreeMap<String, String>) {
    let definitions = definitions(stream.clone());
    let root = imports::declared(stream.clone(), true);
    // In a call from another crate, they are macros of that crate.
    let exported = definitions.iter().filter(|definition| definition.is_exported);
    let of_callers: Texts = exported.flat_map(|exported| exported.calls.clone()).collect();
    let mut names = BTreeMap::new();
    for Definition { name, is_exported, .. } in &definitions {
        let is_shared = root.contains(name) || attributes::is_known(name);
        let is_taken = taken.contains(name) && !of_callers.contains(name);
        if is_taken || *is_exported && is_shared {
            let mut new = format!("{name}_");
            while taken.contains(&new) || root.contains(&new) {
                new.push('_');
            }
            names.insert(name.clone(), new);
        }
    }
    taken.extend(definitions.into_iter().map(|definition| definition.name));
    taken.extend(names.values().cloned());
    let renamed = renamed(stream, &names);
    (renamed, names.into_iter().map(|(old, new)| (new, old)).collect())
}

/// Gives macros new names where they are defined, called and imported.
pub(crate) fn renamed(stream: TokenStream, names: &BTreeMap<String, String>) -> TokenStream {
    tokens::replace(stream, &mut |before, tree, after| {
        let TokenTree::Ident(word) = tree else { return None };
        let new = format_ident!("{}", names.get(&word.to_string())?, span = word.span());
        if is_word(before.last(), "use") && is_punct(after.first(), ';') {
            return Some(quote!(#new as #word));
        }
        let is_defined = tokens::called(before).is_some_and(|name| name == "macro_rules");
        // Arguments can be a variable; `name != x` is no call.
        let is_called = is_punct(after.first(), '!') && !is_punct(after.get(1), '=');
        let is_called = is_called && !is_qualified(before);
        let is_imported = is_word(before.last(), "use") && is_word(after.first(), "as");
        (is_defined || is_called || is_imported).then(|| quote!(#new))
    })
}

/// Moves all `#[macro_export]` macros to the front of the root, under the names that they have in other crates; `old`
/// has the names of renamed macros. Paths in macros are resolved at the call, so the move does not affect them.
/// Returns the names.
pub(crate) fn reexport(items: &mut Vec<Item>, old: &BTreeMap<String, String>) -> Texts {
    let mut exported = Vec::new();
    let mut names = take_exported(items, &[], old, &mut exported);
    let mut front = Vec::new();
    for item in exported {
        let Item::Macro(definition) = &item else { continue };
        let Some(name) = &definition.ident else { continue };
        let cfgs = items::conditions(&definition.attrs);
        let (import, public) = import_of(&name.to_string(), old);
        front.push(parse_quote!(#(#cfgs)* #import));
        names.insert(public);
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

/// Returns the import that makes a macro visible under the name that it has in other crates, and this name.
fn import_of(name: &str, old: &BTreeMap<String, String>) -> (TokenStream, String) {
    let ident = format_ident!("{name}");
    let public = old.get(name);
    let alias = public.map(|old| format_ident!("{old}"));
    let alias = alias.iter().map(|old| quote!(as #old));
    let import = quote!(pub(crate) use #ident #(#alias)*;);
    (import, public.map_or(name, String::as_str).to_string())
}

/// Moves the exported definitions to `exported`, with the conditions `cfgs` of their module. Those in the arguments of a macro stay in their modules, which import them
/// from each other; returns their names.
fn take_exported(
    items: &mut Vec<Item>,
    cfgs: &[Attribute],
    old: &BTreeMap<String, String>,
    exported: &mut Vec<Item>,
) -> Texts {
    let (mut names, mut imports) = (Texts::new(), Vec::new());
    items.retain_mut(|item| {
        match item {
            Item::Mod(module) => {
                let Some((_, items)) = &mut module.content else { return true };
                let cfgs: Vec<Attribute> =
                    cfgs.iter().chain(items::conditions(&module.attrs)).cloned().collect();
                let inner = take_exported(items, &cfgs, old, exported);
                let name = &module.ident;
                for inner in &inner {
                    let inner = format_ident!("{inner}");
                    imports.push(parse_quote!(pub(crate) use #name::#inner;));
                }
                names.extend(inner);
            }
            Item::Macro(item) if item.ident.is_none() => {
                let (arguments, own, around) = without_exports(item.mac.tokens.clone(), old);
                if !own.is_empty() {
                    item.mac.tokens = arguments;
                    imports.extend(around.iter().map(|import| parse_quote!(#import)));
                    names.extend(own);
                }
            }
            Item::Macro(item) => {
                let count = item.attrs.len();
                item.attrs.retain(|attr| !attr.path().is_ident("macro_export"));
                if item.attrs.len() < count {
                    item.attrs.splice(0..0, cfgs.iter().cloned());
                    exported.push(Item::Macro(item.clone()));
                    return false;
                }
            }
            _ => {}
        }
        true
    });
    items.extend(imports);
    names
}

/// Returns the arguments of a macro without the attributes `macro_export`, the names that the exported macros defined there
/// have in other crates, and the imports that make them visible around the arguments.
fn without_exports(
    stream: TokenStream,
    old: &BTreeMap<String, String>,
) -> (TokenStream, Texts, Vec<TokenStream>) {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    let is_export = |at: usize| tokens::is_list(trees.get(at), "macro_export");
    let (mut out, mut names, mut imports) = (TokenStream::new(), Texts::new(), Vec::new());
    for (at, tree) in trees.iter().enumerate() {
        let group = match tree {
            TokenTree::Group(group) if !is_export(at) => group,
            tree if !(is_export(at) || is_export(at + 1)) => {
                out.extend([tree.clone()]);
                continue;
            }
            _ => continue,
        };
        let (mut content, inner, inside) = without_exports(group.stream(), old);
        match &trees[..at] {
            [.., word, TokenTree::Ident(module)] if is_word(Some(word), "mod") => {
                content.extend(inside);
                let inner = inner.iter().map(|name| format_ident!("{name}"));
                imports.extend(inner.map(|name| quote!(pub(crate) use #module::#name;)));
            }
            before => {
                let own = defined(before).filter(|(before, _)| {
                    attributes_before(before).iter().any(|at| is_export(at + 1))
                });
                if let Some((_, name)) = own {
                    let (import, public) = import_of(&name.to_string(), old);
                    imports.push(import);
                    names.insert(public);
                }
                imports.extend(inside);
            }
        }
        names.extend(inner);
        out.extend([tokens::regroup(group, content)]);
    }
    (out, names, imports)
}

/// Imports the macros `names` of the crate `module` in all modules: the effect of `#[macro_use] extern crate`.
pub(crate) fn import(items: &mut Vec<Item>, module: &str, names: &Texts) {
    let mut own = Texts::new();
    // A macro without a path hides them in the modules that follow it.
    let mut inherited = names.clone();
    for item in items.iter_mut() {
        // `use crate::module as name`, once `extern crate`, imports no macro.
        let words: Vec<String> = tokens::words(item.to_token_stream());
        if !matches!(&words[..], [.., from, to, _] if from == module && to == "as") {
            own.extend(imports::declared(item.to_token_stream(), true));
        }
        match item {
            Item::Mod(inner) => {
                inner.content.iter_mut().for_each(|(_, items)| import(items, module, &inherited));
            }
            Item::Macro(ItemMacro { ident: Some(name), .. }) => {
                inherited.remove(&name.to_string());
                own.insert(name.to_string());
            }
            _ => {}
        }
    }
    let needed = names.iter().filter(|name| !own.contains(*name));
    let needed: Vec<Ident> = needed.map(|name| format_ident!("{name}")).collect();
    let module = format_ident!("{module}");
    items.insert(0, parse_quote!(use crate::#module::{#(#needed),*};));
}
