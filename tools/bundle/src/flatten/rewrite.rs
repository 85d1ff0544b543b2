//! Rewrites the paths of an item for its move from a module to the root.

use proc_macro2::{Ident, TokenStream, TokenTree};
use std::collections::BTreeSet;
use syn::visit_mut::{self, VisitMut};
use syn::{Item, Visibility};

use super::scopes::Scopes;
use crate::items;
use crate::shorten::with_expressions;
use crate::tokens::{is_punct, is_qualified, regroup};

/// Rewrites paths that are relative to the module `here`.
pub(super) struct Rewrite<'s> {
    scopes: &'s Scopes,
    here: usize,
    /// Variables and parameters, which can shadow items.
    locals: BTreeSet<String>,
}

impl<'s> Rewrite<'s> {
    pub(super) fn new(scopes: &'s Scopes, here: usize) -> Rewrite<'s> {
        Rewrite { scopes, here, locals: BTreeSet::new() }
    }

    fn name(&self, ident: &mut Ident) {
        let path = [ident.to_string()];
        if let Some((_, new)) = self.scopes.head(self.here, &path, false) {
            *ident = Ident::new(&new, ident.span());
        }
    }

    fn path(&self, path: &mut syn::Path, is_macro: bool) {
        if path.leading_colon.is_some() {
            return;
        }
        let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        if names.len() == 1 && self.locals.contains(&names[0]) {
            return;
        }
        let Some((length, new)) = self.scopes.head(self.here, &names, is_macro) else { return };
        let mut rest = std::mem::take(&mut path.segments).into_iter().skip(length - 1);
        if let Some(mut first) = rest.next() {
            first.ident = Ident::new(&new, first.ident.span());
            path.segments.push(first);
        }
        path.segments.extend(rest);
    }

    /// Rewrites paths and deletes visibilities in the tokens of macros.
    fn tokens(&self, stream: TokenStream) -> TokenStream {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        let mut out: Vec<TokenTree> = Vec::with_capacity(trees.len());
        let mut at = 0;
        while at < trees.len() {
            let dollar = is_punct(trees.get(at), '$')
                && matches!(trees.get(at + 1), Some(TokenTree::Ident(word)) if word == "crate");
            let start = at + usize::from(dollar);
            match &trees[at] {
                TokenTree::Group(group) => {
                    out.push(regroup(group, self.tokens(group.stream())));
                    at += 1;
                }
                TokenTree::Ident(word) if word == "pub" => {
                    at += 1;
                    if let Some(TokenTree::Group(group)) = trees.get(at) {
                        let first = group.stream().into_iter().next().map(|t| t.to_string());
                        let words = ["crate", "self", "super", "in"];
                        at += usize::from(first.is_some_and(|f| words.contains(&f.as_str())));
                    }
                }
                TokenTree::Ident(_) if !is_qualified(&out) => {
                    at = self.token_path(&trees, at, &mut out)
                }
                _ if dollar => at = self.token_path(&trees, start, &mut out),
                tree => {
                    out.push(tree.clone());
                    at += 1;
                }
            }
        }
        out.into_iter().collect()
    }

    /// Copies the head of the path at `start` to `out`, replaced by its name in the root if it has one; returns the
    /// index after the head.
    fn token_path(&self, trees: &[TokenTree], start: usize, out: &mut Vec<TokenTree>) -> usize {
        let mut names = Vec::new();
        let mut ends = Vec::new();
        let mut at = start;
        while let Some(TokenTree::Ident(ident)) = trees.get(at) {
            names.push(ident.to_string());
            ends.push(at + 1);
            let is_continued = is_punct(trees.get(at + 1), ':') && is_punct(trees.get(at + 2), ':');
            if !is_continued {
                break;
            }
            at += 3;
        }
        let bang = ends.last().is_some_and(|&end| is_punct(trees.get(end), '!'));
        let local = names.len() == 1 && self.locals.contains(&names[0]);
        let head = if local { None } else { self.scopes.head(self.here, &names, bang) };
        if let Some((length, new)) = head {
            out.push(TokenTree::Ident(Ident::new(&new, trees[start].span())));
            return ends[length - 1];
        }
        out.push(trees[start].clone());
        start + 1
    }
}

/// Collects the names that patterns and generic parameters declare.
struct Locals<'l>(&'l mut BTreeSet<String>);

impl VisitMut for Locals<'_> {
    fn visit_pat_ident_mut(&mut self, node: &mut syn::PatIdent) {
        let name = node.ident.to_string();
        if !name.starts_with(char::is_uppercase) {
            self.0.insert(name);
        }
        visit_mut::visit_pat_ident_mut(self, node);
    }

    fn visit_type_param_mut(&mut self, node: &mut syn::TypeParam) {
        self.0.insert(node.ident.to_string());
    }

    fn visit_const_param_mut(&mut self, node: &mut syn::ConstParam) {
        self.0.insert(node.ident.to_string());
    }
}

impl VisitMut for Rewrite<'_> {
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_item_mut(&mut self, node: &mut Item) {
        let mut inner = self.locals.clone();
        if self.locals.is_empty() {
            Locals(&mut inner).visit_item_mut(node);
            let is_macro = matches!(node, Item::Macro(_));
            if let Some(ident) = items::name_mut(node).filter(|ident| !is_macro && *ident != "_") {
                self.name(ident);
            }
        }
        // A set that is not empty marks the items visited from here on as nested.
        inner.insert(String::new());
        let outer = std::mem::replace(&mut self.locals, inner);
        visit_mut::visit_item_mut(self, node);
        self.locals = outer;
    }

    fn visit_visibility_mut(&mut self, vis: &mut Visibility) {
        *vis = Visibility::Inherited;
    }

    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        self.path(path, false);
        visit_mut::visit_path_mut(self, path);
    }

    fn visit_pat_ident_mut(&mut self, node: &mut syn::PatIdent) {
        // A pattern that starts with a capital letter refers to an item.
        if node.ident.to_string().starts_with(char::is_uppercase) && node.subpat.is_none() {
            self.name(&mut node.ident);
        }
        visit_mut::visit_pat_ident_mut(self, node);
    }

    fn visit_item_use_mut(&mut self, node: &mut syn::ItemUse) {
        let mut names = Vec::new();
        let mut tree = &node.tree;
        while let syn::UseTree::Path(inner) = tree {
            names.push(inner.ident.to_string());
            tree = &inner.tree;
        }
        // Rewrites the path up to an item, and keeps the rest.
        for length in 1..=names.len() {
            if let Some((cut, new)) = self.scopes.head(self.here, &names[..length], false) {
                let mut rest = node.tree.clone();
                for _ in 0..cut {
                    if let syn::UseTree::Path(inner) = rest {
                        rest = *inner.tree;
                    }
                }
                let new = Ident::new(&new, proc_macro2::Span::call_site());
                *node = syn::parse_quote!(use #new::#rest;);
                return;
            }
        }
    }

    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        self.path(&mut node.path, true);
        let definition = node.path.is_ident("macro_rules");
        if definition || !with_expressions(node, |expr| self.visit_expr_mut(expr)) {
            node.tokens = self.tokens(std::mem::take(&mut node.tokens));
        }
    }
}
