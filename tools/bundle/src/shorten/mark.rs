//! Tells members from everything else. Fields, methods, variants and associated items get a mark
//! in front of their name, so that a field may have one new name and a local variable of the same
//! spelling another one.

use proc_macro2::{Ident, TokenStream, TokenTree};
use std::collections::BTreeSet;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, File, Member, Token};

use crate::items::PRIMITIVES;

/// Stands in front of the names of members.
pub(super) const MARK: &str = "m__";

/// The spelling that a marked name has in the source.
pub(super) fn unmarked(name: &str) -> &str {
    name.strip_prefix(MARK).unwrap_or(name)
}

/// Marks all members but those spelled as one of `united`, which are named both ways. Fields in
/// short form are written out.
pub(super) fn mark(file: &mut File, united: &BTreeSet<String>) {
    Marker { united }.visit_file_mut(file);
}

/// Spellings that name members and other things at once: variants that are imported, and what
/// macros say in ways that leave it open.
pub(super) fn united(file: &File) -> BTreeSet<String> {
    let mut finder = Finder { names: BTreeSet::new() };
    finder.visit_file_mut(&mut file.clone());
    finder.names
}

/// Applies `visit` to the arguments of a macro if they are expressions; whether they are.
pub(crate) fn with_expressions(node: &mut syn::Macro, mut visit: impl FnMut(&mut Expr)) -> bool {
    let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
    let Ok(mut list) = parser.parse2(node.tokens.clone()) else { return false };
    list.iter_mut().for_each(&mut visit);
    node.tokens = quote::ToTokens::into_token_stream(list);
    true
}

struct Marker<'u> {
    united: &'u BTreeSet<String>,
}

impl Marker<'_> {
    fn ident(&self, ident: &mut Ident) {
        let name = ident.to_string();
        if !(self.united.contains(&name) || name.starts_with(MARK) || name.starts_with("r#")) {
            *ident = Ident::new(&format!("{MARK}{name}"), ident.span());
        }
    }

    fn member(&self, member: &mut Member) {
        if let Member::Named(ident) = member {
            self.ident(ident);
        }
    }

    /// What follows the segment of a type is a member; so is the segment after `qself`.
    fn qualified(&self, qself: &Option<syn::QSelf>, path: &mut syn::Path) {
        let member = qself.as_ref().map(|qself| qself.position);
        let mut after_type = false;
        for (at, segment) in path.segments.iter_mut().enumerate() {
            let next = is_type(&segment.ident.to_string());
            if after_type || member == Some(at) {
                self.ident(&mut segment.ident);
            }
            after_type = next;
        }
    }

    /// Tokens of a macro that are no plain list of expressions.
    fn tokens(&self, stream: TokenStream) -> TokenStream {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        let mut out = Vec::with_capacity(trees.len());
        for (at, tree) in trees.iter().enumerate() {
            out.push(match tree {
                TokenTree::Group(group) => {
                    let mut new =
                        proc_macro2::Group::new(group.delimiter(), self.tokens(group.stream()));
                    new.set_span(group.span());
                    TokenTree::Group(new)
                }
                TokenTree::Ident(ident) if follows_owner(&trees[..at]) => {
                    let mut ident = ident.clone();
                    self.ident(&mut ident);
                    TokenTree::Ident(ident)
                }
                tree => tree.clone(),
            });
        }
        out.into_iter().collect()
    }
}

/// Whether what stands `before` an identifier makes it a member: a dot, or a type and `::`.
fn follows_owner(before: &[TokenTree]) -> bool {
    let punct = |back: usize, c: char| {
        let tree = before.len().checked_sub(back).and_then(|at| before.get(at));
        matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == c)
    };
    if punct(1, '.') {
        return !punct(2, '.');
    }
    if !(punct(1, ':') && punct(2, ':')) {
        return false;
    }
    match before.len().checked_sub(3).and_then(|at| before.get(at)) {
        Some(TokenTree::Ident(ident)) => is_type(&ident.to_string()),
        Some(TokenTree::Punct(punct)) => punct.as_char() == '>',
        _ => false,
    }
}

/// Whether a path segment looks like a type.
pub(super) fn is_type(name: &str) -> bool {
    unmarked(name).starts_with(char::is_uppercase) || PRIMITIVES.contains(&name)
}

impl VisitMut for Marker<'_> {
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_field_mut(&mut self, node: &mut syn::Field) {
        node.ident.iter_mut().for_each(|ident| self.ident(ident));
        visit_mut::visit_field_mut(self, node);
    }

    fn visit_variant_mut(&mut self, node: &mut syn::Variant) {
        self.ident(&mut node.ident);
        visit_mut::visit_variant_mut(self, node);
    }

    fn visit_expr_field_mut(&mut self, node: &mut syn::ExprField) {
        self.member(&mut node.member);
        visit_mut::visit_expr_field_mut(self, node);
    }

    fn visit_expr_method_call_mut(&mut self, node: &mut syn::ExprMethodCall) {
        self.ident(&mut node.method);
        visit_mut::visit_expr_method_call_mut(self, node);
    }

    fn visit_field_value_mut(&mut self, node: &mut syn::FieldValue) {
        self.member(&mut node.member);
        node.colon_token.get_or_insert_default();
        visit_mut::visit_field_value_mut(self, node);
    }

    fn visit_field_pat_mut(&mut self, node: &mut syn::FieldPat) {
        self.member(&mut node.member);
        node.colon_token.get_or_insert_default();
        visit_mut::visit_field_pat_mut(self, node);
    }

    fn visit_impl_item_mut(&mut self, node: &mut syn::ImplItem) {
        match node {
            syn::ImplItem::Fn(item) => self.ident(&mut item.sig.ident),
            syn::ImplItem::Const(item) => self.ident(&mut item.ident),
            syn::ImplItem::Type(item) => self.ident(&mut item.ident),
            _ => {}
        }
        visit_mut::visit_impl_item_mut(self, node);
    }

    fn visit_trait_item_mut(&mut self, node: &mut syn::TraitItem) {
        match node {
            syn::TraitItem::Fn(item) => self.ident(&mut item.sig.ident),
            syn::TraitItem::Const(item) => self.ident(&mut item.ident),
            syn::TraitItem::Type(item) => self.ident(&mut item.ident),
            _ => {}
        }
        visit_mut::visit_trait_item_mut(self, node);
    }

    fn visit_assoc_type_mut(&mut self, node: &mut syn::AssocType) {
        self.ident(&mut node.ident);
        visit_mut::visit_assoc_type_mut(self, node);
    }

    fn visit_assoc_const_mut(&mut self, node: &mut syn::AssocConst) {
        self.ident(&mut node.ident);
        visit_mut::visit_assoc_const_mut(self, node);
    }

    fn visit_constraint_mut(&mut self, node: &mut syn::Constraint) {
        self.ident(&mut node.ident);
        visit_mut::visit_constraint_mut(self, node);
    }

    fn visit_expr_path_mut(&mut self, node: &mut syn::ExprPath) {
        self.qualified(&node.qself, &mut node.path);
        visit_mut::visit_expr_path_mut(self, node);
    }

    fn visit_type_path_mut(&mut self, node: &mut syn::TypePath) {
        self.qualified(&node.qself, &mut node.path);
        visit_mut::visit_type_path_mut(self, node);
    }

    fn visit_expr_struct_mut(&mut self, node: &mut syn::ExprStruct) {
        self.qualified(&node.qself, &mut node.path);
        visit_mut::visit_expr_struct_mut(self, node);
    }

    fn visit_pat_struct_mut(&mut self, node: &mut syn::PatStruct) {
        self.qualified(&node.qself, &mut node.path);
        visit_mut::visit_pat_struct_mut(self, node);
    }

    fn visit_pat_tuple_struct_mut(&mut self, node: &mut syn::PatTupleStruct) {
        self.qualified(&node.qself, &mut node.path);
        visit_mut::visit_pat_tuple_struct_mut(self, node);
    }

    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        if !with_expressions(node, |expr| self.visit_expr_mut(expr)) {
            node.tokens = self.tokens(std::mem::take(&mut node.tokens));
        }
    }
}

/// Collects [`united`] names.
struct Finder {
    names: BTreeSet<String>,
}

impl Finder {
    fn imports(&mut self, tree: &syn::UseTree, below_type: bool) {
        match tree {
            syn::UseTree::Path(path) => self.imports(&path.tree, is_type(&path.ident.to_string())),
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.imports(tree, below_type));
            }
            syn::UseTree::Name(name) if below_type => {
                self.names.insert(name.ident.to_string());
            }
            syn::UseTree::Rename(name) if below_type => {
                self.names.insert(name.ident.to_string());
            }
            _ => {}
        }
    }

    /// In macros everything declared, and all fields, may be a member or not.
    fn tokens(&mut self, stream: TokenStream, after_type: bool) {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        let mut declares = false;
        for (at, tree) in trees.iter().enumerate() {
            let punct = |at: usize, c: char| matches!(trees.get(at), Some(TokenTree::Punct(p)) if p.as_char() == c);
            match tree {
                TokenTree::Group(group) => {
                    let braces = group.delimiter() == proc_macro2::Delimiter::Brace;
                    self.tokens(group.stream(), braces);
                    declares = false;
                }
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    let first = at == 0 || punct(at - 1, ',') || declares;
                    let last = at + 1 == trees.len() || punct(at + 1, ',');
                    let field = punct(at + 1, ':') && !punct(at + 2, ':');
                    let word = matches!(name.as_str(), "pub" | "mut" | "ref" | "box");
                    if declares || after_type && (first && last || field) {
                        self.names.insert(name.clone());
                    }
                    declares = matches!(name.as_str(), "fn" | "const" | "type") || declares && word;
                }
                _ => declares = false,
            }
        }
    }
}

impl VisitMut for Finder {
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_item_use_mut(&mut self, node: &mut syn::ItemUse) {
        self.imports(&node.tree, false);
    }

    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        if !with_expressions(node, |expr| self.visit_expr_mut(expr)) {
            self.tokens(node.tokens.clone(), false);
        }
    }
}
