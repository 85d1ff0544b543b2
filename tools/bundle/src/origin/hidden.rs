//! Methods of traits that methods of std hide: a crate without std can call its trait's method `x.ln()` of a number, and in
//! one file with std the call is that of std's own method. There the trait is named.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{quote, ToTokens};
use std::collections::BTreeMap;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{parse_quote, Expr, File, Ident, Item, Path, Token};

use super::{first_line, name, offset, path, Original, IMPL};
use crate::items;
use crate::mir::bodies_with_positions;
use crate::pattern::Pattern;
use crate::project::{Crate, Project};
use crate::tokens::{self, is_punct, regroup, Texts};

/// Matches the call of a trait's method of a floating-point number.
static CALL: Pattern = Pattern::new(r"<f(?:32|64) as ([\w:]+)>::(\w+)\(");

/// Matches the declaration of a variable or parameter that is a reference to a number.
static REFERENCE: Pattern = Pattern::new(r"\b(_\d+): &(?:mut )?f(?:32|64)\b");

/// Matches the name of a variable in the source.
static NAME: Pattern = Pattern::new(r"debug (\w+) => (_\d+);");

/// The methods that std hides in a function.
#[derive(Default)]
pub(super) struct Hidden {
    /// Their traits.
    paths: BTreeMap<String, Path>,
    /// The variables that are references to numbers.
    references: Texts,
}

/// Returns the traits' methods of numbers that the function with this header calls in cargo's build, where its `body` in one
/// file calls std's.
pub(super) fn of(body: &str, header: &str, crates: &[Original], project: &Project) -> Hidden {
    let name = name(header);
    let mut hidden = Hidden::default();
    for Original { krate, dump, .. } in crates {
        for known in bodies_with_positions(dump) {
            if !first_line(&known).contains(name) {
                continue;
            }
            let references: Texts =
                REFERENCE.captures_iter(&known).map(|found| found[1].to_string()).collect();
            let names = NAME.captures_iter(&known).filter(|found| references.contains(&found[2]));
            hidden.references.extend(names.map(|found| found[1].to_string()));
            for call in CALL.captures_iter(&known) {
                let method = call[2].to_string();
                // A cleaned path has one word.
                if body.contains(&format!("= {method}(")) {
                    hidden.paths.insert(method, path_of(&call[1], krate, project));
                }
            }
        }
    }
    hidden
}

/// Returns the path in the bundle of a trait that `krate` calls `path` in its MIR.
fn path_of(path: &str, krate: &Crate, project: &Project) -> Path {
    let (first, rest) = path.split_once("::").unwrap_or(("", path));
    let other = project.crates.iter().find(|other| {
        let name = &other.unit.name;
        name == first && *name != krate.unit.name
    });
    let (module, path) = other.map_or((&krate.module, path), |other| (&other.module, rest));
    let words = module.split("::").chain(path.split("::")).filter(|word| !word.is_empty());
    let words = words.map(|word| Ident::new(word, Span::call_site()));
    parse_quote!(crate #(::#words)*)
}

/// Names the traits of the methods `hidden` in the function of `file` with this header in the MIR of `text`, the printed form
/// of `file`. Returns whether anything has changed.
pub(super) fn name_traits(file: &mut File, text: &str, header: &str, hidden: &Hidden) -> bool {
    let textual = tokens::textual(&tokens::definitions(file.to_token_stream()));
    let mut naming =
        Naming { hidden, function: None, textual: &textual, called: Texts::new(), found: false };
    let Some(item) = item(file, text, header) else { return false };
    if !matches!(item, Item::Fn(_)) {
        naming.function = Some(name(header).to_string());
    }
    naming.visit_item_mut(item);
    let called = std::mem::take(&mut naming.called);
    InRules { naming: &mut naming, called }.visit_file_mut(file);
    naming.found
}

/// Returns the function, or the impl around it, with this header.
pub(super) fn item<'f>(file: &'f mut File, text: &str, header: &str) -> Option<&'f mut Item> {
    let Some(found) = IMPL.captures(header) else {
        let mut items = &mut file.items;
        for word in path(header) {
            let mut found = items.iter_mut().filter(|item| match item {
                Item::Mod(module) => module.ident == word,
                Item::Macro(_) => false,
                item => items::name(item).is_some_and(|ident| ident == word),
            });
            match found.next()? {
                Item::Mod(module) => items = &mut module.content.as_mut()?.1,
                item => return Some(item),
            }
        }
        return None;
    };
    // The printed form has the same items in the same places.
    let printed = syn::parse_file(text).ok()?;
    let places = places(&printed.items, offset(text, &found)?)?;
    let (last, modules) = places.split_last()?;
    let mut items = &mut file.items;
    for &at in modules {
        let Item::Mod(module) = items.get_mut(at)? else { return None };
        items = &mut module.content.as_mut()?.1;
    }
    items.get_mut(*last)
}

/// Returns the place of the item at `offset` in `items`: those of its modules, and its own.
fn places(items: &[Item], offset: usize) -> Option<Vec<usize>> {
    let range = |item: &Item| -> Range<usize> { item.span().byte_range() };
    let at = items.iter().position(|item| range(item).contains(&offset))?;
    let mut all = vec![at];
    if let Item::Mod(module) = &items[at] {
        all.extend(places(&module.content.as_ref()?.1, offset)?);
    }
    Some(all)
}

struct Naming<'h> {
    hidden: &'h Hidden,
    /// The only function of an impl that changes.
    function: Option<String>,
    /// The macros that can make text of their arguments.
    textual: &'h Texts,
    /// The macros that make functions of the impl.
    called: Texts,
    found: bool,
}

impl Naming<'_> {
    /// Names the traits in the arguments or rules of a macro, where calls of a variable's method are found by their tokens.
    fn in_tokens(&mut self, stream: TokenStream) -> TokenStream {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        let mut out: Vec<TokenTree> = Vec::with_capacity(trees.len());
        let mut rest = &trees[..];
        while let [tree, after @ ..] = rest {
            rest = after;
            let is_start = !['.', ':', '$'].iter().any(|&c| is_punct(out.last(), c));
            let call = match (tree, after) {
                (
                    TokenTree::Ident(_),
                    [dot, TokenTree::Ident(method), TokenTree::Group(arguments), ..],
                ) if is_start && is_punct(Some(dot), '.') => {
                    let path = self.hidden.paths.get(&method.to_string());
                    path.map(|path| (path.clone(), method, arguments.stream()))
                }
                _ => None,
            };
            if let Some((path, method, arguments)) = call {
                let arguments = self.in_tokens(arguments);
                out.extend(quote!(#path::#method(#tree, #arguments)));
                rest = &after[3..];
                self.found = true;
                continue;
            }
            out.push(match tree {
                TokenTree::Group(group) => regroup(group, self.in_tokens(group.stream())),
                tree => tree.clone(),
            });
        }
        out.into_iter().collect()
    }
}

impl VisitMut for Naming<'_> {
    fn visit_impl_item_fn_mut(&mut self, function: &mut syn::ImplItemFn) {
        if self.function.as_ref().is_none_or(|name| function.sig.ident == name) {
            visit_mut::visit_impl_item_fn_mut(self, function);
        }
    }

    fn visit_impl_item_macro_mut(&mut self, call: &mut syn::ImplItemMacro) {
        self.called.extend(call.mac.path.get_ident().map(ToString::to_string));
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        let words: Texts = tokens::words(mac.to_token_stream());
        if !words.is_disjoint(self.textual) {
            return;
        }
        mac.tokens = self.in_tokens(std::mem::take(&mut mac.tokens));
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let Expr::MethodCall(call) = expr else { return };
        if !call.attrs.is_empty() || call.turbofish.is_some() {
            return;
        }
        let Some(path) = self.hidden.paths.get(&call.method.to_string()) else { return };
        let (method, receiver, arguments) = (&call.method, &call.receiver, call.args.iter());
        let is_reference = matches!(&**receiver, Expr::Path(variable)
            if variable.path.get_ident().is_some_and(|name| self.hidden.references.contains(&name.to_string())));
        let star = is_reference.then(<Token![*]>::default);
        *expr = parse_quote!(#path::#method(#star #receiver #(, #arguments)*));
        self.found = true;
    }
}

/// Names the traits in the rules of the macros `called`.
struct InRules<'a, 'h> {
    naming: &'a mut Naming<'h>,
    called: Texts,
}

impl VisitMut for InRules<'_, '_> {
    fn visit_item_macro_mut(&mut self, item: &mut syn::ItemMacro) {
        if item.ident.as_ref().is_some_and(|name| self.called.contains(&name.to_string())) {
            self.naming.visit_macro_mut(&mut item.mac);
        }
    }
}
