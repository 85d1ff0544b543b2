//! Replaces procedural macros by the code that they generate. Such a macro receives the tokens of one item or call, so rustc
//! can expand it in a file that consists of the items with such macros. Calls of macros whose code depends on a feature
//! that is an argument are expanded too, since the bundle has no features.

mod called;
mod derives;
mod hygiene;
mod inserted;
mod members;
mod own;

use anyhow::{bail, ensure, Context, Result};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, ToTokens};
use std::collections::BTreeSet;
use syn::visit_mut::VisitMut;
use syn::{parse_quote, Attribute, Item, ItemUse, Path, UseTree};

use super::procedural;
use crate::cargo::Unit;
use crate::project::Crate;
use crate::rustc::Output;
use crate::sources::Sources;
use crate::tokens::{self, Texts};
use crate::{attributes, items, rustc};
use called::Called;
use inserted::Inserted;

/// The derives of the standard library.
pub(super) const STANDARD_DERIVES: &[&str] =
    &["Clone", "Copy", "Debug", "Default", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];

/// Macros of the standard library whose code uses what is unstable outside of it.
const KEPT: &str = "assert assert_eq assert_ne dbg debug_assert debug_assert_eq debug_assert_ne eprint eprintln format \
    panic print println todo unimplemented unreachable vec";

/// The function or constant in whose place such a macro was called.
const MARK: &str = "__bundle_call";

/// An item with a procedural macro, and the imports of its module.
struct Request {
    imports: Vec<ItemUse>,
    item: Item,
}

/// The crate whose macros are expanded.
pub(crate) struct Origin<'o> {
    pub(crate) krate: &'o Crate,
    /// The modules of all crates.
    pub(crate) modules: &'o [String],
    /// The names that the dependencies have in the items and in cargo's build.
    pub(crate) names: &'o [(Ident, Ident)],
    /// Procedural macros that the dependencies pass on.
    pub(crate) passed_on: Texts,
}

/// Expands all procedural macros in `list`, the items of a crate. Returns the names of the derives and attributes, and adds
/// those of the functions in the code to `sources`.
pub(crate) fn expand(
    list: &mut Vec<Item>,
    origin: &Origin<'_>,
    sources: &mut Sources,
) -> Result<Texts> {
    let Origin { krate, names, .. } = origin;
    let (unit, is_dependency) = (&krate.unit, !krate.module.is_empty());
    let mut macros = BTreeSet::new();
    let mut requests = Vec::new();
    if is_dependency {
        own::rename_repeated(list);
    }
    let (mut own, mut modules) = (Vec::new(), BTreeSet::new());
    for item in items::all(list) {
        match item {
            Item::Mod(module) => _ = modules.insert(module.ident.clone()),
            Item::Macro(item) if item.ident.is_some() => own.push(item.clone()),
            _ => {}
        }
    }
    let called = Called::of(list, &own, &origin.passed_on, is_dependency);
    collect(list, &called, &mut requests, &mut macros);
    if requests.is_empty() {
        return Ok(macros);
    }
    // Other modules can take an import from a dependency by a glob.
    let (mut outside, mut globs) = (TokenStream::new(), TokenStream::new());
    let taken = from_dependencies(list, names);
    for (number, tree) in taken.iter().enumerate() {
        let module = format_ident!("{MARK}{number}");
        outside.extend(quote!(mod #module { pub use #tree; }));
        globs.extend(quote!(use crate::#module::*;));
    }
    let externs = names.iter().map(|(here, there)| quote!(extern crate #there as #here;));
    let files = requests.iter().enumerate().map(|(number, request)| {
        let (module, Request { imports, item }) = (format_ident!("m{number}"), request);
        quote!(mod #module { #(#imports)* #globs #item })
    });
    let kept = kept();
    let Output { stdout: text, stderr, .. } =
        run(unit, quote!(#(#externs)* #kept #(#own)* #outside #(#files)*))?;
    let is_incomplete = own::is_incomplete(&stderr);
    // Comments have the contexts of names.
    let code = hygiene::Code::new(&text);
    let expanded =
        syn::parse_file(&code.text).context("cannot parse the code of procedural macros")?;
    let mut results = Vec::new();
    for item in expanded.items {
        let Item::Mod(module) = item else { continue };
        if hygiene::without_context(&module.ident).starts_with(MARK) {
            continue;
        }
        let Some(request) = requests.get(results.len()) else { break };
        let words = || tokens::idents(request.item.to_token_stream()).into_iter();
        let place = || words().find_map(|word| sources.place(word.span())).unwrap_or_default();
        let is_own = own::is_call(&request.item, &called.expandable);
        let Some(mut items) = hygiene::separated(module.content.unwrap_or_default().1, &code)
        else {
            ensure!(
                is_own,
                "{}: cannot bundle a macro with variables that have the names of its caller's; rename them",
                place()
            );
            results.push(vec![request.item.clone()]);
            continue;
        };
        let mut imports = request.imports.len() + taken.len();
        items.retain(|item| {
            let is_import = matches!(item, Item::Use(_)) && imports > 0;
            imports -= usize::from(is_import);
            !is_import && !is_same(item, request)
        });
        derives::restore(unit, &mut items)?;
        let mut generated = BTreeSet::new();
        for item in &mut items {
            let generated = &mut generated;
            Inserted { origin, modules: &modules, generated }.visit_item_mut(item);
        }
        if is_own {
            if is_incomplete || !own::is_usable(&items, &called.expandable) {
                results.push(vec![request.item.clone()]);
                continue;
            }
        } else if called.by(&request.item) && items.iter().any(|item| called.by(item)) {
            bail!(
                "{}: cannot bundle a procedural macro in the arguments of another macro; assign its value to a \
                 variable first",
                place()
            );
        }
        sources.generated.extend(generated);
        results.push(items);
    }
    ensure!(
        results.len() == requests.len(),
        "rustc expanded {} of {} items",
        results.len(),
        requests.len()
    );
    replace(list, &called, &mut results.into_iter());
    Ok(macros)
}

/// Returns what `list` imports from dependencies, each import once.
fn from_dependencies(list: &[Item], names: &[(Ident, Ident)]) -> Vec<UseTree> {
    let (mut found, mut known) = (Vec::new(), BTreeSet::new());
    for item in items::all(list) {
        let Item::Use(ItemUse { tree, .. }) = item else { continue };
        let words = tokens::idents(tree.to_token_stream());
        let is_other = words.get(1).is_some_and(|word| names.iter().any(|(here, _)| word == here));
        if is_other && known.insert(tree.to_token_stream().to_string()) {
            found.push(tree.clone());
        }
    }
    found
}

/// Returns definitions that shadow the macros which must not be expanded: they keep the call as text.
fn kept() -> TokenStream {
    let mark = format_ident!("{MARK}");
    let names = KEPT.split_whitespace().map(|name| format_ident!("{name}"));
    let kept = names.map(|name| {
        quote! {
            macro_rules! #name {
                ($($argument:tt)*) => { #mark(stringify!(#name), stringify!($($argument)*)) }
            }
        }
    });
    let kept: TokenStream = kept.collect();
    quote! {
        #kept
        macro_rules! thread_local {
            ($($argument:tt)*) => { const #mark: &str = stringify!($($argument)*); }
        }
    }
}

/// Expands `source`; rustc prints the code and messages.
fn run(unit: &Unit, source: TokenStream) -> Result<Output> {
    let folder = rustc::folder()?;
    let root = folder.path().join("lib.rs");
    std::fs::write(&root, source.to_string())?;
    let mut command = unit.rustc();
    command.arg(&root).arg(format!("--edition={}", unit.edition)).env("RUSTC_BOOTSTRAP", "1");
    let output = rustc::output(command.arg("-Zunpretty=expanded,hygiene"))?;
    // Types of the program are unresolved in this file, which does not affect the expansion.
    ensure!(!output.stdout.is_empty(), "rustc cannot expand procedural macros:\n{}", output.stderr);
    Ok(output)
}

/// Adds the items with procedural macros or with calls of the macros `called`, in source order.
fn collect(list: &[Item], called: &Called, requests: &mut Vec<Request>, macros: &mut Texts) {
    let imports = list.iter().filter_map(|item| match item {
        Item::Use(import) if !import.attrs.iter().any(is_unknown) => Some(import.clone()),
        _ => None,
    });
    let imports: Vec<ItemUse> = imports.collect();
    for item in list {
        if let Some((item, found)) = requested(item, called) {
            macros.extend(found.iter().map(items::last_name));
            requests.push(Request { imports: imports.clone(), item });
        }
        if let Item::Mod(module) = item {
            collect(items::inner(module), called, requests, macros);
        }
    }
}

/// Returns the part of an item that rustc expands, and its procedural derives and attributes; `None` if nothing is expanded.
fn requested(item: &Item, called: &Called) -> Option<(Item, Vec<Path>)> {
    let mut item = match item {
        Item::Mod(module) if !module.attrs.iter().any(is_unknown) => return None,
        Item::Mod(module) => Item::Mod(members::emptied(module)),
        item => item.clone(),
    };
    let mut found = split(&mut item);
    if let Some((members, attributes)) = members::take(&mut item.clone()) {
        found.extend(attributes);
        item = members;
    }
    let is_needed = matches!(item, Item::Mod(_)) || !found.is_empty() || called.by(&item);
    is_needed.then_some((item, found))
}

/// Reduces an item's derives to the procedural ones; returns these and its procedural attributes.
fn split(item: &mut Item) -> Vec<Path> {
    let mut found = Vec::new();
    let Some(attrs) = items::attrs_mut(item) else { return found };
    let helpers = attrs.iter().any(|attr| !procedural(attr).is_empty());
    attrs.retain_mut(|attr| {
        let paths = procedural(attr);
        // An attribute's macro reads the derives after it.
        if attr.path().is_ident("derive") && (helpers || found.is_empty()) {
            // An attribute passes documentation on.
            let kept = format!("{MARK} {}", attr.to_token_stream());
            *attr = match paths.is_empty() {
                true => parse_quote!(#[doc = #kept]),
                false => parse_quote!(#[derive(#(#paths),*)]),
            };
            found.extend(paths);
        }
        // Beside a derive, an unknown attribute may belong to it.
        if !helpers && is_unknown(attr) {
            found.push(attr.path().clone());
        }
        true
    });
    found
}

/// Returns whether an item has a procedural derive.
pub(super) fn has_derive(item: &Item) -> bool {
    items::attrs(item).iter().any(|attr| !procedural(attr).is_empty())
}

/// Returns the procedural derives of an attribute.
pub(super) fn procedural(attr: &Attribute) -> Vec<Path> {
    items::derived(attr).into_iter().filter(|path| !is_standard(path)).collect()
}

fn is_standard(path: &Path) -> bool {
    STANDARD_DERIVES.contains(&items::last_name(path).as_str())
}

/// Returns whether the compiler does not define an attribute.
pub(super) fn is_unknown(attr: &Attribute) -> bool {
    let segments = &attr.path().segments;
    let name = segments.first().map(|first| first.ident.to_string()).unwrap_or_default();
    let is_tool = ["rustfmt", "clippy", "diagnostic"].contains(&&*name);
    !(attributes::is_known(&name) && (segments.len() == 1 || is_tool))
}

/// Returns whether `item` is the type to whose derives the request belongs.
fn is_same(item: &Item, request: &Request) -> bool {
    let is_type = matches!(item, Item::Struct(_) | Item::Enum(_) | Item::Union(_));
    is_type && has_derive(&request.item) && items::name(item) == items::name(&request.item)
}

/// Puts the expanded items in the places of [`collect`].
fn replace(list: &mut Vec<Item>, called: &Called, results: &mut dyn Iterator<Item = Vec<Item>>) {
    for mut item in std::mem::take(list) {
        let request = requested(&item, called);
        let expanded = request.as_ref().and_then(|_| results.next()).unwrap_or_default();
        let is_whole = match &mut item {
            Item::Mod(module) => {
                if members::is_empty_module(&expanded) {
                    module.attrs.retain(|attr| !is_unknown(attr));
                }
                let inner = module.content.iter_mut();
                inner.for_each(|(_, items)| replace(items, called, results));
                false
            }
            item => request.is_some() && members::take(item).is_none(),
        };
        if !is_whole {
            members::put(&mut item, expanded);
            list.push(item);
            continue;
        }
        if request.is_some_and(|(reduced, _)| has_derive(&reduced)) {
            Plain.visit_item_mut(&mut item);
            list.push(item);
        }
        list.extend(expanded);
    }
}

/// Deletes procedural derives, and the attributes that belong to them.
struct Plain;

impl VisitMut for Plain {
    fn visit_attributes_mut(&mut self, attrs: &mut Vec<Attribute>) {
        attrs.retain_mut(|attr| {
            if !attr.path().is_ident("derive") {
                return !is_unknown(attr);
            }
            let rest: Vec<Path> = items::derived(attr).into_iter().filter(is_standard).collect();
            *attr = parse_quote!(#[derive(#(#rest),*)]);
            !rest.is_empty()
        });
    }
}
