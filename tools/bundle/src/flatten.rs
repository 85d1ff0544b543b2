//! Moves all items to the root; deletes modules, imports, visibilities and path prefixes, and renames items
//! whose names collide.

mod rewrite;
mod scopes;

use anyhow::{bail, Context, Result};
use cargo_metadata::diagnostic::Diagnostic;
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{parse_quote, Attribute, File, Item, UseTree};

use crate::rustc::{code, Rustc, MANY_ERRORS};
use crate::same::{Before, Verdict};
use crate::squeeze::squeeze;
use crate::tokens;
use scopes::Scopes;

/// Maximum number of attempts; each avoids the names that the previous one could not use.
const ATTEMPTS: usize = 40;

/// A program without modules, apart from some crates.
pub(crate) struct Flat {
    pub(crate) file: File,
    /// The crates that keep their modules.
    pub(crate) kept: BTreeSet<String>,
    /// Why the first of them keeps its modules.
    pub(crate) cause: String,
}

/// Moves the items of all modules to the root. If the code of a crate needs its modules, the crate and those that it uses stay
/// as they are.
pub(crate) fn flatten(rustc: &Rustc, file: &File) -> Result<Flat> {
    let before = Before::new(rustc, file)?;
    // Positions are unique in a program that is parsed from one text.
    let file = syn::parse_file(&squeeze(file.to_token_stream()))?;
    let crates = crates(&file);
    let (mut kept, mut cause) = (BTreeSet::new(), String::new());
    loop {
        let failure = match attempt(rustc, &before, file.clone(), &kept)? {
            Ok(file) => return Ok(Flat { file, kept, cause }),
            Err(failure) => failure,
        };
        let mentions = |word: &str| {
            let all = crates.iter().filter(|(_, words)| words.contains(word));
            all.map(|(name, _)| name.clone()).collect()
        };
        let culprits: Vec<String> = match failure.culprit {
            Some(name) if crates.contains_key(&name) => vec![name],
            Some(function) => mentions(&function),
            None => Vec::new(),
        };
        let count = kept.len();
        culprits.into_iter().for_each(|name| add_used(name, &crates, &mut kept));
        if kept.len() == count || kept.len() == crates.len() {
            bail!(failure.cause);
        }
        if count == 0 {
            cause = failure.cause;
        }
    }
}

/// Returns the modules in the root of `file`, with the names of those that each mentions.
fn crates(file: &File) -> BTreeMap<String, BTreeSet<String>> {
    let modules = file.items.iter().filter_map(|item| match item {
        Item::Mod(module) => {
            Some((module.ident.to_string(), tokens::words(module.to_token_stream())))
        }
        _ => None,
    });
    modules.collect()
}

/// Adds a crate and all that it uses.
fn add_used(
    name: String,
    crates: &BTreeMap<String, BTreeSet<String>>,
    kept: &mut BTreeSet<String>,
) {
    let used = crates.get(&name).filter(|_| kept.insert(name));
    for other in used.into_iter().flatten().filter(|word| crates.contains_key(*word)) {
        add_used(other.clone(), crates, kept);
    }
}

/// Why modules could not be deleted.
struct Failure {
    cause: String,
    /// The module in the root whose code is the cause, or the function, if it is known.
    culprit: Option<String>,
}

/// Moves the items of all modules but those in `kept` to the root.
fn attempt(
    rustc: &Rustc,
    before: &Before,
    mut file: File,
    kept: &BTreeSet<String>,
) -> Result<std::result::Result<File, Failure>> {
    let (mut absent, mut apart, mut is_shadowed) = (BTreeSet::new(), BTreeSet::new(), false);
    for _ in 0..ATTEMPTS {
        let scopes = Scopes::of(&mut file.items, &absent, &apart, kept);
        let mut mover = Mover {
            scopes: &scopes,
            is_shadowed,
            kept,
            from: None,
            macros: Vec::new(),
            items: Vec::new(),
        };
        mover.module(file.items.clone(), 0, &[]);
        let (mut names, mut rest) = (BTreeSet::new(), Vec::new());
        for (from, item) in mover.items {
            match &item {
                Item::Use(import) if !names.insert(import.to_token_stream().to_string()) => {}
                _ => rest.push((from, item)),
            }
        }
        let imports = scopes.imports().into_iter().map(|import| (None, import));
        let moved = imports.chain(mover.macros).chain(rest);
        let (from, items): (Vec<Option<String>>, Vec<Item>) = moved.unzip();
        let flat = File { items, ..file.clone() };
        let mut renames: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (old, new) in scopes.renames() {
            renames.entry(old.clone()).or_default().insert(new.clone());
        }
        let text = squeeze(flat.to_token_stream());
        let verdict = before.compare(rustc, &text, &renames)?;
        let count = absent.len() + apart.len();
        let is_hopeless = match &verdict {
            Verdict::Same => return Ok(Ok(flat)),
            Verdict::Errors(errors) if errors.len() >= MANY_ERRORS => true,
            Verdict::Errors(errors) => {
                apart.extend(ambiguous(errors));
                absent.extend(absent_imports(&text, errors)?);
                absent.extend(doubled(errors, &renames).map(|name| vec![name.to_string()]));
                false
            }
            Verdict::Differs(_) => false,
        };
        if absent.len() + apart.len() == count || is_hopeless {
            match verdict.accept() {
                Err(cause) if is_shadowed || is_hopeless => {
                    let culprit = culprit(&verdict, &text, &from)?;
                    return Ok(Err(Failure { cause: format!("{cause:#}"), culprit }));
                }
                _ => is_shadowed = true,
            }
        }
    }
    bail!("rustc rejects the program without modules after {ATTEMPTS} attempts")
}

/// Returns the module that contained the code of an error in `text`, whose items come from the modules `from`; of a difference
/// the first module that it mentions, or the function.
fn culprit(verdict: &Verdict, text: &str, from: &[Option<String>]) -> Result<Option<String>> {
    match verdict {
        Verdict::Same => Ok(None),
        Verdict::Errors(errors) => {
            let items =
                syn::parse_file(text).context("cannot parse the program without modules")?;
            let ranges: Vec<_> = items.items.iter().map(|item| item.span().byte_range()).collect();
            let mut spans = errors.iter().flat_map(|error| &error.spans);
            Ok(spans.find_map(|span| {
                let at = span.byte_start as usize;
                let item = ranges.iter().position(|range| range.contains(&at))?;
                from[item].clone().filter(|_| span.is_primary)
            }))
        }
        Verdict::Differs(all) => {
            let words = all.iter().flat_map(|one| one.header.iter().chain(&one.words));
            let is_module = |word: &&String| from.iter().flatten().any(|name| name == *word);
            // The arguments, such as `_1`, follow the name.
            let is_name = |word: &&String| !word.starts_with('_');
            let function = all.first().map(|one| one.header.iter().take_while(is_name));
            let function = function.and_then(Iterator::last);
            Ok(words.into_iter().find(is_module).or(function).cloned())
        }
    }
}

/// Returns the traits in the messages of errors about calls of methods that several traits in the root have. In an impl of a
/// trait, and only there, it is in scope without an import.
fn ambiguous(errors: &[Diagnostic]) -> BTreeSet<String> {
    let calls = errors.iter().filter(|error| code(error) == "E0034");
    let notes = calls.flat_map(|error| &error.children);
    let traits =
        notes.filter_map(|note| note.message.split("the trait `").nth(1)?.split('`').next());
    traits.filter_map(|path| path.rsplit("::").next()).map(str::to_string).collect()
}

/// Returns the names that are defined twice, as they were before they got their name in the root.
fn doubled<'n>(
    errors: &'n [Diagnostic],
    renames: &'n BTreeMap<String, BTreeSet<String>>,
) -> impl Iterator<Item = &'n str> {
    let doubled = errors.iter().filter(|error| code(error) == "E0428");
    doubled.filter_map(|error| error.message.split('`').nth(1)).map(|name| {
        let old = renames.iter().find(|(_, new)| new.contains(name));
        old.map_or(name, |(old, _)| old)
    })
}

/// Returns the paths in imports of the form `use head::{…};` that have errors.
fn absent_imports(text: &str, errors: &[Diagnostic]) -> Result<Vec<Vec<String>>> {
    let spans: Vec<_> = errors.iter().flat_map(|error| &error.spans).collect();
    let mut found = Vec::new();
    for item in syn::parse_file(text).context("cannot parse the program without modules")?.items {
        let Item::Use(import) = item else { continue };
        let UseTree::Path(head) = import.tree else { continue };
        let UseTree::Group(group) = *head.tree else { continue };
        for tree in group.items {
            let range = tree.span().byte_range();
            let is_hit = spans
                .iter()
                .any(|span| span.is_primary && range.contains(&(span.byte_start as usize)));
            if is_hit {
                let mut words: Vec<String> = tokens::words(tree.to_token_stream());
                words.truncate(words.iter().position(|word| word == "as").unwrap_or(words.len()));
                words.insert(0, head.ident.to_string());
                found.push(words);
            }
        }
    }
    Ok(found)
}

struct Mover<'s> {
    scopes: &'s Scopes,
    /// Whether variables may shadow items that move to the root.
    is_shadowed: bool,
    /// The modules in the root that stay.
    kept: &'s BTreeSet<String>,
    /// The module in the root that is being moved.
    from: Option<String>,
    /// Moved macros and other items, with the modules in the root where they were.
    macros: Vec<(Option<String>, Item)>,
    items: Vec<(Option<String>, Item)>,
}

impl Mover<'_> {
    /// Moves a module's items to the root; the conditions `cfgs` apply to each of them.
    fn module(&mut self, items: Vec<Item>, here: usize, cfgs: &[Attribute]) {
        for mut item in items {
            match item {
                Item::Mod(ref module)
                    if here == 0 && self.kept.contains(&module.ident.to_string()) =>
                {
                    self.items.push((None, item));
                    continue;
                }
                Item::Mod(mut module) => {
                    let outer = self.from.clone();
                    self.from.get_or_insert_with(|| module.ident.to_string());
                    module.attrs.retain(|attr| attr.path().is_ident("cfg"));
                    let all = [cfgs, &module.attrs].concat();
                    if let Some((brace, items)) = module.content {
                        let index = self.scopes.at(brace.span.open());
                        self.module(items, index.unwrap_or(here), &all);
                    }
                    self.from = outer;
                    continue;
                }
                Item::Use(import) => {
                    let attrs: Vec<_> = import.attrs.iter().chain(cfgs).collect();
                    for tree in self.scopes.moved_imports(here, &import.tree) {
                        let import = parse_quote!(#(#attrs)* use #tree;);
                        self.items.push((self.from.clone(), import));
                    }
                    continue;
                }
                _ => {}
            }
            let mut rewrite = rewrite::Rewrite::new(self.scopes, here, &mut item);
            rewrite.is_shadowed = self.is_shadowed;
            rewrite.visit_item_mut(&mut item);
            if let Some(attrs) = crate::items::attrs(&mut item) {
                attrs.splice(0..0, cfgs.iter().cloned());
            }
            let list = match item {
                Item::Macro(ref definition) if definition.ident.is_some() => &mut self.macros,
                _ => &mut self.items,
            };
            list.push((self.from.clone(), item));
        }
    }
}
