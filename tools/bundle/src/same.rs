//! Whether two programs do the same apart from names: their MIR is read side by side, and each
//! word has to be what it was or its new name.

use anyhow::{bail, Result};
use quote::ToTokens;
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;
use syn::File;

use crate::rustc::Rustc;
use crate::squeeze::squeeze;

/// Source positions, numbers of allocations, and what a debugger calls a variable.
static NOISE: LazyLock<[(Regex, &'static str); 6]> = LazyLock::new(|| {
    let regex = |pattern| Regex::new(pattern).unwrap_or_else(|error| panic!("{error}"));
    [
        (regex(r"[\w./]*b\.rs:\d+:\d+: \d+:\d+(?: \(#\d+\))?"), ""),
        (regex(r"\b(alloc|ALLOC)\d+\b"), "$1"),
        (regex(r"(?:\w+::)*(?:\{impl#\d+\}|<impl at )"), "<impl at "),
        // Methods in another module than their type.
        (regex(r"(?:\w+::)*<impl ((?:\w+::)*\w+)>::"), "$1::"),
        (regex(r"(?m)^//.*\n"), ""),
        (regex(r"\bdebug \w+ =>"), ""),
    ]
});

/// Fails unless `after` compiles to what `before` compiles to, apart from names: `renames` are
/// those that each word may have got.
pub(crate) fn demand(
    rustc: &Rustc,
    before: &File,
    after: &File,
    renames: &BTreeMap<String, BTreeSet<String>>,
) -> Result<()> {
    let before = rustc.check(&squeeze(before.to_token_stream()))?;
    let after = rustc.check(&squeeze(after.to_token_stream()))?;
    if let Some(error) = before.errors.first().or(after.errors.first()) {
        bail!("rustc says: {}", error.rendered.as_deref().unwrap_or(&error.message));
    }
    for (before, after) in before.dumps.iter().zip(&after.dumps) {
        if let Some(words) = difference(before, after, renames) {
            bail!("other code comes out near {}", words.join(" "));
        }
    }
    Ok(())
}

/// A word with the path in front of it, a text, or a single character.
#[derive(Debug, PartialEq)]
enum Token<'t> {
    Path(Vec<&'t str>),
    Text(&'t str),
    Other(char),
}

/// Returns the words around the first place at which `after` is not `before` with new names; `None` if
/// there is none. A path of several words must have the same new path everywhere, its function's
/// definition among them: a call of `a::f` that became one of `b::f` is a difference, even if `map` gives
/// `f` two new names.
pub(crate) fn difference(
    before: &str,
    after: &str,
    map: &BTreeMap<String, BTreeSet<String>>,
) -> Option<Vec<String>> {
    let (before, after) = (clean(before), clean(after));
    let mut ours = Tokens { rest: &before };
    let mut theirs = Tokens { rest: &after };
    let mut recent: Vec<String> = Vec::new();
    let mut paths: HashMap<Vec<&str>, Vec<&str>> = HashMap::new();
    loop {
        let (old, new) = (ours.next(), theirs.next());
        let same = match (&old, &new) {
            (None, None) => return None,
            (Some(Token::Path(old)), Some(Token::Path(new))) => {
                let renamed = |(old, new): (&&str, &&str)| {
                    old == new || map.get(*old).is_some_and(|names| names.contains(*new))
                };
                // Without modules a path has no head, so the shorter one decides.
                old.iter().rev().zip(new.iter().rev()).all(renamed)
                    && (old.len() == 1
                        || paths.entry(old.clone()).or_insert_with(|| new.clone()) == new)
            }
            (Some(Token::Text(old)), Some(Token::Text(new))) => {
                let asserted = |text: &str| text.contains("assertion failed: ");
                old == new || asserted(old) && asserted(new)
            }
            (old, new) => old == new,
        };
        if let Some(Token::Path(path)) = &old {
            recent.extend(path.iter().map(|word| (*word).to_string()));
        }
        if !same {
            // A call that goes elsewhere may differ in its type first and in its name later.
            let line = ours.rest.lines().next().unwrap_or("");
            let mut words = recent.split_off(recent.len().saturating_sub(3));
            words.extend(Tokens { rest: line }.filter_map(|token| match token {
                Token::Path(path) => path.last().map(|word| (*word).to_string()),
                _ => None,
            }));
            return Some(words);
        }
    }
}

fn clean(dump: &str) -> String {
    let mut text = dump.to_string();
    for (pattern, replacement) in NOISE.iter() {
        text = pattern.replace_all(&text, *replacement).into_owned();
    }
    // Constant data follows from the bodies that compute it.
    let mut kept = String::with_capacity(text.len());
    let mut data = false;
    for line in text.lines() {
        data = if data { !line.starts_with('}') } else { line.starts_with("alloc") };
        if !data && !line.starts_with("alloc") {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

struct Tokens<'t> {
    rest: &'t str,
}

impl<'t> Tokens<'t> {
    fn word(&mut self) -> &'t str {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        self.rest = self.rest.trim_start();
        let first = self.rest.chars().next()?;
        if first.is_alphanumeric() || first == '_' {
            let mut path = vec![self.word()];
            while let Some(rest) = self.rest.strip_prefix("::") {
                if !rest.starts_with(|c: char| c.is_alphabetic() || c == '_') {
                    break;
                }
                self.rest = rest;
                path.push(self.word());
            }
            return Some(Token::Path(path));
        }
        if first == '"' {
            let bytes = self.rest.as_bytes();
            let mut at = 1;
            while at < bytes.len() && bytes[at] != b'"' {
                at += if bytes[at] == b'\\' { 2 } else { 1 };
            }
            let end = (at + 1).min(self.rest.len());
            let (text, rest) = self.rest.split_at(end);
            self.rest = rest;
            return Some(Token::Text(text));
        }
        self.rest = &self.rest[first.len_utf8()..];
        Some(Token::Other(first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differs(before: &str, after: &str) -> bool {
        let map = [("Hole", "a"), ("row", "b"), ("row", "c")];
        let mut names: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (old, new) in map {
            names.entry(old.into()).or_default().insert(new.into());
        }
        difference(before, after, &names).is_some()
    }

    #[test]
    fn new_names_are_the_same_and_other_calls_are_not() {
        let before = "fn Hole::row(_1: &Hole) -> u8 { _0 = board::f(const \"row\"); }";
        assert!(!differs(before, "fn a::b(_1: &a) -> u8 { _0 = f(const \"row\"); }"));
        assert!(!differs(before, before));
        assert!(differs(before, "fn a::b(_1: &a) -> u8 { _0 = g(const \"row\"); }"));
        assert!(differs(before, "fn a::b(_1: &a) -> u8 { _0 = f(const \"b\"); }"));
        assert!(differs(before, "fn a::b(_1: &a) -> u8 { _0 = f(const \"row\"); } fn"));
        assert!(!differs("_2 = x::y::<impl board::Hole>::row(_1)", "_2 = a::b(_1)"));
        assert!(differs("_2 = x::y::<impl board::Hole>::row(_1)", "_2 = f::b(_1)"));
        assert!(differs("_1 = copy _2", "_1 = move _2"));
        assert!(!differs("x b.rs:1:2: 3:4 alloc7", "x b.rs:5:2: 3:9 alloc4"));
    }

    #[test]
    fn a_function_does_not_pass_for_another_of_the_same_name() {
        let definitions = "fn m::row(_1: u8) { } fn n::row(_1: u8) { }";
        let renamed = "fn b(_1: u8) { } fn c(_1: u8) { }";
        let call = |path: &str, all: &str| format!("{all} fn main() {{ _2 = {path}(_1); }}");
        let before = call("m::row", definitions);
        assert!(!differs(&before, &call("b", renamed)));
        assert!(differs(&before, &call("c", renamed)));
        assert!(differs(&before, &call("n::row", definitions)));
    }
}
