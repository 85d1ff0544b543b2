//! Applies new names to a program.

use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use std::collections::BTreeMap;

use super::mark::unmarked;
use crate::captures::{captures, format_position};
use crate::tokens;

/// Applies `map` and removes the marks of members ([`super::mark`]). `format` is the index of the format string
/// among a macro's arguments.
pub(super) fn apply(
    stream: TokenStream,
    map: &BTreeMap<String, String>,
    format: Option<usize>,
) -> TokenStream {
    let mut argument = 0;
    tokens::replace(stream, &mut |before, tree, _| {
        let punct = |back: usize, c: char| tokens::is_punct(before.iter().nth_back(back - 1), c);
        let new = match tree {
            // Of the words in an attribute, only a macro's variables have new names.
            TokenTree::Group(group) if tokens::follows_hash(before) => {
                let is_variable = |(name, _): &(&String, &String)| name.starts_with('$');
                let variables = map.iter().filter(is_variable);
                let variables = variables.map(|(old, new)| (old.clone(), new.clone())).collect();
                tokens::regroup(group, apply(group.stream(), &variables, None))
            }
            TokenTree::Group(group) => {
                let format = tokens::called(before).and_then(|name| format_position(&name));
                tokens::regroup(group, apply(group.stream(), map, format))
            }
            // A fragment specifier, as in `$x:expr`.
            TokenTree::Ident(_) if punct(1, ':') && !punct(2, ':') && punct(3, '$') => tree.clone(),
            TokenTree::Ident(ident) => {
                let prefix =
                    ["'", "$"].into_iter().find(|prefix| punct(1, prefix.as_bytes()[0].into()));
                TokenTree::Ident(renamed(ident, prefix.unwrap_or(""), map))
            }
            TokenTree::Literal(literal) if format == Some(argument) => {
                TokenTree::Literal(with_captures(literal, map))
            }
            tree => {
                argument += usize::from(tokens::is_punct(Some(tree), ','));
                tree.clone()
            }
        };
        Some(new.into())
    })
}

fn renamed(ident: &Ident, prefix: &str, map: &BTreeMap<String, String>) -> Ident {
    let name = ident.to_string();
    if name.starts_with("r#") {
        return ident.clone();
    }
    let new = map.get(&format!("{prefix}{name}")).map_or(unmarked(&name), String::as_str);
    Ident::new(new, ident.span())
}

fn with_captures(literal: &Literal, map: &BTreeMap<String, String>) -> Literal {
    let mut text = literal.to_string();
    for range in captures(&text).into_iter().rev() {
        if let Some(new) = map.get(&text[range.clone()]) {
            text.replace_range(range, new);
        }
    }
    text.parse().unwrap_or_else(|_| literal.clone())
}
