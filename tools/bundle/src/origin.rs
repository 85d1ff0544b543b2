//! Compares the bundle with the crates as cargo compiled them.

use anyhow::{bail, Result};
use quote::ToTokens;
use regex::{Captures, Regex};
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;
use syn::{File, Item, ItemMod};

use crate::items;
use crate::mir::{bodies_with_positions, regex, without_positions};
use crate::project::Project;
use crate::rustc::Rustc;
use crate::sources::Sources;
use crate::tokens;

/// Text in which the MIR of the same function differs between its own crate and the bundle: prefixes of paths.
static NOISE: LazyLock<[(Regex, &'static str); 4]> = LazyLock::new(|| {
    [
        (regex(r"(?:\w+::)*(?:\{impl\}|<impl at )"), "<impl at "),
        (regex(r"(?:\w+::)*<impl ((?:\w+::)*\w+)>::"), "$1::"),
        (regex(r"\b(?:[\p{Alphabetic}_]\w*::)+([\p{Alphabetic}_]\w*)"), "$1"),
        // The name of a source file.
        (regex(r#"const "[^"]*\.rs""#), "const \"FILE\""),
    ]
});

/// Line and column numbers, next to the name of a source file.
static NUMBERS: LazyLock<Regex> = LazyLock::new(|| regex(r"const \d+_u32"));

/// A word of a path.
static WORD: LazyLock<Regex> = LazyLock::new(|| regex(r"\b[\p{Alphabetic}_]\w*"));

/// The original names of re-exports: paths lead through the re-exports of other crates, but not of the own one.
type Aliases = BTreeMap<String, String>;

fn add_aliases(items: &[Item], aliases: &mut Aliases) {
    for item in items {
        match item {
            Item::Mod(module) => {
                module.content.iter().for_each(|(_, items)| add_aliases(items, aliases));
            }
            Item::Use(import) => {
                let words: Vec<String> = tokens::words(import.tree.to_token_stream());
                let renames = words.windows(3).filter(|part| part[1] == "as" && part[2] != "_");
                aliases.extend(renames.map(|part| (part[2].clone(), part[0].clone())));
            }
            _ => {}
        }
    }
}

fn comparable(dump: &str, aliases: &Aliases) -> Vec<String> {
    bodies_with_positions(dump).iter().map(|body| clean(body, aliases)).collect()
}

fn clean(body: &str, aliases: &Aliases) -> String {
    let mut body = without_positions(body);
    for (pattern, replacement) in NOISE.iter() {
        body = pattern.replace_all(&body, *replacement).into_owned();
    }
    let original = |word: &Captures| aliases.get(&word[0]).unwrap_or(&word[0].to_string()).clone();
    body = WORD.replace_all(&body, original).into_owned();
    if body.contains("const \"FILE\"") {
        body = NUMBERS.replace_all(&body, "const N_u32").into_owned();
    }
    without_scopes(&body)
}

/// Returns a body without the scopes of variables, which depend on attributes for lints.
fn without_scopes(body: &str) -> String {
    let is_scope =
        |line: &&str| line.starts_with("scope ") || line.starts_with("debug ") || *line == "}";
    let mut lines: Vec<&str> =
        body.lines().map(str::trim_start).filter(|line| !is_scope(line)).collect();
    let start = lines.iter().position(|line| line.starts_with("bb0")).unwrap_or(1);
    if let Some(variables) = lines.get_mut(1..start) {
        variables.sort_unstable();
    }
    lines.join("\n")
}

/// Functions of the standard library that start a panic; editions differ in which one `panic!` calls.
const PANICS: &[&str] = &[
    "begin_panic",
    "from_str",
    "new_const",
    "panic",
    "panic_display",
    "panic_fmt",
    "panic_str_literal",
];

/// The joined sources.
pub(crate) struct Joined<'j> {
    pub(crate) file: &'j File,
    /// `file`, printed.
    pub(crate) text: &'j str,
    pub(crate) sources: &'j Sources,
}

/// Requires that the joined sources of the crates with the indices `loaded` compile to the same functions as the
/// crates in cargo's build, without optimisation.
pub(crate) fn require(
    rustc: &Rustc,
    project: &Project,
    loaded: &[usize],
    joined: &Joined,
) -> Result<()> {
    let outcome = rustc.check(joined.text)?;
    if let Some(error) = outcome.errors.first() {
        let span = error.spans.iter().find(|span| span.is_primary);
        let place = span.and_then(|span| joined.place(span.byte_start as usize));
        bail!(
            "{}: cannot bundle this code, which rustc rejects in one file: {}{}",
            place.unwrap_or_else(|| "(generated code)".into()),
            error.message,
            other_edition(project, loaded)
        );
    }
    let mut aliases = Aliases::new();
    add_aliases(&joined.file.items, &mut aliases);
    let mut crates = Vec::new();
    for &index in loaded {
        let has_edition = project.crates[index].edition == project.edition;
        crates.push((comparable(&project.units[index].mir()?, &aliases), has_edition));
    }
    let strangers = strangers(&crates, &outcome.dumps[0], &aliases);
    if let Some(header) = strangers.first() {
        bail!(
            "{}: cannot bundle `{}`, which would behave differently than in cargo's build{}",
            joined.function(header).unwrap_or_else(|| "(generated code)".into()),
            path(header).last().unwrap_or(&header.as_str()),
            other_edition(project, loaded)
        );
    }
    Ok(())
}

/// Returns an explanation that names the crates whose edition is later than the bundle's; empty if there are none.
fn other_edition(project: &Project, loaded: &[usize]) -> String {
    let later = loaded.iter().map(|&index| &project.crates[index]);
    let later: Vec<String> = later
        .filter(|krate| krate.edition > project.edition)
        .map(|krate| format!("{} (edition {})", krate.name, krate.edition))
        .collect();
    match later.is_empty() {
        true => String::new(),
        false => format!(
            ", in edition {}; pass --edition 2024 if the arena compiles with it, or change the edition of {}",
            project.edition,
            later.join(", ")
        ),
    }
}

impl Joined<'_> {
    fn place(&self, offset: usize) -> Option<String> {
        self.sources.at(self.file.to_token_stream(), self.text, offset)
    }

    /// Returns `FILE:LINE` of the function with this header in the MIR.
    fn function(&self, header: &str) -> Option<String> {
        if let Some(found) = IMPL.captures(header) {
            let line: usize = found[1].parse().ok()?;
            let column: usize = found[2].parse().ok()?;
            let before: usize = self.text.split_inclusive('\n').take(line - 1).map(str::len).sum();
            return self.place(before + column - 1);
        }
        let mut items = &self.file.items;
        for name in path(header) {
            let found = items.iter().find(|item| match item {
                Item::Mod(module) => module.ident == name,
                item => items::name(item).is_some_and(|ident| ident == name),
            })?;
            match found {
                Item::Mod(ItemMod { content: Some((_, inner)), .. }) => items = inner,
                item => return self.sources.place(items::name(item)?.span()),
            }
        }
        None
    }
}

/// Returns the names in the path of the function with this header, such as `fn a::b::{closure#0}(_1: u8) -> u8 {`.
fn path(header: &str) -> Vec<&str> {
    let is_name = |name: &&str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let path = header.split(['(', ' ']).nth(1).unwrap_or_default().trim_end_matches(':');
    path.split("::").filter(|name| !name.is_empty()).filter(is_name).collect()
}

/// Matches the place of an impl in a function's path.
static IMPL: LazyLock<Regex> = LazyLock::new(|| regex(r"<impl at b\.rs:(\d+):(\d+)"));

/// Returns the headers of the functions in the MIR `bundle` that are in none of the `crates`. Of crates with another
/// edition than the bundle, only the effects are compared.
fn strangers(crates: &[(Vec<String>, bool)], bundle: &str, aliases: &Aliases) -> Vec<String> {
    let mut bodies: HashMap<&str, usize> = HashMap::new();
    let mut all_effects: HashMap<String, usize> = HashMap::new();
    for (dump, has_edition) in crates {
        for body in dump {
            match has_edition {
                true => *bodies.entry(body).or_default() += 1,
                false => *all_effects.entry(effects(body)).or_default() += 1,
            }
        }
    }
    let takes = |count: Option<&mut usize>| match count {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    };
    let mut strangers = Vec::new();
    for body in bodies_with_positions(bundle) {
        let comparable = clean(&body, aliases);
        let is_known = body.starts_with("fn __entry(")
            || takes(bodies.get_mut(comparable.as_str()))
            || takes(all_effects.get_mut(&effects(&comparable)));
        if !is_known {
            strangers.push(body.lines().next().unwrap_or_default().to_string());
        }
    }
    strangers
}

/// Matches a call or drop, and the declaration of a variable.
static CALL: LazyLock<Regex> = LazyLock::new(|| regex(r"^ *(?:_\d+ = |\S.* = )?(.*)\((.*)\) -> "));
static VARIABLE: LazyLock<Regex> = LazyLock::new(|| regex(r"^ *let (?:mut )?(_\d+): (.*);"));

/// Returns the name of a function, its calls in order and the types of the values that it drops, without panics.
fn effects(body: &str) -> String {
    let types: HashMap<&str, &str> = body
        .lines()
        .filter_map(|line| {
            let found = VARIABLE.captures(line)?;
            Some((found.get(1)?.as_str(), found.get(2)?.as_str()))
        })
        .collect();
    let mut effects = body.lines().next().unwrap_or("").to_string();
    for line in body.lines().skip(1) {
        let Some(found) = CALL.captures(line) else { continue };
        let (callee, arguments) = (&found[1], &found[2]);
        let name = last_name(callee);
        if PANICS.contains(&name) || ["assert", "switchInt"].contains(&name) {
            continue;
        }
        effects += "\n";
        effects += match name {
            "drop" => types.get(arguments).copied().unwrap_or(arguments),
            // The migration of `[…].into_iter()` from edition 2018.
            "iter" if callee.contains("[") => "iterate over a slice",
            "into_iter" if callee.starts_with("<&[") => "iterate over a slice",
            _ => callee,
        };
    }
    effects
}

/// Returns the last name of a path, without its type arguments.
fn last_name(path: &str) -> &str {
    let mut depth = 0;
    let mut end = path.len();
    for (at, c) in path.char_indices().rev() {
        match c {
            '>' => depth += 1,
            '<' => {
                depth -= 1;
                end = path[..at].trim_end_matches("::").len();
            }
            ':' if depth == 0 && at < end => return &path[at + 1..end],
            _ => {}
        }
    }
    &path[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_names_have_no_type_arguments() {
        for (path, name) in [
            ("Arguments::<'_>::new_const::<1>", "new_const"),
            ("<[u8; 3] as IntoIterator>::into_iter", "into_iter"),
            ("panic", "panic"),
            ("f::<Vec<Vec<u8>>>", "f"),
        ] {
            assert_eq!(last_name(path), name);
        }
    }
}
