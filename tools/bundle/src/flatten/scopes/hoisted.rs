//! Names in the root for what modules import from other crates.

use proc_macro2::{Ident, Span, TokenStream};
use std::collections::{BTreeMap, BTreeSet};
use syn::{parse_quote, Item};

use super::{Scopes, Target};
use crate::items::PRIMITIVES;
use crate::tokens::{is_std, Texts};

impl Scopes {
    /// Assigns names in the root to imported paths.
    pub(super) fn hoist(&mut self, absent: &BTreeSet<Vec<String>>, apart: &Texts) {
        let mut paths: BTreeSet<(String, Vec<String>)> = BTreeSet::new();
        let modules = self.modules.iter();
        for (name, targets) in modules.flat_map(|own| own.names.iter().chain(&own.globbed)) {
            for target in targets {
                if let Target::Path(path) = target {
                    let last = path.last().cloned().unwrap_or_default();
                    paths.insert((if name == "_" { name.clone() } else { last }, path.clone()));
                }
            }
        }
        for (name, path) in paths {
            if !self.hoisted.contains_key(&path) && !absent.contains(&path) {
                // The module `f32` and the type have one name, which macros can receive.
                let is_primitive = PRIMITIVES.contains(&name.as_str()) && path.len() == 2;
                let is_apart = apart.contains(&name) && is_std(&path[0]);
                let short = match name {
                    _ if is_apart => path.join("::"),
                    name if is_primitive => name,
                    name => self.fresh(&name),
                };
                self.hoisted.insert(path, short);
            }
        }
    }

    /// Returns the imports of the root, one item per crate.
    pub(in crate::flatten) fn imports(&self) -> Vec<Item> {
        let mut crates: BTreeMap<&str, Vec<TokenStream>> = BTreeMap::new();
        for (path, name) in &self.hoisted {
            let [head, tail @ ..] = &path[..] else { continue };
            if name.contains("::") {
                continue;
            }
            let text = match tail {
                // An import of the crate itself.
                [] => format!("self as {name}"),
                [.., last] if last == name => tail.join("::"),
                _ => format!("{} as {name}", tail.join("::")),
            };
            let tree: TokenStream = text.parse().unwrap_or_default();
            crates.entry(head).or_default().push(tree);
        }
        let item = |(head, trees): (&str, Vec<TokenStream>)| {
            let head = Ident::new(head, Span::call_site());
            parse_quote!(use #head::{#(#trees),*};)
        };
        crates.into_iter().map(item).collect()
    }
}
