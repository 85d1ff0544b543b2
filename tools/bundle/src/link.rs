//! Requires that rustc can link the bundle, if it has functions from outside: a dependency's build script can compile them
//! to a library of its own, which one file cannot contain.

use anyhow::{bail, Result};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;

use crate::project::Project;
use crate::sources::Sources;
use crate::tokens::{self, is_word};
use crate::{build, rustc};

/// Links the program `source`, whose code is `code`, if it has functions from outside. `joined` are the sources of all
/// crates.
pub(crate) fn require(
    project: &Project,
    code: TokenStream,
    source: &str,
    joined: TokenStream,
    sources: &Sources,
) -> Result<()> {
    if !has_foreign(code) {
        return Ok(());
    }
    let folder = rustc::folder()?;
    let externs = match project.provided.is_empty() {
        true => Vec::new(),
        false => build::program(project)?.1,
    };
    let Err(message) = build::compile(project, source, &externs, &folder.path().join("bundled"))?
    else {
        return Ok(());
    };
    let missing: BTreeSet<&str> = message.lines().flat_map(missing).collect();
    let Some(place) = place(joined, &missing, sources) else {
        bail!("rustc cannot link the bundle:\n{message}");
    };
    bail!(
        "{place}: cannot bundle these functions of a native library, which is not linked to a single file; do not call \
         what needs them"
    )
}

/// Returns whether code has a block `extern "C" { … }`, or a macro that makes one.
fn has_foreign(code: TokenStream) -> bool {
    tokens::any(code, &|trees, at| {
        let next = match trees.get(at + 1) {
            Some(TokenTree::Literal(_)) => trees.get(at + 2),
            next => next,
        };
        is_word(Some(&trees[at]), "extern") && !is_word(next, "fn") && !is_word(next, "crate")
    })
}

/// Returns the functions and flags of libraries that a linker misses in a line of its message.
fn missing(line: &str) -> Vec<&str> {
    let is_in_name = |c: char| c.is_alphanumeric() || ['_', '-'].contains(&c);
    let words = line.split(move |c| !is_in_name(c)).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    if line.contains("find") {
        return words.into_iter().filter(|word| word.starts_with("-l")).collect();
    }
    // Linux: undefined symbol: f; macOS: "_f", referenced from; Windows: unresolved external symbol f referenced in.
    let after = words.iter().rposition(|word| ["symbol", "to"].contains(word));
    let name = match after {
        Some(at) if line.contains("undefined") || line.contains("unresolved") => words.get(at + 1),
        _ if line.contains(", referenced from") => words.first(),
        _ => None,
    };
    name.into_iter().flat_map(|name| [*name, name.trim_start_matches('_')]).collect()
}

/// Returns the place of the first of the `missing` names of functions and flags of libraries in `code`.
fn place(code: TokenStream, missing: &BTreeSet<&str>, sources: &Sources) -> Option<String> {
    let mut found = None;
    tokens::visit(code, &mut |trees, at| {
        let name = match &trees[at] {
            TokenTree::Ident(name) => name.to_string(),
            TokenTree::Literal(name) => format!("-l{}", name.to_string().trim_matches('"')),
            _ => return,
        };
        if found.is_none() && missing.contains(&*name) {
            found = sources.place(trees[at].span());
        }
    });
    found
}
