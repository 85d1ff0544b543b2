//! Requires that rustc can link the bundle, if it has functions from outside: a dependency's build script can compile them
//! to a library of its own, which one file cannot contain.

use anyhow::{bail, Context, Result};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use tempfile::TempDir;

use crate::build;
use crate::project::Project;
use crate::sources::Sources;

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
    let folder = TempDir::with_prefix("bundle-").context("cannot create a temporary folder")?;
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
    let trees: Vec<TokenTree> = code.into_iter().collect();
    trees.iter().enumerate().any(|(at, tree)| match tree {
        TokenTree::Group(group) => has_foreign(group.stream()),
        TokenTree::Ident(word) if word == "extern" => {
            let next = match trees.get(at + 1) {
                Some(TokenTree::Literal(_)) => trees.get(at + 2),
                next => next,
            };
            !matches!(next, Some(TokenTree::Ident(word)) if word == "fn" || word == "crate")
        }
        _ => false,
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
    code.into_iter().find_map(|tree| {
        let name = match &tree {
            TokenTree::Group(group) => return place(group.stream(), missing, sources),
            TokenTree::Ident(name) => name.to_string(),
            TokenTree::Literal(name) => format!("-l{}", name.to_string().trim_matches('"')),
            TokenTree::Punct(_) => return None,
        };
        missing.contains(name.as_str()).then(|| sources.place(tree.span())).flatten()
    })
}
