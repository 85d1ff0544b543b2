//! Finds code that gets places in the source, which differ in one file.

use proc_macro2::{Ident, TokenStream, TokenTree};

use crate::tokens::{self, is_word};

/// Returns the words that get a place in the source: names of macros of std, and that of `Location::caller`.
pub(crate) fn place_readers(code: TokenStream) -> Vec<Ident> {
    let mut readers = Vec::new();
    tokens::visit(code, &mut |trees, at| match &trees[at] {
        TokenTree::Ident(word)
            if ["file", "line", "column", "dbg"].iter().any(|name| word == name) =>
        {
            readers.extend(tokens::is_call(&trees[at + 1..]).then(|| word.clone()));
        }
        TokenTree::Ident(word)
            if word == "caller" && at > 2 && is_word(trees.get(at - 3), "Location") =>
        {
            readers.push(word.clone());
        }
        _ => {}
    });
    readers
}
