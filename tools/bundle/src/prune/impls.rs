//! Trait impls and derives: which may go at all, and how to take them out.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use syn::punctuated::Punctuated;
use syn::{Attribute, Item, ItemImpl, Path, Token};

/// Traits whose impls act where nobody calls them: in destructors, in moves, between threads.
const SILENT: &[&str] = &["Copy", "Drop", "RefUnwindSafe", "Send", "Sync", "Unpin", "UnwindSafe"];

/// A trait impl or a derive that may go.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) trait_name: String,
    /// Names in the implementing type; none when it is a type parameter.
    pub(super) type_names: BTreeSet<String>,
    /// The same with the names in the trait's arguments, such as `From<Vec<X>>`.
    all_names: BTreeSet<String>,
    /// The call of a macro, which may hold impls.
    pub(super) is_macro: bool,
}

/// The trait methods that the program may call.
pub(super) struct Calls {
    /// For each the names of the traits in its full name, `<Vec<X> as Trait>::method`, and all words.
    names: BTreeSet<[BTreeSet<String>; 2]>,
    /// The words in the names of all functions.
    pub(super) functions: BTreeSet<String>,
}

impl Calls {
    /// From the functions that rustc generates.
    pub(super) fn new(symbols: &[String]) -> Calls {
        let methods = symbols.iter().filter(|symbol| symbol.contains(" as "));
        let names = methods.map(|symbol| [traits(symbol), all_words(symbol)]).collect();
        let functions = symbols.iter().flat_map(|symbol| all_words(symbol)).collect();
        Calls { names, functions }
    }

    /// Whether one of them is likely out of `candidate`.
    pub(super) fn include(&self, candidate: &Candidate) -> bool {
        let likely = |[traits, words]: &[BTreeSet<String>; 2]| {
            traits.contains(&candidate.trait_name) && candidate.all_names.is_subset(words)
        };
        self.names.iter().any(likely)
    }
}

/// The names of the traits in a function's full name: the last word of each path behind ` as `.
fn traits(symbol: &str) -> BTreeSet<String> {
    let paths = symbol.split(" as ").skip(1).filter_map(|rest| rest.split(['<', '>']).next());
    paths.filter_map(|path| path.rsplit("::").next()).map(str::to_owned).collect()
}

/// Shows every candidate to `keep`, always in the same order, and deletes those it refuses.
pub(super) fn visit(items: &mut Vec<Item>, keep: &mut dyn FnMut(Candidate) -> bool) {
    items.retain_mut(|item| match item {
        Item::Impl(item) => candidate(item).is_none_or(&mut *keep),
        Item::Macro(item) if item.ident.is_none() => keep(Candidate {
            trait_name: item.mac.path.to_token_stream().to_string(),
            type_names: BTreeSet::new(),
            all_names: BTreeSet::new(),
            is_macro: true,
        }),
        Item::Mod(module) => {
            if let Some((_, items)) = &mut module.content {
                visit(items, keep);
            }
            true
        }
        Item::Struct(item) => {
            filter_derives(&mut item.attrs, &item.ident.to_string(), keep);
            true
        }
        Item::Enum(item) => {
            let lost = filter_derives(&mut item.attrs, &item.ident.to_string(), keep);
            if lost.contains("Default") {
                for variant in &mut item.variants {
                    variant.attrs.retain(|attr| !attr.path().is_ident("default"));
                }
            }
            true
        }
        _ => true,
    });
}

pub(super) fn candidate(item: &ItemImpl) -> Option<Candidate> {
    let (path, _) = item.trait_.as_ref()?;
    let trait_name = path.segments.last()?.ident.to_string();
    if item.unsafety.is_some() || item.modifiers.polarity.is_some() {
        return None;
    }
    let type_names = type_names(item);
    let mut all_names = type_names.clone();
    if let Some(last) = path.segments.last() {
        collect_names(last.arguments.to_token_stream(), &mut all_names);
    }
    remove_parameters(item, &mut all_names);
    let silent = SILENT.contains(&trait_name.as_str());
    (!silent).then_some(Candidate { trait_name, type_names, all_names, is_macro: false })
}

/// Names in the type that an impl is for, less its parameters.
pub(super) fn type_names(item: &ItemImpl) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    collect_names(item.self_ty.to_token_stream(), &mut names);
    remove_parameters(item, &mut names);
    names
}

fn remove_parameters(item: &ItemImpl, names: &mut BTreeSet<String>) {
    for parameter in &item.generics.params {
        match parameter {
            syn::GenericParam::Type(parameter) => names.remove(&parameter.ident.to_string()),
            syn::GenericParam::Const(parameter) => names.remove(&parameter.ident.to_string()),
            syn::GenericParam::Lifetime(_) => false,
        };
    }
}

fn collect_names(stream: TokenStream, names: &mut BTreeSet<String>) {
    for tree in stream {
        match tree {
            // `crate`, `mut` and module names say nothing about the type.
            TokenTree::Ident(ident) => {
                let name = ident.to_string();
                let primitive = name.starts_with(['u', 'i', 'f', 'b', 'c', 's']) && name != "crate";
                if primitive || name.starts_with(char::is_uppercase) {
                    names.insert(name);
                }
            }
            TokenTree::Group(group) => collect_names(group.stream(), names),
            _ => {}
        }
    }
}

/// How many candidates [`visit`] shows for a type with these attributes.
pub(super) fn count_derives(attrs: &[Attribute]) -> usize {
    let mut count = 0;
    filter_derives(&mut attrs.to_vec(), "", &mut |_| {
        count += 1;
        true
    });
    count
}

/// Deletes the derives that `keep` refuses and names them.
fn filter_derives(
    attrs: &mut Vec<Attribute>,
    type_name: &str,
    keep: &mut dyn FnMut(Candidate) -> bool,
) -> BTreeSet<String> {
    let mut lost = BTreeSet::new();
    attrs.retain_mut(|attr| {
        if !attr.path().is_ident("derive") {
            return true;
        }
        let paths = attr.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated);
        let Ok(paths) = paths else { return true };
        let mut rest = Punctuated::<Path, Token![,]>::new();
        for path in paths {
            let name = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
            let candidate = Candidate {
                trait_name: name.clone(),
                type_names: BTreeSet::from([type_name.to_string()]),
                all_names: BTreeSet::from([type_name.to_string()]),
                is_macro: false,
            };
            if SILENT.contains(&name.as_str()) || keep(candidate) {
                rest.push(path);
            } else {
                lost.insert(name);
            }
        }
        let keeps = !rest.is_empty();
        *attr = syn::parse_quote!(#[derive(#rest)]);
        keeps
    });
    lost
}

/// All candidates of a program, in the order of [`visit`].
pub(super) fn candidates(file: &syn::File) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    visit(&mut file.clone().items, &mut |candidate| {
        candidates.push(candidate);
        true
    });
    candidates
}

/// Whether `words` speak of the candidate's trait and type. `extend` or `iterator` will do for the
/// trait: rustc may only name a method or say what a type is not.
pub(super) fn names_both(candidate: &Candidate, words: &BTreeSet<String>) -> bool {
    let name = &candidate.trait_name;
    (words.contains(name) || words.contains(&name.to_lowercase()))
        && (candidate.type_names.is_empty() || !candidate.type_names.is_disjoint(words))
}

/// Names of modules in a path, with the colons behind each.
static MODULES: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b[a-z_][a-z0-9_]*::").unwrap_or_else(|error| panic!("{error}")));

/// The words of a message, as hints at what is missing. Rustc prints whole paths, and a module in a
/// path is no such hint: `error::PlayError` does not speak of the trait `Error`.
pub(super) fn words(text: &str) -> BTreeSet<String> {
    all_words(&MODULES.replace_all(text, ""))
}

fn all_words(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.filter(|word| !word.is_empty()).map(String::from).collect()
}
