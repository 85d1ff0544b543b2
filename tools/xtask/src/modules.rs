//! The top-level modules of a package and the imports between them.
//!
//! The sources are read as tokens, so imports by paths inside macros are found too. Tests may import any module:
//! items with `#[cfg(test)]` and the files `tests.rs` and `…_tests.rs` are skipped.

use crate::graph::Graph;
use anyhow::{Context, Result};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the import graph of the package in this folder. The modules are in the order in which `lib.rs`, or
/// else `main.rs`, declares them.
pub(crate) fn graph(package: &Path) -> Result<Graph> {
    let src = package.join("src");
    let root = ["lib.rs", "main.rs"].map(|name| src.join(name));
    let root = root.iter().find(|file| file.exists()).context("cannot find lib.rs or main.rs")?;
    let named = tokens(root)?.into_iter().collect::<Vec<_>>();
    let modules = named.windows(3).filter_map(|three| match three {
        [TokenTree::Ident(word), TokenTree::Ident(name), TokenTree::Punct(end)]
            if word == "mod" && end.as_char() == ';' =>
        {
            Some(name.to_string())
        }
        _ => None,
    });
    let mut graph = Graph::new(modules.collect());
    for node in 0..graph.names.len() {
        let name = graph.names[node].clone();
        let own = src.join(format!("{name}.rs"));
        for file in sources(&src.join(&name))?.into_iter().chain(own.exists().then_some(own)) {
            let below = file.strip_prefix(&src)?.components().count();
            let depth = below - usize::from(file.ends_with("mod.rs"));
            let mut found = Vec::new();
            paths(tokens(&file)?, depth, &mut found);
            let known: Vec<usize> = found.iter().filter_map(|to| graph.index(to)).collect();
            known.into_iter().for_each(|to| graph.add(node, to));
        }
    }
    Ok(graph)
}

/// Returns the imports of modules that are declared later, as `from -> to`.
pub(crate) fn upward(graph: &Graph) -> Vec<String> {
    let up = graph.arrows.iter().filter(|(from, to)| to > from);
    up.map(|&(from, to)| format!("{} -> {}", graph.names[from], graph.names[to])).collect()
}

/// Returns the files in a folder and its subfolders, sorted; empty if it does not exist.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop().filter(|folder| folder.is_dir()) {
        let entries = fs::read_dir(&folder);
        for entry in entries.with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            let list = if path.is_dir() { &mut folders } else { &mut files };
            list.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Returns the Rust sources in a folder and its subfolders, except `tests.rs` and `…_tests.rs`.
fn sources(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = files(folder)?;
    files.retain(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".rs") && name != "tests.rs" && !name.ends_with("_tests.rs")
    });
    Ok(files)
}

fn tokens(file: &Path) -> Result<TokenStream> {
    let shown = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {shown}"))?;
    text.parse().map_err(|error| anyhow::anyhow!("cannot tokenize {shown}: {error}"))
}

/// Collects the first segments of paths from the crate's root: `crate::a`, `crate::{a, b}`, and paths that start
/// with `depth` times `super`.
fn paths(stream: TokenStream, depth: usize, found: &mut Vec<String>) {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    let mut at = 0;
    while at < trees.len() {
        if let Some(length) = test_item(&trees[at..]) {
            at += length;
            continue;
        }
        match &trees[at] {
            TokenTree::Group(group) => paths(group.stream(), depth, found),
            TokenTree::Ident(word) if word == "crate" => first_names(&trees[at + 1..], found),
            TokenTree::Ident(word) if word == "super" && !follows_super(&trees, at) => {
                let supers = trees[at..].chunks(3).take_while(|three| is_word(three, "super"));
                let count = supers.count();
                if count == depth {
                    first_names(&trees[at + 3 * count - 2..], found);
                }
            }
            _ => {}
        }
        at += 1;
    }
}

/// Returns the number of token trees of a leading item with `#[test]`, `#[cfg(test)]` or `#[cfg(all(test,
/// …))]`, including its attributes.
fn test_item(trees: &[TokenTree]) -> Option<usize> {
    let [TokenTree::Punct(hash), TokenTree::Group(attribute), rest @ ..] = trees else {
        return None;
    };
    let attribute = attribute.stream().to_string().replace(' ', "");
    let is_test =
        attribute == "test" || attribute == "cfg(test)" || attribute.starts_with("cfg(all(test,");
    if hash.as_char() != '#' || !is_test {
        return None;
    }
    let is_end = |tree: &TokenTree| match tree {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(end) => end.as_char() == ';',
        _ => false,
    };
    Some(2 + rest.iter().position(is_end).map_or(0, |end| end + 1))
}

fn is_word(trees: &[TokenTree], word: &str) -> bool {
    matches!(trees.first(), Some(TokenTree::Ident(ident)) if ident == word)
}

fn follows_super(trees: &[TokenTree], at: usize) -> bool {
    at >= 3 && is_word(&trees[at - 3..], "super")
}

/// Collects the path segments that follow the `::` at the start of `trees`.
fn first_names(trees: &[TokenTree], found: &mut Vec<String>) {
    match trees {
        [TokenTree::Punct(a), TokenTree::Punct(b), next, ..]
            if a.as_char() == ':' && b.as_char() == ':' =>
        {
            match next {
                TokenTree::Ident(name) => found.push(name.to_string()),
                TokenTree::Group(group) => {
                    let parts: Vec<TokenTree> = group.stream().into_iter().collect();
                    let comma = |tree: &TokenTree| matches!(tree, TokenTree::Punct(mark) if mark.as_char() == ',');
                    let names = parts.split(comma).filter_map(|part| part.first());
                    found.extend(names.map(ToString::to_string));
                }
                _ => {}
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_from_the_root_are_collected_outside_of_tests() {
        let text = "use crate::a::{b, c}; use crate::{d::e, f}; fn g() { h!(crate::i::J) }
            use super::super::k::L; use super::m;
            #[cfg(test)] mod tests { use crate::n; } fn o() -> super::super::p::Q { super::r() }";
        let mut found = Vec::new();
        paths(text.parse().unwrap(), 2, &mut found);
        assert_eq!(found, ["a", "d", "f", "i", "k", "p"]);
    }
}
