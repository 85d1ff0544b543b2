//! Accessors for the common parts of all kinds of items.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Attribute, ForeignItem, ImplItem, Item, ItemMod, Path, QSelf, Token, TraitItem};

use crate::tokens;

/// Defines a function that returns a part of a node, and one that returns it for changes; `None` for kinds without the part.
macro_rules! part {
    ($part:ident, $part_mut:ident: $node:ident -> $type:ty { $($kind:ident: $($field:ident).+,)+ }) => {
        #[allow(dead_code, reason = "not every part is both read and changed")]
        pub(crate) fn $part(node: &$node) -> Option<&$type> {
            match node {
                $($node::$kind(node) => Some(&node.$($field).+),)+
                _ => None,
            }
        }

        #[allow(dead_code, reason = "not every part is both read and changed")]
        pub(crate) fn $part_mut(node: &mut $node) -> Option<&mut $type> {
            match node {
                $($node::$kind(node) => Some(&mut node.$($field).+),)+
                _ => None,
            }
        }
    };
}

part! { known_attrs, attrs_mut: Item -> Vec<Attribute> {
    Const: attrs, Enum: attrs, ExternCrate: attrs, Fn: attrs, ForeignMod: attrs, Impl: attrs, Macro: attrs, Mod: attrs,
    Static: attrs, Struct: attrs, Trait: attrs, TraitAlias: attrs, Type: attrs, Union: attrs, Use: attrs,
} }
// Modules, imports and impls have no name here.
part! { ident, ident_mut: Item -> Ident {
    Const: ident, Enum: ident, Fn: sig.ident, Static: ident, Struct: ident, Trait: ident, Type: ident, Union: ident,
} }
part! { foreign_name, foreign_name_mut: ForeignItem -> Ident { Fn: sig.ident, Static: ident, Type: ident, } }
part! { foreign_attrs, foreign_attrs_mut: ForeignItem -> Vec<Attribute> { Fn: attrs, Static: attrs, } }
part! { impl_name, impl_name_mut: ImplItem -> Ident { Const: ident, Fn: sig.ident, Type: ident, } }
part! { impl_attrs, impl_attrs_mut: ImplItem -> Vec<Attribute> { Const: attrs, Fn: attrs, Type: attrs, } }
part! { trait_name, trait_name_mut: TraitItem -> Ident { Const: ident, Fn: sig.ident, Type: ident, } }
part! { trait_attrs, trait_attrs_mut: TraitItem -> Vec<Attribute> { Const: attrs, Fn: attrs, Type: attrs, } }

/// Returns an item's attributes; none for syntax that syn does not support.
pub(crate) fn attrs(item: &Item) -> &[Attribute] {
    known_attrs(item).map_or(&[], Vec::as_slice)
}

/// Returns the name of an item; `None` for modules, imports, impls and macro calls.
pub(crate) fn name(item: &Item) -> Option<&Ident> {
    match item {
        Item::Macro(item) => item.ident.as_ref(),
        item => ident(item),
    }
}

/// Returns the items of a module.
pub(crate) fn inner(module: &ItemMod) -> &[Item] {
    module.content.as_ref().map_or(&[], |(_, items)| items)
}

/// Returns all items in `list`, and after each module those in it.
pub(crate) fn all(list: &[Item]) -> Vec<&Item> {
    let mut found = Vec::new();
    for item in list {
        found.push(item);
        if let Item::Mod(module) = item {
            found.extend(all(inner(module)));
        }
    }
    found
}

/// Returns the attributes `cfg(…)`.
pub(crate) fn conditions(attrs: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attrs.iter().filter(|attr| attr.path().is_ident("cfg"))
}

/// Returns the words in attributes.
pub(crate) fn words(attrs: &[Attribute]) -> impl Iterator<Item = Ident> + '_ {
    attrs.iter().flat_map(|attr| tokens::idents(attr.meta.to_token_stream()))
}

/// Attributes of items that act without being named.
const ACTING: &[&str] =
    &["export_name", "global_allocator", "link_section", "no_mangle", "panic_handler", "used"];

/// Returns whether an item or function with these attributes acts without being named, such as a global allocator.
pub(crate) fn acts(attrs: &[Attribute]) -> bool {
    words(attrs).any(|word| ACTING.contains(&word.to_string().as_str()))
}

/// Returns the traits that an attribute derives.
pub(crate) fn derived(attr: &Attribute) -> Vec<Path> {
    if !attr.path().is_ident("derive") {
        return Vec::new();
    }
    let paths = attr.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated);
    paths.into_iter().flatten().collect()
}

/// Returns whether `attrs` derive the trait `name`.
pub(crate) fn derives(attrs: &[Attribute], name: &str) -> bool {
    attrs.iter().flat_map(derived).any(|path| last_name(&path) == name)
}

/// Returns the last name of a path.
pub(crate) fn last_name(path: &Path) -> String {
    path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default()
}

/// Moves the end of the trait in `<type as trait>::name` after its path had `count` segments.
pub(crate) fn move_position(qself: &mut Option<QSelf>, count: usize, path: &Path) {
    if let Some(qself) = qself.as_mut().filter(|qself| qself.position > 0) {
        qself.position = qself.position + path.segments.len() - count;
    }
}

pub(crate) const PRIMITIVES: &[&str] = &[
    "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16",
    "u32", "u64", "u8", "usize",
];

/// Names of std's prelude that a program can import.
#[rustfmt::skip]
pub(crate) const PRELUDE: &[&str] = &[
    "AsMut", "AsRef", "Box", "Clone", "Copy", "Default", "DoubleEndedIterator", "Drop", "Eq", "Err",
    "ExactSizeIterator", "Extend", "Fn", "FnMut", "FnOnce", "From", "FromIterator", "Into", "IntoIterator",
    "Iterator", "None", "Ok", "Option", "Ord", "PartialEq", "PartialOrd", "Result", "Send", "Sized", "Some", "String",
    "Sync", "ToOwned", "ToString", "TryFrom", "TryInto", "Unpin", "Vec", "drop",
];
