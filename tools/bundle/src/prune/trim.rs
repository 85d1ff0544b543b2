//! Leaves out trait impls and derives one by one and in groups, to see whether the program needs
//! them. Thorough and slow: for a program that [`super::grow`] has made small.

use anyhow::{Context, Result};
use quote::ToTokens;

use super::impls::{candidates, names_both, visit, words, Calls};
use super::unchanged;
use crate::mir::Mir;
use crate::progress::Progress;
use crate::rustc::Rustc;
use crate::squeeze::squeeze;

/// `text`, which compiles, without needless impls. Its functions are all in `reference`.
pub(super) fn needless_impls(
    rustc: &Rustc,
    text: &str,
    calls: &Calls,
    reference: &[Mir],
    progress: &Progress,
) -> Result<String> {
    let file = syn::parse_file(text).context("own output does not parse")?;
    let candidates = candidates(&file);
    let mut kept = vec![true; candidates.len()];
    let doubtful = (0..candidates.len()).filter(|&at| !calls.include(&candidates[at]));
    let mut groups: Vec<Vec<usize>> = vec![doubtful.collect()];
    while let Some(mut group) = groups.pop() {
        if group.is_empty() {
            continue;
        }
        let open = group.len() + groups.iter().map(Vec::len).sum::<usize>();
        progress.step(&format!("trying to do without trait impls, {open} to go"));
        let mut less = kept.clone();
        group.iter().for_each(|&at| less[at] = false);
        let outcome = rustc.glance(&program(&file, &less))?;
        if unchanged(&outcome, reference) {
            kept = less;
            continue;
        }
        // What an error names is needed; the rest gets another chance.
        let length = group.len();
        let complaints: Vec<_> = outcome.errors.iter().map(|e| words(&e.message)).collect();
        group.retain(|&at| !complaints.iter().any(|c| names_both(&candidates[at], c)));
        if group.len() < length {
            groups.push(group);
        } else if length > 1 {
            let (left, right) = group.split_at(length / 2);
            groups.push(right.to_vec());
            groups.push(left.to_vec());
        }
    }
    let shorter = program(&file, &kept);
    let same = unchanged(&rustc.check(&shorter)?, reference);
    Ok(if same { shorter } else { text.to_string() })
}

/// The program with only those candidates that are `kept`.
fn program(file: &syn::File, kept: &[bool]) -> String {
    let mut file = file.clone();
    let mut next = kept.iter();
    visit(&mut file.items, &mut |_| next.next().copied().unwrap_or(true));
    squeeze(file.to_token_stream())
}
