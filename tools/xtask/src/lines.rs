//! Counts flags of programs, and lines of code per package (without tests, comments and blank lines).

use crate::{documents, modules, packages::Package};
use anyhow::{anyhow, Context, Result};
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Counts the lines of code in `src/` and `build.rs` of a package.
pub(crate) fn of_package(package: &Package) -> Result<usize> {
    let mut files = modules::sources(&package.folder.join("src"))?;
    files.extend(Some(package.folder.join("build.rs")).filter(|file| file.is_file()));
    files
        .iter()
        .map(|file| of_text(&fs::read_to_string(file)?).with_context(|| file.display().to_string()))
        .sum()
}

/// Counts the lines that contain code, outside comments and `#[cfg(test)]` items.
fn of_text(text: &str) -> Result<usize> {
    let stream: TokenStream = text.parse().map_err(|error| anyhow!("cannot tokenize: {error}"))?;
    let mut lines = BTreeSet::new();
    add_lines(stream, &mut lines);
    let is_blank =
        |line: &usize| text.lines().nth(line - 1).is_none_or(|line| line.trim().is_empty());
    Ok(lines.iter().filter(|line| !is_blank(line)).count())
}

fn add_lines(stream: TokenStream, lines: &mut BTreeSet<usize>) {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    let mut at = 0;
    while at < trees.len() {
        if let Some(length) = modules::test_item(&trees[at..]) {
            at += length;
            continue;
        }
        if let Some(length) = doc_comment(&trees[at..]) {
            at += length;
            continue;
        }
        let mut add = |span: Span| lines.extend(span.start().line..=span.end().line);
        match &trees[at] {
            TokenTree::Group(group) => {
                if group.delimiter() != Delimiter::None {
                    add(group.span_open());
                    add(group.span_close());
                }
                add_lines(group.stream(), lines);
            }
            tree => add(tree.span()),
        }
        at += 1;
    }
}

/// Returns the number of token trees of a leading documentation comment, which the lexer turns into an
/// attribute `#[doc = ""]` or `#![doc = ""]`.
pub(crate) fn doc_comment(trees: &[TokenTree]) -> Option<usize> {
    let attribute = trees.iter().take(3).position(|tree| matches!(tree, TokenTree::Group(_)))?;
    let [TokenTree::Punct(hash), ..] = trees else { return None };
    let is_comment = hash.as_char() == '#'
        && hash.span().source_text().is_some_and(|text| text.starts_with('/'));
    is_comment.then_some(attribute + 1)
}

/// Counts the lines of `src/` that contain `bundled`, the `cfg` flag of the arena's file, like
/// `git grep bundled -- src | wc -l`.
pub(crate) fn bundled(root: &Path) -> Result<usize> {
    let mut count = 0;
    for file in modules::files(&root.join("src"))? {
        let text = fs::read(file)?;
        let text = String::from_utf8_lossy(&text);
        count += text.lines().filter(|line| line.contains("bundled")).count();
    }
    Ok(count)
}

/// Collects the long flags of a subcommand and of all below it, except `--help` and `--version`. With an empty
/// `path`, collects those of the whole program.
pub(crate) fn flags(
    path: &[&str],
    help: &mut impl FnMut(&[&str]) -> Result<String>,
    found: &mut BTreeSet<String>,
) -> Result<()> {
    let text = help(path)?;
    for line in text.lines().filter(|line| line.trim_start().starts_with('-')) {
        let mut words = line.split([' ', ',', '=', '[']);
        let flag = words.find(|word| word.starts_with("--") && word.len() > 2);
        found.extend(
            flag.filter(|flag| !matches!(*flag, "--help" | "--version")).map(str::to_owned),
        );
    }
    for command in documents::subcommands(&text) {
        flags(&[path, &[command]].concat(), help, found)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_comments_and_blank_lines_are_not_counted() {
        let text = "//! Doc\n\n/* a\n b */ use a::b; // one\n/// Doc\nfn f() {\n    g(\"a\n\n    b\") // two\n}\n\
            #[cfg(test)]\nmod tests {\n    #[test]\n    fn t() {}\n}\n#[cfg(all(test, unix))]\nmod more;\n\
            #[doc = \"x\"]\nstruct S;\n";
        assert_eq!(of_text(text).unwrap(), 1 + 4 + 2);
    }

    #[test]
    fn flags_of_all_subcommands_are_collected_once() {
        let mut help = |words: &[&str]| {
            Ok(match words {
                [] => "Commands:\n  play  Play\n        games\n  help  Print this\n\nOptions:\n  -h, --help\n".into(),
                _ => "Options:\n  -s, --size <N>  Size, not --side\n      --seed=<N>\n          --text\n      --size <N>\n".to_owned(),
            })
        };
        let mut found = BTreeSet::new();
        flags(&[], &mut help, &mut found).unwrap();
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["--seed", "--size", "--text"]);
    }
}
