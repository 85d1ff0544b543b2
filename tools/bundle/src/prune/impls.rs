//! Trait impls and derives, and the functions that show which of them are used.

use proc_macro2::TokenStream;
use quote::{quote, ToTokens};
use std::collections::{BTreeMap, BTreeSet};
use syn::{Attribute, GenericParam, Generics, Ident, Item, ItemImpl, Path};

use crate::pattern::Pattern;
use crate::tokens::Texts;
use crate::{items, tokens};

/// Traits whose impls have effects without calls; `Eq` has some, too (`Reach::is_implicit`).
pub(super) const IMPLICIT: &[&str] =
    &["Copy", "Drop", "FusedIterator", "RefUnwindSafe", "Send", "Sync", "Unpin", "UnwindSafe"];

/// A trait impl or derive.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The impl without its body, or the derive with its type.
    pub(super) key: String,
    pub(super) trait_name: String,
    /// Names in the implementing type; empty for a type parameter.
    pub(super) type_names: Texts,
    /// `type_names` and the names in the trait's arguments, as in `From<Vec<X>>`.
    pub(super) all_names: Texts,
    /// The names of the methods.
    pub(super) methods: Texts,
}

impl Candidate {
    /// Returns whether `words` contain the trait and one of `names`. Lower case also matches the trait, because rustc may name
    /// only a method (`extend`) or write "is not an iterator".
    pub(super) fn fits(&self, names: &Texts, words: &Texts) -> bool {
        let name = &self.trait_name;
        (words.contains(name) || words.contains(&name.to_lowercase()))
            && (names.is_empty() || !names.is_disjoint(words))
    }
}

/// The functions for which rustc generates code.
pub(super) struct Calls {
    methods: BTreeSet<Method>,
    /// The words of all functions' names.
    pub(super) functions: Texts,
}

/// The full name of a method, `<Vec<X> as Trait>::method` or `<impl Trait for Vec<X>>::method`.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Method {
    /// The name of the implementing type, without arguments; `None` for a reference, a tuple and the like.
    implementor: Option<String>,
    traits: Texts,
    words: Texts,
}

impl Calls {
    pub(super) fn new(paths: &Texts) -> Calls {
        let methods = paths.iter().filter(|path| path.contains(" as ") || path.contains(" for "));
        let methods = methods.map(|path| Method {
            implementor: implementor(path),
            traits: traits(path),
            words: &all_words(path) | &tuples(path),
        });
        let functions = paths.iter().flat_map(|path| all_words(path)).collect();
        Calls { methods: methods.collect(), functions }
    }

    /// Returns whether one of the functions is likely to come from `candidate`.
    pub(super) fn include(&self, candidate: &Candidate) -> bool {
        let Candidate { trait_name, type_names, all_names, .. } = candidate;
        self.methods.iter().any(|Method { implementor, traits, words }| {
            traits.contains(trait_name)
                && all_names.is_subset(words)
                && implementor
                    .as_ref()
                    .is_none_or(|name| type_names.is_empty() || type_names.contains(name))
        })
    }
}

/// Returns the name of the type that implements a method, if its full name starts with a path.
fn implementor(path: &str) -> Option<String> {
    let rest = path.strip_prefix('<')?;
    let rest = match rest.strip_prefix("impl ") {
        Some(rest) => rest.split_once(" for ")?.1,
        None => rest,
    };
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let head = &rest[..rest.find(|c| !is_path(c))?];
    let name = head.trim_end_matches(':').rsplit("::").next()?;
    (!name.is_empty() && name != "dyn").then(|| name.to_owned())
}

/// Returns the traits in a function's full name: the last segments of paths after ` as ` or `<impl `.
fn traits(name: &str) -> Texts {
    let starts = [" as ", "<impl "].into_iter().flat_map(|start| name.split(start).skip(1));
    let paths = starts.filter_map(|rest| rest.split(['<', '>', ' ']).next());
    paths.filter_map(|path| path.rsplit("::").next()).map(str::to_owned).collect()
}

/// Deletes the candidates that `keep` rejects.
pub(super) fn retain(items: &mut Vec<Item>, keep: &mut dyn FnMut(Candidate) -> bool) {
    items.retain_mut(|item| {
        match item {
            Item::Impl(item) => return candidate(item).is_none_or(&mut *keep),
            Item::Mod(module) => {
                module.content.iter_mut().for_each(|(_, items)| retain(items, keep));
            }
            Item::Struct(item) => retain_derives(&mut item.attrs, &item.ident, keep),
            Item::Enum(item) => {
                retain_derives(&mut item.attrs, &item.ident, keep);
                if !items::derives(&item.attrs, "Default") {
                    for variant in &mut item.variants {
                        variant.attrs.retain(|attr| !attr.path().is_ident("default"));
                    }
                }
            }
            _ => {}
        }
        true
    });
}

/// Lists the trait impls and derives of a program, except those in [`IMPLICIT`].
pub(super) fn candidates(file: &syn::File) -> Vec<Candidate> {
    let mut aliases: Aliases = BTreeMap::new();
    for item in items::all(&file.items) {
        let Item::Type(item) = item else { continue };
        let names = names(&item.generics, item.ty.to_token_stream());
        aliases.entry(item.ident.to_string()).or_default().extend(names);
    }
    // An alias gives another meaning to the name of a type in its module only.
    for item in items::all(&file.items) {
        if let Item::Struct(_) | Item::Enum(_) | Item::Union(_) = item {
            items::name(item).map(|name| aliases.remove(&name.to_string()));
        }
    }
    let mut candidates = Vec::new();
    retain(&mut file.items.clone(), &mut |mut candidate| {
        candidate.type_names = without_aliases(candidate.type_names, &aliases);
        candidate.all_names = without_aliases(candidate.all_names, &aliases);
        if !IMPLICIT.contains(&&*candidate.trait_name) {
            candidates.push(candidate);
        }
        true
    });
    candidates
}

/// The names of type aliases with those in their types.
type Aliases = BTreeMap<String, Texts>;

/// Returns names with those of the types that aliases name, as rustc spells them.
fn without_aliases(names: Texts, aliases: &Aliases) -> Texts {
    let used = tokens::with_used(names.iter().cloned(), aliases);
    let named = used.iter().flat_map(|alias| &aliases[alias]);
    named.chain(&names).filter(|name| !aliases.contains_key(*name)).cloned().collect()
}

/// Returns a trait impl as a candidate; `None` for an inherent or negative impl.
pub(super) fn candidate(item: &ItemImpl) -> Option<Candidate> {
    let (path, _) = item.trait_.as_ref()?;
    let trait_name = path.segments.last()?.ident.to_string();
    let ItemImpl { attrs, generics, self_ty, .. } = item;
    let bounds = &generics.where_clause;
    let key = quote!(#(#attrs)* impl #generics #path for #self_ty #bounds).to_string();
    let type_names = type_names(item);
    let arguments = &path.segments.last()?.arguments;
    let mut all_names = names(&item.generics, arguments.to_token_stream());
    all_names.extend(type_names.iter().cloned());
    let methods = item.items.iter().filter_map(|member| match member {
        syn::ImplItem::Fn(method) => Some(method.sig.ident.to_string()),
        _ => None,
    });
    let methods = methods.collect();
    item.modifiers.polarity.is_none().then_some(Candidate {
        key,
        trait_name,
        type_names,
        all_names,
        methods,
    })
}

pub(super) fn type_names(item: &ItemImpl) -> Texts {
    let mut names = names(&item.generics, item.self_ty.to_token_stream());
    // A tuple of parameters has no other name.
    match &*item.self_ty {
        syn::Type::Tuple(tuple) if names.is_empty() => {
            names.insert(tuple_name(tuple.elems.len()));
        }
        _ => {}
    }
    names
}

/// Returns a word for all tuples of this length.
fn tuple_name(length: usize) -> String {
    format!("tuple{length}")
}

/// Returns the names of the tuples in a message or the name of a function.
fn tuples(text: &str) -> Texts {
    let mut names = BTreeSet::new();
    // The lengths of the groups around a place.
    let mut open: Vec<usize> = Vec::new();
    let mut last = ' ';
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        match c {
            '(' | '[' | '<' | '{' => open.push(1),
            ',' => open.last_mut().into_iter().for_each(|length| *length += 1),
            '>' if last == '-' => {}
            ')' | ']' | '>' | '}' => {
                let length = open.pop().unwrap_or_default();
                if c == ')' && length > 0 {
                    names.insert(tuple_name(length - usize::from(['(', ','].contains(&last))));
                }
            }
            _ => {}
        }
        last = c;
    }
    names
}

/// Returns the type names in a part of an item, without parameters, keywords and modules.
fn names(generics: &Generics, part: TokenStream) -> Texts {
    let is_primitive =
        |name: &String| name.starts_with(['u', 'i', 'f', 'b', 'c', 's']) && name != "crate";
    let mut names: Texts = tokens::words(part);
    names.retain(|name| is_primitive(name) || name.starts_with(char::is_uppercase));
    for parameter in &generics.params {
        match parameter {
            GenericParam::Type(parameter) => names.remove(&parameter.ident.to_string()),
            GenericParam::Const(parameter) => names.remove(&parameter.ident.to_string()),
            GenericParam::Lifetime(_) => false,
        };
    }
    names
}

fn retain_derives(
    attrs: &mut Vec<Attribute>,
    type_name: &Ident,
    keep: &mut dyn FnMut(Candidate) -> bool,
) {
    attrs.retain_mut(|attr| {
        if !attr.path().is_ident("derive") {
            return true;
        }
        let derived = items::derived(attr);
        if derived.is_empty() {
            // Not a list of paths: rustc reports it.
            return true;
        }
        let kept = derived.into_iter().filter(|path| {
            let name = items::last_name(path);
            let type_names = BTreeSet::from([type_name.to_string()]);
            keep(Candidate {
                key: format!("derive({name}) {type_name}"),
                trait_name: name,
                all_names: type_names.clone(),
                type_names,
                methods: BTreeSet::new(),
            })
        });
        let kept: Vec<Path> = kept.collect();
        *attr = syn::parse_quote!(#[derive(#(#kept),*)]);
        !kept.is_empty()
    });
}

/// Matches the module names of paths.
static MODULES: Pattern = Pattern::new(r"\b[a-z_][a-z0-9_]*::");

/// Returns the words of a message, and the names of its tuples, without module names: `error::PlayError` does not mention
/// `Error`.
pub(super) fn words(text: &str) -> Texts {
    &all_words(&MODULES.replace_all(text, "")) | &tuples(text)
}

pub(super) fn all_words(text: &str) -> Texts {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.filter(|word| !word.is_empty()).map(String::from).collect()
}
