//! Names the loop in `break` and `continue`.

use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Item, Lifetime};

/// Adds `label` to those in the body of a loop that leave this loop and have no label.
pub(super) fn name(body: &mut Block, label: &Lifetime) {
    Exits(label).visit_block_mut(body);
}

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
        crate::shorten::with_expressions(node, |expr| self.visit_expr_mut(expr));
    }
}
