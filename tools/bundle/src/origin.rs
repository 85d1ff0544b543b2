//! Compares the bundle with the crates as cargo compiled them.

mod crates;
mod hidden;
mod notes;

use anyhow::{bail, Result};
use quote::ToTokens;
use regex::{Captures, Regex};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use syn::visit::Visit;
use syn::{File, UseRename};

use crate::flow::Flow;
use crate::items;
use crate::mir::{self, bodies_with_positions, without_positions};
use crate::pattern::{regex, substitute, Pattern};
use crate::places::place_readers;
use crate::project::{Crate, Project};
use crate::rustc::{self, Rustc};
use crate::sources::Sources;
use crate::squeeze::squeeze;

/// Text in which the MIR of the same function differs between its own crate and the bundle: prefixes of paths.
static NOISE: [(Pattern, &str); 6] = [
    // Keywords of the crate's edition.
    (Pattern::new(r"\br#(\w)"), "$1"),
    (Pattern::new(r"(?:\w+::)*(?:\{impl\}|<impl at )"), "<impl at "),
    (Pattern::new(r"(?:\w+::)*<impl ((?:\w+::)*\w+)>::"), "$1::"),
    (Pattern::new(r"\b(?:[\p{Alphabetic}_]\w*::)+([\p{Alphabetic}_]\w*)"), "$1"),
    // The message of an assertion has its tokens, also those without effect.
    (Pattern::new(r#"const "assertion failed: (?:\\.|[^"\\])*""#), "const \"assertion failed\""),
    // The name of a source file.
    (Pattern::new(r#"const "[^"]*\.rs""#), "const \"FILE\""),
];

/// Matches the type of a closure: its place in the source, or in another crate its path, with the functions in it.
static CLOSURE: Pattern = Pattern::new(r"\{[\w ]+@[^{}]*(?:\{[^{}@]*\}[^{}]*)*\}");

/// Matches a word.
static WORD: Pattern = Pattern::new(r"[\p{Alphabetic}_]\w*");

/// Returns `body` without positions and prefixes of paths. `aliases` are other names of items, which rustc prints if they
/// are the shortest public path.
fn clean(body: &str, aliases: &HashMap<String, String>) -> String {
    let mut body = without_positions(body.to_string());
    // A closure's path can contain the types of others.
    while CLOSURE.is_match(&body) {
        body = CLOSURE.replace_all(&body, "closure").into_owned();
    }
    body = substitute(body, &NOISE);
    if body.contains("const \"FILE\"") {
        body = mir::NUMBERS.replace_all(&body, "const N_u32").into_owned();
    }
    if !aliases.is_empty() {
        let original = |found: &Captures| original(&found[0], aliases).to_string();
        body = WORD.replace_all(&body, original).into_owned();
    }
    body
}

/// Returns the name of which `name` is another.
fn original<'n>(name: &'n str, aliases: &'n HashMap<String, String>) -> &'n str {
    // Aliases can have aliases; the bound ends circles.
    (0..3).fold(name, |name, _| aliases.get(name).map_or(name, String::as_str))
}

/// Deletes what depends on attributes for lints and on temporary variables: scopes, names, declarations, and copies.
fn without_variables(body: &str) -> String {
    const LEFT_OUT: [&str; 6] = ["scope ", "debug ", "let ", "}", "StorageLive", "StorageDead"];
    let is_copy = |line: &str| ["_ = copy _;", "_ = move _;"].contains(&line);
    let mut lines = body.lines().map(str::trim);
    let mut kept = lines.next().unwrap_or_default().to_string();
    for line in lines.filter(|line| !LEFT_OUT.iter().any(|start| line.starts_with(start))) {
        let line = VARIABLES.replace_all(line, "$1");
        if !is_copy(&line) {
            kept = kept + "\n" + &line;
        }
    }
    kept
}

/// Matches the number of a variable or block.
static VARIABLES: Pattern = Pattern::new(r"\b(_|bb)\d+\b");

/// Returns whether a function of the standard library belongs to a panic; editions differ in which ones `panic!` and
/// `unreachable!` call.
fn panics(callee: &str, name: &str) -> bool {
    let formats = ["Arguments::", "Argument::<'_>::new_display::<&str>"];
    formats.iter().any(|start| callee.starts_with(start)) || name.contains("panic")
}

/// The joined sources.
struct Joined<'j> {
    file: &'j File,
    /// `file`, printed.
    text: &'j str,
    sources: &'j Sources,
}

/// Requires that `file`, the joined sources of the crates with the indices `loaded`, compiles to the same functions as the
/// crates in cargo's build, without optimisation. Names the traits of methods that std's hide. Returns the printed form of
/// `file`, which is `text` at first.
pub(crate) fn require(
    rustc: &Rustc,
    project: &Project,
    loaded: &[usize],
    file: &mut File,
    text: String,
    sources: &Sources,
) -> Result<String> {
    let mut crates = Vec::new();
    let files: Vec<&String> = project.crates.iter().flat_map(|krate| &krate.unit.files).collect();
    for &index in loaded {
        let krate = &project.crates[index];
        // `panic!` of editions before 2021 has other texts.
        let parts = match &*krate.unit.edition {
            edition if edition == project.edition => Parts::All,
            edition if edition.min(&project.edition) >= "2021" => Parts::Constants,
            _ => Parts::Effects,
        };
        let dump = mir::with_plain_names(krate.unit.mir()?, &files);
        crates.push(Original { krate, index, dump, parts });
    }
    let joined = Joined { file, text: &text, sources };
    let strangers = strangers(rustc, project, &crates, &joined)?;
    let Some((header, _)) = strangers.first() else { return Ok(text) };
    let place = joined.function(header).unwrap_or_else(|| "(generated code)".into());
    let mut named = file.clone();
    let mut is_named = false;
    for (header, body) in &strangers {
        let hidden = hidden::of(body, header, &crates, project);
        is_named |= hidden::name_traits(&mut named, &text, header, &hidden);
    }
    if is_named {
        let text = squeeze(named.to_token_stream());
        let joined = Joined { file: &named, text: &text, sources };
        if self::strangers(rustc, project, &crates, &joined).is_ok_and(|left| left.is_empty()) {
            *file = named;
            return Ok(text);
        }
    }
    let note = notes::of_edition(project, &place) + &notes::of_macro(project, &joined, header);
    let name = name(header);
    bail!("{place}: cannot bundle `{name}`, which would behave differently than in cargo's build{note}")
}

/// A crate in cargo's build.
struct Original<'p> {
    krate: &'p Crate,
    index: usize,
    /// Its MIR.
    dump: String,
    parts: Parts,
}

/// What a function of a crate with the bundle's edition, or another, must have in common with one of the bundle.
#[derive(Clone, Copy, PartialEq)]
enum Parts {
    All,
    Constants,
    Effects,
}

impl Parts {
    /// Returns these parts of a cleaned body.
    fn of(self, body: &str) -> String {
        match self {
            Parts::All => without_variables(body),
            Parts::Constants => with_constants(body),
            Parts::Effects => effects(body),
        }
    }
}

/// Returns the headers, and the cleaned bodies, of the functions that differ from those in the `crates`.
fn strangers(
    rustc: &Rustc,
    project: &Project,
    crates: &[Original],
    joined: &Joined,
) -> Result<Vec<(String, String)>> {
    let outcome = rustc.check(joined.text)?;
    if let Some(error) = outcome.errors.first() {
        let place = rustc::ranges([error]).next().and_then(|range| joined.place(range.start));
        let place = place.unwrap_or_else(|| "(generated code)".into());
        let cause = &error.message;
        let note = notes::of_edition(project, &place) + notes::of_crate(cause);
        bail!("{place}: cannot bundle this code, which rustc rejects in one file: {cause}{note}");
    }
    let mut aliases = Aliases::default();
    aliases.visit_file(joined.file);
    let aliases = &aliases.0;
    let known = crates.iter().flat_map(|krate| {
        bodies(&krate.dump).into_iter().map(move |body| (krate.parts, clean(&body, aliases)))
    });
    let known: Vec<(Parts, String)> = known.collect();
    let mut strangers = unknown(&known, &outcome.dumps[0].text, aliases);
    // Code that a macro generates has the macro's edition.
    let has_others = crates.iter().any(|krate| krate.parts != Parts::All);
    let generated = &joined.sources.generated;
    let is_generated =
        |header: &str| has_others || path(header).iter().any(|name| generated.contains(*name));
    let key = |body: &str| effects(body) + &texts(body);
    if strangers.iter().any(|(header, _)| is_generated(header)) {
        let keys = known.iter().map(|(parts, body)| match parts {
            Parts::Constants => with_constants(body),
            _ => key(body),
        });
        let keys: HashSet<String> = keys.collect();
        strangers.retain(|(header, body)| {
            let is_known = || keys.contains(&key(body)) || keys.contains(&with_constants(body));
            !(is_generated(header) && is_known())
        });
    }
    if !strangers.is_empty() && has_others {
        let names: HashSet<&str> = strangers.iter().map(|(_, body)| first_line(body)).collect();
        // Only other editions order the blocks differently.
        let others = known
            .iter()
            .filter(|(parts, body)| *parts != Parts::All && names.contains(first_line(body)));
        let flows: Vec<(&str, Parts, Flow)> =
            others.map(|(parts, body)| (first_line(body), *parts, flow(body, *parts))).collect();
        strangers.retain(|(_, body)| {
            let own = first_line(body);
            let same = |(name, parts, known): &(&str, Parts, Flow)| {
                *name == own && known.equals(&flow(body, *parts))
            };
            !flows.iter().any(same)
        });
    }
    // Only the crate that defines an alias such as `type X = Y<N>` prints the constant's name.
    let bodies = known.iter().map(|(_, body)| body);
    let bodies = bodies.filter(|body| !strangers.is_empty() && body.contains("::{constant#"));
    let aliased: Vec<Regex> = bodies.map(|body| with_any_constants(&key(body))).collect();
    strangers.retain(|(_, body)| !aliased.iter().any(|pattern| pattern.is_match(&key(body))));
    if !strangers.is_empty() && !place_readers(joined.file.to_token_stream()).is_empty() {
        let key = |body: &str| without_variables(&mir::without_places(body));
        let known: HashSet<String> = known.iter().map(|(_, body)| key(body)).collect();
        strangers.retain(|(_, body)| !known.contains(&key(body)));
    }
    strangers.extend(crates::strangers(
        project,
        crates,
        joined.file,
        &outcome.dumps[0].text,
        aliases,
    )?);
    Ok(strangers)
}

/// Collects the items' names by the other names that imports declare.
#[derive(Default)]
struct Aliases(HashMap<String, String>);

impl Visit<'_> for Aliases {
    fn visit_use_rename(&mut self, rename: &UseRename) {
        if rename.rename != "_" {
            self.0.insert(rename.rename.to_string(), rename.ident.to_string());
        }
    }
}

impl Joined<'_> {
    fn place(&self, offset: usize) -> Option<String> {
        self.sources.at(self.file.to_token_stream(), self.text, offset)
    }

    /// Returns `FILE:LINE` of the function with this header in the MIR.
    fn function(&self, header: &str) -> Option<String> {
        if let Some(found) = IMPL.captures(header) {
            return self.place(offset(self.text, &found)?);
        }
        let mut file = self.file.clone();
        let function = hidden::item(&mut file, self.text, header)?;
        self.sources.place(items::name(function)?.span())
    }
}

/// Returns the names in the path of the function with this header, such as `fn a::b::{closure#0}(_1: u8) -> u8 {`.
fn path(header: &str) -> Vec<&str> {
    let is_name = |name: &&str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let path = header.split(['(', ' ']).nth(1).unwrap_or_default().trim_end_matches(':');
    path.split("::").filter(|name| !name.is_empty()).filter(is_name).collect()
}

/// Returns the name of the function with this header, which can be in an impl: `fn <impl at b.rs:1:2: 3:4>::f(_1: u8)`.
fn name(header: &str) -> &str {
    let path = header.split('(').next().and_then(|path| path.split_once(' '));
    let mut names = path.map_or(header, |(_, path)| path).rsplit("::");
    let name = names.find(|name| !name.starts_with('{')).unwrap_or(header);
    name.split([':', ' ']).next().unwrap_or(name)
}

/// Matches the place of an impl in a function's path.
static IMPL: Pattern = Pattern::new(r"<impl at b\.rs:(\d+):(\d+)");

/// Returns the offset in `text` of an impl that [`IMPL`] has found.
fn offset(text: &str, found: &Captures) -> Option<usize> {
    let (line, column): (usize, usize) = (found[1].parse().ok()?, found[2].parse().ok()?);
    let before: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let (within, _) = text.get(before..)?.char_indices().nth(column - 1)?;
    Some(before + within)
}

/// Returns the headers, and the cleaned bodies, of the functions in the MIR `bundle` that are not in `known`, the cleaned
/// bodies of the crates, with what is compared.
fn unknown(
    known: &[(Parts, String)],
    bundle: &str,
    aliases: &HashMap<String, String>,
) -> Vec<(String, String)> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for (parts, body) in known {
        *counts.entry(parts.of(body)).or_default() += 1;
    }
    let mut strangers = Vec::new();
    for body in bodies(bundle).iter().filter(|body| !body.starts_with("fn __entry(")) {
        let comparable = clean(body, aliases);
        let mut is_known = |parts: Parts| {
            let left = counts.get_mut(&parts.of(&comparable)).filter(|count| **count > 0);
            left.map(|count| *count -= 1).is_some()
        };
        if ![Parts::All, Parts::Constants, Parts::Effects].into_iter().any(&mut is_known) {
            strangers.push((first_line(body).to_string(), comparable));
        }
    }
    strangers
}

/// Returns the bodies in a dump; a function has the texts of its constants of the type `&&str`, which `unreachable!("{}")`
/// of earlier editions prints with its braces.
fn bodies(dump: &str) -> Vec<String> {
    let mut bodies = bodies_with_positions(dump);
    let mut function = 0;
    for at in 0..bodies.len() {
        let header = first_line(&bodies[at]);
        if !header.contains("::promoted[") {
            function = at;
        } else if header.contains("]: &&str = ") {
            let text = texts(&bodies[at]);
            bodies[function] += &format!("    {text};\n");
        }
    }
    bodies
}

/// Matches the path of a constant that is an argument without a name.
static CONSTANT: Pattern = Pattern::new(r"[\w:]*\{constant#\d+\}");

/// Returns a pattern of `key` with any constants in the place of those without a name.
fn with_any_constants(key: &str) -> Regex {
    let parts: Vec<String> = CONSTANT.split(key).map(regex::escape).collect();
    regex(&format!("^{}$", parts.join("[^<>\n]*")))
}

/// Matches the declaration of a variable.
static VARIABLE: Pattern = Pattern::new(r"^ *let (?:mut )?(_\d+): (.*);");

/// Matches operators, numbers and characters.
static VALUES: Pattern = Pattern::new(
    r"\b(?:Add|Sub|Mul|Div|Rem|Bit\w+|Sh[lr]\w*|Eq|Ne|L[te]|G[te]|Cmp|Neg|Not)\w*\(|const (?:-?\d[\w.]*|'[^']+')",
);

/// Matches constant texts.
static TEXT: Pattern = Pattern::new(r#"const b?"(?:\\.|[^"\\])*""#);

/// Matches the names of constants.
static NAMED: Pattern = Pattern::new(r"const [\p{Alphabetic}_<][\w:<> ]*");

/// Matches constants that decide.
static BOOL: Pattern = Pattern::new(r"const (?:true|false)\b");

fn texts(body: &str) -> String {
    TEXT.find_iter(body).map(|text| text.as_str()).collect()
}

/// Matches the type `!`, in whose place earlier editions infer `()`.
static NEVER: Pattern = Pattern::new(r"(-> |<|\(|, )!([>,)]| \{)");

/// Matches the number of a constant that a function refers to.
static PROMOTED: Pattern = Pattern::new(r"::promoted\[\d+\]");

fn first_line(body: &str) -> &str {
    body.lines().next().unwrap_or_default()
}

/// Returns the name of a function, its operators, numbers and calls in order, and the types of the values that it drops,
/// without panics but for texts that a format would change.
fn effects(body: &str) -> String {
    let body = &*NEVER.replace_all(body, "$1()$2");
    let types = types(body);
    let head = PROMOTED.replace_all(first_line(body), "::promoted");
    if let Cow::Owned(head) = head {
        // Nothing else shows its value, which can be a variant without numbers.
        return without_variables(body).replacen(first_line(body), &head, 1);
    }
    let mut all = head.into_owned();
    for effect in body.lines().skip(1).flat_map(|line| line_effects(line, &types)) {
        let effect = format!("\n{effect}");
        // Each way out of a scope has its own drops, and editions differ in where these ways join.
        if !(effect.starts_with("\ndrop ") && all.ends_with(&effect)) {
            all += &effect;
        }
    }
    all
}

/// Returns the effects, with the constants in order.
fn with_constants(body: &str) -> String {
    let constants = NAMED.find_iter(body).chain(TEXT.find_iter(body));
    constants.fold(effects(body) + "\nconstants", |all, constant| {
        all + "\n" + &PROMOTED.replace(constant.as_str(), "::promoted")
    })
}

fn flow(body: &str, parts: Parts) -> Flow {
    let body = &*NEVER.replace_all(body, "$1()$2");
    let types = types(body);
    Flow::new(body, |line| {
        let mut all = line_effects(line, &types);
        let constants = TEXT.find_iter(line).chain(BOOL.find_iter(line));
        all.extend(constants.map(|constant| constant.as_str().to_string()));
        if parts == Parts::Constants {
            all.extend(NAMED.find_iter(line).map(|constant| constant.as_str().to_string()));
        }
        all
    })
}

/// Returns the types of the variables in a body.
fn types(body: &str) -> HashMap<&str, &str> {
    let declared = body.lines().filter_map(|line| VARIABLE.captures(line));
    declared.map(|found| found.extract().1).map(|[name, of]| (name, of)).collect()
}

fn line_effects(line: &str, types: &HashMap<&str, &str>) -> Vec<String> {
    let mut all: Vec<String> =
        VALUES.find_iter(line).map(|value| value.as_str().to_string()).collect();
    let call = call(line);
    if !call.is_some_and(|(callee, _)| callee.starts_with("Arguments::")) {
        // Earlier editions print the braces of `panic!("{}")`.
        let with_braces = TEXT.find_iter(line).filter(|text| text.as_str().contains(['{', '}']));
        all.extend(with_braces.map(|text| text.as_str().to_string()));
    }
    let Some((callee, arguments)) = call else { return all };
    let callee = &callee.replace("unreachable_display", "Argument::<'_>::new_display");
    let name = last_name(callee);
    // `format!` returns its text through a function that stable code cannot call.
    if panics(callee, name)
        || ["assert", "switchInt"].contains(&name)
        || callee == "must_use::<String>"
    {
        return all;
    }
    let effect = match name {
        "drop" => {
            let of = match arguments.rsplit_once(": ") {
                Some((_, of_field)) => of_field.trim_end_matches(')'),
                None => {
                    let variable = arguments.trim_matches(['(', '*', ')']);
                    let is_reference = |c: char| "&* ".contains(c);
                    let full = types.get(variable).copied().unwrap_or(arguments);
                    full.trim_start_matches(is_reference).trim_start_matches("mut ")
                }
            };
            &format!("drop {of}")
        }
        // The migration of `[…].into_iter()` from edition 2018.
        "iter" if callee.contains('[') => "iterate over a slice",
        "into_iter" if callee.starts_with("<&[") => "iterate over a slice",
        _ => callee,
    };
    all.push(VARIABLES.replace_all(effect, "$1").into_owned());
    all
}

/// Splits a line such as `_1 = f::<u8>(move _2) -> [return: bb1]` into function and arguments.
fn call(line: &str) -> Option<(&str, &str)> {
    let (call, target) = line.trim().rsplit_once(") -> ")?;
    if !(target.starts_with('[') || target.starts_with("unwind")) {
        return None;
    }
    let call = call.split_once(" = ").map_or(call, |(_, call)| call);
    let (mut depth, mut last) = (0, ' ');
    for (at, c) in call.char_indices() {
        match c {
            '(' if depth == 0 && at > 0 => return Some((&call[..at], &call[at + 1..])),
            '<' | '(' | '[' | '{' => depth += 1,
            '>' if last == '-' => {}
            '>' | ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        last = c;
    }
    None
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
    fn functions_have_their_own_names() {
        for (header, wanted) in [
            ("fn f() -> u8 {", "f"),
            ("fn a::<impl at b.rs:1:2: 3:4>::f(_1: a::X) -> u8 {", "f"),
            ("fn a::f::{closure#0}(_1: &{closure@b.rs:1:2: 3:4}) -> u8 {", "f"),
            ("const a::X: u8 = {", "X"),
        ] {
            assert_eq!(name(header), wanted);
        }
    }

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
