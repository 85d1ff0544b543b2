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

use anyhow::{bail, Result};

use crate::mir::Mir;
use crate::report::Report;
use crate::rustc::{Outcome, Rustc};

/// The shortest program that does what `text` does.
pub(crate) fn prune(rustc: &Rustc, text: String, report: &mut Report) -> Result<String> {
    let start = rustc.check(&text)?;
    if !start.errors.is_empty() {
        let shown = start.errors.iter().filter_map(|e| e.rendered.as_deref()).take(3);
        bail!("rustc refuses the joined sources:\n{}", shown.collect::<String>());
    }
    let reference = &start.mir();
    rustc.step("asking rustc which functions are called");
    let calls = impls::Calls::new(&rustc.symbols(&text)?);
    let text = grow::needed(rustc, &text, &calls, reference)?;
    report.add_stage("without unreached items", &text);
    rustc.step("deleting dead code");
    let shorter = dead::remove(rustc, &text)?;
    let text = if unchanged(&rustc.check(&shorter)?, reference) { shorter } else { text };
    report.add_stage("without dead code", &text);
    Ok(text)
}

/// Whether a program compiles to functions that were in the `reference` already.
fn unchanged(outcome: &Outcome, reference: &[Mir]) -> bool {
    outcome.errors.is_empty()
        && outcome.mir().iter().zip(reference).all(|(mir, before)| mir.strangers(before).is_empty())
}
