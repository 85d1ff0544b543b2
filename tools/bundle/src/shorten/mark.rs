//! Marks members (fields, methods, variants, associated items) with a prefix, so that a field and a variable of
//! the same spelling can have different new names.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, File, Member, Token};

use crate::items::{self, PRIMITIVES};
use crate::tokens;

pub(super) const MARK: &str = "m__";

pub(super) fn unmarked(name: &str) -> &str {
    name.strip_prefix(MARK).unwrap_or(name)
}

/// Marks all members and expands shorthand fields. Names that are both imported and reached through their type
/// are kept, since rustc would reject new names for them.
pub(super) fn mark(mut file: File) -> syn::Result<File> {
    Marker.visit_file_mut(&mut file);
    syn::parse2(mark_uses(file.into_token_stream(), false))
}

/// Applies `visit` to a macro's arguments if they are expressions; returns whether they are.
pub(crate) fn with_expressions(node: &mut syn::Macro, mut visit: impl FnMut(&mut Expr)) -> bool {
    let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
    let Ok(mut list) = parser.parse2(node.tokens.clone()) else { return false };
    list.iter_mut().for_each(&mut visit);
    node.tokens = list.into_token_stream();
    true
}

/// Marks declarations, and fields in literals and patterns.
struct Marker;

fn mark_ident(ident: &mut Ident) {
    let name = ident.to_string();
    if !(name.starts_with(MARK) || name.starts_with("r#")) {
        *ident = Ident::new(&format!("{MARK}{name}"), ident.span());
    }
}

/// Marks identifiers after a dot, a type or a qualified path.
fn mark_uses(stream: TokenStream, is_import: bool) -> TokenStream {
    let mut in_import = is_import;
    tokens::replace(stream, &mut |before, tree, _| match tree {
        TokenTree::Group(_) if tokens::follows_hash(before) => Some(tree.clone().into()),
        TokenTree::Group(group) => {
            Some(tokens::regroup(group, mark_uses(group.stream(), in_import)).into())
        }
        TokenTree::Ident(ident) if follows_owner(before, in_import) => {
            let mut ident = ident.clone();
            mark_ident(&mut ident);
            Some(ident.into_token_stream())
        }
        tree => {
            let is_end = tokens::is_punct(Some(tree), ';');
            in_import =
                if is_end { is_import } else { in_import || tokens::is_word(Some(tree), "use") };
            None
        }
    })
}

/// Returns whether an identifier after `before` is a member: after a dot, or a type and `::`.
fn follows_owner(before: &[TokenTree], in_import: bool) -> bool {
    let mut back = before.iter().rev();
    let last = back.next();
    if tokens::is_punct(last, '.') {
        return !tokens::is_punct(back.next(), '.');
    }
    tokens::is_punct(last, ':')
        && tokens::is_punct(back.next(), ':')
        && match back.next() {
            Some(TokenTree::Ident(owner)) => {
                // In an import, and inside a path, `str` is a module.
                let is_primitive = PRIMITIVES.contains(&owner.to_string().as_str());
                let is_module = in_import || tokens::is_punct(back.next(), ':');
                is_type(&owner.to_string()) && !(is_primitive && is_module)
            }
            owner => tokens::is_punct(owner, '>'),
        }
}

/// Returns whether a path segment is spelled like a type.
pub(super) fn is_type(name: &str) -> bool {
    unmarked(name).starts_with(char::is_uppercase) || PRIMITIVES.contains(&name)
}

impl VisitMut for Marker {
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_field_mut(&mut self, node: &mut syn::Field) {
        node.ident.iter_mut().for_each(mark_ident);
        visit_mut::visit_field_mut(self, node);
    }

    fn visit_variant_mut(&mut self, node: &mut syn::Variant) {
        mark_ident(&mut node.ident);
        visit_mut::visit_variant_mut(self, node);
    }

    fn visit_member_mut(&mut self, node: &mut Member) {
        if let Member::Named(ident) = node {
            mark_ident(ident);
        }
    }

    fn visit_field_value_mut(&mut self, node: &mut syn::FieldValue) {
        node.colon_token.get_or_insert_default();
        visit_mut::visit_field_value_mut(self, node);
    }

    fn visit_field_pat_mut(&mut self, node: &mut syn::FieldPat) {
        node.colon_token.get_or_insert_default();
        visit_mut::visit_field_pat_mut(self, node);
    }

    fn visit_impl_item_mut(&mut self, node: &mut syn::ImplItem) {
        items::impl_name_mut(node).into_iter().for_each(mark_ident);
        visit_mut::visit_impl_item_mut(self, node);
    }

    fn visit_trait_item_mut(&mut self, node: &mut syn::TraitItem) {
        items::trait_name_mut(node).into_iter().for_each(mark_ident);
        visit_mut::visit_trait_item_mut(self, node);
    }

    fn visit_assoc_type_mut(&mut self, node: &mut syn::AssocType) {
        mark_ident(&mut node.ident);
        visit_mut::visit_assoc_type_mut(self, node);
    }

    fn visit_assoc_const_mut(&mut self, node: &mut syn::AssocConst) {
        mark_ident(&mut node.ident);
        visit_mut::visit_assoc_const_mut(self, node);
    }

    fn visit_constraint_mut(&mut self, node: &mut syn::Constraint) {
        mark_ident(&mut node.ident);
        visit_mut::visit_constraint_mut(self, node);
    }

    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        with_expressions(node, |expr| self.visit_expr_mut(expr));
    }
}
