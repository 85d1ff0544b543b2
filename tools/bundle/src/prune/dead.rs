//! Deletes dead code, unused imports and unused macros that rustc's lints report.

use anyhow::{Context, Result};
use cargo_metadata::diagnostic::Diagnostic;
use proc_macro2::Ident;
use quote::ToTokens;
use std::collections::BTreeSet;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::{File, Item, UseTree};

use super::impls::all_words;
use crate::items;
use crate::rustc::{code, Rustc};
use crate::squeeze::squeeze;
use crate::tokens;

const MAX_ROUNDS: usize = 60;

/// Deletes code that the lints report until they report none. `text` must compile.
pub(super) fn remove(rustc: &Rustc, text: &str) -> Result<String> {
    let mut text = text.to_string();
    let mut needed = BTreeSet::new();
    for _ in 0..MAX_ROUNDS {
        let outcome = rustc.lint(&text)?;
        let mut file = syn::parse_file(&text).context("cannot parse the generated source")?;
        let mut unused =
            Unused { spans: &outcome.unused, needed: &needed, deleted: BTreeSet::new() };
        file.items.retain_mut(|item| unused.keeps(item));
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

/// Deletes imports, impls and members that mention deleted names until the program compiles. If that does not
/// suffice, returns the names in `deleted` that the program needs.
fn settle(
    rustc: &Rustc,
    mut file: File,
    deleted: &BTreeSet<String>,
) -> Result<std::result::Result<String, BTreeSet<String>>> {
    loop {
        let text = squeeze(file.to_token_stream());
        let mut errors = rustc.lint_first(&text)?.errors;
        if errors.is_empty() {
            errors = rustc.lint(&text)?.errors;
        }
        if errors.is_empty() {
            return Ok(Ok(text));
        }
        file = syn::parse_file(&text).context("cannot parse the generated source")?;
        let spans = |in_members: bool| {
            // These codes report members of an impl that are not in its trait.
            let is_meant = move |error: &&Diagnostic| {
                ["E0407", "E0437", "E0438"].contains(&code(error)) == in_members
            };
            let spans = errors.iter().filter(is_meant).flat_map(|error| &error.spans);
            let primary = spans.filter(|span| span.is_primary);
            primary.map(|span| span.byte_start as usize..span.byte_end as usize).collect()
        };
        let mut orphans = Orphans { spans: spans(false), members: spans(true), found: false };
        file.items.retain_mut(|item| orphans.keeps(item));
        if !orphans.found {
            return Ok(Err(blame(&errors, deleted)));
        }
    }
}

/// Returns the deleted names that the errors mention, or all if they mention none.
fn blame(errors: &[Diagnostic], deleted: &BTreeSet<String>) -> BTreeSet<String> {
    let words = errors.iter().flat_map(|error| all_words(&error.message));
    let named: BTreeSet<String> = words.filter(|word| deleted.contains(word)).collect();
    if named.is_empty() {
        deleted.clone()
    } else {
        named
    }
}

/// Deletes unused items at the spans of lints.
struct Unused<'u> {
    spans: &'u BTreeSet<(usize, usize)>,
    /// Names that an earlier attempt found to be needed.
    needed: &'u BTreeSet<String>,
    deleted: BTreeSet<String>,
}

impl Unused<'_> {
    /// Deletes unused parts of `item`; returns whether to keep it.
    fn keeps(&mut self, item: &mut Item) -> bool {
        match item {
            Item::Use(item) => {
                items::retain_imports(&mut item.tree, &mut |end| self.keeps_import(end))
            }
            Item::Mod(module) => {
                let Some((_, items)) = &mut module.content else { return true };
                items.retain_mut(|item| self.keeps(item));
                !items.is_empty() || !self.drop(&module.ident)
            }
            Item::Impl(item) => {
                item.items.retain_mut(|member| {
                    !items::impl_name(member).is_some_and(|ident| self.takes(ident))
                });
                !item.items.is_empty() || item.trait_.is_some()
            }
            Item::Trait(item) if !self.takes(&item.ident) => {
                item.items.retain_mut(|member| {
                    !items::trait_name(member).is_some_and(|ident| self.takes(ident))
                });
                true
            }
            item => !items::name(item).is_some_and(|ident| self.takes(ident)),
        }
    }

    /// Returns whether to keep a leaf of an import; a lint reports the whole import or single leaves.
    fn keeps_import(&mut self, end: &UseTree) -> bool {
        let range = end.span().byte_range();
        let covers = |&(from, to): &(usize, usize)| from <= range.start && range.end <= to;
        let name = tokens::words::<Vec<_>>(end.to_token_stream()).pop();
        !self.spans.iter().any(covers) || {
            self.deleted.insert(name.unwrap_or_default());
            false
        }
    }

    /// Returns whether to delete an item: a lint reports it, and its name is not in `needed`. Records the name if so.
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

/// Deletes imports, impls and members that mention deleted names.
struct Orphans {
    spans: Vec<Range<usize>>,
    /// Spans of members that are no longer in the trait.
    members: Vec<Range<usize>>,
    found: bool,
}

impl Orphans {
    /// Deletes orphans in `item`; returns whether to keep it.
    fn keeps(&mut self, item: &mut Item) -> bool {
        match item {
            Item::Use(item) => {
                let is_hit = |part: &UseTree| {
                    let range = part.span().byte_range();
                    self.spans.iter().any(|span| overlap(span, &range))
                };
                let is_met = is_hit(&item.tree);
                let mut ends = 0;
                let any_left = items::retain_imports(&mut item.tree, &mut |end| {
                    let is_orphan = is_hit(end);
                    ends += usize::from(is_orphan);
                    !is_orphan
                });
                self.found |= is_met;
                // An error in the common prefix of an import affects all leaves.
                any_left && (ends > 0 || !is_met)
            }
            Item::Mod(module) => {
                if let Some((_, items)) = &mut module.content {
                    items.retain_mut(|item| self.keeps(item));
                }
                true
            }
            Item::Impl(item) => {
                let start = item.span().byte_range().start;
                let head = start..item.brace_token.span.open().byte_range().start;
                let is_orphan = self.spans.iter().any(|span| overlap(span, &head));
                let count = item.items.len();
                item.items.retain(|member| {
                    let range = member.span().byte_range();
                    !self.members.iter().any(|span| overlap(span, &range))
                });
                self.found |= is_orphan || item.items.len() < count;
                !is_orphan
            }
            _ => true,
        }
    }
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}
