//! Traversal of token streams.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};

pub(crate) fn idents(stream: TokenStream) -> Vec<Ident> {
    let mut found = Vec::new();
    add_idents(stream, &mut found);
    found
}

fn add_idents(stream: TokenStream, found: &mut Vec<Ident>) {
    for tree in stream {
        match tree {
            TokenTree::Ident(ident) => found.push(ident),
            TokenTree::Group(group) => add_idents(group.stream(), found),
            _ => {}
        }
    }
}

pub(crate) fn words<C: FromIterator<String>>(stream: TokenStream) -> C {
    idents(stream).iter().map(Ident::to_string).collect()
}

/// Maps each tree with `change`, which also receives up to three preceding trees.
pub(crate) fn map(
    stream: TokenStream,
    change: &mut dyn FnMut(&[TokenTree], TokenTree) -> TokenTree,
) -> TokenStream {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    let changed = |at: usize| change(&trees[at.saturating_sub(3)..at], trees[at].clone());
    (0..trees.len()).map(changed).collect()
}

pub(crate) fn regroup(group: &Group, content: TokenStream) -> TokenTree {
    let mut new = Group::new(group.delimiter(), content);
    new.set_span(group.span());
    TokenTree::Group(new)
}

pub(crate) fn is_punct(tree: Option<&TokenTree>, c: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == c)
}

/// Returns whether a group after `before` is an attribute's content.
pub(crate) fn follows_hash(before: &[TokenTree]) -> bool {
    let mut back = before.iter().rev();
    let last = back.next();
    is_punct(last, '#') || is_punct(last, '!') && is_punct(back.next(), '#')
}

/// Returns whether an identifier after `before` continues a path or is a field, macro variable or lifetime.
pub(crate) fn is_qualified(before: &[TokenTree]) -> bool {
    let mut back = before.iter().rev();
    match back.next() {
        Some(TokenTree::Punct(last)) => match last.as_char() {
            '.' => !is_punct(back.next(), '.'),
            ':' => is_punct(back.next(), ':'),
            c => matches!(c, '$' | '\''),
        },
        _ => false,
    }
}
