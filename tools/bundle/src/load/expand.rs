//! Replaces derives and attributes of procedural macros by the code that they generate. Such a macro receives the tokens
//! of one item, so rustc can expand it in a file that consists of these items.

use anyhow::{ensure, Context, Result};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, ToTokens};
use std::collections::BTreeSet;
use std::process::Command;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{parse_quote, Attribute, Expr, Item, ItemUse, Path, Token, UseTree};

use crate::cargo::Unit;
use crate::shorten::with_expressions;
use crate::{editions, items, rustc};

/// The derives of the standard library.
pub(super) const STANDARD_DERIVES: &[&str] =
    &["Clone", "Copy", "Debug", "Default", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];

/// Attributes that the compiler defines.
const BUILT_IN: &[&str] = &[
    "allow",
    "automatically_derived",
    "cfg",
    "cfg_attr",
    "cold",
    "default",
    "deny",
    "deprecated",
    "derive",
    "doc",
    "expect",
    "export_name",
    "forbid",
    "global_allocator",
    "ignore",
    "inline",
    "link",
    "link_name",
    "link_section",
    "macro_export",
    "macro_use",
    "must_use",
    "no_mangle",
    "non_exhaustive",
    "panic_handler",
    "path",
    "repr",
    "should_panic",
    "target_feature",
    "test",
    "track_caller",
    "unsafe",
    "used",
    "warn",
];

/// An item with a procedural macro, and the imports of its module.
struct Request {
    imports: Vec<ItemUse>,
    item: Item,
}

/// Expands all procedural derives and attributes in `list`, the items of a crate that `unit` describes. `names` are the
/// names that the crate's dependencies have in the items and in cargo's build. Returns the names of the macros.
pub(crate) fn expand(
    list: &mut Vec<Item>,
    unit: &Unit,
    names: &[(Ident, Ident)],
) -> Result<BTreeSet<String>> {
    let mut macros = BTreeSet::new();
    let mut requests = Vec::new();
    collect(list, &mut requests, &mut macros);
    if requests.is_empty() {
        return Ok(macros);
    }
    let externs = names.iter().map(|(here, there)| quote!(extern crate #there as #here;));
    let modules = requests.iter().enumerate().map(|(number, request)| {
        let (module, Request { imports, item }) = (format_ident!("m{number}"), request);
        quote!(mod #module { #(#imports)* #item })
    });
    let text = run(unit, quote!(#(#externs)* #(#modules)*))?;
    let expanded = syn::parse_file(&text).context("cannot parse the code of procedural macros")?;
    let mut results = Vec::new();
    for item in expanded.items {
        let Item::Mod(module) = item else { continue };
        let Some(request) = requests.get(results.len()) else { break };
        let (_, mut items) = module.content.unwrap_or_default();
        items.retain(|item| !matches!(item, Item::Use(_)) && !is_same(item, request));
        for item in &mut items {
            Inserted { names }.visit_item_mut(item);
        }
        results.push(items);
    }
    ensure!(
        results.len() == requests.len(),
        "rustc expanded {} of {} items",
        results.len(),
        requests.len()
    );
    replace(list, &mut results.into_iter());
    Ok(macros)
}

fn run(unit: &Unit, source: TokenStream) -> Result<String> {
    let folder =
        tempfile::TempDir::with_prefix("bundle-").context("cannot create a temporary folder")?;
    let root = folder.path().join("lib.rs");
    std::fs::write(&root, source.to_string())?;
    let output = Command::new(rustc::rustc())
        .args(editions::arguments(unit))
        .arg(&root)
        .arg(format!("--edition={}", unit.edition))
        .arg("-Zunpretty=expanded")
        .env("RUSTC_BOOTSTRAP", "1")
        .envs(unit.env.iter().filter_map(|(name, value)| Some((name, value.as_ref()?))))
        .output()
        .context("cannot run rustc")?;
    // Types of the program are unresolved in this file, which does not affect the expansion.
    ensure!(
        !output.stdout.is_empty(),
        "rustc cannot expand procedural macros:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Adds the items with procedural macros, in source order.
fn collect(list: &[Item], requests: &mut Vec<Request>, macros: &mut BTreeSet<String>) {
    let imports = list.iter().filter_map(|item| match item {
        Item::Use(import) => Some(import.clone()),
        _ => None,
    });
    let imports: Vec<ItemUse> = imports.collect();
    for item in list {
        if let Item::Mod(module) = item {
            collect(module.content.as_ref().map_or(&[], |(_, items)| items), requests, macros);
            continue;
        }
        let mut item = item.clone();
        let found = split(&mut item);
        if !found.is_empty() {
            macros.extend(
                found.iter().filter_map(|path| Some(path.segments.last()?.ident.to_string())),
            );
            requests.push(Request { imports: imports.clone(), item });
        }
    }
}

/// Reduces an item's derives to the procedural ones; returns these and its procedural attributes.
fn split(item: &mut Item) -> Vec<Path> {
    let mut found = Vec::new();
    let Some(attrs) = items::attrs(item) else { return found };
    let helpers = attrs.iter().any(|attr| !procedural(attr).is_empty());
    attrs.retain_mut(|attr| {
        let paths = procedural(attr);
        if attr.path().is_ident("derive") {
            *attr = parse_quote!(#[derive(#(#paths),*)]);
            found.extend(paths.clone());
            return !paths.is_empty();
        }
        // Beside a derive, an unknown attribute may belong to it.
        if !helpers && is_unknown(attr) {
            found.push(attr.path().clone());
        }
        true
    });
    found
}

/// Returns the procedural derives of an attribute.
fn procedural(attr: &Attribute) -> Vec<Path> {
    derives(attr).into_iter().filter(|path| !is_standard(path)).collect()
}

fn derives(attr: &Attribute) -> Vec<Path> {
    if !attr.path().is_ident("derive") {
        return Vec::new();
    }
    let paths = attr.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated);
    paths.into_iter().flatten().collect()
}

fn is_standard(path: &Path) -> bool {
    let last = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    STANDARD_DERIVES.contains(&last.as_str())
}

/// Returns whether the compiler does not define an attribute.
fn is_unknown(attr: &Attribute) -> bool {
    attr.path().get_ident().is_none_or(|name| !BUILT_IN.contains(&name.to_string().as_str()))
        && !attr.path().segments.first().is_some_and(|first| {
            ["rustfmt", "clippy", "diagnostic"].contains(&first.ident.to_string().as_str())
        })
}

/// Returns whether `item` is the type to whose derives the request belongs.
fn is_same(item: &Item, request: &Request) -> bool {
    let is_type = matches!(item, Item::Struct(_) | Item::Enum(_) | Item::Union(_));
    let mut wanted = request.item.clone();
    let is_derive = items::attrs(&mut wanted)
        .is_some_and(|attrs| attrs.iter().any(|attr| !procedural(attr).is_empty()));
    is_type && is_derive && items::name(item) == items::name(&request.item)
}

/// Puts the expanded items in the places of [`collect`].
fn replace(list: &mut Vec<Item>, results: &mut dyn Iterator<Item = Vec<Item>>) {
    for mut item in std::mem::take(list) {
        if let Item::Mod(module) = &mut item {
            if let Some((_, items)) = &mut module.content {
                replace(items, results);
            }
            list.push(item);
            continue;
        }
        let mut reduced = item.clone();
        if split(&mut reduced).is_empty() {
            list.push(item);
            continue;
        }
        let expanded = results.next().unwrap_or_default();
        let is_derive = items::attrs(&mut reduced)
            .is_some_and(|attrs| attrs.iter().any(|attr| !procedural(attr).is_empty()));
        if is_derive {
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
            let rest: Vec<Path> = derives(attr).into_iter().filter(is_standard).collect();
            *attr = parse_quote!(#[derive(#(#rest),*)]);
            !rest.is_empty()
        });
    }
}

/// Adapts generated code: replaces what rustc prints for macros of the standard library by code that is stable, and paths
/// of dependencies by those in the bundle.
struct Inserted<'n> {
    names: &'n [(Ident, Ident)],
}

impl VisitMut for Inserted<'_> {
    fn visit_attributes_mut(&mut self, attrs: &mut Vec<Attribute>) {
        attrs.retain(|attr| {
            ["inline", "repr", "cold", "track_caller"].iter().any(|name| attr.path().is_ident(name))
        });
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        let first = path.segments.first().map(|first| first.ident.clone());
        let found = self.names.iter().find(|(_, there)| first.as_ref() == Some(there));
        match found {
            Some((here, _)) if path.leading_colon.is_some() => {
                let rest = path.segments.iter().skip(1);
                *path = parse_quote!(crate::#here #(::#rest)*);
            }
            _ => {
                if let Some(first) =
                    path.segments.first_mut().filter(|first| first.ident == "alloc")
                {
                    first.ident = format_ident!("std");
                }
            }
        }
        visit_mut::visit_path_mut(self, path);
    }

    fn visit_item_mut(&mut self, item: &mut Item) {
        if let Item::ExternCrate(own) = item {
            let name = own.rename.as_ref().map_or(&own.ident, |(_, alias)| alias);
            if let Some((here, _)) = self.names.iter().find(|(_, there)| own.ident == *there) {
                *item = parse_quote!(use crate::#here as #name;);
            }
        }
        visit_mut::visit_item_mut(self, item);
    }

    fn visit_item_use_mut(&mut self, item: &mut ItemUse) {
        let UseTree::Path(path) = &mut item.tree else { return };
        let found = self.names.iter().find(|(_, there)| path.ident == *there);
        if let (Some((here, _)), Some(_)) = (found, item.leading_colon) {
            let rest = &path.tree;
            *item = parse_quote!(use crate::#here::#rest;);
        }
    }

    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        with_expressions(node, |expr| self.visit_expr_mut(expr));
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let Expr::Call(call) = expr else { return };
        let name: Vec<String> = crate::tokens::words(call.func.to_token_stream());
        let name = name.last().map(String::as_str).unwrap_or_default();
        let is_inner = call.func.to_token_stream().to_string().contains("panicking");
        let argument = call.args.first().map(ToTokens::to_token_stream).unwrap_or_default();
        let format = match call.args.first() {
            Some(Expr::Macro(inner)) if inner.mac.path.is_ident("format_args") => {
                inner.mac.tokens.clone()
            }
            _ => quote!("{}", #argument),
        };
        match name {
            "panic" | "panic_fmt" | "panic_display" | "panic_str_literal" if is_inner => {
                *expr = parse_quote!(panic!(#format))
            }
            "unreachable_display" if is_inner => *expr = parse_quote!(unreachable!(#format)),
            "must_use" => *expr = parse_quote!(#argument),
            _ => {}
        }
    }
}
