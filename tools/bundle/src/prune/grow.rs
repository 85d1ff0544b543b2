//! Starts with `main` and what it may reach by name, without trait impls and derives, and adds what
//! rustc's errors ask for until the program compiles, to the same functions as before.

use anyhow::{Context, Result};
use cargo_metadata::diagnostic::Diagnostic;
use quote::ToTokens;
use std::collections::BTreeSet;

use super::impls::{candidates, names_both, words, Calls, Candidate};
use super::reach::Reach;
use super::unchanged;
use crate::mir::{lost_lines, Mir};
use crate::rustc::{code, Rustc};
use crate::squeeze::squeeze;

/// `text`, which compiles, with only what it needs. Its functions are all in `reference`.
pub(super) fn needed(
    rustc: &Rustc,
    text: &str,
    calls: &Calls,
    reference: &[Mir],
) -> Result<String> {
    let file = syn::parse_file(text).context("own output does not parse")?;
    let candidates = candidates(&file);
    let likely = candidates.iter().filter(|candidate| calls.include(candidate));
    let likely = likely.map(|candidate| candidate.key.clone()).collect();
    let mut reach = Reach::new(&file.items, &calls.functions, likely);
    loop {
        let (kept, all) = (reach.kept.len(), candidates.len());
        rustc.step(&format!("looking for what is needed: {kept} of {all} trait impls"));
        reach.spread(&file.items, &candidates);
        let trial = squeeze(reach.cut(file.clone()).to_token_stream());
        let outcome = rustc.check(&trial)?;
        let mut complaints: Vec<Complaint> = outcome.errors.iter().map(Complaint::new).collect();
        if outcome.errors.is_empty() {
            if unchanged(&outcome, reference) {
                return Ok(trial);
            }
            let now = outcome.mir();
            let lost = now.iter().zip(reference).flat_map(|(mir, old)| lost_lines(mir, old));
            complaints = lost.map(|lines| Complaint::about(words(&lines))).collect();
        }
        if !answer(&candidates, &complaints, &mut reach) {
            let missing = candidates.iter().filter(|c| !reach.kept.contains(&c.key));
            let missing: Vec<String> = missing.map(|c| c.key.clone()).collect();
            if missing.is_empty() {
                return Ok(text.to_string());
            }
            // Without any hint, half of them; the search always ends.
            let half = missing.len().div_ceil(2);
            reach.kept.extend(missing.into_iter().take(half));
        }
    }
}

/// The words of an error.
struct Complaint {
    /// Whether it says that something does not exist.
    nameless: bool,
    said: BTreeSet<String>,
    /// With those of labels and notes.
    implied: BTreeSet<String>,
}

impl Complaint {
    fn new(error: &Diagnostic) -> Complaint {
        let nameless = code(error).starts_with("E04") || code(error) == "E0599";
        Complaint { nameless, said: words(&error.message), implied: vocabulary(error) }
    }

    /// Functions do something else when what they called is gone.
    fn about(words: BTreeSet<String>) -> Complaint {
        Complaint { nameless: true, said: words.clone(), implied: words }
    }
}

/// How a complaint may ask for a candidate.
type Way<'w> = dyn Fn(&Candidate, &Complaint) -> bool + 'w;

/// Adds what errors ask for, by the surest way that adds anything: items that they name, and impls whose trait
/// and type they or their notes name, then all impls of a type.
fn answer(candidates: &[Candidate], complaints: &[Complaint], reach: &mut Reach) -> bool {
    let ways: [&Way; 2] = [
        &|candidate, complaint| names_both(candidate, &complaint.implied),
        &|candidate, complaint| !candidate.type_names.is_disjoint(&complaint.implied),
    ];
    let mut found = false;
    for complaint in complaints.iter().filter(|complaint| complaint.nameless) {
        found |= reach.demand(&complaint.said);
    }
    for fits in ways {
        for candidate in candidates {
            if complaints.iter().any(|complaint| fits(candidate, complaint)) {
                found |= reach.kept.insert(candidate.key.clone());
            }
        }
        if found {
            return true;
        }
    }
    // A missing method with the name of a trait's is told in a note only.
    for complaint in complaints.iter().filter(|complaint| complaint.nameless) {
        found |= reach.demand(&complaint.implied);
    }
    found
}

/// The words of an error, except those about impls that merely exist.
fn vocabulary(error: &Diagnostic) -> BTreeSet<String> {
    let mut all = words(&error.message);
    for span in &error.spans {
        all.extend(words(span.label.as_deref().unwrap_or("")));
    }
    for child in &error.children {
        if !child.message.contains("other types implement") {
            all.extend(vocabulary(child));
        }
    }
    all
}
