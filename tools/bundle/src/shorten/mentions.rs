//! Where a program mentions the names that it declares, and how often.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::Item;

use super::captures::captures;
use super::names::{is_std, Names};

/// Counts the mentions in `items`, and freezes the names in paths that start at std.
pub(super) fn count(names: &mut Names, items: &[Item]) {
    Mentions { names, next: 0 }.items(items);
}

/// Units are numbered as they are where names are collected.
struct Mentions<'n> {
    names: &'n mut Names,
    next: usize,
}

impl Mentions<'_> {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            let unit = self.next;
            match item {
                Item::Mod(module) => {
                    self.word(module.ident.to_string(), &[]);
                    if let Some((_, items)) = &module.content {
                        self.items(items);
                    }
                    continue;
                }
                Item::Use(item) => {
                    self.stream(item.to_token_stream(), &[]);
                    continue;
                }
                Item::Impl(item) => {
                    self.next += 1;
                    let mut units = vec![unit];
                    for member in &item.items {
                        if let syn::ImplItem::Fn(_) = member {
                            units.push(self.next);
                            self.next += 1;
                            self.stream(member.to_token_stream(), &[unit, self.next - 1]);
                        } else {
                            self.stream(member.to_token_stream(), &[unit]);
                        }
                    }
                    let mut head = item.clone();
                    head.items.clear();
                    // What the head declares, the functions see.
                    self.stream(head.to_token_stream(), &units);
                }
                Item::Trait(item) => {
                    self.next += 1;
                    let mut units = vec![unit];
                    for member in &item.items {
                        if let syn::TraitItem::Fn(_) = member {
                            units.push(self.next);
                            self.next += 1;
                            self.stream(member.to_token_stream(), &[unit, self.next - 1]);
                        } else {
                            self.stream(member.to_token_stream(), &[unit]);
                        }
                    }
                    let mut head = item.clone();
                    head.items.clear();
                    self.stream(head.to_token_stream(), &units);
                }
                item => {
                    self.next += 1;
                    self.stream(item.to_token_stream(), &[unit]);
                }
            }
        }
    }

    fn stream(&mut self, stream: TokenStream, units: &[usize]) {
        let mut before = ' ';
        let mut path: Option<bool> = None;
        for tree in stream {
            match tree {
                TokenTree::Group(group) => {
                    self.stream(group.stream(), units);
                    before = ' ';
                    path = None;
                }
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    // Paths into std, segment after segment.
                    let foreign = path == Some(true) && before == ':' || is_std(&name);
                    if foreign {
                        self.names.frozen.insert(name.clone());
                    }
                    path = Some(foreign);
                    match before {
                        '\'' | '$' => self.word(format!("{before}{name}"), units),
                        _ => self.word(name, units),
                    }
                    before = ' ';
                }
                TokenTree::Punct(punct) => {
                    before = punct.as_char();
                    if before != ':' {
                        path = None;
                    }
                }
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    for range in captures(&text) {
                        self.word(text[range].to_string(), units);
                    }
                    before = ' ';
                    path = None;
                }
            }
        }
    }

    fn word(&mut self, word: String, units: &[usize]) {
        if let Some(name) = self.names.declared.get_mut(&word) {
            name.count += 1;
            name.places.extend(units);
        }
        if let Some(raw) = word.strip_prefix("r#") {
            self.names.frozen.insert(raw.to_string());
            self.names.frozen.insert(word.clone());
        }
        self.names.words.insert(word);
    }
}
