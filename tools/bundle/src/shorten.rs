//! Gives the program's own names the fewest letters. A spelling is renamed wherever it stands, so
//! scopes play no part; what also is a name of std stays. Rustc decides which those are: a new
//! name that it does not accept is taken back, and so are all that change what a function does.

mod apply;
mod assign;
mod captures;
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

use crate::rustc::{self, Rustc};
use crate::same;
use crate::squeeze::squeeze;
pub(crate) use mark::with_expressions;
use words::words;

/// So many attempts have to do; each takes back what rustc refused in the one before.
const ATTEMPTS: usize = 40;

/// The program with short names.
///
/// # Errors
/// When no set of new names leaves the program what it was.
pub(crate) fn shorten(rustc: &Rustc, file: &File) -> Result<File> {
    let before = rustc.check(&squeeze(file.to_token_stream()))?;
    if !before.errors.is_empty() {
        bail!("the program to rename does not compile");
    }
    let marked = mark::mark(file.clone()).context("the marked program does not parse")?;
    let names = collect::names_of(marked.clone());
    let marked = marked.into_token_stream();
    let mut frozen = names.frozen.clone();
    for _ in 0..ATTEMPTS {
        rustc.step("giving short names");
        let map = assign::assign(&names, &frozen);
        let attempted = Attempt::new(&marked, &map)?;
        let outcome = rustc.check(&attempted.text)?;
        let mut refused = BTreeSet::new();
        // The earliest kind alone: the others may follow from it.
        let first = outcome.errors.iter().map(kind).min();
        for error in outcome.errors.iter().filter(|error| Some(kind(error)) == first) {
            attempted.culprits(error, &map, &mut refused);
        }
        if outcome.errors.is_empty() {
            let renames = translations(&map);
            let differing = before
                .dumps
                .iter()
                .zip(&outcome.dumps)
                .find_map(|(before, after)| same::difference(before, after, &renames));
            let Some(words) = differing else { return Ok(attempted.file) };
            let spelled = |name: &&String| words.iter().any(|word| mark::unmarked(name) == word);
            refused.extend(map.keys().filter(spelled).cloned());
        }
        let count = frozen.len();
        frozen.extend(refused);
        if frozen.len() == count {
            let why = outcome.errors.first().and_then(|error| error.rendered.clone());
            bail!("no name explains it: {}", why.unwrap_or_else(|| "other code comes out".into()));
        }
    }
    bail!("rustc refuses the new names again and again")
}

/// The kind of an error, in the order in which they follow from each other: a name that stands for nothing, a
/// member that a type lacks, anything else.
fn kind(error: &Diagnostic) -> u8 {
    match rustc::code(error) {
        "E0046" | "E0220" => 0,
        code if code.starts_with("E04") => 0,
        "E0559" | "E0560" | "E0599" | "E0609" => 1,
        _ => 2,
    }
}

/// What each word of a MIR dump may have become.
fn translations(map: &BTreeMap<String, String>) -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (old, new) in map {
        let word = mark::unmarked(old).trim_start_matches(['\'', '$']);
        all.entry(word.to_string()).or_default().insert(new.clone());
    }
    all
}

/// A program with new names, as a tree and as text.
struct Attempt {
    file: File,
    text: String,
    /// The words of the text and what they were.
    words: Vec<(Range<usize>, Vec<String>)>,
}

impl Attempt {
    fn new(marked: &TokenStream, map: &BTreeMap<String, String>) -> Result<Attempt> {
        let renamed = apply::apply(marked.clone(), map, None);
        // The long form of fields, which has every identifier in its place.
        let text = squeeze(renamed.clone());
        let new = words(text.parse().map_err(|error| anyhow!("{error}"))?);
        let old = words(marked.clone());
        ensure!(new.len() == old.len(), "the renamed program has other tokens");
        let words = new.into_iter().zip(old).map(|(new, old)| (new.range, old.names)).collect();
        let file = syn::parse2(renamed).context("the renamed program does not parse")?;
        Ok(Attempt { file, text, words })
    }

    /// Adds the renamed names that an error points at.
    fn culprits(
        &self,
        error: &Diagnostic,
        map: &BTreeMap<String, String>,
        refused: &mut BTreeSet<String>,
    ) {
        let mut found = BTreeSet::new();
        for primary in [true, false] {
            for span in error.spans.iter().filter(|span| span.is_primary == primary) {
                let (from, to) = (span.byte_start as usize, span.byte_end as usize);
                let start = self.words.partition_point(|(range, _)| range.end <= from);
                let inside = self.words[start..].iter().take_while(|(range, _)| range.start < to);
                let names = inside.flat_map(|(_, names)| names);
                found.extend(names.filter_map(|name| {
                    // The import of a member is not marked.
                    let keys = [name.clone(), format!("{}{name}", mark::MARK)];
                    keys.into_iter().find(|key| map.contains_key(key))
                }));
            }
            if !found.is_empty() {
                break;
            }
        }
        // What the message quotes, old or new: an escape may hide a name in a format string.
        if found.is_empty() {
            let quoted: BTreeSet<&str> = error.message.split('`').skip(1).step_by(2).collect();
            let told = |(old, new): &(&String, &String)| {
                quoted.contains(mark::unmarked(old)) || quoted.contains(new.as_str())
            };
            found.extend(map.iter().filter(told).map(|(old, _)| old.clone()));
        }
        refused.extend(found);
    }
}
