//! Deletes unreachable code: first items and trait impls that are not needed to compile, then code that rustc's
//! lints report as dead. The lints alone would not suffice, because they treat every impl of a foreign trait as
//! used.
//!
//! The MIR of the remaining functions must not change ([`crate::mir`]).

mod complaints;
mod dead;
mod grow;
mod impls;
mod reach;

use anyhow::Result;
use std::sync::Arc;

use crate::mir::Dump;
use crate::report::Report;
use crate::rustc::{Outcome, Rustc};
use crate::tokens::Texts;

/// Prunes the program `text`, for whose `functions` rustc generates code.
pub(crate) fn prune(
    rustc: &Rustc,
    text: String,
    functions: &Texts,
    report: &mut Report,
) -> Result<String> {
    let reference = &rustc.check(&text)?.dumps;
    let calls = impls::Calls::new(functions);
    let text = match grow::needed(rustc, &text, &calls, reference)? {
        Ok(pruned) => pruned,
        Err(cause) => {
            report.warn(format!("not minimal: unreachable items are kept: {cause}"));
            text
        }
    };
    report.add_stage("without unreachable items", &text);
    rustc.step("deleting dead code");
    let text = dead::remove(rustc, &text, reference)?;
    report.add_stage("without dead code", &text);
    Ok(text)
}

fn unchanged(outcome: &Outcome, reference: &[Arc<Dump>]) -> bool {
    let mut pairs = outcome.dumps.iter().zip(reference);
    outcome.errors.is_empty() && pairs.all(|(now, before)| now.added(before).is_empty())
}

/// Returns the words that each changed function has lost; none if the program does not compile.
fn lost_words(outcome: &Outcome, reference: &[Arc<Dump>]) -> Vec<Texts> {
    let pairs = outcome.dumps.iter().zip(reference);
    let lost = pairs.flat_map(|(now, before)| now.lost_lines(before));
    lost.map(|lines| impls::words(&lines)).collect()
}
