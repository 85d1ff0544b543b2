//! Deletes what `cfg` switches off. Rustc would do without it as well; in the bundle it is dead
//! weight.

use proc_macro2::TokenTree;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::token::Comma;
use syn::visit_mut::{self, VisitMut};
use syn::Item;

/// Deletes all that is switched off in a file whose conditions [`crate::cfg`] has judged.
pub(crate) fn disabled(file: &mut syn::File) {
    StripDisabled.visit_file_mut(file);
}

/// Whether the attributes hold the `cfg(any())` that [`crate::cfg`] leaves on what is switched off.
pub(crate) fn is_disabled(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|attr| is_off(attr.meta.to_token_stream()))
}

/// Whether what stands in an attribute's brackets is `cfg(any())`.
fn is_off(meta: proc_macro2::TokenStream) -> bool {
    meta.to_string().replace(' ', "") == "cfg(any())"
}

struct StripDisabled;

impl VisitMut for StripDisabled {
    fn visit_file_mut(&mut self, file: &mut syn::File) {
        strip_items(&mut file.items);
        visit_mut::visit_file_mut(self, file);
    }

    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut module.content {
            strip_items(items);
        }
        visit_mut::visit_item_mod_mut(self, module);
    }

    fn visit_item_impl_mut(&mut self, item: &mut syn::ItemImpl) {
        item.items.retain(|item| match item {
            syn::ImplItem::Const(item) => !is_disabled(&item.attrs),
            syn::ImplItem::Fn(item) => !is_disabled(&item.attrs),
            syn::ImplItem::Type(item) => !is_disabled(&item.attrs),
            syn::ImplItem::Macro(item) => !is_disabled(&item.attrs),
            _ => true,
        });
        visit_mut::visit_item_impl_mut(self, item);
    }

    fn visit_item_trait_mut(&mut self, item: &mut syn::ItemTrait) {
        item.items.retain(|item| match item {
            syn::TraitItem::Const(item) => !is_disabled(&item.attrs),
            syn::TraitItem::Fn(item) => !is_disabled(&item.attrs),
            syn::TraitItem::Type(item) => !is_disabled(&item.attrs),
            _ => true,
        });
        visit_mut::visit_item_trait_mut(self, item);
    }

    fn visit_item_enum_mut(&mut self, item: &mut syn::ItemEnum) {
        strip_list(&mut item.variants, |variant| &variant.attrs);
        visit_mut::visit_item_enum_mut(self, item);
    }

    fn visit_fields_named_mut(&mut self, fields: &mut syn::FieldsNamed) {
        strip_list(&mut fields.named, |field| &field.attrs);
        visit_mut::visit_fields_named_mut(self, fields);
    }

    fn visit_fields_unnamed_mut(&mut self, fields: &mut syn::FieldsUnnamed) {
        strip_list(&mut fields.unnamed, |field| &field.attrs);
        visit_mut::visit_fields_unnamed_mut(self, fields);
    }

    fn visit_expr_struct_mut(&mut self, value: &mut syn::ExprStruct) {
        strip_list(&mut value.fields, |field| &field.attrs);
        visit_mut::visit_expr_struct_mut(self, value);
    }

    fn visit_expr_match_mut(&mut self, value: &mut syn::ExprMatch) {
        value.arms.retain(|arm| !is_disabled(&arm.attrs));
        visit_mut::visit_expr_match_mut(self, value);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        block.stmts.retain_mut(|stmt| match stmt {
            syn::Stmt::Local(local) => !is_disabled(&local.attrs),
            syn::Stmt::Item(item) => !item_disabled(item),
            syn::Stmt::Macro(item) => !is_disabled(&item.attrs),
            syn::Stmt::Expr(expr, _) => !begins_disabled(expr),
        });
        visit_mut::visit_block_mut(self, block);
    }
}

/// Whether an expression stands behind an attribute that switches it off; the attribute belongs to
/// whatever part stands leftmost.
fn begins_disabled(expr: &syn::Expr) -> bool {
    let mut trees = expr.to_token_stream().into_iter();
    while let Some(TokenTree::Punct(hash)) = trees.next() {
        match trees.next() {
            Some(TokenTree::Group(meta)) if hash.as_char() == '#' => {
                if is_off(meta.stream()) {
                    return true;
                }
            }
            _ => return false,
        }
    }
    false
}

/// Keeps the comma behind the last element only if there was one: a rest may follow it.
fn strip_list<T>(list: &mut Punctuated<T, Comma>, attrs: impl Fn(&T) -> &Vec<syn::Attribute>) {
    let comma = list.trailing_punct();
    let pairs = std::mem::take(list).into_pairs();
    *list = pairs.filter(|pair| !is_disabled(attrs(pair.value()))).collect();
    if !comma {
        list.pop_punct();
    }
}

fn strip_items(items: &mut Vec<Item>) {
    items.retain_mut(|item| !item_disabled(item));
}

fn item_disabled(item: &mut Item) -> bool {
    crate::items::attrs(item).is_some_and(|attrs| is_disabled(attrs))
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    fn stripped(text: &str) -> String {
        let mut file = syn::parse_file(text).unwrap();
        super::disabled(&mut file);
        file.to_token_stream().to_string().replace(' ', "")
    }

    #[test]
    fn what_is_off_goes_wherever_it_stands() {
        for (whole, left) in [
            ("#[cfg(any())] fn f() {} fn g() {}", "fng(){}"),
            ("struct S { #[cfg(any())] a: u8, b: u8 }", "structS{b:u8}"),
            ("struct S(u8, #[cfg(any())] u8);", "structS(u8);"),
            ("enum E { #[cfg(any())] A, #[cfg(unix)] B }", "enumE{#[cfg(unix)]B}"),
            ("fn f() { S { #[cfg(any())] a: 1, b, ..c } }", "fnf(){S{b,..c}}"),
            ("fn f() { S { a, #[cfg(any())] b: 1 } }", "fnf(){S{a}}"),
            ("fn f() { match x { #[cfg(any())] 1 => 2, _ => 3 } }", "fnf(){match x{_=>3}}"),
            ("fn f() { #[cfg(any())] let x = 1; x }", "fnf(){x}"),
            ("fn f() { #[cfg(any())] if x { return } x }", "fnf(){x}"),
            ("fn f() { #[cfg(any())] { x.y = 1; } -x }", "fnf(){-x}"),
            ("fn f() { #[cfg(any())] x.y = 1; x }", "fnf(){x}"),
            ("fn f() { #[cfg(unix)] x.y = 1; x }", "fnf(){#[cfg(unix)]x.y=1;x}"),
        ] {
            assert_eq!(stripped(whole), left.replace(' ', ""), "{whole}");
        }
    }
}
