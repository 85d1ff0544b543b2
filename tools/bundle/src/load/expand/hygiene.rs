//! Variables of one name that rustc distinguishes by the macro that names them, which printed code cannot express.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use regex::{Captures, Regex};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;
use syn::visit::{self, Visit};
use syn::{Ident, Item};

use crate::mir::regex;
use crate::tokens::{self, is_punct};

/// Matches a name and the number of its context, as rustc prints them: `name /* 12#3 */`.
static NAME: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(\b[\p{Alphabetic}_]\w*)\s*/\*\s*\d+#(\d+)\s*\*/"));

/// Matches the description of a context at the end of what rustc prints: its number, parent, expansion and kind.
static DESCRIPTION: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?m)^#(\d+): parent: #(\d+), outer_mark: \((.+), (\w+)\)$"));

/// What is between a name and the number of its context in the text for [`clashes`].
const CONTEXT: &str = "__context_";

/// Adds the contexts to all names, other than keywords, in what rustc prints.
pub(super) fn with_contexts(printed: &str) -> String {
    let same = same_contexts(printed);
    let name = |found: &Captures| match syn::parse_str::<Ident>(&found[1]) {
        Ok(name) => format!("{name}{CONTEXT}{}", same.get(&found[2]).unwrap_or(&&found[2])),
        Err(_) => found[1].to_string(),
    };
    NAME.replace_all(printed, name).into_owned()
}

/// Returns for each context the first one in which names mean the same: a procedural macro can name variables of its caller.
fn same_contexts(printed: &str) -> HashMap<&str, &str> {
    let mut marks: HashMap<&str, String> = HashMap::new();
    let mut first: HashMap<String, &str> = HashMap::new();
    let mut same = HashMap::new();
    // Parents come first.
    for (_, [number, parent, expansion, kind]) in
        DESCRIPTION.captures_iter(printed).map(|found| found.extract())
    {
        let mut all = marks.get(parent).cloned().unwrap_or_default();
        if kind != "Transparent" && number != parent {
            all = all + expansion + ";";
        }
        same.insert(number, *first.entry(all.clone()).or_insert(number));
        marks.insert(number, all);
    }
    same
}

/// Returns whether a function in `items`, which have contexts, has variables or labels of one name in several contexts.
pub(super) fn clashes(items: &[Item]) -> bool {
    let mut functions = Functions(false);
    items.iter().for_each(|item| functions.visit_item(item));
    functions.0
}

/// Whether a function has such variables.
struct Functions(bool);

impl Functions {
    fn check<'n, N: ToTokens>(&mut self, function: &'n N, visit: fn(&mut Bound, &'n N)) {
        let mut bound = Bound::default();
        visit(&mut bound, function);
        let mut contexts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        add_contexts(function.to_token_stream(), &mut contexts);
        self.0 |= bound.0.iter().any(|name| contexts.get(name).is_some_and(|all| all.len() > 1));
    }
}

impl<'n> Visit<'n> for Functions {
    fn visit_item_fn(&mut self, node: &'n syn::ItemFn) {
        self.check(node, visit::visit_item_fn);
    }

    fn visit_impl_item_fn(&mut self, node: &'n syn::ImplItemFn) {
        self.check(node, visit::visit_impl_item_fn);
    }

    fn visit_trait_item_fn(&mut self, node: &'n syn::TraitItemFn) {
        self.check(node, visit::visit_trait_item_fn);
    }

    // Of a constant or static.
    fn visit_expr(&mut self, node: &'n syn::Expr) {
        self.check(node, visit::visit_expr);
    }
}

/// The names of variables and labels.
#[derive(Default)]
struct Bound(BTreeSet<String>);

impl<'n> Visit<'n> for Bound {
    fn visit_pat_ident(&mut self, node: &'n syn::PatIdent) {
        self.0.insert(without_context(&node.ident).0);
        visit::visit_pat_ident(self, node);
    }

    fn visit_label(&mut self, node: &'n syn::Label) {
        self.0.insert(without_context(&node.name.ident).0);
    }
}

/// Splits a name and the number of its context.
fn without_context(name: &Ident) -> (String, String) {
    let text = name.to_string();
    let (name, context) = text.rsplit_once(CONTEXT).unwrap_or((&text, ""));
    (name.to_string(), context.to_string())
}

/// Adds the contexts of all names that are neither fields nor methods.
fn add_contexts(stream: TokenStream, contexts: &mut BTreeMap<String, BTreeSet<String>>) {
    tokens::visit(stream, &mut |trees, at| match &trees[at] {
        TokenTree::Ident(name) if !is_punct(trees[..at].last(), '.') => {
            let (name, context) = without_context(name);
            contexts.entry(name).or_default().insert(context);
        }
        _ => {}
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_clash(printed: &str) -> bool {
        clashes(&syn::parse_file(&with_contexts(printed)).unwrap().items)
    }

    #[test]
    fn variables_of_one_name_and_several_contexts_clash() {
        let function =
            |body: &str| format!("fn f /* 1#0 */(x /* 2#0 */: u8 /* 3#4 */) {{ {body} }}");
        assert!(!is_clash(&function("g /* 5#4 */(x /* 2#0 */);")));
        assert!(is_clash(&function("let x /* 2#4 */ = 1; g /* 5#4 */(x /* 2#0 */);")));
        assert!(is_clash(&function("let x\n /*\n 2#4\n */ = 1;")));
        assert!(!is_clash(&function("self /* 6#4 */.x /* 2#4 */ = x /* 2#0 */;")));
        let caller = "\n/*\n#0: parent: #0, outer_mark: (crate0::{{expn0}}, Opaque)\n\
            #4: parent: #0, outer_mark: (crate0::{{expn2}}, Transparent)\n*/";
        assert!(!is_clash(&(function("x /* 2#4 */;") + caller)));
        assert!(is_clash("fn f() { 'l /* 7#4 */: loop { break 'l /* 7#5 */; } }"));
        assert!(is_clash(
            "const C: fn(u8) -> u8 = |x /* 2#0 */| { let x /* 2#4 */ = 1; x /* 2#0 */ };"
        ));
    }
}
