//! Leaves out trait impls and derives one by one and in groups, to see whether the program needs
//! them. Thorough and slow: for a program that [`super::grow`] has made small.

use anyhow::{Context, Result};
use quote::ToTokens;

use super::grow::vocabulary;
use super::impls::{candidates, names_both, visit, words, Calls};
use super::unchanged;
use crate::mir::{lost_lines, Mir};
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
        // What an error names is needed, or what functions call no more; the rest gets another chance.
        let length = group.len();
        let said = outcome.errors.iter().map(|error| words(&error.message));
        let mut hints = vec![said.collect::<Vec<_>>()];
        hints.push(outcome.errors.iter().map(vocabulary).collect());
        let now = outcome.mir();
        let lost = now.iter().zip(reference).flat_map(|(now, before)| lost_lines(now, before));
        hints.push(lost.map(|lines| words(&lines)).collect());
        for hints in hints.iter().filter(|_| length > 1) {
            group.retain(|&at| !hints.iter().any(|words| names_both(&candidates[at], words)));
            if group.len() < length {
                break;
            }
        }
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
