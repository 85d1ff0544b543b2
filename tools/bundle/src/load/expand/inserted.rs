//! Generated code in the form that the bundle needs.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, ToTokens};
use std::collections::BTreeSet;
use syn::parse::Parser;
use syn::visit_mut::{self, VisitMut};
use syn::{parse_quote, Attribute, Expr, ExprUnary, Item, ItemUse, Path, UnOp, UseTree};

use super::{procedural, Origin, MARK};
use crate::attributes::ACTIVE;
use crate::items;
use crate::shorten::with_expressions;
use crate::tokens::Texts;

/// Adapts generated code: replaces what rustc prints for macros of the standard library by code that is stable, and paths
/// of dependencies by those in the bundle.
pub(super) struct Inserted<'n> {
    pub(super) origin: &'n Origin<'n>,
    /// The names of the crate's modules, which can hide dependencies in paths without a leading `::`.
    pub(super) modules: &'n BTreeSet<Ident>,
    /// The names of all functions.
    pub(super) generated: &'n mut Texts,
}

impl Inserted<'_> {
    /// Returns the crate's module if a path in generated code lacks it: `name` follows `crate`, which in the macro's
    /// argument was rewritten.
    fn missing_root(&self, name: &Ident) -> Option<Ident> {
        let (name, root) = (name.to_string(), &self.origin.krate.module);
        let is_rewritten = self.origin.modules.contains(&name) || name.ends_with(procedural::MARK);
        (!root.is_empty() && !is_rewritten).then(|| format_ident!("{root}"))
    }

    /// Returns the name that a dependency has in the bundle.
    fn dependency(&self, name: &Ident) -> Option<&Ident> {
        let found = self.origin.names.iter().find(|(_, there)| name == there);
        found.map(|(here, _)| here)
    }

    /// Returns what replaces the first name of a path; `second` is the next name.
    fn head(&self, first: &Ident, second: Option<&Ident>, is_absolute: bool) -> Option<Path> {
        if first == "crate" {
            let root = self.missing_root(second?)?;
            return Some(parse_quote!(crate::#root));
        }
        if is_absolute && *first == self.origin.krate.module {
            return Some(parse_quote!(crate::#first));
        }
        let is_hidden = !is_absolute && self.modules.contains(first);
        let here = self.dependency(first).filter(|_| !is_hidden)?;
        Some(parse_quote!(crate::#here))
    }
}

impl VisitMut for Inserted<'_> {
    fn visit_attributes_mut(&mut self, attrs: &mut Vec<Attribute>) {
        for attr in attrs.iter_mut() {
            let Ok(doc) = attr.meta.require_name_value() else { continue };
            let derive = tokens_of(&doc.value);
            let mut derive = derive.into_iter();
            if derive.next().is_some_and(|first| first.to_string() == MARK) {
                let derive: TokenStream = derive.collect();
                let parsed = Attribute::parse_outer.parse2(derive).unwrap_or_default();
                parsed.into_iter().for_each(|derive| *attr = derive);
            }
        }
        attrs.retain(|attr| ACTIVE.iter().any(|name| attr.path().is_ident(name)));
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        let is_absolute = path.leading_colon.is_some();
        let mut names = path.segments.iter().map(|segment| &segment.ident);
        if let (Some(first), second) = (names.next(), names.next()) {
            let is_qualified = is_absolute || second.is_some();
            if let Some(head) = self.head(first, second, is_absolute).filter(|_| is_qualified) {
                let rest = path.segments.iter().skip(1);
                *path = parse_quote!(#head #(::#rest)*);
            } else if first == "alloc" {
                path.segments[0].ident = format_ident!("std");
            }
        }
        visit_mut::visit_path_mut(self, path);
    }

    fn visit_item_mut(&mut self, item: &mut Item) {
        if let Item::ExternCrate(own) = item {
            let name = own.rename.as_ref().map_or(&own.ident, |(_, alias)| alias);
            if let Some(here) = self.dependency(&own.ident) {
                *item = parse_quote!(use crate::#here as #name;);
            }
        }
        if let Item::Const(own) = item {
            if own.ident == MARK {
                let argument = tokens_of(&own.expr);
                *item = parse_quote!(thread_local! { #argument });
            }
        }
        visit_mut::visit_item_mut(self, item);
    }

    fn visit_item_use_mut(&mut self, item: &mut ItemUse) {
        let UseTree::Path(path) = &mut item.tree else { return };
        let names = crate::tokens::idents(path.tree.to_token_stream());
        if let Some(head) = self.head(&path.ident, names.first(), item.leading_colon.is_some()) {
            let rest = &path.tree;
            *item = parse_quote!(use #head::#rest;);
        }
    }

    fn visit_signature_mut(&mut self, node: &mut syn::Signature) {
        self.generated.insert(node.ident.to_string());
        visit_mut::visit_signature_mut(self, node);
    }

    fn visit_type_path_mut(&mut self, node: &mut syn::TypePath) {
        let count = node.path.segments.len();
        visit_mut::visit_type_path_mut(self, node);
        items::move_position(&mut node.qself, count, &node.path);
    }

    fn visit_expr_path_mut(&mut self, node: &mut syn::ExprPath) {
        let count = node.path.segments.len();
        visit_mut::visit_expr_path_mut(self, node);
        items::move_position(&mut node.qself, count, &node.path);
    }

    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        with_expressions(node, |expr| self.visit_expr_mut(expr));
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Call(call) = expr {
            if call.func.to_token_stream().to_string() == MARK {
                let arguments: Vec<TokenStream> = call.args.iter().map(tokens_of).collect();
                if let [name, arguments] = &arguments[..] {
                    *expr = parse_quote!(#name!(#arguments));
                }
            }
        }
        if let Some(condition) = asserted(expr) {
            *expr = parse_quote!(assert!(#condition));
        }
        visit_mut::visit_expr_mut(self, expr);
        let Expr::Call(call) = expr else { return };
        let name: Vec<String> = crate::tokens::words(call.func.to_token_stream());
        let name = name.last().map(String::as_str).unwrap_or_default();
        let function = call.func.to_token_stream().to_string();
        let is_inner = function.contains("panicking");
        let argument = call.args.first().map(ToTokens::to_token_stream).unwrap_or_default();
        let format = match call.args.first() {
            Some(Expr::Macro(inner)) if inner.mac.path.is_ident("format_args") => {
                inner.mac.tokens.clone()
            }
            _ => quote!("{}", #argument),
        };
        match name {
            "panic" | "panic_fmt" | "panic_display" | "panic_str_literal" if is_inner => {
                *expr = parse_quote!(panic!(#format))
            }
            "unreachable_display" if is_inner => *expr = parse_quote!(unreachable!(#format)),
            "must_use" if function.contains("__export") => *expr = parse_quote!(#argument),
            _ => {}
        }
    }
}

/// Returns the condition of what rustc prints for `assert!`, and no program contains, since the function is unstable:
/// `if !condition { ::core::panicking::panic("assertion failed: …") }`.
fn asserted(expr: &Expr) -> Option<&Expr> {
    let Expr::If(branch) = expr else { return None };
    let Expr::Unary(ExprUnary { op: UnOp::Not(_), expr: condition, .. }) = &*branch.cond else {
        return None;
    };
    let body = branch.then_branch.to_token_stream().to_string();
    let is_message =
        branch.else_branch.is_none() && body.contains("panicking :: panic (\"assertion failed: ");
    (is_message && branch.then_branch.stmts.len() == 1).then_some(condition)
}

/// Returns the tokens in a string literal.
fn tokens_of(literal: &Expr) -> TokenStream {
    let text = syn::parse2::<syn::LitStr>(literal.to_token_stream()).map(|text| text.value());
    text.ok().and_then(|text| text.parse().ok()).unwrap_or_default()
}
