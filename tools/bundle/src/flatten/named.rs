//! Names the traits of calls that became ambiguous in the root.

use cargo_metadata::diagnostic::Diagnostic;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{quote, ToTokens};
use std::collections::BTreeMap;
use syn::visit_mut::{self, VisitMut};
use syn::{parse_quote, ExprPath, File, Item, ItemImpl, ItemMod};

use super::failures::mentioned_trait;
use super::scopes::Scopes;
use crate::items::PRELUDE;
use crate::rustc::{code, ranges};
use crate::tokens::{self, is_punct};

/// Traits of the prelude with one parameter that has no default.
const WITH_PARAMETER: &[&str] =
    &["AsMut", "AsRef", "Extend", "From", "FromIterator", "Into", "TryFrom", "TryInto"];

/// Replaces `Type::name` by `<Type as Trait>::name` in `flat`, which has the printed form `text`, where several traits have such
/// a function and, in its module of `file`, only one of them was in scope; of the others one of the prelude. The comparison of
/// the MIR verifies this. Returns whether anything changes.
pub(super) fn name_traits(
    text: &str,
    errors: &[Diagnostic],
    flat: &mut File,
    file: &File,
    scopes: &Scopes,
) -> bool {
    let ambiguous: Vec<_> = errors.iter().filter(|error| code(error) == "E0034").collect();
    if ambiguous.is_empty() {
        return false;
    }
    let (words, printed) = (tokens::idents(flat.to_token_stream()), tokens::idents_of(text));
    let traits = ambiguous.into_iter().filter_map(|error| {
        let at = ranges([error]).next()?.start;
        let at = words.get(tokens::word_at(&printed, at)?)?.span().byte_range().start;
        let here = module_at(&file.items, scopes, at, 0);
        let traits = error.children.iter().filter_map(|note| mentioned_trait(&note.message));
        let traits: Vec<&str> = traits.collect();
        let implemented = implemented_at(&flat.items, at);
        let is_in_scope = |path: &&&str| {
            implemented.as_ref().is_some_and(|own| own == *path) || scopes.has_in_scope(here, path)
        };
        let mut in_scope = traits.iter().filter(is_in_scope);
        let own = in_scope.next().filter(|_| in_scope.next().is_none());
        Some((
            at,
            own.map(ToString::to_string).or_else(|| traits.into_iter().find_map(prelude_trait))?,
        ))
    });
    let parameters = flat.items.iter().filter_map(|item| match item {
        Item::Trait(item) => {
            let open = item.generics.type_params().filter(|one| one.default.is_none()).count();
            Some((item.ident.to_string(), open))
        }
        _ => None,
    });
    let parameters = parameters.chain(WITH_PARAMETER.iter().map(|name| (name.to_string(), 1)));
    let mut naming =
        Naming { traits: traits.collect(), parameters: parameters.collect(), found: false };
    naming.visit_file_mut(flat);
    naming.found
}

/// Returns the trait of the impl with the byte `at`: in it, the trait is in scope without an import.
fn implemented_at(items: &[Item], at: usize) -> Option<&Ident> {
    let path = items.iter().find_map(|item| match item {
        Item::Impl(ItemImpl { trait_: Some((path, _)), brace_token, .. }) => {
            brace_token.span.join().byte_range().contains(&at).then_some(path)
        }
        _ => None,
    });
    Some(&path?.segments.last()?.ident)
}

/// Returns the index of the innermost module with the byte `at` of the text that was parsed.
fn module_at(items: &[Item], scopes: &Scopes, at: usize, here: usize) -> usize {
    let inner = items.iter().find_map(|item| match item {
        Item::Mod(ItemMod { content: Some((brace, items)), .. })
            if brace.span.join().byte_range().contains(&at) =>
        {
            Some(module_at(items, scopes, at, scopes.at(brace.span.open())?))
        }
        _ => None,
    });
    inner.unwrap_or(here)
}

/// Returns the name of a trait if it is in the prelude.
fn prelude_trait(path: &str) -> Option<String> {
    let (head, name) = path.rsplit_once("::")?;
    let is_std = tokens::is_std(head.split("::").next()?);
    (is_std && PRELUDE.contains(&name)).then(|| name.to_string())
}

struct Naming {
    /// Traits by the position of the ambiguous name.
    traits: BTreeMap<usize, String>,
    /// The number of the traits' parameters that have no default.
    parameters: BTreeMap<String, usize>,
    found: bool,
}

impl Naming {
    /// Returns the trait of the ambiguous name.
    fn of(&self, name: &Ident) -> Option<TokenStream> {
        let found = self.traits.get(&name.span().byte_range().start)?;
        let parameters = vec![quote!(_); self.parameters.get(found).copied().unwrap_or(0)];
        let found = Ident::new(found, name.span());
        Some(quote!(#found<#(#parameters),*>))
    }
}

impl VisitMut for Naming {
    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        let mut is_found = false;
        let stream = std::mem::take(&mut node.tokens);
        node.tokens = tokens::replace(stream, &mut |before, tree, after| {
            // The type can be a macro's variable, such as `$t::from`.
            let after = match tree {
                TokenTree::Punct(sign) if sign.as_char() == '$' => after.get(1..)?,
                TokenTree::Ident(_) if !is_punct(before.last(), ':') => after,
                _ => return None,
            };
            let [one, two, TokenTree::Ident(name), ..] = after else { return None };
            let is_path = is_punct(Some(one), ':') && is_punct(Some(two), ':');
            let found = self.of(name).filter(|_| is_path)?;
            is_found = true;
            Some(match tree {
                TokenTree::Punct(_) => quote!(<#tree),
                _ if is_punct(before.last(), '$') => quote!(#tree as #found>),
                _ => quote!(<#tree as #found>),
            })
        });
        self.found |= is_found;
    }

    fn visit_expr_path_mut(&mut self, node: &mut ExprPath) {
        visit_mut::visit_expr_path_mut(self, node);
        let Some(last) = node.path.segments.last().cloned() else { return };
        let Some(found) = self.of(&last.ident) else { return };
        let types = node.path.segments.iter().take(node.path.segments.len() - 1);
        let kind: syn::Type = match &node.qself {
            Some(qself) if qself.position == 0 => (*qself.ty).clone(),
            None if types.len() > 0 => parse_quote!(#(#types)::*),
            _ => return,
        };
        *node = parse_quote!(<#kind as #found>::#last);
        self.found = true;
    }
}
