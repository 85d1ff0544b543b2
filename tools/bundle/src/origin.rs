//! Compares the bundle with the crates as cargo compiled them.

use anyhow::{bail, Result};
use regex::Regex;
use std::collections::HashMap;
use std::sync::LazyLock;

use crate::mir::{bodies, regex};
use crate::project::Project;
use crate::rustc::Rustc;

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

fn comparable(dump: &str) -> Vec<String> {
    let clean = |body: String| {
        let mut body = body;
        for (pattern, replacement) in NOISE.iter() {
            body = pattern.replace_all(&body, *replacement).into_owned();
        }
        if body.contains("const \"FILE\"") {
            body = NUMBERS.replace_all(&body, "const N_u32").into_owned();
        }
        body
    };
    bodies(dump).into_iter().map(clean).collect()
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

/// Requires that the joined sources `text` of the crates with the indices `loaded` compile to the same functions as
/// the crates in cargo's build, without optimisation.
pub(crate) fn require(
    rustc: &Rustc,
    project: &Project,
    loaded: &[usize],
    text: &str,
) -> Result<()> {
    let joined = rustc.check(text)?;
    if !joined.errors.is_empty() {
        let shown = joined.errors.iter().filter_map(|e| e.rendered.as_deref()).take(3);
        bail!("rustc rejects the joined sources:\n{}", shown.collect::<String>());
    }
    let mut crates = Vec::new();
    for &index in loaded {
        let is_migrated = project.crates[index].edition < project.edition;
        crates.push((comparable(&project.units[index].mir()?), is_migrated));
    }
    let strangers = strangers(&crates, comparable(&joined.dumps[0]));
    if let Some(body) = strangers.first() {
        bail!(
            "cannot bundle the program: {} functions would behave differently than in cargo's build, such as {}",
            strangers.len(),
            body.lines().next().unwrap_or("")
        );
    }
    Ok(())
}

/// Returns the bodies of `bundle` that are in none of the `crates`. Of crates that were migrated to another edition,
/// only the effects are compared.
fn strangers(crates: &[(Vec<String>, bool)], bundle: Vec<String>) -> Vec<String> {
    let mut bodies: HashMap<&str, usize> = HashMap::new();
    let mut all_effects: HashMap<String, usize> = HashMap::new();
    for (body, is_migrated) in
        crates.iter().flat_map(|(dump, is)| dump.iter().map(move |b| (b, is)))
    {
        match is_migrated {
            true => *all_effects.entry(effects(body)).or_default() += 1,
            false => *bodies.entry(body).or_default() += 1,
        }
    }
    let takes = |count: Option<&mut usize>| match count {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    };
    let mut strangers = bundle;
    strangers.retain(|body| {
        let is_known = body.starts_with("fn __entry(")
            || takes(bodies.get_mut(body.as_str()))
            || takes(all_effects.get_mut(&effects(body)));
        !is_known
    });
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
