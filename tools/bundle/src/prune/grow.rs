//! Starts with `main` and the items reachable by name, and adds impls and items that rustc's errors mention
//! until the program compiles to the same functions as before.

use anyhow::{Context, Result};
use quote::quote;
use std::sync::Arc;
use syn::File;

use super::complaints::{answer, guess, Complaint};
use super::impls::{candidates, Calls, Candidate};
use super::reach::Reach;
use super::{lost_words, unchanged};
use crate::mir::Dump;
use crate::rustc::Rustc;
use crate::squeeze::squeeze;
use crate::tokens::Texts;

/// The number of attempts at deleting guessed impls after which no smaller parts of them are tried.
const MAX_ATTEMPTS: usize = 14;

/// Returns the program `text`, which must compile, without unneeded items and impls. `reference` is the
/// program's MIR, whose bodies must not change. Returns a cause if no set of impls is found.
pub(super) fn needed(
    rustc: &Rustc,
    text: &str,
    calls: &Calls,
    reference: &[Arc<Dump>],
) -> Result<Result<String, String>> {
    let file = syn::parse_file(text).context("cannot parse the generated source")?;
    let candidates = &candidates(&file);
    let likely = candidates.iter().filter(|candidate| calls.include(candidate));
    let likely: Texts = likely.map(|candidate| candidate.key.clone()).collect();
    let mut reach = Reach::new(&file.items, candidates, &calls.functions, likely.clone());
    let program = Program { rustc, file: &file, candidates, reference };
    let mut guessed = Texts::new();
    let mut pruned = loop {
        let complaints = match program.grow(&mut reach, candidates.len())? {
            Ok(pruned) => break pruned,
            Err(complaints) => complaints,
        };
        let guess = guess(candidates, &complaints, &reach);
        if guess.is_empty() {
            let cause = complaints.into_iter().next().map(|complaint| complaint.message);
            return Ok(Err(cause.unwrap_or_default()));
        }
        reach.kept.extend(guess.iter().cloned());
        guessed.extend(guess);
    };
    if !guessed.is_empty() {
        program.shrink(&likely, &guessed, reach, &mut pruned)?;
    }
    Ok(Ok(pruned))
}

struct Program<'p> {
    rustc: &'p Rustc,
    file: &'p File,
    candidates: &'p [Candidate],
    reference: &'p [Arc<Dump>],
}

impl Program<'_> {
    /// Deletes those of the impls `guessed` that are not needed, and what only they required.
    fn shrink(
        &self,
        likely: &Texts,
        guessed: &Texts,
        mut reach: Reach,
        pruned: &mut String,
    ) -> Result<()> {
        let is_guessed = |candidate: &&Candidate| guessed.contains(&candidate.key);
        let mut list: Vec<&Candidate> = self.candidates.iter().filter(is_guessed).collect();
        let mut drop = |reach: &mut Reach, keys: &Texts| -> Result<bool> {
            let mut fewer = reach.without(keys);
            let Ok(shorter) = self.grow(&mut fewer, reach.kept.len().saturating_sub(1))? else {
                return Ok(false);
            };
            (*reach, *pruned) = (fewer, shorter);
            Ok(true)
        };
        let keys = |part: &[&Candidate]| -> Texts {
            part.iter().map(|candidate| candidate.key.clone()).collect()
        };
        // Impls of one type are often needed together.
        list.sort_by_key(|candidate| &candidate.type_names);
        let (mut parts, mut attempts, mut is_less) = (vec![&list[..]], 0, false);
        while !parts.is_empty() && attempts < MAX_ATTEMPTS {
            for part in std::mem::take(&mut parts) {
                attempts += 1;
                if drop(&mut reach, &keys(part))? {
                    is_less = true;
                } else if part.len() > 1 {
                    parts.extend([&part[..part.len() / 2], &part[part.len() / 2..]]);
                }
            }
        }
        if is_less {
            let added = &(&reach.kept - likely) - guessed;
            drop(&mut reach, &added)?;
        }
        Ok(())
    }

    /// Adds items and impls to `reach` until the program compiles to the same functions, and returns the program;
    /// or the errors that do not name what is missing. Stops with more than `most` impls.
    fn grow(&self, reach: &mut Reach, most: usize) -> Result<Result<String, Vec<Complaint>>> {
        let Program { rustc, file, candidates, reference } = self;
        loop {
            let (kept, all) = (reach.kept.len(), candidates.len());
            if kept > most {
                return Ok(Err(Vec::new()));
            }
            rustc.step(&format!("pruning: {kept} of {all} trait impls kept"));
            reach.spread();
            let (attrs, items) = (&file.attrs, reach.cut());
            let trial = squeeze(quote!(#(#attrs)* #(#items)*));
            // Most trials fail, nearly always in all configurations.
            let mut outcome = rustc.check_first(&trial)?;
            if unchanged(&outcome, reference) {
                outcome = rustc.check(&trial)?;
                if unchanged(&outcome, reference) {
                    return Ok(Ok(trial));
                }
            }
            let errors = outcome.errors.iter().map(|error| Complaint::new(error, &trial));
            let lost = lost_words(&outcome, reference).into_iter().map(Complaint::about);
            let complaints: Vec<Complaint> = errors.chain(lost).collect();
            if !answer(candidates, &complaints, reach) {
                return Ok(Err(complaints));
            }
        }
    }
}
