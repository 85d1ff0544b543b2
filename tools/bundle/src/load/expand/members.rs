//! Attributes of procedural macros on members of impls and traits, which rustc expands with these members alone, and on
//! modules, which it expands without content.

use syn::{Item, ItemMod, Path};

use super::is_unknown;
use crate::items;

/// Removes the members with attributes of procedural macros from an impl or trait. Returns the item with these members alone,
/// and the attributes; `None` if there are none, or if the item itself has such an attribute.
pub(super) fn take(item: &mut Item) -> Option<(Item, Vec<Path>)> {
    let has_members = matches!(item, Item::Impl(_) | Item::Trait(_));
    if !has_members || items::attrs(item).iter().any(is_unknown) {
        return None;
    }
    let mut found = Vec::new();
    let mut is_marked = |attrs: &Vec<syn::Attribute>| {
        let count = found.len();
        let unknown = attrs.iter().filter(|attr| is_unknown(attr));
        found.extend(unknown.map(|attr| attr.path().clone()));
        found.len() > count
    };
    let mut taken = item.clone();
    match (item, &mut taken) {
        (Item::Impl(item), Item::Impl(taken)) => {
            let marked = |member: &mut _| items::impl_attrs(member).is_some_and(&mut is_marked);
            taken.items = item.items.extract_if(.., marked).collect();
        }
        (Item::Trait(item), Item::Trait(taken)) => {
            let marked = |member: &mut _| items::trait_attrs(member).is_some_and(&mut is_marked);
            taken.items = item.items.extract_if(.., marked).collect();
        }
        _ => {}
    }
    (!found.is_empty()).then_some((taken, found))
}

/// Adds the members of `expanded` to an impl or trait.
pub(super) fn put(item: &mut Item, expanded: Vec<Item>) {
    for own in expanded {
        match (&mut *item, own) {
            (Item::Impl(item), Item::Impl(own)) => item.items.extend(own.items),
            (Item::Trait(item), Item::Trait(own)) => item.items.extend(own.items),
            _ => {}
        }
    }
}

/// Returns a module without its content.
pub(super) fn emptied(module: &ItemMod) -> ItemMod {
    let content = module.content.as_ref().map(|(brace, _)| (*brace, Vec::new()));
    ItemMod { content, ..module.clone() }
}

/// Returns whether `expanded` is an empty module: the macro only changes attributes.
pub(super) fn is_empty_module(expanded: &[Item]) -> bool {
    matches!(expanded, [Item::Mod(module)] if items::inner(module).is_empty())
}
