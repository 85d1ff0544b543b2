//! Deletes dead code, unused imports and unused macros that rustc's lints report.

use anyhow::{Context, Result};
use cargo_metadata::diagnostic::Diagnostic;
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;
use syn::spanned::Spanned;
use syn::{File, Item, ItemImpl, UseTree};

use super::impls::all_words;
use super::{lost_words, unchanged};
use crate::mir::Dump;
use crate::rustc::{code, ranges, Rustc, EXPRESSION, MANY_ERRORS};
use crate::squeeze::squeeze;
use crate::tokens::{self, Texts};
use crate::{imports, items};

const MAX_ROUNDS: usize = 60;

/// Deletes code that the lints report until they report none. `text` must compile. `reference` is the program's MIR, whose
/// bodies must not change.
pub(super) fn remove(rustc: &Rustc, text: &str, reference: &[Arc<Dump>]) -> Result<String> {
    let mut text = text.to_string();
    let mut needed = Texts::new();
    for _ in 0..MAX_ROUNDS {
        let outcome = rustc.lint(&text)?;
        let mut file = syn::parse_file(&text).context("cannot parse the generated source")?;
        let mut unused =
            Unused { spans: &outcome.unused, needed: &needed, deleted: BTreeMap::new() };
        file.items.retain_mut(|item| unused.keeps(item));
        let deleted = unused.deleted;
        if deleted.is_empty() {
            break;
        }
        let names = match settle(rustc, file, &deleted, &needed)? {
            Ok(shorter) if shorter == text => break,
            Ok(shorter) => {
                let outcome = rustc.check(&shorter)?;
                if unchanged(&outcome, reference) {
                    text = shorter;
                    continue;
                }
                lost_words(&outcome, reference).into_iter().flatten().collect()
            }
            Err(names) => names,
        };
        let count = needed.len();
        // Rustc would report what deleted code with these names uses only in later attempts.
        needed.extend(tokens::with_used(names.iter().cloned(), &deleted));
        needed.extend(names);
        if needed.len() == count {
            needed.extend(deleted.into_keys());
        }
    }
    Ok(text)
}

/// Deletes imports, impls and members that mention deleted names until the program compiles. If that does not
/// suffice, returns the names in `deleted` that the program needs, apart from those in `needed`.
fn settle(
    rustc: &Rustc,
    mut file: File,
    deleted: &Deleted,
    needed: &Texts,
) -> Result<std::result::Result<String, Texts>> {
    // The words of the heads of deleted impls.
    let mut impls: Vec<Texts> = Vec::new();
    loop {
        let text = squeeze(file.to_token_stream());
        let errors = rustc.lint(&text)?.errors;
        if errors.is_empty() {
            return Ok(Ok(text));
        }
        file = syn::parse_file(&text).context("cannot parse the generated source")?;
        // These codes report members of an impl that are not in its trait.
        let of_member = |error: &&Diagnostic| ["E0407", "E0437", "E0438"].contains(&code(error));
        let (members, others): (Vec<_>, Vec<_>) = errors.iter().partition(of_member);
        let (spans, members) = (ranges(others).collect(), ranges(members).collect());
        let mut orphans = Orphans { spans, members, impls: Vec::new(), found: false };
        file.items.retain_mut(|item| orphans.keeps(item));
        impls.append(&mut orphans.impls);
        // More deletions would not repair so much, apart from members, which are all deleted at once.
        if !orphans.found || orphans.spans.len() >= MANY_ERRORS {
            let is_new = |word: &String| deleted.contains_key(word) && !needed.contains(word);
            return Ok(Err(blame(&errors, &text, &impls, is_new)));
        }
    }
}

/// Returns the new names that the errors mention, and those in the heads of deleted `impls` that the errors mention; if
/// there are none, those in the code of `text` at the errors.
fn blame(
    errors: &[Diagnostic],
    text: &str,
    impls: &[Texts],
    is_new: impl Fn(&String) -> bool,
) -> Texts {
    let words: Texts = errors.iter().flat_map(|error| all_words(&error.message)).collect();
    let heads = impls.iter().filter(|head| !head.is_disjoint(&words)).flatten();
    let named: Texts = words.iter().chain(heads).filter(|word| is_new(word)).cloned().collect();
    if !named.is_empty() {
        return named;
    }
    let code = ranges(errors).flat_map(|range| {
        let end = text.len().min(range.end + EXPRESSION);
        all_words(&String::from_utf8_lossy(&text.as_bytes()[range.start..end]))
    });
    code.filter(is_new).collect()
}

/// The names of deleted items and members, with the words of each.
type Deleted = BTreeMap<String, Texts>;

/// Deletes unused items at the spans of lints.
struct Unused<'u> {
    spans: &'u BTreeSet<(usize, usize)>,
    /// Names that an earlier attempt found to be needed.
    needed: &'u Texts,
    deleted: Deleted,
}

impl Unused<'_> {
    /// Deletes unused parts of `item`; returns whether to keep it.
    fn keeps(&mut self, item: &mut Item) -> bool {
        match item {
            Item::Use(item) => imports::retain(&mut item.tree, &mut |end| self.keeps_import(end)),
            Item::Mod(module) => {
                let Some((_, items)) = &mut module.content else { return true };
                items.retain_mut(|item| self.keeps(item));
                !items.is_empty() || !self.drop(&module.ident, TokenStream::new())
            }
            Item::Impl(item) => {
                item.items.retain(|member| {
                    !items::impl_name(member).is_some_and(|name| self.takes(name, member))
                });
                !item.items.is_empty() || item.trait_.is_some()
            }
            Item::Trait(item) if !self.takes(&item.ident, &item) => {
                item.items.retain(|member| {
                    !items::trait_name(member).is_some_and(|name| self.takes(name, member))
                });
                true
            }
            item => !items::name(item).is_some_and(|ident| self.takes(ident, &item)),
        }
    }

    /// Returns whether to keep a leaf of an import; a lint reports the whole import or single leaves.
    fn keeps_import(&mut self, end: &UseTree) -> bool {
        let range = end.span().byte_range();
        let covers = |&(from, to): &(usize, usize)| from <= range.start && range.end <= to;
        let name = tokens::words::<Vec<_>>(end.to_token_stream()).pop().unwrap_or_default();
        !self.spans.iter().any(covers) || self.needed.contains(&name) || {
            self.deleted.entry(name).or_default();
            false
        }
    }

    /// Returns whether to delete an item with this name: a lint reports it, and the name is not in `needed`. Records the
    /// name and the words of the item if so.
    fn takes(&mut self, ident: &Ident, item: &impl ToTokens) -> bool {
        let range = ident.span().byte_range();
        self.spans.contains(&(range.start, range.end)) && self.drop(ident, item)
    }

    fn drop(&mut self, ident: &Ident, item: impl ToTokens) -> bool {
        let name = ident.to_string();
        !self.needed.contains(&name) && {
            let words = tokens::words::<Vec<_>>(item.to_token_stream());
            self.deleted.entry(name).or_default().extend(words);
            true
        }
    }
}

/// Deletes imports, impls and members that mention deleted names.
struct Orphans {
    spans: Vec<Range<usize>>,
    /// Spans of members that are no longer in the trait.
    members: Vec<Range<usize>>,
    /// The words of the heads of deleted impls.
    impls: Vec<Texts>,
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
                let any_left = imports::retain(&mut item.tree, &mut |end| {
                    let is_orphan = is_hit(end);
                    ends += usize::from(is_orphan);
                    !is_orphan
                });
                self.found |= is_met;
                // An error in the common prefix of an import affects all leaves.
                any_left && (ends > 0 || !is_met)
            }
            Item::Mod(module) => {
                let inner = module.content.iter_mut();
                inner.for_each(|(_, items)| items.retain_mut(|item| self.keeps(item)));
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
                if is_orphan {
                    let head = ItemImpl { items: Vec::new(), ..item.clone() };
                    self.impls.push(tokens::words(head.to_token_stream()));
                }
                !is_orphan
            }
            _ => true,
        }
    }
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}
