//! Rewrites the paths of an item for its move from a module to the root.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::{format_ident, quote, ToTokens};
use std::collections::BTreeSet;
use syn::visit_mut::{self, VisitMut};
use syn::{parse_quote, Attribute, Item, PathSegment, Stmt, Visibility};

use super::scopes::Scopes;
use crate::imports::{leaves, Import};
use crate::items::{self, PRIMITIVES};
use crate::shorten::with_expressions;
use crate::tokens::{self, is_punct, is_qualified, is_word, regroup, Texts};

/// The kind of item that a path names.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    Type,
    /// A constant or variable, or the function or variant of a pattern.
    Value,
    /// The function of a call.
    Function,
    Macro,
}

/// Rewrites paths that are relative to the module or block `here`.
pub(super) struct Rewrite<'s> {
    scopes: &'s Scopes,
    here: usize,
    /// Variables and parameters, which can shadow items.
    locals: Texts,
    /// Number of modules around the current position that do not move, as in a macro's tokens.
    depth: usize,
    /// Whether to mark paths that variables can shadow after the move.
    pub(super) is_shadowed: bool,
}

impl<'s> Rewrite<'s> {
    /// Prepares to rewrite `item`.
    pub(super) fn new(scopes: &'s Scopes, here: usize, item: &mut Item) -> Rewrite<'s> {
        let mut locals = BTreeSet::new();
        Locals(&mut locals).visit_item_mut(item);
        Rewrite { scopes, here, locals, depth: 0, is_shadowed: false }
    }

    /// Renames an item that moves to the root, or a mention of it; returns the old name if it changes.
    fn rename(&self, ident: &mut Ident) -> Option<String> {
        let old = ident.to_string();
        let new = self.scopes.declared(self.here, &old)?;
        *ident = format_ident!("{new}", span = ident.span());
        (*ident != old).then_some(old)
    }

    fn path(&self, path: &mut syn::Path, role: Role) {
        let Some(first) = path.segments.first().filter(|_| path.leading_colon.is_none()) else {
            return;
        };
        let at = (role == Role::Macro).then(|| first.ident.span().byte_range().start);
        let name = first.ident.to_string();
        if path.segments.len() == 1 {
            match role {
                // A function and a variable can have the same name: `let x = x();`.
                Role::Type | Role::Value if self.locals.contains(&name) => return,
                Role::Value | Role::Function if self.scopes.is_enum(self.here, &name) => return,
                // A function can have the name of a primitive type.
                Role::Function if PRIMITIVES.contains(&&*name) => {
                    self.rename(&mut path.segments[0].ident);
                    return;
                }
                _ => {}
            }
        }
        let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        let Some((length, new)) = self.scopes.head(self.here, &names, at) else { return };
        let mut rest = std::mem::take(&mut path.segments).into_iter().skip(length - 1);
        if let Some(mut first) = rest.next() {
            let span = first.ident.span();
            let is_shadowed = self.is_shadowed && self.locals.contains(&new)
                || self.scopes.has_block_item(self.here, &new);
            if is_shadowed && length > 1 && at.is_none() {
                path.segments.push(Ident::new("crate", span).into());
            }
            let (head, last) = new.rsplit_once("::").unwrap_or(("", &new));
            let head = head.split("::").filter(|name| !name.is_empty());
            path.segments
                .extend(head.map(|name| PathSegment::from(format_ident!("{name}", span = span))));
            first.ident = format_ident!("{last}", span = span);
            path.segments.push(first);
        }
        path.segments.extend(rest);
    }

    /// Rewrites paths and deletes visibilities in the tokens of macros.
    fn tokens(&mut self, stream: TokenStream) -> TokenStream {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        let mut out: Vec<TokenTree> = Vec::with_capacity(trees.len());
        let mut at = 0;
        while at < trees.len() {
            let dollar = is_punct(trees.get(at), '$') && is_word(trees.get(at + 1), "crate");
            let start = at + usize::from(dollar);
            match &trees[at] {
                TokenTree::Group(group) => {
                    let is_module = matches!(&out[..], [.., word, TokenTree::Ident(_)]
                        if is_word(Some(word), "mod"));
                    self.depth += usize::from(is_module);
                    out.push(regroup(group, self.tokens(group.stream())));
                    self.depth -= usize::from(is_module);
                    at += 1;
                }
                TokenTree::Ident(word) if word == "pub" && !is_punct(out.last(), '$') => {
                    at += 1 + usize::from(tokens::is_restriction(trees.get(at + 1)));
                    if self.depth > 0 {
                        out.extend(quote!(pub(crate)));
                    }
                }
                TokenTree::Ident(word) if word == "use" && self.depth == 0 => {
                    let end = trees[at..].iter().position(|tree| is_punct(Some(tree), ';'));
                    let end = at + end.map_or(0, |end| end + 1);
                    let moved = self.import(&trees[at..end]);
                    let is_std = matches!(trees.get(at + 1), Some(TokenTree::Ident(word))
                        if tokens::is_standard(&word.to_string()));
                    let kept = match moved.is_none() {
                        true if is_std => at..end,
                        true => at..at + 1,
                        false => end..end,
                    };
                    out.extend_from_slice(&trees[kept.clone()]);
                    at = kept.end;
                    out.extend(moved.unwrap_or_default());
                }
                TokenTree::Ident(_) if !is_qualified(&out) && !is_declared(&out) => {
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

    /// Rewrites an import in a macro's tokens; `None` if it is to stay.
    fn import(&self, statement: &[TokenTree]) -> Option<TokenStream> {
        let plain = statement.iter().filter(|tree| !is_punct(Some(tree), '$')).cloned();
        let import: syn::ItemUse = syn::parse2(plain.collect()).ok()?;
        let globs = self.scopes.moved_imports(self.here, &import.tree).into_iter();
        let mut moved: TokenStream = globs.map(|tree| quote!(use #tree;)).collect();
        for Import { path, name, .. } in leaves(&import.tree) {
            let Some(name) = name else { continue };
            // The root has the crates of std.
            if path == [&*name] && tokens::is_standard(&name) {
                continue;
            }
            let (length, new) = self.scopes.head(self.here, &path, None)?;
            if name != new || length < path.len() {
                let root = if new.contains("::") { "" } else { "crate::" };
                let path = [&[format!("{root}{new}")], &path[length..]].concat().join("::");
                moved.extend(format!("use {path} as {name};").parse::<TokenStream>());
            }
        }
        Some(moved)
    }

    /// Copies the head of the path at `start` to `out`, replaced by its path from the root if it has one; returns the
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
        let place = trees[start].span().byte_range().start;
        let is_call = matches!(trees.get(at + 1), Some(TokenTree::Group(group))
            if group.delimiter() == Delimiter::Parenthesis);
        let is_local = names.len() == 1
            && !bang
            && (self.locals.contains(&names[0])
                || is_call && self.scopes.is_enum(self.here, &names[0]));
        // In a module, only paths that lead out of it are replaced.
        let supers = names.iter().take_while(|name| *name == "super").count();
        let is_inner = self.depth > supers && names[0] != "crate" && !bang;
        let is_outer = supers > 0 && self.depth > 0 && !is_inner;
        let first = if is_outer { self.depth - 1 } else { 0 };
        if is_outer {
            names[first] = "self".to_string();
        }
        let head = match is_local || is_inner {
            true => None,
            false => self.scopes.head(self.here, &names[first..], bang.then_some(place)),
        };
        let Some((length, new)) = head else {
            // The path goes on with a macro's variable, which names an item of this module.
            let end = *ends.last().unwrap_or(&start);
            let rest = trees.get(end..end + 3).unwrap_or_default();
            let is_open = is_punct(rest.first(), ':') && is_punct(rest.last(), '$');
            if is_open && !is_inner && self.scopes.is_module(self.here, &names) {
                out.extend(quote!(crate));
                return end;
            }
            out.push(trees[start].clone());
            return start + 1;
        };
        if self.depth > 0 && !bang && !new.contains("::") {
            out.extend(quote!(crate::));
        }
        for (at, name) in new.split("::").enumerate() {
            out.extend((at > 0).then(|| quote!(::)).into_iter().flatten());
            out.push(TokenTree::Ident(format_ident!("{name}", span = trees[start].span())));
        }
        ends[length + first - 1]
    }

    /// Visits a path of the form `<type as path::to::Trait>::name` or of another form.
    fn qualified(&mut self, qself: &mut Option<syn::QSelf>, path: &mut syn::Path, role: Role) {
        let count = path.segments.len();
        self.path(path, role);
        visit_mut::visit_path_mut(self, path);
        qself.iter_mut().for_each(|qself| self.visit_type_mut(&mut qself.ty));
        items::move_position(qself, count, path);
    }

    /// Replaces a block's imports by those that it needs after its move.
    fn replace_imports(&self, block: &mut syn::Block) {
        for statement in std::mem::take(&mut block.stmts) {
            let Stmt::Item(Item::Use(import)) = statement else {
                block.stmts.push(statement);
                continue;
            };
            let attrs = &import.attrs;
            for tree in self.scopes.moved_imports(self.here, &import.tree) {
                block.stmts.push(Stmt::Item(parse_quote!(#(#attrs)* use #tree;)));
            }
        }
    }
}

/// Returns whether a macro declares the name after these tokens, such as an associated type.
fn is_declared(before: &[TokenTree]) -> bool {
    let keywords = ["const", "enum", "fn", "static", "struct", "trait", "type"];
    match before {
        [.., last, TokenTree::Ident(_)] if is_punct(Some(last), '*') => false,
        [.., TokenTree::Ident(word)] => keywords.contains(&word.to_string().as_str()),
        _ => false,
    }
}

/// Collects the names that patterns and generic parameters declare.
struct Locals<'l>(&'l mut Texts);

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

/// Gives a function or static with `#[no_mangle]` its old symbol.
fn keep_symbol(attrs: &mut [Attribute], old: &str) {
    for attr in attrs {
        if items::words(std::slice::from_ref(attr)).any(|word| word == "no_mangle") {
            *attr = match attr.path().is_ident("unsafe") {
                true => parse_quote!(#[unsafe(export_name = #old)]),
                false => parse_quote!(#[export_name = #old]),
            };
        }
    }
}

impl VisitMut for Rewrite<'_> {
    fn visit_attribute_mut(&mut self, _: &mut Attribute) {}

    fn visit_item_mut(&mut self, node: &mut Item) {
        match node {
            Item::Macro(item) => {
                if let Some(ident) = &mut item.ident {
                    let at = ident.span().byte_range().start;
                    if let Some(root) = self.scopes.macro_defined_at(at) {
                        *ident = format_ident!("{root}", span = ident.span());
                    }
                }
            }
            Item::Verbatim(tokens) => *tokens = self.tokens(std::mem::take(tokens)),
            _ => {
                let ident = items::ident_mut(node).filter(|ident| *ident != "_");
                if let Some(old) = ident.and_then(|ident| self.rename(ident)) {
                    items::attrs_mut(node).into_iter().for_each(|attrs| keep_symbol(attrs, &old));
                }
            }
        }
        visit_mut::visit_item_mut(self, node);
    }

    fn visit_item_use_mut(&mut self, _: &mut syn::ItemUse) {}

    // A module in a function does not move.
    fn visit_item_mod_mut(&mut self, node: &mut syn::ItemMod) {
        let Some((_, items)) = &mut node.content else { return };
        self.depth += 1;
        let moved = self.tokens(quote!(#(#items)*));
        self.depth -= 1;
        if let Ok(file) = syn::parse2::<syn::File>(moved) {
            *items = file.items;
        }
    }

    fn visit_foreign_item_mut(&mut self, node: &mut syn::ForeignItem) {
        let old = items::foreign_name_mut(node).and_then(|ident| self.rename(ident));
        if let (Some(old), Some(attrs)) = (old, items::foreign_attrs_mut(node)) {
            if !attrs.iter().any(|attr| attr.path().is_ident("link_name")) {
                attrs.push(parse_quote!(#[link_name = #old]));
            }
        }
        visit_mut::visit_foreign_item_mut(self, node);
    }

    fn visit_visibility_mut(&mut self, vis: &mut Visibility) {
        *vis = Visibility::Inherited;
    }

    fn visit_block_mut(&mut self, node: &mut syn::Block) {
        let outer = self.here;
        if let Some(inner) = self.scopes.at(node.brace_token.span.open()) {
            self.here = inner;
            self.replace_imports(node);
        }
        visit_mut::visit_block_mut(self, node);
        self.here = outer;
    }

    fn visit_expr_call_mut(&mut self, node: &mut syn::ExprCall) {
        match &mut *node.func {
            syn::Expr::Path(syn::ExprPath { qself: qself @ None, path, .. }) => {
                self.qualified(qself, path, Role::Function);
            }
            function => self.visit_expr_mut(function),
        }
        node.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
    }

    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        self.path(path, Role::Type);
        visit_mut::visit_path_mut(self, path);
    }

    fn visit_expr_path_mut(&mut self, node: &mut syn::ExprPath) {
        self.qualified(&mut node.qself, &mut node.path, Role::Value);
    }

    fn visit_pat_tuple_struct_mut(&mut self, node: &mut syn::PatTupleStruct) {
        self.qualified(&mut node.qself, &mut node.path, Role::Value);
        node.elems.iter_mut().for_each(|element| self.visit_pat_mut(element));
    }

    fn visit_type_path_mut(&mut self, node: &mut syn::TypePath) {
        self.qualified(&mut node.qself, &mut node.path, Role::Type);
    }

    fn visit_field_value_mut(&mut self, node: &mut syn::FieldValue) {
        visit_mut::visit_field_value_mut(self, node);
        // A constant in shorthand form can have a new name.
        if node.expr.to_token_stream().to_string() != node.member.to_token_stream().to_string() {
            node.colon_token.get_or_insert_default();
        }
    }

    fn visit_pat_ident_mut(&mut self, node: &mut syn::PatIdent) {
        // A pattern that starts with a capital letter refers to an item.
        let name = node.ident.to_string();
        if name.starts_with(char::is_uppercase)
            && node.subpat.is_none()
            && !self.scopes.is_enum(self.here, &name)
        {
            self.rename(&mut node.ident);
        }
        visit_mut::visit_pat_ident_mut(self, node);
    }

    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        self.path(&mut node.path, Role::Macro);
        let definition = node.path.is_ident("macro_rules");
        if definition || !with_expressions(node, |expr| self.visit_expr_mut(expr)) {
            node.tokens = self.tokens(std::mem::take(&mut node.tokens));
        }
    }
}
