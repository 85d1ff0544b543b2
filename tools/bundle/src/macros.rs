//! Macros with `#[macro_export]`, which are items of their crate's root; in the bundle this root is a module.

use syn::{parse_quote, Item};

/// Moves all `#[macro_export]` macros to the front of the root. Paths in macros are resolved at the call, so
/// the move does not affect them.
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
