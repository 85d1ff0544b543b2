//! Deletes what rustc's lints report: dead code, unused imports, unused macros.

use anyhow::{Context, Result};
use quote::ToTokens;
use std::collections::BTreeSet;

use super::edit::{Orphans, Unused};
use crate::rustc::{Diagnostic, Rustc};
use crate::squeeze::squeeze;

const MAX_ROUNDS: usize = 60;

/// `text`, which compiles, without what the lints report, over and over.
pub(super) fn remove(rustc: &Rustc, text: &str) -> Result<String> {
    let mut text = text.to_string();
    let mut last_good = text.clone();
    let mut needed = BTreeSet::new();
    for _ in 0..MAX_ROUNDS {
        let outcome = rustc.look(&text)?;
        if !outcome.errors.is_empty() {
            // Only the first configuration had been asked.
            return Ok(last_good);
        }
        last_good.clone_from(&text);
        let mut file = syn::parse_file(&text).context("own output does not parse")?;
        let mut unused =
            Unused { spans: &outcome.unused, needed: &needed, deleted: BTreeSet::new() };
        unused.delete(&mut file.items);
        let deleted = unused.deleted;
        if deleted.is_empty() {
            break;
        }
        match settle(rustc, file, &deleted)? {
            Ok(shorter) if shorter == text => break,
            Ok(shorter) => text = shorter,
            Err(names) => needed.extend(names),
        }
    }
    Ok(text)
}

/// Deletes imports and impls that mention what is gone until the program compiles. When something
/// else mentions it, the program needs it: the names among `deleted` to keep next time.
fn settle(
    rustc: &Rustc,
    mut file: syn::File,
    deleted: &BTreeSet<String>,
) -> Result<std::result::Result<String, BTreeSet<String>>> {
    loop {
        let text = squeeze(file.to_token_stream());
        let errors = rustc.errors(&text)?;
        if errors.is_empty() {
            return Ok(Ok(text));
        }
        file = syn::parse_file(&text).context("own output does not parse")?;
        let mut orphans = Orphans { spans: Vec::new(), members: Vec::new(), met: 0 };
        for error in &errors {
            let not_in_trait = ["E0407", "E0437", "E0438"].contains(&error.code());
            let list = if not_in_trait { &mut orphans.members } else { &mut orphans.spans };
            list.extend(error.spans.iter().filter(|s| s.is_primary).map(|s| s.bytes()));
        }
        orphans.delete(&mut file.items);
        if orphans.met == 0 {
            return Ok(Err(blame(&errors, deleted)));
        }
    }
}

/// The deleted names that the errors speak of; all of them when the errors name none.
fn blame(errors: &[Diagnostic], deleted: &BTreeSet<String>) -> BTreeSet<String> {
    let mut named = BTreeSet::new();
    for error in errors {
        let words = error.message.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        named.extend(words.filter(|word| deleted.contains(*word)).map(String::from));
    }
    if named.is_empty() {
        deleted.clone()
    } else {
        named
    }
}
