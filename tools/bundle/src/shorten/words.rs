//! The words of a program: identifiers and string literals, which can capture variables.

use proc_macro2::{TokenStream, TokenTree};
use std::ops::Range;

use crate::captures::captures;
use crate::tokens::is_std;

/// An identifier or a string literal.
pub(super) struct Word {
    pub(super) range: Range<usize>,
    /// The names in the word, spelled as in [`super::names::Names`]; a literal can contain any number of names.
    pub(super) names: Vec<String>,
    /// Whether the word is in a path of std.
    pub(super) is_std: bool,
}

/// Returns the words of a stream in order. Numbers are omitted, since the `.0.1` of `x.0.1` is printed from four
/// tokens but lexed as two.
pub(super) fn words(stream: TokenStream) -> Vec<Word> {
    let mut words = Vec::new();
    add(stream, &mut words);
    words
}

fn add(stream: TokenStream, words: &mut Vec<Word>) {
    let (mut before, mut in_std) = (' ', false);
    for tree in stream {
        match tree {
            TokenTree::Punct(punct) => {
                before = punct.as_char();
                in_std &= before == ':';
                continue;
            }
            TokenTree::Ident(ident) => {
                let name = ident.to_string();
                in_std = in_std && before == ':' || is_std(&name);
                let name = match before {
                    '\'' | '$' => format!("{before}{name}"),
                    _ => name,
                };
                let range = ident.span().byte_range();
                words.push(Word { range, names: vec![name], is_std: in_std });
            }
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                if text.contains('"') {
                    let names = captures(&text).into_iter().map(|range| text[range].to_string());
                    let range = literal.span().byte_range();
                    words.push(Word { range, names: names.collect(), is_std: false });
                }
                in_std = false;
            }
            TokenTree::Group(group) => {
                add(group.stream(), words);
                in_std = false;
            }
        }
        before = ' ';
    }
}
