//! Finds code that gets places in the source, which differ in one file.

use proc_macro2::{Ident, TokenStream, TokenTree};

use crate::tokens::{self, is_punct, Texts};

/// Returns the words that get a place in the source: names of macros of std, and that of `Location::caller`.
pub(crate) fn place_readers(code: TokenStream) -> Vec<Ident> {
    let mut readers = Vec::new();
    // It may have another name in the code.
    let has_location = tokens::words::<Texts>(code.clone()).contains("Location");
    tokens::visit(code, &mut |trees, at| match &trees[at] {
        TokenTree::Ident(word)
            if ["file", "line", "column", "dbg"].iter().any(|name| word == name) =>
        {
            readers.extend(tokens::is_call(&trees[at + 1..]).then(|| word.clone()));
        }
        TokenTree::Ident(word)
            if word == "caller" && has_location && at > 0 && is_punct(trees.get(at - 1), ':') =>
        {
            readers.push(word.clone());
        }
        _ => {}
    });
    readers
}
