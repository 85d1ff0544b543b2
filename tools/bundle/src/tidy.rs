//! Small changes of form that save characters and mean nothing.

use anyhow::Result;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, File, Item, Visibility};

use crate::rustc::Rustc;
use crate::squeeze::squeeze;

/// Drops commas that nothing follows.
pub(crate) fn tidy(file: &mut File) {
    Commas.visit_file_mut(file);
}

/// Writes `pub` for `pub(crate)`, which is as good in a binary, and drops `extern crate`, each
/// where that compiles.
pub(crate) fn finish(rustc: &Rustc, mut file: File) -> Result<File> {
    let mut wider = file.clone();
    Widen.visit_file_mut(&mut wider);
    let mut leaner = file.clone();
    leaner.items.retain(|item| !matches!(item, Item::ExternCrate(_)));
    if leaner.items.len() < file.items.len() && compiles(rustc, &leaner)? {
        file = leaner;
        wider.items.retain(|item| !matches!(item, Item::ExternCrate(_)));
    }
    Ok(if compiles(rustc, &wider)? { wider } else { file })
}

fn compiles(rustc: &Rustc, file: &File) -> Result<bool> {
    Ok(rustc.look(&squeeze(file.to_token_stream()))?.errors.is_empty())
}

/// The attributes of an item; `None` for syntax that syn does not know.
pub(crate) fn item_attrs(item: &mut Item) -> Option<&mut Vec<Attribute>> {
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

struct Widen;

impl VisitMut for Widen {
    fn visit_visibility_mut(&mut self, vis: &mut Visibility) {
        if let Visibility::Restricted(restricted) = vis {
            if restricted.in_token.is_none() && restricted.path.is_ident("crate") {
                *vis = Visibility::Public(restricted.pub_token);
            }
        }
    }

    // A macro cannot be imported more widely than within the crate.
    fn visit_item_use_mut(&mut self, _: &mut syn::ItemUse) {}
}

struct Commas;

fn trim<T, P>(list: &mut Punctuated<T, P>) {
    list.pop_punct();
}

impl VisitMut for Commas {
    fn visit_expr_array_mut(&mut self, node: &mut syn::ExprArray) {
        trim(&mut node.elems);
        visit_mut::visit_expr_array_mut(self, node);
    }

    fn visit_expr_call_mut(&mut self, node: &mut syn::ExprCall) {
        trim(&mut node.args);
        visit_mut::visit_expr_call_mut(self, node);
    }

    fn visit_expr_match_mut(&mut self, node: &mut syn::ExprMatch) {
        let last = node.arms.len().saturating_sub(1);
        for (at, arm) in node.arms.iter_mut().enumerate() {
            if at == last || matches!(*arm.body, Expr::Block(_)) {
                arm.comma = None;
            }
        }
        visit_mut::visit_expr_match_mut(self, node);
    }

    fn visit_expr_method_call_mut(&mut self, node: &mut syn::ExprMethodCall) {
        trim(&mut node.args);
        visit_mut::visit_expr_method_call_mut(self, node);
    }

    fn visit_expr_struct_mut(&mut self, node: &mut syn::ExprStruct) {
        if node.dot2_token.is_none() {
            trim(&mut node.fields);
        }
        visit_mut::visit_expr_struct_mut(self, node);
    }

    fn visit_fields_named_mut(&mut self, node: &mut syn::FieldsNamed) {
        trim(&mut node.named);
        visit_mut::visit_fields_named_mut(self, node);
    }

    fn visit_fields_unnamed_mut(&mut self, node: &mut syn::FieldsUnnamed) {
        trim(&mut node.unnamed);
        visit_mut::visit_fields_unnamed_mut(self, node);
    }

    fn visit_generics_mut(&mut self, node: &mut syn::Generics) {
        trim(&mut node.params);
        visit_mut::visit_generics_mut(self, node);
    }

    fn visit_item_enum_mut(&mut self, node: &mut syn::ItemEnum) {
        trim(&mut node.variants);
        visit_mut::visit_item_enum_mut(self, node);
    }

    fn visit_pat_struct_mut(&mut self, node: &mut syn::PatStruct) {
        if node.rest.is_none() {
            trim(&mut node.fields);
        }
        visit_mut::visit_pat_struct_mut(self, node);
    }

    fn visit_signature_mut(&mut self, node: &mut syn::Signature) {
        if node.variadic.is_none() {
            trim(&mut node.inputs);
        }
        visit_mut::visit_signature_mut(self, node);
    }

    fn visit_use_group_mut(&mut self, node: &mut syn::UseGroup) {
        trim(&mut node.items);
        visit_mut::visit_use_group_mut(self, node);
    }

    fn visit_where_clause_mut(&mut self, node: &mut syn::WhereClause) {
        trim(&mut node.predicates);
        visit_mut::visit_where_clause_mut(self, node);
    }
}
