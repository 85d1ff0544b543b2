//! `#[macro_export]` puts a macro at the root of its crate. In the bundle that is a module, where the macro
//! is defined before everything else and imported.

use syn::{parse_quote, Item};

/// Moves the `#[macro_export]` macros among the crate's `items` and below to the front of the root. Paths in a
/// macro are resolved where it is called, so that its own place does not matter.
pub(crate) fn reexport(items: &mut Vec<Item>) {
    let mut exported = Vec::new();
    take_exported(items, &mut exported);
    items.splice(0..0, exported);
}

fn take_exported(items: &mut Vec<Item>, exported: &mut Vec<Item>) {
    items.retain_mut(|item| {
        match item {
            Item::Mod(module) => {
                module.content.iter_mut().for_each(|(_, items)| take_exported(items, exported));
            }
            Item::Macro(item) => {
                let count = item.attrs.len();
                item.attrs.retain(|attr| !attr.path().is_ident("macro_export"));
                if let (true, Some(name)) = (item.attrs.len() < count, &item.ident) {
                    exported.push(Item::Macro(item.clone()));
                    exported.push(parse_quote!(pub(crate) use #name;));
                    return false;
                }
            }
            _ => {}
        }
        true
    });
}
