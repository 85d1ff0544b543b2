//! Shortens names. A spelling is renamed everywhere, regardless of scopes. A name is kept if
//! changing it alters the MIR, or if rustc rejects the change, as with names of std.

mod apply;
mod assign;
mod collect;
mod mark;
mod names;
mod words;

use anyhow::{anyhow, bail, ensure, Context, Result};
use cargo_metadata::diagnostic::Diagnostic;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use syn::File;

use crate::rustc::{self, Rustc, EXPRESSION};
use crate::same::{Before, Verdict};
use crate::squeeze::squeeze;
use crate::tokens::Texts;
pub(crate) use mark::with_expressions;
use words::words;

/// Maximum number of attempts; each keeps the names that the previous one could not change.
const ATTEMPTS: usize = 40;

pub(crate) fn shorten(rustc: &Rustc, file: &File) -> Result<File> {
    let before = Before::new(rustc, file)?;
    let marked = mark::mark(file.clone()).context("the marked program does not parse")?;
    let names = collect::names_of(marked.clone());
    let marked = marked.into_token_stream();
    let mut frozen = names.frozen.clone();
    for attempt in 1..=ATTEMPTS {
        rustc.step("shortening names");
        let map = assign::assign(&names, &frozen);
        let attempted = Attempt::new(&marked, &map)?;
        let mut refused = BTreeSet::new();
        let verdict = before.compare(rustc, &attempted.text, &translations(&map))?;
        match &verdict {
            Verdict::Same => return Ok(attempted.file),
            Verdict::Errors(errors) => {
                // Errors of the other kinds may follow from those of the first kind.
                let first = errors.iter().map(kind).min();
                // A call of a function of std can be renamed to one that calls itself, with an error in its type.
                for around in [0, EXPRESSION] {
                    for error in errors.iter().filter(|error| Some(kind(error)) == first) {
                        attempted.culprits(error, around, &map, &mut refused);
                    }
                    if !refused.is_empty() {
                        break;
                    }
                }
            }
            // One renamed function makes all its callers differ, and names of std in the words are not renamed, so only a few
            // differences are used, apart from those in texts.
            Verdict::Differs(all) => {
                let (texts, others): (Vec<_>, Vec<_>) = all.iter().partition(|one| one.is_text);
                let used = texts.into_iter().chain(others.into_iter().take(attempt));
                let words: BTreeSet<&str> =
                    used.flat_map(|one| &one.words).map(String::as_str).collect();
                let spelled = |name: &&String| words.contains(mark::unmarked(name));
                refused.extend(map.keys().filter(spelled).cloned());
            }
        }
        let count = frozen.len();
        frozen.extend(refused);
        if frozen.len() == count {
            verdict.accept().context("no renamed name explains the error")?;
        }
    }
    bail!("rustc rejects the new names after {ATTEMPTS} attempts")
}

/// Ranks an error, causes first: 0 for an unresolved name, 1 for a missing member, 2 for others.
fn kind(error: &Diagnostic) -> u8 {
    match rustc::code(error) {
        "E0046" | "E0220" => 0,
        code if code.starts_with("E04") => 0,
        "E0559" | "E0560" | "E0599" | "E0609" => 1,
        _ => 2,
    }
}

/// Returns the permitted new names of each word of the MIR.
fn translations(map: &BTreeMap<String, String>) -> BTreeMap<String, Texts> {
    let mut all: BTreeMap<String, Texts> = BTreeMap::new();
    for (old, new) in map {
        let word = mark::unmarked(old).trim_start_matches(['\'', '$']);
        all.entry(word.to_string()).or_default().insert(new.clone());
    }
    all
}

/// A renamed program.
struct Attempt {
    file: File,
    text: String,
    /// Byte ranges and old names of the text's words.
    words: Vec<(Range<usize>, Vec<String>)>,
}

impl Attempt {
    fn new(marked: &TokenStream, map: &BTreeMap<String, String>) -> Result<Attempt> {
        let renamed = apply::apply(marked.clone(), map, None);
        // Fields are not in shorthand form, so words correspond one to one.
        let text = squeeze(renamed.clone());
        let new = words(text.parse().map_err(|error| anyhow!("{error}"))?);
        let old = words(marked.clone());
        ensure!(new.len() == old.len(), "the renamed program has a different number of words");
        let words = new.into_iter().zip(old).map(|(new, old)| (new.range, old.names)).collect();
        let file = syn::parse2(renamed).context("the renamed program does not parse")?;
        Ok(Attempt { file, text, words })
    }

    /// Adds the renamed names at the spans of an error, and within `around` bytes of them, to `refused`.
    fn culprits(
        &self,
        error: &Diagnostic,
        around: usize,
        map: &BTreeMap<String, String>,
        refused: &mut Texts,
    ) {
        let mut found = BTreeSet::new();
        for primary in [true, false] {
            for span in error.spans.iter().filter(|span| span.is_primary == primary) {
                let from = (span.byte_start as usize).saturating_sub(around);
                let to = span.byte_end as usize + around;
                let start = self.words.partition_point(|(range, _)| range.end <= from);
                let inside = self.words[start..].iter().take_while(|(range, _)| range.start < to);
                let names = inside.flat_map(|(_, names)| names);
                found.extend(names.filter_map(|name| {
                    // Members have no mark in imports.
                    let keys = [name.clone(), format!("{}{name}", mark::MARK)];
                    keys.into_iter().find(|key| map.contains_key(key))
                }));
            }
            if !found.is_empty() {
                break;
            }
        }
        // Escapes in a format string shift spans. Then the names that the error quotes, old or new,
        // are used.
        if found.is_empty() {
            let quoted: BTreeSet<&str> = error.message.split('`').skip(1).step_by(2).collect();
            let is_quoted = |(old, new): &(&String, &String)| {
                quoted.contains(mark::unmarked(old)) || quoted.contains(new.as_str())
            };
            found.extend(map.iter().filter(is_quoted).map(|(old, _)| old.clone()));
        }
        refused.extend(found);
    }
}
