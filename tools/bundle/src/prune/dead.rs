//! Deletes what rustc's lints report: dead code, unused imports, unused macros.

use anyhow::{Context, Result};
use proc_macro2::Ident;
use quote::ToTokens;
use std::collections::BTreeSet;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::{ImplItem, Item, TraitItem, UseTree};

use crate::items;
use crate::rustc::{Diagnostic, Rustc};
use crate::squeeze::squeeze;

const MAX_ROUNDS: usize = 60;

/// `text`, which compiles, without what the lints report, over and over.
pub(super) fn remove(rustc: &Rustc, text: &str) -> Result<String> {
    let mut text = text.to_string();
    let mut needed = BTreeSet::new();
    for _ in 0..MAX_ROUNDS {
        let outcome = rustc.look(&text)?;
        let mut file = syn::parse_file(&text).context("own output does not parse")?;
        let mut unused =
            Unused { spans: &outcome.unused, needed: &needed, deleted: BTreeSet::new() };
        unused.delete(&mut file.items);
        let deleted = unused.deleted;
        if deleted.is_empty() {
            break;
        }
        match settle(rustc, file, &deleted)? {
            Ok(shorter) if shorter == text => break,
            Ok(shorter) => text = shorter,
            Err(names) => needed.extend(names),
        }
    }
    Ok(text)
}

/// Deletes imports and impls that mention what is gone until the program compiles. When something
/// else mentions it, the program needs it: the names among `deleted` to keep next time.
fn settle(
    rustc: &Rustc,
    mut file: syn::File,
    deleted: &BTreeSet<String>,
) -> Result<std::result::Result<String, BTreeSet<String>>> {
    loop {
        let text = squeeze(file.to_token_stream());
        let errors = rustc.look(&text)?.errors;
        if errors.is_empty() {
            return Ok(Ok(text));
        }
        file = syn::parse_file(&text).context("own output does not parse")?;
        let mut orphans = Orphans { spans: Vec::new(), members: Vec::new(), met: 0 };
        for error in &errors {
            let not_in_trait = ["E0407", "E0437", "E0438"].contains(&error.code());
            let list = if not_in_trait { &mut orphans.members } else { &mut orphans.spans };
            list.extend(error.spans.iter().filter(|s| s.is_primary).map(|s| s.bytes()));
        }
        orphans.delete(&mut file.items);
        if orphans.met == 0 {
            return Ok(Err(blame(&errors, deleted)));
        }
    }
}

/// The deleted names that the errors speak of; all of them when the errors name none.
fn blame(errors: &[Diagnostic], deleted: &BTreeSet<String>) -> BTreeSet<String> {
    let mut named = BTreeSet::new();
    for error in errors {
        let words = error.message.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        named.extend(words.filter(|word| deleted.contains(*word)).map(String::from));
    }
    if named.is_empty() {
        deleted.clone()
    } else {
        named
    }
}

/// What to delete from a program: unused things, at the spans that lints report.
struct Unused<'u> {
    spans: &'u BTreeSet<(usize, usize)>,
    /// Names of things that turned out to be needed.
    needed: &'u BTreeSet<String>,
    /// Names of what has been deleted.
    deleted: BTreeSet<String>,
}

impl Unused<'_> {
    /// Deletes from `items` and below.
    fn delete(&mut self, items: &mut Vec<Item>) {
        items.retain_mut(|item| self.keeps(item));
    }

    fn keeps(&mut self, item: &mut Item) -> bool {
        match item {
            Item::Use(item) => {
                let covered = |range: &Range<usize>| {
                    self.spans.iter().any(|&(from, to)| from <= range.start && range.end <= to)
                };
                let mut names = BTreeSet::new();
                let keeps = keeps_import(&mut item.tree, &covered, &mut names);
                self.deleted.extend(names);
                keeps
            }
            Item::Mod(module) => {
                let Some((_, items)) = &mut module.content else { return true };
                self.delete(items);
                !items.is_empty() || !self.drop(&module.ident)
            }
            Item::Impl(item) => {
                item.items.retain(|member| match member {
                    ImplItem::Fn(member) => !self.takes(&member.sig.ident),
                    ImplItem::Const(member) => !self.takes(&member.ident),
                    _ => true,
                });
                if item.items.is_empty() && item.trait_.is_none() {
                    self.deleted.insert("impl".to_string());
                    return false;
                }
                true
            }
            Item::Trait(item) if !self.takes(&item.ident) => {
                item.items.retain(|member| match member {
                    TraitItem::Fn(member) => !self.takes(&member.sig.ident),
                    TraitItem::Const(member) => !self.takes(&member.ident),
                    TraitItem::Type(member) => !self.takes(&member.ident),
                    _ => true,
                });
                true
            }
            item => !items::name(item).is_some_and(|ident| self.takes(ident)),
        }
    }

    /// Whether the thing called `ident` is reported; notes its name then.
    fn takes(&mut self, ident: &Ident) -> bool {
        let range = ident.span().byte_range();
        self.spans.contains(&(range.start, range.end)) && self.drop(ident)
    }

    fn drop(&mut self, ident: &Ident) -> bool {
        let name = ident.to_string();
        !self.needed.contains(&name) && {
            self.deleted.insert(name);
            true
        }
    }
}

/// What to delete because it names something that is gone: imports and impls.
struct Orphans {
    /// Where errors are.
    spans: Vec<Range<usize>>,
    /// Where impls have members that their trait has lost.
    members: Vec<Range<usize>>,
    /// How many of the spans were met.
    met: usize,
}

impl Orphans {
    /// Deletes from `items` and below.
    fn delete(&mut self, items: &mut Vec<Item>) {
        items.retain_mut(|item| match item {
            Item::Use(item) => {
                let hit = |range: &Range<usize>| self.spans.iter().any(|s| overlap(s, range));
                let whole = item.tree.span().byte_range();
                self.met += self.spans.iter().filter(|s| overlap(s, &whole)).count();
                keeps_import(&mut item.tree, &hit, &mut BTreeSet::new())
            }
            Item::Mod(module) => {
                if let Some((_, items)) = &mut module.content {
                    self.delete(items);
                }
                true
            }
            Item::Impl(item) => {
                let whole = item.span().byte_range();
                let header = whole.start..item.brace_token.span.open().byte_range().start;
                let met = self.spans.iter().filter(|s| overlap(s, &header)).count();
                self.met += met;
                item.items.retain(|member| {
                    let range = member.span().byte_range();
                    let met = self.members.iter().filter(|s| overlap(s, &range)).count();
                    self.met += met;
                    met == 0
                });
                met == 0
            }
            _ => true,
        });
    }
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

/// Deletes the parts of an import whose names `hit`; whether anything is left.
fn keeps_import(
    tree: &mut UseTree,
    hit: &dyn Fn(&Range<usize>) -> bool,
    names: &mut BTreeSet<String>,
) -> bool {
    let gone = match tree {
        UseTree::Path(path) => {
            let gone = hit(&path.ident.span().byte_range());
            if !gone && keeps_import(&mut path.tree, hit, names) {
                return true;
            }
            Some(path.ident.to_string())
        }
        UseTree::Group(group) => {
            let items = std::mem::take(&mut group.items);
            group.items = items
                .into_iter()
                .filter_map(|mut item| keeps_import(&mut item, hit, names).then_some(item))
                .collect();
            group.items.is_empty().then(|| "{}".to_string())
        }
        UseTree::Name(name) => hit(&name.span().byte_range()).then(|| name.ident.to_string()),
        UseTree::Rename(name) => hit(&name.span().byte_range()).then(|| name.rename.to_string()),
        UseTree::Glob(glob) => hit(&glob.span().byte_range()).then(|| "*".to_string()),
    };
    let keeps = gone.is_none();
    names.extend(gone);
    keeps
}
