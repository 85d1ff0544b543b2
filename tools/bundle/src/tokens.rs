//! Traversal of token streams.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};

/// A set of texts, such as names, paths, conditions or code.
pub(crate) type Texts = BTreeSet<String>;

/// Returns whether a crate needs no dependency.
pub(crate) fn is_standard(name: &str) -> bool {
    is_std(name) || matches!(name, "proc_macro" | "test")
}

/// Returns whether a name is that of a crate of the standard library.
pub(crate) fn is_std(name: &str) -> bool {
    matches!(name, "std" | "core" | "alloc")
}

/// Keywords that can precede `!` and a group.
const KEYWORDS: &[&str] = &["break", "if", "in", "match", "return", "while"];

/// A macro's definition.
pub(crate) struct Definition {
    pub(crate) name: String,
    pub(crate) is_exported: bool,
    /// The words of its rules.
    pub(crate) words: Texts,
    /// The macros that its rules call without a path.
    pub(crate) calls: Texts,
}

/// Returns all definitions in `stream`.
pub(crate) fn definitions(stream: TokenStream) -> Vec<Definition> {
    let mut found = Vec::new();
    visit(stream, &mut |trees, at| {
        let (TokenTree::Group(rules), Some((before, name))) = (&trees[at], defined(&trees[..at]))
        else {
            return;
        };
        let mut attributes = attributes_before(before).into_iter();
        let mut calls = Texts::new();
        visit(rules.stream(), &mut |trees, at| {
            let is_name = matches!(trees[at], TokenTree::Ident(_)) && !is_qualified(&trees[..at]);
            if is_name && is_call(&trees[at + 1..]) {
                calls.insert(trees[at].to_string());
            }
        });
        found.push(Definition {
            name: name.to_string(),
            is_exported: attributes.any(|at| is_list(before.get(at + 1), "macro_export")),
            words: words(rules.stream()),
            calls,
        });
    });
    found
}

/// Returns the name of the macro whose rules a group after `before` has, and what precedes the definition.
pub(crate) fn defined(before: &[TokenTree]) -> Option<(&[TokenTree], &Ident)> {
    match before {
        [before @ .., TokenTree::Ident(word), _, TokenTree::Ident(name)]
            if word == "macro_rules" =>
        {
            Some((before, name))
        }
        _ => None,
    }
}

/// Calls `visit` for each tree, first for those in groups, with the trees around it and its index.
pub(crate) fn visit(stream: TokenStream, visit: &mut dyn FnMut(&[TokenTree], usize)) {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    for (at, tree) in trees.iter().enumerate() {
        if let TokenTree::Group(group) = tree {
            self::visit(group.stream(), visit);
        }
        visit(&trees, at);
    }
}

/// Returns whether `fits` is true for any tree, also in groups, with the trees around it and its index.
pub(crate) fn any(stream: TokenStream, fits: &dyn Fn(&[TokenTree], usize) -> bool) -> bool {
    let mut found = false;
    visit(stream, &mut |trees, at| found = found || fits(trees, at));
    found
}

/// Returns the names of the macros that can make text or symbols of their arguments, some by passing them on.
pub(crate) fn textual(definitions: &[Definition]) -> Texts {
    with_callers(definitions, &["stringify", "no_mangle", "extern"])
}

/// Returns `words` and the names of the macros whose rules have them, also through other macros.
pub(crate) fn with_callers(definitions: &[Definition], words: &[&str]) -> Texts {
    let mut all: Texts = words.iter().map(|word| (*word).to_string()).collect();
    loop {
        let callers = definitions.iter().filter(|known| !known.words.is_disjoint(&all));
        let count = all.len();
        all.extend(callers.map(|known| known.name.clone()).collect::<Vec<_>>());
        if all.len() == count {
            return all;
        }
    }
}

/// Returns those of `names` that have an entry in `uses`, those with an entry that these use, and so on.
pub(crate) fn with_used(
    names: impl IntoIterator<Item = String>,
    uses: &BTreeMap<String, Texts>,
) -> Texts {
    let mut found = BTreeSet::new();
    let mut open: Vec<String> = names.into_iter().collect();
    while let Some(name) = open.pop() {
        let used = uses.get(&name).filter(|_| found.insert(name));
        open.extend(used.into_iter().flatten().cloned());
    }
    found
}

pub(crate) fn idents(stream: TokenStream) -> Vec<Ident> {
    let mut found = Vec::new();
    visit(stream, &mut |trees, at| {
        if let TokenTree::Ident(ident) = &trees[at] {
            found.push(ident.clone());
        }
    });
    found
}

/// Returns the words of a text; none if it cannot be split into tokens.
pub(crate) fn idents_of(text: &str) -> Vec<Ident> {
    text.parse().map(idents).unwrap_or_default()
}

/// Returns the index of the first of `words` that ends after the byte `offset`.
pub(crate) fn word_at(words: &[Ident], offset: usize) -> Option<usize> {
    words.iter().position(|word| word.span().byte_range().end > offset)
}

pub(crate) fn words<C: FromIterator<String>>(stream: TokenStream) -> C {
    idents(stream).iter().map(Ident::to_string).collect()
}

/// Returns what replaces a tree between those before and after it; `None` to keep it.
pub(crate) type Replacement<'r> =
    dyn FnMut(&[TokenTree], &TokenTree, &[TokenTree]) -> Option<TokenStream> + 'r;

/// Replaces trees, also in groups that are kept.
pub(crate) fn replace(stream: TokenStream, change: &mut Replacement<'_>) -> TokenStream {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    let mut out = TokenStream::new();
    for (at, tree) in trees.iter().enumerate() {
        match (change(&trees[..at], tree, &trees[at + 1..]), tree) {
            (Some(new), _) => out.extend(new),
            (None, TokenTree::Group(group)) => {
                out.extend([regroup(group, replace(group.stream(), change))]);
            }
            (None, tree) => out.extend([tree.clone()]),
        }
    }
    out
}

/// Deletes the signs `$`, so that code with a macro's variables can be parsed.
pub(crate) fn without_dollars(stream: TokenStream) -> TokenStream {
    replace(stream, &mut |_, tree, _| is_punct(Some(tree), '$').then(TokenStream::new))
}

pub(crate) fn regroup(group: &Group, content: TokenStream) -> TokenTree {
    let mut new = Group::new(group.delimiter(), content);
    new.set_span(group.span());
    TokenTree::Group(new)
}

pub(crate) fn is_punct(tree: Option<&TokenTree>, c: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == c)
}

pub(crate) fn is_word(tree: Option<&TokenTree>, text: &str) -> bool {
    matches!(tree, Some(TokenTree::Ident(word)) if word == text)
}

/// Returns whether a word before `after` is the name of a called macro.
pub(crate) fn is_call(after: &[TokenTree]) -> bool {
    matches!(after, [bang, TokenTree::Group(_), ..] if is_punct(Some(bang), '!'))
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

/// Returns the name of the macro whose arguments a group after `before` has.
pub(crate) fn called(before: &[TokenTree]) -> Option<String> {
    let [.., TokenTree::Ident(name), bang] = before else { return None };
    let name = name.to_string();
    (is_punct(Some(bang), '!') && !KEYWORDS.contains(&name.as_str())).then_some(name)
}

/// Returns whether `tree` is a group whose first token is `word`, as in the attribute `[word(...)]`.
pub(crate) fn is_list(tree: Option<&TokenTree>, word: &str) -> bool {
    let Some(TokenTree::Group(group)) = tree else { return false };
    is_word(group.stream().into_iter().next().as_ref(), word)
}

/// Returns whether a group after `pub` restricts the visibility.
pub(crate) fn is_restriction(tree: Option<&TokenTree>) -> bool {
    ["crate", "self", "super", "in"].iter().any(|word| is_list(tree, word))
}

/// Returns the positions of the attributes before an item that follows `before`.
pub(crate) fn attributes_before(before: &[TokenTree]) -> Vec<usize> {
    let mut end = match before {
        [.., word, TokenTree::Group(_)] if is_word(Some(word), "pub") => before.len() - 2,
        _ => before.len() - usize::from(is_word(before.last(), "pub")),
    };
    let mut found = Vec::new();
    while let [.., hash, TokenTree::Group(group)] = &before[..end] {
        if !is_punct(Some(hash), '#') || group.delimiter() != Delimiter::Bracket {
            break;
        }
        end -= 2;
        found.push(end);
    }
    found
}

/// Removes the attribute `name` before an item that follows `before`; returns its content.
pub(crate) fn take_attribute(before: &mut Vec<TokenTree>, name: &str) -> Option<TokenStream> {
    let mut found = attributes_before(before).into_iter();
    let at = found.find(|&at| is_list(before.get(at + 1), name))?;
    match before.drain(at..at + 2).next_back() {
        Some(TokenTree::Group(group)) => Some(group.stream()),
        _ => None,
    }
}
