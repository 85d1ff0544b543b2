//! The modules of a package, the folders and files right under its `src/`, and which of them each one
//! names.
//!
//! Sources are read as tokens, so that paths within macros count as well. What stands behind
//! `#[cfg(test)]` does not, nor what stands in `tests.rs` or `…_tests.rs`: tests may know everything.

use crate::graph::Graph;
use anyhow::{Context, Result};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the package in this folder, in the order in which its `lib.rs` (else `main.rs`) names
/// them, and what each of them imports.
///
/// # Errors
///
/// If a source can't be read.
pub fn graph(package: &Path) -> Result<Graph> {
    let src = package.join("src");
    let root = ["lib.rs", "main.rs"].map(|name| src.join(name));
    let root = root.iter().find(|file| file.exists()).context("neither lib.rs nor main.rs")?;
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
    for room in 0..graph.names.len() {
        let name = graph.names[room].clone();
        for (file, depth) in sources(&src, &name)? {
            let mut found = Vec::new();
            paths(tokens(&file)?, depth, &mut found);
            let known: Vec<usize> = found.iter().filter_map(|to| graph.room(to)).collect();
            known.into_iter().for_each(|to| graph.add(room, to));
        }
    }
    Ok(graph)
}

/// The arrows that run against the order of the modules, each as `from -> to`.
#[must_use]
pub fn upward(graph: &Graph) -> Vec<String> {
    let up = graph.arrows.iter().filter(|(from, to)| to > from);
    up.map(|&(from, to)| format!("{} -> {}", graph.names[from], graph.names[to])).collect()
}

/// The files of a module, and how deep in modules each stands: 1 for the module's own.
fn sources(src: &Path, name: &str) -> Result<Vec<(PathBuf, usize)>> {
    let mut files = Vec::new();
    let own = src.join(format!("{name}.rs"));
    if own.exists() {
        files.push((own, 1));
    }
    let mut folders = vec![(src.join(name), 1)];
    while let Some((folder, depth)) = folders.pop() {
        if !folder.is_dir() {
            continue;
        }
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push((path, depth + 1));
            } else if path.file_name().is_some_and(|name| name == "mod.rs") {
                files.push((path, depth));
            } else if path.to_str().is_some_and(|name| name.ends_with("tests.rs")) {
                continue;
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push((path, depth + 1));
            }
        }
    }
    files.sort();
    Ok(files)
}

fn tokens(file: &Path) -> Result<TokenStream> {
    let shown = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {shown}"))?;
    text.parse().map_err(|error| anyhow::anyhow!("{shown} is no Rust: {error}"))
}

/// Adds the first names of all paths that begin at the crate: `crate::a`, `crate::{a, b}`, and as many
/// `super` as the file stands deep.
fn paths(stream: TokenStream, depth: usize, found: &mut Vec<String>) {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    let mut at = 0;
    while at < trees.len() {
        if is_test(&trees[at..]) {
            at += 2;
            let body = |tree: &TokenTree| match tree {
                TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                TokenTree::Punct(end) => end.as_char() == ';',
                _ => false,
            };
            at += trees[at..].iter().position(body).map_or(0, |place| place + 1);
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

fn is_test(trees: &[TokenTree]) -> bool {
    match trees {
        [TokenTree::Punct(hash), TokenTree::Group(attribute), ..] => {
            hash.as_char() == '#' && attribute.stream().to_string().replace(' ', "") == "cfg(test)"
        }
        _ => false,
    }
}

fn is_word(trees: &[TokenTree], word: &str) -> bool {
    matches!(trees.first(), Some(TokenTree::Ident(ident)) if ident == word)
}

fn follows_super(trees: &[TokenTree], at: usize) -> bool {
    at >= 3 && is_word(&trees[at - 3..], "super")
}

/// The names that a path goes on with, `trees` beginning at its colons.
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
    fn paths_of_all_kinds_are_found_and_those_of_tests_are_not() {
        let text = "use crate::a::{b, c}; use crate::{d::e, f}; fn g() { h!(crate::i::J) }
            use super::super::k::L; use super::m;
            #[cfg(test)] mod tests { use crate::n; } fn o() -> super::super::p::Q { super::r() }";
        let mut found = Vec::new();
        paths(text.parse().unwrap(), 2, &mut found);
        assert_eq!(found, ["a", "d", "f", "i", "k", "p"]);
    }
}
