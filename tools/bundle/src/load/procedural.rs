//! Crates of procedural macros. The bundle cannot contain them, only the code that [`crate::load::expand`] gets from them.

use anyhow::{bail, Result};
use quote::{format_ident, quote, ToTokens};
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::Visit;
use syn::{parse_quote, Ident, Item, Visibility};

use super::expand::{has_derive, is_unknown, procedural};
use crate::project::{Crate, Extern};
use crate::sources::Sources;
use crate::tokens::Texts;
use crate::{items, tokens};

/// End of the names of such crates in paths.
pub(crate) const MARK: &str = "__procedural";

/// Returns the names that the root of `krate` passes on from crates of procedural macros, by `pub use`.
pub(crate) fn passed_on(krate: &Crate) -> Result<Texts> {
    let mut names = BTreeSet::new();
    if !krate.externs.values().any(|target| *target == Extern::ProcMacro) {
        return Ok(names);
    }
    let file = syn::parse2::<syn::File>(Sources::default().read(&krate.unit.root)?);
    for item in file.map(|file| file.items).unwrap_or_default() {
        let Item::Use(import) = item else { continue };
        let words: Vec<String> = tokens::words(import.tree.to_token_stream());
        let from = words.first().and_then(|first| krate.externs.get(first));
        if from == Some(&Extern::ProcMacro) && !matches!(import.vis, Visibility::Inherited) {
            names.extend(words.into_iter().skip(1));
        }
    }
    Ok(names)
}

/// Deletes the modules that use procedural macros, whose names occur neither elsewhere in the crate nor in `words`, those of
/// the crates that use it, and in which nothing acts without a name.
pub(crate) fn delete_unreached(items: &mut Vec<Item>, words: &Texts) {
    let own: Vec<Texts> = items.iter().map(|item| tokens::words(item.to_token_stream())).collect();
    let mut at = 0;
    items.retain_mut(|item| {
        at += 1;
        let Item::Mod(module) = item else { return true };
        let others = own.iter().enumerate().filter(|(other, _)| other + 1 != at);
        let mut around = words.clone();
        others.for_each(|(_, words)| around.extend(words.iter().cloned()));
        let mut uses = Uses(false);
        uses.visit_item_mod(module);
        let is_reached = around.contains(&module.ident.to_string()) || acts(module);
        if let Some((_, items)) = module.content.as_mut().filter(|_| is_reached && uses.0) {
            delete_unreached(items, &around);
        }
        is_reached || !uses.0
    });
}

/// Returns whether a module has impls for types of other modules, or calls or attributes of macros, whose code can have them.
fn acts(module: &syn::ItemMod) -> bool {
    let all = items::all(items::inner(module));
    let is_type = |item: &&&Item| matches!(item, Item::Struct(_) | Item::Enum(_) | Item::Union(_));
    let types: BTreeSet<&Ident> =
        all.iter().filter(is_type).filter_map(|i| items::name(i)).collect();
    all.iter().any(|item| {
        let attrs = items::attrs(item);
        // Procedural derives have attributes of their own.
        let has_attributes = || !has_derive(item) && attrs.iter().any(is_unknown);
        let is_active = match item {
            Item::Impl(item) => match &*item.self_ty {
                syn::Type::Path(own) if own.path.segments.len() == 1 => {
                    !types.contains(&own.path.segments[0].ident)
                }
                _ => true,
            },
            Item::Macro(item) => item.ident.is_none(),
            _ => false,
        };
        is_active || items::acts(attrs) || has_attributes()
    })
}

/// Whether code uses procedural macros.
struct Uses(bool);

impl Visit<'_> for Uses {
    fn visit_attribute(&mut self, attr: &syn::Attribute) {
        self.0 |= !procedural(attr).is_empty();
        self.visit_path(attr.path());
    }

    fn visit_ident(&mut self, ident: &syn::Ident) {
        self.0 |= ident.to_string().ends_with(MARK);
    }
}

/// Adds the names that `list` imports from crates of procedural macros to `imports`, by the crates' names. Refuses any other
/// use of such a crate.
pub(crate) fn collect_imports(
    list: &[Item],
    sources: &Sources,
    imports: &mut BTreeMap<String, Texts>,
) -> Result<()> {
    for item in list {
        match item {
            Item::Mod(module) => collect_imports(items::inner(module), sources, imports)?,
            Item::Use(import) => {
                let words: Vec<String> = tokens::words(import.tree.to_token_stream());
                if let Some(name) = words.iter().find(|word| word.ends_with(MARK)) {
                    imports.entry(name.clone()).or_default().extend(words.iter().cloned());
                }
            }
            // A macro that imports its arguments.
            Item::Macro(own) if own.ident.is_some() => {
                let words: Vec<String> = tokens::words(own.mac.tokens.clone());
                let Some(name) = words.iter().find(|word| word.ends_with(MARK)) else { continue };
                let calls = list
                    .iter()
                    .filter(|item| matches!(item, Item::Macro(call) if call.ident.is_none()));
                let words = calls.flat_map(|call| tokens::words::<Vec<_>>(call.to_token_stream()));
                imports.entry(name.clone()).or_default().extend(words);
            }
            item => {
                let words = tokens::idents(item.to_token_stream());
                for word in words {
                    if let Some(name) = word.to_string().strip_suffix(MARK) {
                        bail!(
                            "{}: cannot bundle this macro of `{name}`, which is procedural; write by hand the code \
                             that it generates",
                            sources.place(word.span()).unwrap_or_default()
                        );
                    }
                }
            }
        }
    }
    Ok(())
}

/// Returns modules in the place of the crates in `imports`, with unused macros of the imported names and of `macros`.
pub(crate) fn placeholders(imports: &BTreeMap<String, Texts>, macros: &Texts) -> Vec<Item> {
    let is_name = |name: &&String| {
        !(name.ends_with(MARK) || ["crate", "self", "as", "_"].contains(&name.as_str()))
    };
    let placeholder = |(krate, names): (&String, &Texts)| {
        let krate = format_ident!("{krate}");
        let names = names.union(macros).filter(is_name).map(|name| format_ident!("{name}"));
        let macros =
            names.map(|name| quote!(macro_rules! #name { () => {} } pub(crate) use #name;));
        parse_quote!(mod #krate { #(#macros)* })
    };
    imports.iter().map(placeholder).collect()
}
