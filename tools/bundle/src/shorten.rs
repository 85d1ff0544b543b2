//! Gives the program's own names the fewest letters. A spelling is renamed wherever it stands, so
//! scopes play no part; what also is a name of std stays. Rustc decides which those are: a new
//! name that it does not accept is taken back, and so are all that change what a function does.

mod apply;
mod assign;
mod captures;
mod collect;
mod mark;
mod mentions;
mod names;

use anyhow::{bail, Context, Result};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use syn::File;

use crate::progress::Progress;
use crate::rustc::{Diagnostic, Rustc};
use crate::same;
use crate::squeeze::squeeze;
pub(crate) use mark::with_expressions;

/// So many attempts have to do; each takes back what rustc refused in the one before.
const ATTEMPTS: usize = 40;

/// The program with short names.
///
/// # Errors
/// When no set of new names leaves the program what it was.
pub(crate) fn shorten(rustc: &Rustc, file: &File, progress: &Progress) -> Result<File> {
    let before = rustc.check(&squeeze(file.to_token_stream()))?;
    if !before.errors.is_empty() {
        bail!("the program to rename does not compile");
    }
    let mut marked = file.clone();
    let united = mark::united(file);
    mark::mark(&mut marked, &united);
    let names = collect::names_of(&marked);
    let mut frozen = names.frozen.clone();
    for _ in 0..ATTEMPTS {
        progress.step(&format!("giving short names to {} names", names.declared.len()));
        let map = assign::assign(&names, &frozen);
        let attempted = Attempt::new(&marked, &map)?;
        let outcome = rustc.check(&attempted.text)?;
        let mut refused = BTreeSet::new();
        for error in &outcome.errors {
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
    fn new(marked: &File, map: &BTreeMap<String, String>) -> Result<Attempt> {
        let renamed = apply::apply(marked.to_token_stream(), map);
        // The long form of fields, which has every identifier in its place.
        let text = squeeze(renamed.tokens.clone());
        let mut ranges = Vec::new();
        word_ranges(text.parse().map_err(|e| anyhow::anyhow!("{e}"))?, &mut ranges);
        if ranges.len() != renamed.origins.len() {
            bail!("the renamed program has other tokens");
        }
        let words = ranges.into_iter().zip(renamed.origins).collect();
        let file = syn::parse2(renamed.tokens).context("the renamed program does not parse")?;
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
                let bytes = span.bytes();
                let start = self.words.partition_point(|(range, _)| range.end <= bytes.start);
                let inside = self.words[start..].iter().take_while(|(r, _)| r.start < bytes.end);
                let names = inside.flat_map(|(_, names)| names);
                found.extend(names.filter(|name| map.contains_key(*name)).cloned());
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

/// Whether a token counts as a word: an identifier or a text. Numbers do not: `x.0.1` is printed
/// from four tokens and read as two.
fn is_word(tree: &TokenTree) -> bool {
    match tree {
        TokenTree::Ident(_) => true,
        TokenTree::Literal(literal) => literal.to_string().ends_with('"'),
        _ => false,
    }
}

/// Where words stand.
fn word_ranges(stream: TokenStream, ranges: &mut Vec<Range<usize>>) {
    for tree in stream {
        match tree {
            TokenTree::Group(group) => word_ranges(group.stream(), ranges),
            tree if is_word(&tree) => ranges.push(tree.span().byte_range()),
            _ => {}
        }
    }
}
