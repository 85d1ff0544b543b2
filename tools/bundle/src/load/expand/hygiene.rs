//! Variables of one name that rustc distinguishes by the macro that names them: in printed code they get different names.

use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::{format_ident, ToTokens};
use regex::Captures;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use syn::visit_mut::{self, VisitMut};
use syn::{Ident, Item, Pat};

use super::MARK;
use crate::captures::captures;
use crate::pattern::Pattern;
use crate::tokens::{self, is_punct, Texts};

/// Matches a name and the number of its context, as rustc prints them: `name /* 12#3 */`.
static NAME: Pattern = Pattern::new(r"((?:\br#)?\b[\p{Alphabetic}_]\w*)\s*/\*\s*\d+#(\d+)\s*\*/");

/// Matches the description of a context at the end of what rustc prints: its number, parent, expansion and kind.
static DESCRIPTION: Pattern =
    Pattern::new(r"(?m)^#(\d+): parent: #(\d+), outer_mark: \((.+), (\w+)\)$");

/// What is between a name and the number of its context.
const CONTEXT: &str = "__context_";

/// The code that rustc prints, with contexts.
pub(super) struct Code {
    /// All names, other than keywords, end with their contexts.
    pub(super) text: String,
    /// The contexts of macros' definitions by those of their code.
    definitions: HashMap<String, String>,
}

impl Code {
    pub(super) fn new(printed: &str) -> Code {
        let mut definitions = HashMap::new();
        let same = same_contexts(printed, &mut definitions);
        let name = |found: &Captures| match syn::parse_str::<Ident>(&found[1]) {
            Ok(name) => format!("{name}{CONTEXT}{}", same.get(&found[2]).unwrap_or(&&found[2])),
            Err(_) => found[1].to_string(),
        };
        Code { text: NAME.replace_all(printed, name).into_owned(), definitions }
    }
}

/// Returns for each context the first one in which names mean the same: a procedural macro can name variables of its caller.
fn same_contexts<'p>(
    printed: &'p str,
    definitions: &mut HashMap<String, String>,
) -> HashMap<&'p str, &'p str> {
    let mut marks: HashMap<&str, String> = HashMap::new();
    let mut first: HashMap<String, &str> = HashMap::new();
    let mut same: HashMap<&str, &str> = HashMap::new();
    // Parents come first.
    for (_, [number, parent, expansion, kind]) in
        DESCRIPTION.captures_iter(printed).map(|found| found.extract())
    {
        let mut all = marks.get(parent).cloned().unwrap_or_default();
        if kind != "Transparent" && number != parent {
            all = all + expansion + ";";
        }
        let context = *first.entry(all.clone()).or_insert(number);
        let definition = same.get(parent).unwrap_or(&parent).to_string();
        if definition != context {
            definitions.entry(context.to_string()).or_insert(definition);
        }
        same.insert(number, context);
        marks.insert(number, all);
    }
    same
}

/// Renames variables and labels of functions in `items`, which have contexts, that have one name in several contexts, and
/// deletes the contexts. Returns `None` if text whose contexts are unknown has such a name, or if it may not be a variable's.
pub(super) fn separated(mut items: Vec<Item>, code: &Code) -> Option<Vec<Item>> {
    let mut functions = Functions { code, has_clash: false };
    items.iter_mut().for_each(|item| functions.visit_item_mut(item));
    let plain = items.into_iter().map(|item| syn::parse2(plain(item.to_token_stream())).ok());
    plain.collect::<Option<Vec<Item>>>().filter(|_| !functions.has_clash)
}

/// Returns the name without its context.
pub(super) fn without_context(name: &Ident) -> String {
    split(name).0
}

fn plain(stream: TokenStream) -> TokenStream {
    tokens::replace(stream, &mut |_, tree, _| match tree {
        TokenTree::Ident(name) => {
            let (text, context) = split(name);
            (!context.is_empty()).then(|| format_ident!("{text}").into_token_stream())
        }
        _ => None,
    })
}

/// A name, that of a label with its quote, and the number of its context.
type Name = (String, String);

fn split(name: &Ident) -> Name {
    let text = name.to_string();
    let (name, context) = text.split_once(CONTEXT).unwrap_or((&text, ""));
    (name.to_string(), context.to_string())
}

fn split_label(label: &syn::Lifetime) -> Name {
    let (name, context) = split(&label.ident);
    (format!("'{name}"), context)
}

/// Renames variables and labels in each function, constant and static.
struct Functions<'c> {
    code: &'c Code,
    has_clash: bool,
}

impl Functions<'_> {
    fn separate<N>(&mut self, node: &mut N, visit: fn(&mut Names, &mut N)) {
        let mut names = Names::default();
        visit(&mut names, node);
        match names.renamed(&self.code.definitions) {
            Some(new) if new.is_empty() => {}
            Some(new) => visit(&mut Names { new, ..Names::default() }, node),
            None => self.has_clash = true,
        }
    }
}

impl VisitMut for Functions<'_> {
    fn visit_item_fn_mut(&mut self, node: &mut syn::ItemFn) {
        self.separate(node, Names::visit_item_fn_mut);
    }

    fn visit_impl_item_fn_mut(&mut self, node: &mut syn::ImplItemFn) {
        self.separate(node, Names::visit_impl_item_fn_mut);
    }

    fn visit_trait_item_fn_mut(&mut self, node: &mut syn::TraitItemFn) {
        self.separate(node, Names::visit_trait_item_fn_mut);
    }

    // Of a constant or static.
    fn visit_expr_mut(&mut self, node: &mut syn::Expr) {
        self.separate(node, Names::visit_expr_mut);
    }
}

/// The names in a function, which a first visit collects and a second one changes.
#[derive(Default)]
struct Names {
    /// Those of variables and labels where they are declared.
    declared: BTreeSet<Name>,
    /// Those of variables, labels and items where they are used.
    used: BTreeSet<Name>,
    /// Words whose contexts rustc does not print, in macros and string literals.
    unknown: Texts,
    /// Whether a macro is defined among them.
    has_macros: bool,
    /// The new names of variables and labels.
    new: BTreeMap<Name, String>,
}

impl Names {
    /// Returns the new names, all but those of the first contexts; or `None`.
    fn renamed(&self, definitions: &HashMap<String, String>) -> Option<BTreeMap<Name, String>> {
        let mut declared: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
        for (name, context) in &self.declared {
            // Only a variant is so common a pattern.
            if name != "None" {
                declared.entry(name).or_default().push(context);
            }
        }
        for contexts in declared.values_mut() {
            contexts.sort_by_key(|context| context.parse().unwrap_or(0));
        }
        let mut new = BTreeMap::new();
        for (name, context) in self.declared.union(&self.used) {
            let Some(all) = declared.get(&**name) else { continue };
            // A macro that is defined in the function can name the variables before it.
            let outer = |context: &&String| definitions.get(*context).filter(|_| self.has_macros);
            let mut contexts = std::iter::successors(Some(context), outer);
            let variable = contexts.find(|context| all.contains(context))?;
            if all.len() > 1
                && (name.starts_with(char::is_uppercase) || self.unknown.contains(name))
            {
                return None;
            }
            if variable != all[0] {
                let variable = format!("{}__{variable}", name.trim_start_matches('\''));
                new.insert((name.clone(), context.clone()), variable);
            }
        }
        let taken: BTreeSet<&str> = self
            .declared
            .union(&self.used)
            .map(|(name, _)| name.trim_start_matches('\''))
            .collect();
        let is_free = |name: &String| !taken.contains(&**name) && !self.unknown.contains(name);
        new.values().all(is_free).then_some(new)
    }

    /// Adds the words of a call of a macro of the standard library, which is kept as a text.
    fn add_call(&mut self, text: &syn::Expr) {
        let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = text else { return };
        let text = text.value();
        match text.parse() {
            Ok(stream) => drop(self.in_macro(stream)),
            Err(_) => self.unknown.extend(WORD.find_iter(&text).map(|word| word.as_str().into())),
        }
    }

    /// Adds the words of a literal that are variables if it is a format.
    fn add_format(&mut self, literal: &Literal) {
        let text = literal.to_string();
        self.unknown.extend(captures(&text).into_iter().map(|range| text[range].to_string()));
    }

    /// Adds the words of a macro's tokens, and returns the tokens with their new names.
    fn in_macro(&mut self, stream: TokenStream) -> TokenStream {
        tokens::replace(stream, &mut |before, tree, _| match tree {
            TokenTree::Ident(name) if !is_member(before) => {
                let (name, context) = split(name);
                let quote = if is_punct(before.last(), '\'') { "'" } else { "" };
                let name = (format!("{quote}{name}"), context);
                let new = self.new.get(&name).map(|new| format_ident!("{new}"));
                if name.1.is_empty() {
                    self.unknown.insert(name.0);
                } else {
                    self.used.insert(name);
                }
                new.map(Ident::into_token_stream)
            }
            TokenTree::Literal(literal) => {
                self.add_format(literal);
                None
            }
            _ => None,
        })
    }

    fn rename(&self, ident: &mut Ident, old: &Name) {
        if let Some(new) = self.new.get(old) {
            *ident = format_ident!("{new}");
        }
    }
}

/// Matches a word.
static WORD: Pattern = Pattern::new(r"[\p{Alphabetic}_]\w*");

/// Returns whether a name after `before` is that of a field or method; that after `..` can be a variable's.
fn is_member(before: &[TokenTree]) -> bool {
    let mut back = before.iter().rev();
    is_punct(back.next(), '.') && !is_punct(back.next(), '.')
}

impl VisitMut for Names {
    fn visit_pat_ident_mut(&mut self, node: &mut syn::PatIdent) {
        let name = split(&node.ident);
        self.rename(&mut node.ident, &name);
        self.declared.insert(name);
        visit_mut::visit_pat_ident_mut(self, node);
    }

    fn visit_label_mut(&mut self, node: &mut syn::Label) {
        self.declared.insert(split_label(&node.name));
        visit_mut::visit_label_mut(self, node);
    }

    fn visit_lifetime_mut(&mut self, node: &mut syn::Lifetime) {
        let name = split_label(node);
        self.rename(&mut node.ident, &name);
        self.used.insert(name);
    }

    fn visit_expr_path_mut(&mut self, node: &mut syn::ExprPath) {
        if let Some(name) = node.path.get_ident().map(split) {
            self.rename(&mut node.path.segments[0].ident, &name);
            self.used.insert(name);
        }
        visit_mut::visit_expr_path_mut(self, node);
    }

    fn visit_field_pat_mut(&mut self, node: &mut syn::FieldPat) {
        if let Pat::Ident(variable) = &*node.pat {
            if self.new.contains_key(&split(&variable.ident)) {
                node.colon_token.get_or_insert_default();
            }
        }
        visit_mut::visit_field_pat_mut(self, node);
    }

    fn visit_field_value_mut(&mut self, node: &mut syn::FieldValue) {
        if let syn::Expr::Path(path) = &node.expr {
            let name = path.path.get_ident().map(split);
            if name.is_some_and(|name| self.new.contains_key(&name)) {
                node.colon_token.get_or_insert_default();
            }
        }
        visit_mut::visit_field_value_mut(self, node);
    }

    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        node.tokens = self.in_macro(std::mem::take(&mut node.tokens));
    }

    fn visit_expr_call_mut(&mut self, node: &mut syn::ExprCall) {
        match node.func.to_token_stream().to_string().starts_with(MARK) {
            true => node.args.iter().for_each(|argument| self.add_call(argument)),
            false => visit_mut::visit_expr_call_mut(self, node),
        }
    }

    fn visit_item_const_mut(&mut self, node: &mut syn::ItemConst) {
        match node.ident.to_string().starts_with(MARK) {
            true => self.add_call(&node.expr),
            false => visit_mut::visit_item_const_mut(self, node),
        }
    }

    fn visit_item_macro_mut(&mut self, node: &mut syn::ItemMacro) {
        self.has_macros = true;
        visit_mut::visit_item_macro_mut(self, node);
    }

    fn visit_lit_str_mut(&mut self, node: &mut syn::LitStr) {
        self.add_format(&node.token());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the code of what rustc has printed, or "clash".
    fn code(printed: &str) -> String {
        let code = Code::new(printed);
        let items = syn::parse_file(&code.text).unwrap().items;
        separated(items, &code)
            .map_or("clash".to_string(), |items| quote::quote!(#(#items)*).to_string())
    }

    fn body(printed: &str) -> String {
        let code = code(&format!("fn f /* 1#0 */(x /* 2#0 */: u8 /* 3#4 */) {{ {printed} }}"));
        let body = code.strip_prefix("fn f (x : u8) { ").and_then(|body| body.strip_suffix(" }"));
        body.unwrap_or(&code).to_string()
    }

    #[test]
    fn variables_of_one_name_and_several_contexts_get_different_names() {
        for (printed, wanted) in [
            ("g /* 5#4 */(x /* 2#0 */);", "g (x) ;"),
            (
                "let x /* 2#4 */ = x /* 2#0 */; h /* 5#0 */(x /* 2#0 */ + x /* 2#4 */);",
                "let x__4 = x ; h (x + x__4) ;",
            ),
            ("let x\n /*\n 2#4\n */ = 1;", "let x__4 = 1 ;"),
            ("self /* 6#4 */.x /* 2#4 */ = x /* 2#0 */;", "self . x = x ;"),
            (
                "let S /* 7#0 */ { x /* 2#4 */ } = S /* 7#0 */ { x /* 2#0 */ };",
                "let S { x : x__4 } = S { x } ;",
            ),
            (
                "let x /* 2#4 */ = 1; m!(x /* 2#4 */.x /* 2#0 */);",
                "let x__4 = 1 ; m ! (x__4 . x) ;",
            ),
            ("let x /* 2#4 */ = 1; m!(\"{x}\");", "clash"),
            ("let x /* 2#4 */ = 1; m!(x);", "clash"),
            ("let x /* 2#4 */ = 1; __bundle_call /* 8#4 */(\"assert\", \"x > 0\");", "clash"),
            (
                "let x /* 2#4 */ = 1; __bundle_call /* 8#4 */(\"assert\", \"y.x > 0\");",
                "let x__4 = 1 ; __bundle_call (\"assert\" , \"y.x > 0\") ;",
            ),
            ("let y /* 2#4 */ = 1; y /* 2#0 */();", "clash"),
            ("let x /* 2#4 */ = 1; m!(0..x /* 2#4 */);", "let x__4 = 1 ; m ! (0 .. x__4) ;"),
            ("let x /* 2#4 */ = 1; __bundle_call(\"assert\", \"v[..x].is_empty()\");", "clash"),
            ("let x /* 2#4 */ = 1; m!(\"{:>x$}\");", "clash"),
            ("let x /* 2#4 */ = 1; let x__4 /* 6#0 */ = x /* 2#0 */;", "clash"),
            (
                "let r#type /* 8#0 */ = 1; let r#type /* 8#4 */ = r#type /* 8#0 */;",
                "let r#type = 1 ; let r#type__4 = r#type ;",
            ),
            (
                "match x /* 2#0 */ { None /* 5#4 */ => {} _ => None /* 5#0 */ }",
                "match x { None => { } _ => None }",
            ),
            (
                "'l /* 7#4 */: loop { 'l /* 7#5 */: loop { break 'l /* 7#4 */; } }",
                "'l : loop { 'l__5 : loop { break 'l ; } }",
            ),
        ] {
            assert_eq!(body(printed), wanted, "{printed}");
        }
        let caller = "\n/*\n#0: parent: #0, outer_mark: (crate0::{{expn0}}, Opaque)\n\
            #4: parent: #0, outer_mark: (crate0::{{expn2}}, Transparent)\n*/";
        let printed = "fn f /* 1#0 */(x /* 2#0 */: u8) { x /* 2#4 */; }";
        assert_eq!(code(&(printed.to_owned() + caller)), "fn f (x : u8) { x ; }");
        assert_eq!(
            code("const C /* 1#0 */: fn() = |x /* 2#0 */| { let x /* 2#4 */ = 1; x /* 2#0 */ };"),
            "const C : fn () = | x | { let x__4 = 1 ; x } ;"
        );
        let inner = caller.replace(
            "Transparent)\n",
            "SemiTransparent)\n#5: parent: #4, outer_mark: (crate0::{{expn3}}, SemiTransparent)\n",
        );
        let printed = "fn f /* 1#0 */(x /* 2#0 */: u8) { let x /* 2#4 */ = 1; \
            macro_rules! m { ($t:ident) => { x + $t } } x /* 2#5 */ + x /* 2#0 */ }";
        assert_eq!(
            code(&(printed.replace("{ x + $t }", "{}").to_owned() + &inner)),
            "fn f (x : u8) { let x__4 = 1 ; macro_rules ! m { ($ t : ident) => { } } x__4 + x }"
        );
        assert_eq!(code(&(printed.to_owned() + &inner)), "clash");
    }
}
