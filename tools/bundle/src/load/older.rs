//! Rewrites the code of a crate of edition 2024 for an earlier one: conditions such as `if let … && …`, types `impl Trait` that
//! capture all lifetimes, the prelude, and, on request, what else has another meaning.

mod captures;

use proc_macro2::Span;
use quote::{format_ident, quote, ToTokens};
use syn::visit_mut::{self, VisitMut};
use syn::{
    parse_quote, BinOp, Block, Expr, ExprIf, ExprWhile, GenericParam, Item, ItemMod, Label,
    Lifetime, Stmt,
};

use crate::imports;
use crate::shorten::with_expressions;
use crate::tokens::{self, Texts};

/// Rewrites `items`. If `exact`, temporary variables of `if let` are dropped before `else`, and those at the end of a block
/// before its variables; boxed slices are iterated by value.
pub(crate) fn rewrite(items: &mut Vec<Item>, exact: bool) {
    complete_prelude(items);
    let mut older = Older { exact, count: 0, generics: Vec::new(), has_label: false };
    items.iter_mut().for_each(|item| older.visit_item_mut(item));
}

struct Older {
    exact: bool,
    /// Number of labels and generic parameters so far.
    count: usize,
    /// The parameters of the impl around the current place.
    generics: Vec<GenericParam>,
    /// Whether a new label hides the innermost loop from `break` and `continue`.
    has_label: bool,
}

impl Older {
    fn number(&mut self) -> usize {
        self.count += 1;
        self.count
    }

    fn lifetime(&mut self) -> Lifetime {
        Lifetime::new(&format!("'older{}", self.number()), Span::call_site())
    }

    fn label(&mut self) -> Label {
        let name = self.lifetime();
        parse_quote!(#name:)
    }

    /// Returns what replaces an `if` with `let`, if it cannot stay.
    fn condition(&mut self, node: &ExprIf) -> Option<Expr> {
        let parts = conjuncts(&node.cond);
        let drops = self.exact && parts.iter().any(has_temporaries);
        if !parts.iter().any(is_let) || parts.len() == 1 && !drops {
            return None;
        }
        let then = &node.then_branch;
        if node.else_branch.is_none() && !drops {
            return Some(nested(parts, then.clone()));
        }
        let otherwise = node.else_branch.as_ref().map(|(_, otherwise)| otherwise);
        let label = self.label();
        self.has_label = true;
        let name = &label.name;
        let success = nested(parts, parse_quote!({ break #name #then; }));
        Some(parse_quote!(#label { #success #otherwise }))
    }

    /// Labels a loop whose exits a new label hides. `outer` is whether one hides those of the loop around it.
    fn close(&mut self, node: &mut Expr, outer: bool) {
        let (label, body) = match node {
            Expr::While(node) => (&mut node.label, &mut node.body),
            Expr::ForLoop(node) => (&mut node.label, &mut node.body),
            Expr::Loop(node) => (&mut node.label, &mut node.body),
            _ => return,
        };
        if self.has_label {
            let label = label.get_or_insert_with(|| self.label());
            Exits(&label.name).visit_block_mut(body);
        }
        self.has_label = outer;
    }
}

/// Returns the parts of a condition that `&&` joins.
fn conjuncts(condition: &Expr) -> Vec<Expr> {
    match condition {
        Expr::Binary(node) if matches!(node.op, BinOp::And(_)) => {
            let mut parts = conjuncts(&node.left);
            parts.extend(conjuncts(&node.right));
            parts
        }
        part => vec![part.clone()],
    }
}

/// Returns `if` expressions without `else`, one in the other, that lead to `success` if all `parts` hold.
fn nested(parts: Vec<Expr>, success: Block) -> Expr {
    let mut body = success;
    for part in parts.into_iter().rev() {
        body = parse_quote!({ if #part #body });
    }
    match body.stmts.pop() {
        Some(Stmt::Expr(outermost, _)) => outermost,
        _ => parse_quote!({}),
    }
}

fn is_let(part: &Expr) -> bool {
    matches!(part, Expr::Let(_))
}

/// Returns whether an expression can have temporary variables that live as long as its value. One with attributes cannot be
/// the value of a variable.
fn has_temporaries(value: &Expr) -> bool {
    if tokens::is_punct(value.to_token_stream().into_iter().next().as_ref(), '#') {
        return false;
    }
    match value {
        Expr::Let(node) => has_temporaries(&node.expr),
        Expr::If(node) => conjuncts(&node.cond).iter().any(is_let),
        Expr::Call(_) | Expr::MethodCall(_) | Expr::Macro(_) | Expr::Match(_) | Expr::Try(_) => {
            true
        }
        Expr::Binary(_) | Expr::Unary(_) | Expr::Field(_) | Expr::Index(_) | Expr::Cast(_) => true,
        _ => false,
    }
}

/// Imports what the prelude of edition 2024 has to the modules that mention it.
fn complete_prelude(items: &mut Vec<Item>) {
    let mut words: Texts = Texts::new();
    for item in &mut *items {
        match item {
            Item::Mod(ItemMod { content: Some((_, inner)), .. }) => complete_prelude(inner),
            item => words.extend(tokens::words::<Vec<_>>(item.to_token_stream())),
        }
    }
    let declared = imports::declared(quote!(#(#items)*), false);
    for (name, word) in [("Future", "Future"), ("IntoFuture", "into_future")] {
        if (words.contains(name) || words.contains(word)) && !declared.contains(name) {
            let name = format_ident!("{name}");
            items.push(parse_quote!(#[allow(unused_imports)] use ::core::future::#name;));
        }
    }
}

impl VisitMut for Older {
    fn visit_item_fn_mut(&mut self, node: &mut syn::ItemFn) {
        let outer = std::mem::take(&mut self.generics);
        self.capture(&mut node.sig);
        visit_mut::visit_item_fn_mut(self, node);
        self.generics = outer;
    }

    fn visit_item_impl_mut(&mut self, node: &mut syn::ItemImpl) {
        let own = node.generics.params.iter().cloned().collect();
        let outer = std::mem::replace(&mut self.generics, own);
        // In traits, types capture all lifetimes in each edition.
        if node.trait_.is_none() {
            for item in &mut node.items {
                if let syn::ImplItem::Fn(function) = item {
                    self.capture(&mut function.sig);
                }
            }
        }
        visit_mut::visit_item_impl_mut(self, node);
        self.generics = outer;
    }

    fn visit_expr_if_mut(&mut self, node: &mut ExprIf) {
        visit_mut::visit_expr_if_mut(self, node);
        if let Some((_, otherwise)) = &mut node.else_branch {
            if matches!(&**otherwise, Expr::Block(block) if block.label.is_some()) {
                **otherwise = parse_quote!({ #otherwise });
            }
        }
    }

    fn visit_expr_mut(&mut self, node: &mut Expr) {
        let is_loop = matches!(node, Expr::While(_) | Expr::ForLoop(_) | Expr::Loop(_));
        let outer = is_loop.then(|| std::mem::take(&mut self.has_label));
        visit_mut::visit_expr_mut(self, node);
        outer.into_iter().for_each(|outer| self.close(node, outer));
        match node {
            Expr::If(inner) => {
                if let Some(new) = self.condition(inner) {
                    *node = new;
                }
            }
            Expr::While(inner) if conjuncts(&inner.cond).len() > 1 => {
                let parts = conjuncts(&inner.cond);
                if parts.iter().any(is_let) {
                    let ExprWhile { attrs, label, body, .. } = inner;
                    let round = nested(parts, parse_quote!({ #body continue; }));
                    *node = parse_quote!(#(#attrs)* #label loop { #round break; });
                }
            }
            Expr::MethodCall(call) if self.exact && call.method == "into_iter" => {
                let receiver = &call.receiver;
                *node = parse_quote!(::core::iter::IntoIterator::into_iter(#receiver));
            }
            _ => {}
        }
    }

    fn visit_block_mut(&mut self, node: &mut Block) {
        visit_mut::visit_block_mut(self, node);
        if let Some(Stmt::Expr(end, None)) = node.stmts.last() {
            if self.exact && has_temporaries(end) {
                let end = end.clone();
                node.stmts.pop();
                let result = format_ident!("older{}", self.number());
                node.stmts.push(parse_quote!(let #result = #end;));
                node.stmts.push(Stmt::Expr(parse_quote!(#result), None));
            }
        }
    }

    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        with_expressions(node, |expr| self.visit_expr_mut(expr));
    }
}

/// Names the loop in the `break` and `continue` without a label that leave it.
struct Exits<'l>(&'l Lifetime);

impl VisitMut for Exits<'_> {
    fn visit_expr_mut(&mut self, node: &mut Expr) {
        match node {
            Expr::Loop(_) | Expr::While(_) | Expr::ForLoop(_) => return,
            Expr::Closure(_) | Expr::Async(_) => return,
            Expr::Break(exit) => _ = exit.label.get_or_insert_with(|| self.0.clone()),
            Expr::Continue(exit) => _ = exit.label.get_or_insert_with(|| self.0.clone()),
            _ => {}
        }
        visit_mut::visit_expr_mut(self, node);
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}

    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        with_expressions(node, |expr| self.visit_expr_mut(expr));
    }
}
