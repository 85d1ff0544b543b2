//! Accessors for the common parts of all kinds of items.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Attribute, ForeignItem, ImplItem, Item, TraitItem, UseTree};

use crate::tokens;

/// Returns an item's attributes; `None` for syntax that syn does not support.
pub(crate) fn attrs(item: &mut Item) -> Option<&mut Vec<Attribute>> {
    Some(match item {
        Item::Const(item) => &mut item.attrs,
        Item::Enum(item) => &mut item.attrs,
        Item::ExternCrate(item) => &mut item.attrs,
        Item::Fn(item) => &mut item.attrs,
        Item::ForeignMod(item) => &mut item.attrs,
        Item::Impl(item) => &mut item.attrs,
        Item::Macro(item) => &mut item.attrs,
        Item::Mod(item) => &mut item.attrs,
        Item::Static(item) => &mut item.attrs,
        Item::Struct(item) => &mut item.attrs,
        Item::Trait(item) => &mut item.attrs,
        Item::TraitAlias(item) => &mut item.attrs,
        Item::Type(item) => &mut item.attrs,
        Item::Union(item) => &mut item.attrs,
        Item::Use(item) => &mut item.attrs,
        _ => return None,
    })
}

/// Returns the name of an item; `None` for modules, imports, impls and macro calls.
pub(crate) fn name(item: &Item) -> Option<&Ident> {
    Some(match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => return item.ident.as_ref(),
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    })
}

pub(crate) fn name_mut(item: &mut Item) -> Option<&mut Ident> {
    Some(match item {
        Item::Const(item) => &mut item.ident,
        Item::Enum(item) => &mut item.ident,
        Item::Fn(item) => &mut item.sig.ident,
        Item::Macro(item) => return item.ident.as_mut(),
        Item::Static(item) => &mut item.ident,
        Item::Struct(item) => &mut item.ident,
        Item::Trait(item) => &mut item.ident,
        Item::Type(item) => &mut item.ident,
        Item::Union(item) => &mut item.ident,
        _ => return None,
    })
}

pub(crate) fn foreign_name(item: &mut ForeignItem) -> Option<&mut Ident> {
    match item {
        ForeignItem::Fn(item) => Some(&mut item.sig.ident),
        ForeignItem::Static(item) => Some(&mut item.ident),
        ForeignItem::Type(item) => Some(&mut item.ident),
        _ => None,
    }
}

pub(crate) fn impl_name(item: &mut ImplItem) -> Option<&mut Ident> {
    match item {
        ImplItem::Const(item) => Some(&mut item.ident),
        ImplItem::Fn(item) => Some(&mut item.sig.ident),
        ImplItem::Type(item) => Some(&mut item.ident),
        _ => None,
    }
}

pub(crate) fn trait_name(item: &mut TraitItem) -> Option<&mut Ident> {
    match item {
        TraitItem::Const(item) => Some(&mut item.ident),
        TraitItem::Fn(item) => Some(&mut item.sig.ident),
        TraitItem::Type(item) => Some(&mut item.ident),
        _ => None,
    }
}

/// Attributes of items that act without being named.
const ACTING: &[&str] =
    &["export_name", "global_allocator", "link_section", "no_mangle", "panic_handler", "used"];

/// Returns whether an item or function with these attributes acts without being named, such as a global allocator.
pub(crate) fn acts(attrs: &[Attribute]) -> bool {
    let words = attrs.iter().flat_map(|attr| tokens::idents(attr.meta.to_token_stream()));
    words.into_iter().any(|word| ACTING.contains(&word.to_string().as_str()))
}

/// Returns whether `attrs` derive the trait `name`.
pub(crate) fn derives(attrs: &[Attribute], name: &str) -> bool {
    let mut derives = attrs.iter().filter(|attr| attr.path().is_ident("derive"));
    derives.any(|attr| tokens::idents(attr.to_token_stream()).iter().any(|word| word == name))
}

/// Deletes the leaves of an import that `keep` rejects; returns whether any remain.
pub(crate) fn retain_imports(tree: &mut UseTree, keep: &mut dyn FnMut(&UseTree) -> bool) -> bool {
    match tree {
        UseTree::Path(path) => retain_imports(&mut path.tree, keep),
        UseTree::Group(group) => {
            let trees = std::mem::take(&mut group.items).into_iter();
            let kept = |mut tree| retain_imports(&mut tree, keep).then_some(tree);
            group.items = trees.filter_map(kept).collect();
            !group.items.is_empty()
        }
        end => keep(end),
    }
}

pub(crate) const PRIMITIVES: &[&str] = &[
    "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16",
    "u32", "u64", "u8", "usize",
];

/// Names of std's prelude that a program can import.
pub(crate) const PRELUDE: &[&str] = &[
    "AsMut",
    "AsRef",
    "Box",
    "Clone",
    "Copy",
    "Default",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Err",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "Into",
    "IntoIterator",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Send",
    "Sized",
    "Some",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "Unpin",
    "Vec",
    "drop",
];
