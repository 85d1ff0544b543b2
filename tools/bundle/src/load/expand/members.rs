//! Attributes of procedural macros on members of impls and traits, which rustc expands with these members alone, and on
//! modules, which it expands without content.

use syn::{ImplItem, Item, ItemMod, Path, TraitItem};

use super::is_unknown;
use crate::items;

/// The members with such attributes.
pub(super) struct Members {
    /// The impl or trait without other members.
    pub(super) item: Item,
    pub(super) attributes: Vec<Path>,
}

/// Removes the members with attributes of procedural macros from an impl or trait; `None` if there are none, or if the item
/// itself has such an attribute.
pub(super) fn take(item: &mut Item) -> Option<Members> {
    let mut attributes = Vec::new();
    let mut is_marked = |attrs: &Vec<syn::Attribute>| {
        let count = attributes.len();
        let unknown = attrs.iter().filter(|attr| is_unknown(attr));
        attributes.extend(unknown.map(|attr| attr.path().clone()));
        attributes.len() > count
    };
    let taken = match item {
        Item::Impl(item) if !item.attrs.iter().any(is_unknown) => {
            let marked =
                |member: &mut ImplItem| items::impl_attrs(member).is_some_and(&mut is_marked);
            let items = item.items.extract_if(.., marked).collect();
            Item::Impl(syn::ItemImpl { items, ..item.clone() })
        }
        Item::Trait(item) if !item.attrs.iter().any(is_unknown) => {
            let marked =
                |member: &mut TraitItem| items::trait_attrs(member).is_some_and(&mut is_marked);
            let items = item.items.extract_if(.., marked).collect();
            Item::Trait(syn::ItemTrait { items, ..item.clone() })
        }
        _ => return None,
    };
    (!attributes.is_empty()).then_some(Members { item: taken, attributes })
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
