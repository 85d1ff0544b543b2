//! Starts with `main` and what it may reach by name, without trait impls and derives, and adds what
//! rustc's errors ask for until the program compiles, to the same functions as before.

use anyhow::{Context, Result};
use quote::ToTokens;
use std::collections::BTreeSet;

use super::impls::{candidates, names_both, words, Calls, Candidate};
use super::reach::Reach;
use super::unchanged;
use crate::mir::{lost_lines, Mir};
use crate::progress::Progress;
use crate::rustc::{Diagnostic, Rustc};
use crate::squeeze::squeeze;

/// Traits that act without their name or the name of a method in the code.
const STRUCTURAL: &[&str] = &["Deref", "DerefMut", "Index", "IndexMut", "Iterator", "IntoIterator"];

/// `text`, which compiles, with only what it needs. Its functions are all in `reference`.
pub(super) fn needed(
    rustc: &Rustc,
    text: &str,
    calls: &Calls,
    reference: &[Mir],
    progress: &Progress,
) -> Result<String> {
    let file = syn::parse_file(text).context("own output does not parse")?;
    let candidates = candidates(&file);
    let search = Search { file, candidates, progress };
    let likely = search.candidates.iter().map(|c| c.is_macro || calls.include(c)).collect();
    let mut reach = Reach::new(&search.file.items, &calls.functions, likely);
    loop {
        search.say(&reach);
        reach.spread(&search.file.items, &search.candidates);
        let trial = search.program(&reach);
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
        if !search.answer(&complaints, &mut reach) {
            if !reach.kept.contains(&false) {
                return Ok(text.to_string());
            }
            restore_half(&mut reach.kept);
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
        let nameless = error.code().starts_with("E04") || error.code() == "E0599";
        Complaint { nameless, said: words(&error.message), implied: vocabulary(error) }
    }

    /// Functions do something else when what they called is gone.
    fn about(words: BTreeSet<String>) -> Complaint {
        Complaint { nameless: true, said: words.clone(), implied: words }
    }
}

/// How a complaint may ask for a candidate.
type Way<'w> = dyn Fn(&Candidate, &Complaint) -> bool + 'w;

struct Search<'s> {
    file: syn::File,
    candidates: Vec<Candidate>,
    progress: &'s Progress,
}

impl Search<'_> {
    fn say(&self, reach: &Reach) {
        let kept = reach.kept.iter().filter(|kept| **kept).count();
        let all = reach.kept.len();
        self.progress.step(&format!("looking for what is needed: {kept} of {all} trait impls"));
    }

    fn program(&self, reach: &Reach) -> String {
        let mut file = self.file.clone();
        reach.cut(&mut file.items);
        squeeze(file.to_token_stream())
    }

    /// Adds what errors ask for, by the surest way that adds anything: items and impls that they
    /// name, impls that notes name, impls of a type that work behind the scenes, all of a type.
    fn answer(&self, complaints: &[Complaint], reach: &mut Reach) -> bool {
        let behind = |c: &Candidate| STRUCTURAL.contains(&c.trait_name.as_str());
        let of_type = |c: &Candidate, e: &Complaint| !c.type_names.is_disjoint(&e.implied);
        let ways: [&Way; 4] = [
            &|c, e| names_both(c, &e.said),
            &|c, e| names_both(c, &e.implied),
            &|c, e| of_type(c, e) && behind(c),
            &of_type,
        ];
        let mut found = false;
        for complaint in complaints.iter().filter(|complaint| complaint.nameless) {
            found |= reach.demand(&complaint.said);
        }
        for fits in ways {
            for (candidate, kept) in self.candidates.iter().zip(&mut reach.kept) {
                if !*kept && complaints.iter().any(|complaint| fits(candidate, complaint)) {
                    *kept = true;
                    found = true;
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
}

/// Without any hint, half of them; the search always ends.
fn restore_half(kept: &mut [bool]) {
    let missing: Vec<usize> = (0..kept.len()).filter(|&at| !kept[at]).collect();
    for at in missing.iter().copied().take(missing.len().div_ceil(2)) {
        kept[at] = true;
    }
}

/// The words of an error, except those about impls that merely exist.
pub(super) fn vocabulary(error: &Diagnostic) -> BTreeSet<String> {
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
