//! A hash of source files, to detect that a generated file is out of date.

use crate::{lines, modules};
use anyhow::{anyhow, Context, Result};
use fxhash::FxHasher64;
use proc_macro2::{TokenStream, TokenTree};
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

/// Returns a hash of the paths and contents of these files. Comments and tests in Rust files do not count.
///
/// # Errors
///
/// If a file is missing, or a `.rs` file cannot be tokenized.
pub(super) fn hash(root: &Path, files: &[PathBuf]) -> Result<u64> {
    let mut hasher = FxHasher64::default();
    for file in files {
        let content =
            fs::read(root.join(file)).with_context(|| format!("cannot read {}", file.display()))?;
        let name = file.to_string_lossy();
        name.hash(&mut hasher);
        if name.ends_with(".rs") {
            let text = String::from_utf8(content)?;
            code(&text).with_context(|| name.into_owned())?.hash(&mut hasher);
        } else {
            content.hash(&mut hasher);
        }
    }
    Ok(hasher.finish())
}

/// Returns the tokens of a Rust file without comments and tests.
fn code(text: &str) -> Result<String> {
    let stream: TokenStream = text.parse().map_err(|error| anyhow!("cannot tokenize: {error}"))?;
    Ok(kept(stream).to_string())
}

fn kept(stream: TokenStream) -> TokenStream {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    let mut kept_trees = Vec::new();
    let mut at = 0;
    while at < trees.len() {
        let skipped = modules::test_item(&trees[at..]).or_else(|| lines::doc_comment(&trees[at..]));
        if let Some(length) = skipped {
            at += length;
            continue;
        }
        kept_trees.push(match &trees[at] {
            TokenTree::Group(group) => {
                proc_macro2::Group::new(group.delimiter(), kept(group.stream())).into()
            }
            tree => tree.clone(),
        });
        at += 1;
    }
    kept_trees.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_tests_do_not_change_the_hash_of_rust_code() {
        let plain = code("fn f() { 1 }\n").unwrap();
        let commented = "//! Doc\n\n/// Doc\nfn f() {\n    // One.\n    1\n}\n#[cfg(test)]\nmod tests {\n    fn g() {}\n}\n";
        assert_eq!(code(commented).unwrap(), plain);
        assert_ne!(code("fn f() { 2 }").unwrap(), plain);
    }
}
