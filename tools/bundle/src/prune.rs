//! Deletes what the binary cannot reach: first items and trait impls that the program compiles without,
//! then what rustc's lints call dead. The lints alone leave much: they take every impl of a foreign trait
//! for needed, with all that it calls.
//!
//! After every round the MIR of all remaining functions is held against what it was at the start
//! ([`crate::mir`]); a deletion that changes any function is taken back.

mod dead;
mod grow;
mod impls;
mod reach;

use anyhow::{bail, Context, Result};
use proc_macro2::Ident;
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::Item;

use crate::mir::Mir;
use crate::progress::Progress;
use crate::report::Report;
use crate::rustc::{Outcome, Rustc};
use crate::squeeze::squeeze;

/// The shortest program that does what `text` does.
pub(crate) fn prune(
    rustc: &Rustc,
    text: String,
    report: &mut Report,
    progress: &Progress,
) -> Result<String> {
    let start = rustc.check(&text)?;
    if !start.errors.is_empty() {
        let shown = start.errors.iter().filter_map(|e| e.rendered.as_deref()).take(3);
        bail!("rustc refuses the joined sources:\n{}", shown.collect::<String>());
    }
    let reference = &start.mir();
    progress.step("asking rustc which trait impls are called");
    let calls = impls::Calls::new(&rustc.symbols(&text)?);
    let text = grow::needed(rustc, &text, &calls, reference, progress)?;
    report.add_stage("without unreached items", &text);
    progress.step("deleting dead code");
    let text = without_dead_code(rustc, text, reference)?;
    report.add_stage("without dead code", &text);
    let text = without_unused_crates(rustc, text, reference)?;
    report.add_stage("without unused crates", &text);
    Ok(text)
}

fn without_dead_code(rustc: &Rustc, text: String, reference: &[Mir]) -> Result<String> {
    let shorter = dead::remove(rustc, &text)?;
    let same = unchanged(&rustc.check(&shorter)?, reference);
    Ok(if same { shorter } else { text })
}

/// The program without the crates that nothing else mentions any more.
fn without_unused_crates(rustc: &Rustc, text: String, reference: &[Mir]) -> Result<String> {
    let mut file = syn::parse_file(&text).context("own output does not parse")?;
    drop_unused_crates(&mut file.items);
    let shorter = squeeze(file.to_token_stream());
    Ok(if unchanged(&rustc.check(&shorter)?, reference) { shorter } else { text })
}

/// Removes each crate, a module at the root, that no other item mentions.
fn drop_unused_crates(items: &mut Vec<Item>) {
    let mut words: Vec<BTreeSet<String>> = items.iter().map(words_of).collect();
    loop {
        let is_unused = |at: usize, name: &Ident| {
            let mut others = words.iter().enumerate().filter(|&(other, _)| other != at);
            !others.any(|(_, words)| words.contains(&name.to_string()))
        };
        let unused = items.iter().enumerate().position(|(at, item)| match item {
            Item::Mod(module) => is_unused(at, &module.ident),
            Item::ExternCrate(import) => is_unused(at, &import.ident),
            _ => false,
        });
        let Some(at) = unused else { return };
        items.remove(at);
        words.remove(at);
    }
}

fn words_of(item: &Item) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    crate::load::collect(item.to_token_stream(), &mut words);
    words
}

/// Whether a program compiles to functions that were in the `reference` already.
fn unchanged(outcome: &Outcome, reference: &[Mir]) -> bool {
    outcome.errors.is_empty()
        && outcome.mir().iter().zip(reference).all(|(mir, before)| mir.strangers(before).is_empty())
}
