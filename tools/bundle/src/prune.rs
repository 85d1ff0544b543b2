//! Deletes unreachable code: first items and trait impls that are not needed to compile, then code that rustc's
//! lints report as dead. The lints alone would not suffice, because they treat every impl of a foreign trait as
//! used.
//!
//! The MIR of the remaining functions must not change ([`crate::mir`]).

mod dead;
mod grow;
mod impls;
mod reach;

use anyhow::Result;

use crate::mir::Mir;
use crate::report::Report;
use crate::rustc::{Outcome, Rustc};

pub(crate) fn prune(rustc: &Rustc, text: String, report: &mut Report) -> Result<String> {
    let reference = &rustc.check(&text)?.mir();
    rustc.step("listing generated functions");
    let calls = impls::Calls::new(&rustc.functions(&text)?);
    let text = grow::needed(rustc, &text, &calls, reference)?;
    report.add_stage("without unreachable items", &text);
    rustc.step("deleting dead code");
    let shorter = dead::remove(rustc, &text)?;
    let text = if unchanged(&rustc.check(&shorter)?, reference) { shorter } else { text };
    report.add_stage("without dead code", &text);
    Ok(text)
}

fn unchanged(outcome: &Outcome, reference: &[Mir]) -> bool {
    outcome.errors.is_empty()
        && outcome.mir().iter().zip(reference).all(|(mir, before)| mir.added(before).is_empty())
}
