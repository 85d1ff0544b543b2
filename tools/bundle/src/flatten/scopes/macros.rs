//! Macros: their textual scopes, and those whose names calls pass to other macros.

use syn::{Ident, Item};

use super::{position, Scopes};
use crate::tokens::{self, Texts};

/// The textual scope of a macro.
pub(super) struct Textual {
    pub(super) name: String,
    /// The name in the root.
    pub(super) root: String,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Scopes {
    /// Reserves the names of macros that are arguments of calls in their module.
    pub(super) fn reserve_passed(&mut self, items: &[Item]) {
        let calls = items.iter().filter_map(|item| match item {
            Item::Macro(call) if call.ident.is_none() => Some(call.mac.tokens.clone()),
            _ => None,
        });
        let words: Texts = calls.flat_map(tokens::words::<Vec<_>>).collect();
        for item in items {
            match item {
                Item::Mod(syn::ItemMod { content: Some((_, inner)), .. }) => {
                    self.reserve_passed(inner);
                }
                Item::Macro(syn::ItemMacro { ident: Some(name), .. }) => {
                    let is_passed = words.contains(&name.to_string());
                    if is_passed && self.used_macros.insert(name.to_string()) {
                        self.passed.insert(position(name.span()));
                    }
                }
                _ => {}
            }
        }
    }

    pub(super) fn define_macro(&mut self, ident: &Ident, root: String, end: usize) {
        let start = position(ident.span());
        self.macros.push(Textual { name: ident.to_string(), root, start, end });
    }

    /// Returns the root's name for a macro that is in textual scope at the position `at`.
    pub(super) fn textual(&self, name: &str, at: usize) -> Option<String> {
        let named = self.macros.iter().filter(|found| found.name == name);
        let visible = named.filter(|found| found.start <= at && at < found.end);
        Some(visible.max_by_key(|found| found.start)?.root.clone())
    }

    /// Returns the root's name for the macro that is defined at the position `at`.
    pub(in crate::flatten) fn macro_defined_at(&self, at: usize) -> Option<&str> {
        self.macros.iter().find(|found| found.start == at).map(|found| found.root.as_str())
    }
}
