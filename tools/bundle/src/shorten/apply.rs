//! Writes new names into a program.

use proc_macro2::{Group, Ident, Literal, TokenStream, TokenTree};
use std::collections::BTreeMap;

use super::captures::{captures, format_position};
use super::is_word;
use super::mark::unmarked;

/// A program with new names, and what each of its identifiers was before.
pub(super) struct Renamed {
    pub(super) tokens: TokenStream,
    /// The marked spelling of each identifier and the names in each text, in the order of the
    /// text.
    pub(super) origins: Vec<Vec<String>>,
}

/// `stream` with the names of `map`; marks are gone.
pub(super) fn apply(stream: TokenStream, map: &BTreeMap<String, String>) -> Renamed {
    let mut writer = Writer { map, origins: Vec::new() };
    let tokens = writer.stream(stream, None);
    Renamed { tokens, origins: writer.origins }
}

struct Writer<'m> {
    map: &'m BTreeMap<String, String>,
    origins: Vec<Vec<String>>,
}

impl Writer<'_> {
    /// `format` is the argument of a macro that is its format string.
    fn stream(&mut self, stream: TokenStream, format: Option<usize>) -> TokenStream {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        let mut out: Vec<TokenTree> = Vec::with_capacity(trees.len());
        let mut argument = 0;
        for (at, tree) in trees.iter().enumerate() {
            let before = |back: usize| at.checked_sub(back).map(|at| &trees[at]);
            let punct = |back: usize, c: char| matches!(before(back), Some(TokenTree::Punct(punct)) if punct.as_char() == c);
            if matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ',') {
                argument += 1;
            }
            out.push(match tree {
                TokenTree::Group(group) => {
                    let attribute = punct(1, '#') || punct(1, '!') && punct(2, '#');
                    let inner = match before(2) {
                        Some(TokenTree::Ident(name)) if punct(1, '!') => {
                            format_position(&name.to_string())
                        }
                        _ => None,
                    };
                    TokenTree::Group(if attribute {
                        self.skip(group.stream());
                        group.clone()
                    } else {
                        Group::new(group.delimiter(), self.stream(group.stream(), inner))
                    })
                }
                TokenTree::Ident(ident) => {
                    let fragment = punct(1, ':') && !punct(2, ':') && punct(3, '$');
                    let name = ident.to_string();
                    let prefix = [('\'', "'"), ('$', "$")].into_iter().find(|p| punct(1, p.0));
                    let key = format!("{}{name}", prefix.map_or("", |p| p.1));
                    TokenTree::Ident(if fragment {
                        self.origins.push(Vec::new());
                        ident.clone()
                    } else {
                        self.ident(ident, key)
                    })
                }
                TokenTree::Literal(literal) if format == Some(argument) && is_word(tree) => {
                    TokenTree::Literal(self.literal(literal))
                }
                tree => {
                    if is_word(tree) {
                        self.origins.push(Vec::new());
                    }
                    tree.clone()
                }
            });
        }
        out.into_iter().collect()
    }

    fn skip(&mut self, stream: TokenStream) {
        for tree in stream {
            match tree {
                TokenTree::Group(group) => self.skip(group.stream()),
                tree if is_word(&tree) => self.origins.push(Vec::new()),
                _ => {}
            }
        }
    }

    fn ident(&mut self, ident: &Ident, key: String) -> Ident {
        let name = ident.to_string();
        if name.starts_with("r#") {
            self.origins.push(Vec::new());
            return ident.clone();
        }
        let new = self.map.get(&key).map_or(unmarked(&name), String::as_str);
        let renamed = Ident::new(new, ident.span());
        self.origins.push(vec![key]);
        renamed
    }

    fn literal(&mut self, literal: &Literal) -> Literal {
        let mut text = literal.to_string();
        let ranges = captures(&text);
        self.origins.push(ranges.iter().map(|range| text[range.clone()].to_string()).collect());
        for range in ranges.into_iter().rev() {
            if let Some(new) = self.map.get(&text[range.clone()]) {
                text.replace_range(range, new);
            }
        }
        text.parse().unwrap_or_else(|_| literal.clone())
    }
}
