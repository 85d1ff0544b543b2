//! Crates of procedural macros, whose macros the bundle cannot contain.

use anyhow::{bail, Result};
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::visit::Visit;
use syn::Item;

use crate::sources::Sources;
use crate::tokens;

/// End of the names that stand for such crates in paths.
pub(crate) const MARK: &str = "__procedural";

/// The macros of std for `derive`.
const DERIVES: &[&str] =
    &["Clone", "Copy", "Debug", "Default", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];

/// Deletes the modules that use procedural macros and whose names occur neither elsewhere in the crate nor in `words`,
/// those of the crates that use it.
pub(crate) fn delete_unreached(items: &mut Vec<Item>, words: &BTreeSet<String>) {
    let own: Vec<BTreeSet<String>> =
        items.iter().map(|item| tokens::words(item.to_token_stream())).collect();
    let mut at = 0;
    items.retain_mut(|item| {
        at += 1;
        let Item::Mod(module) = item else { return true };
        let others = own.iter().enumerate().filter(|(other, _)| other + 1 != at);
        let mut around = words.clone();
        others.for_each(|(_, words)| around.extend(words.iter().cloned()));
        let mut uses = Uses(false);
        uses.visit_item_mod(module);
        let is_reached = around.contains(&module.ident.to_string());
        if let Some((_, items)) = module.content.as_mut().filter(|_| is_reached && uses.0) {
            delete_unreached(items, &around);
        }
        is_reached || !uses.0
    });
}

/// Whether code uses procedural macros.
struct Uses(bool);

impl Visit<'_> for Uses {
    fn visit_attribute(&mut self, attr: &syn::Attribute) {
        let path = attr.path();
        if path.is_ident("derive") {
            let words = tokens::idents(attr.meta.to_token_stream()).into_iter().skip(1);
            self.0 |= words.map(|word| word.to_string()).any(|word| {
                word.starts_with(char::is_uppercase) && !DERIVES.contains(&word.as_str())
            });
        }
        self.visit_path(path);
    }

    fn visit_ident(&mut self, ident: &syn::Ident) {
        self.0 |= ident.to_string().ends_with(MARK);
    }
}

/// Refuses the use of a crate of procedural macros.
pub(crate) fn refuse(items: &[Item], sources: &Sources) -> Result<()> {
    for ident in items.iter().flat_map(|item| tokens::idents(item.to_token_stream())) {
        if let Some(name) = ident.to_string().strip_suffix(MARK) {
            bail!(
                "{}: cannot bundle `{name}`: it is a crate of procedural macros; write by hand the code that it \
                 generates",
                sources.place(ident.span()).unwrap_or_default()
            );
        }
    }
    Ok(())
}
