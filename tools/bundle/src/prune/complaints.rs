//! Finds the impls and items that rustc's errors, and changes of the MIR, mention as missing.

use cargo_metadata::diagnostic::Diagnostic;
use std::collections::BTreeMap;

use super::impls::{all_words, words, Candidate};
use super::reach::Reach;
use crate::rustc::{code, ranges};
use crate::tokens::{self, Texts};

/// An error of rustc, or a change of the MIR.
pub(super) struct Complaint {
    pub(super) message: String,
    is_missing_name: bool,
    /// The words of the message, which comes first, of each label and of each note.
    texts: Vec<Texts>,
    /// All of them.
    all: Texts,
    /// The words of the code at the error.
    code: Texts,
}

/// The maximum length of code that explains an error, in bytes.
const MAX_CODE: usize = 300;

impl Complaint {
    /// Describes an error in the program `text`.
    pub(super) fn new(error: &Diagnostic, text: &str) -> Complaint {
        // E0046: an impl has no definition of a required method.
        let is_missing_name =
            code(error).starts_with("E04") || ["E0046", "E0599"].contains(&code(error));
        let code = ranges([error]).filter_map(|range| text.get(range));
        let code = code.filter(|code| code.len() <= MAX_CODE).flat_map(words).collect();
        let texts = texts(error);
        let all = texts.iter().flatten().cloned().collect();
        Complaint { message: error.message.clone(), is_missing_name, texts, all, code }
    }

    /// Returns the complaint about a function whose MIR has lost these words.
    pub(super) fn about(words: Texts) -> Complaint {
        Complaint {
            message: "a function would change".to_string(),
            is_missing_name: true,
            texts: vec![words.clone()],
            all: words,
            code: Texts::new(),
        }
    }
}

type Criterion<'w> = dyn Fn(&Candidate, &Complaint) -> bool + 'w;

/// Adds items and impls that the errors mention; returns whether anything was added. Items in messages come first; then the
/// criteria, from narrow to wide, until one adds something; after each, functions that the code at an error names, since without
/// them it may call another of the same name; at last items in notes.
pub(super) fn answer(
    candidates: &[Candidate],
    complaints: &[Complaint],
    reach: &mut Reach,
) -> bool {
    let criteria: [&Criterion; 5] = [
        &|candidate, complaint| {
            let names = &candidate.all_names;
            let mut texts = complaint.texts.iter().filter(|text| names.is_subset(text));
            texts.any(|text| candidate.fits(names, text))
        },
        &|candidate, complaint| {
            complaint.texts.iter().any(|text| candidate.fits(&candidate.type_names, text))
        },
        &|candidate, complaint| candidate.fits(&candidate.type_names, &complaint.all),
        &|candidate, complaint| candidate.fits(&candidate.all_names, &complaint.all),
        // Of a call on a number whose type is open, rustc names only the method.
        &|candidate, complaint| !candidate.methods.is_disjoint(&complaint.texts[0]),
    ];
    let mut found = false;
    for complaint in complaints.iter().filter(|complaint| complaint.is_missing_name) {
        found |= reach.demand(&complaint.texts[0]);
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

/// Returns the missing impls for mentioned types of traits that a mentioned trait may require; if there are none, all
/// impls for mentioned types, or half of the missing ones.
pub(super) fn guess(candidates: &[Candidate], complaints: &[Complaint], reach: &Reach) -> Texts {
    let mentioned = complaints.iter().flat_map(|complaint| complaint.all.iter().cloned()).collect();
    let required = required(candidates, &mentioned, reach);
    let missing = candidates.iter().filter(|candidate| !reach.kept.contains(&candidate.key));
    let of_types: Vec<&Candidate> =
        missing.clone().filter(|one| !one.type_names.is_disjoint(&mentioned)).collect();
    let of_both = of_types.iter().filter(|one| required.contains(&one.trait_name));
    let mut guess: Vec<&Candidate> = of_both.copied().collect();
    if guess.is_empty() {
        guess = of_types;
    }
    if guess.is_empty() {
        guess = missing.clone().take(missing.count().div_ceil(2)).collect();
    }
    guess.into_iter().map(|candidate| candidate.key.clone()).collect()
}

/// Returns the traits in `names` and those in the bounds of their impls, and so on.
fn required(candidates: &[Candidate], names: &Texts, reach: &Reach) -> Texts {
    let mut bounds: BTreeMap<String, Texts> = BTreeMap::new();
    for candidate in candidates {
        let words = bounds.entry(candidate.trait_name.clone()).or_default();
        // The impls of std's traits for the program's types have all kinds of bounds.
        if reach.local.contains(&candidate.trait_name) {
            words.extend(all_words(&candidate.key));
        }
    }
    tokens::with_used(names.iter().cloned(), &bounds)
}

/// Returns the words of an error's message, and of each label and note, except notes that list existing impls.
fn texts(error: &Diagnostic) -> Vec<Texts> {
    let labels = error.spans.iter().filter_map(|span| span.label.as_deref());
    let mut texts: Vec<Texts> = [&*error.message].into_iter().chain(labels).map(words).collect();
    let notes = error.children.iter();
    texts.extend(
        notes.filter(|note| !note.message.contains("other types implement")).flat_map(self::texts),
    );
    texts
}
