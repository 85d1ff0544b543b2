//! Starts with `main` and the items reachable by name, and adds impls and items that rustc's errors mention
//! until the program compiles to the same functions as before.

use anyhow::{Context, Result};
use cargo_metadata::diagnostic::Diagnostic;
use quote::quote;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::impls::{candidates, words, Calls, Candidate};
use super::reach::Reach;
use super::unchanged;
use crate::mir::{lost_lines, Dump};
use crate::rustc::{code, Rustc};
use crate::squeeze::squeeze;

/// Returns the program `text`, which must compile, without unneeded items and impls. `reference` is the
/// program's MIR, whose bodies must not change.
pub(super) fn needed(
    rustc: &Rustc,
    text: &str,
    calls: &Calls,
    reference: &[Arc<Dump>],
) -> Result<String> {
    let file = syn::parse_file(text).context("cannot parse the generated source")?;
    let candidates = candidates(&file);
    let likely = candidates.iter().filter(|candidate| calls.include(candidate));
    let likely = likely.map(|candidate| candidate.key.clone()).collect();
    let mut reach = Reach::new(&file.items, &candidates, &calls.functions, likely);
    loop {
        let (kept, all) = (reach.kept.len(), candidates.len());
        rustc.step(&format!("pruning: {kept} of {all} trait impls kept"));
        reach.spread();
        let (attrs, items) = (&file.attrs, reach.cut());
        let trial = squeeze(quote!(#(#attrs)* #(#items)*));
        // Most trials fail, nearly always in all configurations.
        let mut outcome = rustc.check_first(&trial)?;
        if unchanged(&outcome, reference) {
            outcome = rustc.check(&trial)?;
        }
        let mut complaints: Vec<Complaint> =
            outcome.errors.iter().map(|error| Complaint::new(error, &trial)).collect();
        if outcome.errors.is_empty() {
            if unchanged(&outcome, reference) {
                return Ok(trial);
            }
            let pairs = outcome.dumps.iter().zip(reference);
            let lost = pairs.flat_map(|(now, before)| lost_lines(now.mir(), before.mir()));
            complaints = lost.map(|lines| Complaint::about(words(&lines))).collect();
        }
        if !answer(&candidates, &complaints, &mut reach) {
            let missing = candidates.iter().filter(|c| !reach.kept.contains(&c.key));
            let missing: Vec<String> = missing.map(|c| c.key.clone()).collect();
            if missing.is_empty() {
                return Ok(text.to_string());
            }
            // Without a hint, add half of the missing candidates, so that the search terminates.
            let half = missing.len().div_ceil(2);
            reach.kept.extend(missing.into_iter().take(half));
        }
    }
}

/// An error of rustc, or a change of the MIR.
struct Complaint {
    is_missing_name: bool,
    message: BTreeSet<String>,
    /// Words of the message, labels and notes.
    all: BTreeSet<String>,
    /// Words of the code at the error.
    code: BTreeSet<String>,
}

/// The maximum length of code that explains an error, in bytes.
const MAX_CODE: usize = 300;

impl Complaint {
    /// Describes an error in the program `text`.
    fn new(error: &Diagnostic, text: &str) -> Complaint {
        // E0046: an impl has no definition of a required method.
        let is_missing_name =
            code(error).starts_with("E04") || ["E0046", "E0599"].contains(&code(error));
        let code = error
            .spans
            .iter()
            .filter(|span| span.is_primary)
            .filter_map(|span| text.get(span.byte_start as usize..span.byte_end as usize));
        let code = code.filter(|code| code.len() <= MAX_CODE).flat_map(words).collect();
        Complaint { is_missing_name, message: words(&error.message), all: all_words(error), code }
    }

    /// Returns the complaint about a function whose MIR has lost these words.
    fn about(words: BTreeSet<String>) -> Complaint {
        Complaint {
            is_missing_name: true,
            message: words.clone(),
            all: words,
            code: BTreeSet::new(),
        }
    }
}

type Criterion<'w> = dyn Fn(&Candidate, &Complaint) -> bool + 'w;

/// Adds items and impls that the errors mention. The following are tried in turn until something is added:
/// items in messages, and impls whose trait and type are mentioned; functions that the code at an error names, since
/// without them it may call another of the same name; impls whose trait and a type in its arguments are mentioned; all
/// impls of a mentioned type of the program; impls with a mentioned method; impls of bounds, of
/// reached traits, and then of all, for a mentioned type of std; items in notes. Returns whether anything was added.
fn answer(candidates: &[Candidate], complaints: &[Complaint], reach: &mut Reach) -> bool {
    let (local, reached) = (reach.local.clone(), reach.words.clone());
    // The words in the heads of impls, with their bounds, by the program's types.
    let mut heads: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for candidate in candidates {
        for name in candidate.type_names.intersection(&local) {
            heads.entry(name).or_default().extend(words(&candidate.key));
        }
    }
    let criteria: [&Criterion; 7] = [
        &|candidate, complaint| candidate.fits(&candidate.type_names, &complaint.all),
        &|candidate, complaint| candidate.fits(&candidate.all_names, &complaint.all),
        &|candidate, complaint| {
            candidate.type_names.intersection(&complaint.all).any(|name| local.contains(name))
        },
        // Of a call on a number whose type is open, rustc names only the method.
        &|candidate, complaint| !candidate.methods.is_disjoint(&complaint.message),
        // Rustc does not always name the bound that an argument of such a type lacks, as that of `impl<T: Num> Rem for X<T>`.
        &|candidate, complaint| {
            let mut heads = complaint.all.iter().filter_map(|word| heads.get(word.as_str()));
            !candidate.type_names.is_disjoint(&complaint.all)
                && heads.any(|head| head.contains(&candidate.trait_name))
        },
        &|candidate, complaint| {
            reached.contains(&candidate.trait_name)
                && !candidate.type_names.is_disjoint(&complaint.all)
        },
        &|candidate, complaint| !candidate.type_names.is_disjoint(&complaint.all),
    ];
    let mut found = false;
    for complaint in complaints.iter().filter(|complaint| complaint.is_missing_name) {
        found |= reach.demand(&complaint.message);
    }
    for fits in criteria {
        for candidate in candidates {
            if complaints.iter().any(|complaint| fits(candidate, complaint)) {
                found |= reach.kept.insert(candidate.key.clone());
            }
        }
        if !found {
            complaints.iter().for_each(|complaint| found |= reach.demand(&complaint.code));
        }
        if found {
            return true;
        }
    }
    // If a trait has a method of the same name, only a note mentions the missing item.
    for complaint in complaints.iter().filter(|complaint| complaint.is_missing_name) {
        found |= reach.demand(&complaint.all);
    }
    found
}

/// Returns the words of an error with labels and notes, except notes that list existing impls.
fn all_words(error: &Diagnostic) -> BTreeSet<String> {
    let mut all = words(&error.message);
    for span in &error.spans {
        all.extend(words(span.label.as_deref().unwrap_or("")));
    }
    for child in &error.children {
        if !child.message.contains("other types implement") {
            all.extend(all_words(child));
        }
    }
    all
}
