//! Deletes code that `cfg` disables.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};

use crate::tokens::{self, is_punct};

/// Deletes disabled code; [`crate::cfg`] has evaluated the conditions.
pub(crate) fn disabled(file: &mut syn::File) {
    StripDisabled.visit_file_mut(file);
}

/// Deletes documentation, which procedural macros read.
pub(crate) fn documentation(items: &mut [syn::Item]) {
    items.iter_mut().for_each(|item| Undocumented.visit_item_mut(item));
}

struct Undocumented;

impl VisitMut for Undocumented {
    fn visit_attributes_mut(&mut self, attrs: &mut Vec<syn::Attribute>) {
        attrs.retain(|attr| !attr.path().is_ident("doc"));
    }
}

/// Returns whether `tree` is the first token of a comment that documents something.
pub(crate) fn is_comment(tree: Option<&TokenTree>) -> bool {
    is_punct(tree, '#') && tree.is_some_and(|hash| hash.span().byte_range().len() > 1)
}

/// Deletes such comments in the pattern of a macro's rule, where rustc ignores them.
pub(crate) fn comments(pattern: TokenStream) -> TokenStream {
    tokens::replace(pattern, &mut |before, tree, _| {
        let is_content = matches!(tree, TokenTree::Group(_)) && is_comment(before.last());
        (is_content || is_comment(Some(tree))).then(TokenStream::new)
    })
}

/// Returns whether a group is the content of the attribute `cfg(any())`.
pub(crate) fn is_disabling(content: &TokenTree) -> bool {
    content.to_string().replace(' ', "") == "[cfg(any())]"
}

/// Returns whether `part` has no attribute `cfg(any())`, the mark of disabled code. Tests tokens, since syn
/// attaches an expression's attributes to its leftmost part.
pub(crate) fn is_enabled(part: &impl ToTokens) -> bool {
    let mut trees = part.to_token_stream().into_iter();
    while let (Some(TokenTree::Punct(_)), Some(content @ TokenTree::Group(_))) =
        (trees.next(), trees.next())
    {
        if is_disabling(&content) {
            return false;
        }
    }
    true
}

struct StripDisabled;

/// Deletes disabled items. Attributes in the file of a module, such as `#![cfg(any())]`, count too.
fn strip_items(items: &mut Vec<syn::Item>) {
    for item in items.iter_mut() {
        let syn::Item::Mod(module) = item else { continue };
        module.attrs.iter_mut().for_each(|attr| attr.style = syn::AttrStyle::Outer);
    }
    items.retain(is_enabled);
}

/// Defines functions that delete the disabled elements of a node's list.
macro_rules! strip {
    ($($visit:ident($node:ident.$list:ident),)+) => {
        $(fn $visit(&mut self, node: &mut syn::$node) {
            node.$list.retain(|element| is_enabled(element));
            visit_mut::$visit(self, node);
        })+
    };
}

impl VisitMut for StripDisabled {
    fn visit_file_mut(&mut self, file: &mut syn::File) {
        strip_items(&mut file.items);
        visit_mut::visit_file_mut(self, file);
    }

    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        module.content.iter_mut().for_each(|(_, items)| strip_items(items));
        visit_mut::visit_item_mod_mut(self, module);
    }

    strip! {
        visit_item_impl_mut(ItemImpl.items),
        visit_item_trait_mut(ItemTrait.items),
        visit_item_enum_mut(ItemEnum.variants),
        visit_fields_named_mut(FieldsNamed.named),
        visit_fields_unnamed_mut(FieldsUnnamed.unnamed),
        visit_expr_struct_mut(ExprStruct.fields),
        visit_expr_match_mut(ExprMatch.arms),
        visit_block_mut(Block.stmts),
    }
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
    fn disabled_code_of_every_kind_is_deleted() {
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
