//! Compares MIR, to detect functions that a deletion elsewhere has changed.
//!
//! After an impl is deleted, a method call may resolve differently and still compile: `x.clone()` may copy
//! the reference. MIR makes calls, drops and conversions explicit, so equal MIR means equal behaviour.

use regex::Captures;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use crate::pattern::{substitute, Pattern};

/// What rustc prints with `--emit=mir`.
pub(crate) struct Dump {
    pub(crate) text: String,
    /// Whether the program gets places in the source, which change with every word.
    has_places: bool,
    counts: OnceLock<HashMap<String, usize>>,
}

impl Dump {
    pub(crate) fn new(text: String, has_places: bool) -> Dump {
        Dump { text, has_places, counts: OnceLock::new() }
    }

    /// Returns the bodies of functions, constants and statics, in order, without source positions and constant data.
    pub(crate) fn bodies(&self) -> Vec<String> {
        let bodies = bodies_with_positions(&self.text).into_iter().map(without_positions);
        bodies.map(|body| if self.has_places { without_places(&body) } else { body }).collect()
    }

    /// Returns the multiset of bodies of all functions, constants and statics.
    fn counts(&self) -> &HashMap<String, usize> {
        self.counts.get_or_init(|| {
            let mut counts = HashMap::new();
            for body in self.bodies() {
                *counts.entry(body).or_insert(0) += 1;
            }
            counts
        })
    }

    /// Returns the bodies that are not in `before`.
    pub(crate) fn added(&self, before: &Dump) -> Vec<&str> {
        let before = before.counts();
        let known = |body: &String| before.get(body).copied().unwrap_or(0);
        let added = self.counts().iter().filter(|(body, &count)| known(body) < count);
        let mut added: Vec<&str> = added.map(|(body, _)| body.as_str()).collect();
        added.sort_unstable();
        added
    }

    /// For each body that is not in `before`, returns the lines that its function has lost, or all its lines if the function
    /// is new.
    pub(crate) fn lost_lines(&self, before: &Dump) -> Vec<String> {
        let lost = |stranger: &str| {
            let header = stranger.lines().next();
            let mut olds = before.counts().keys().filter(|old| old.lines().next() == header);
            let Some(first) = olds.next() else { return stranger.to_string() };
            let old = olds.fold(first.clone(), |all, old| all + old);
            let known: HashSet<&str> = stranger.lines().collect();
            old.lines().filter(|line| !known.contains(line)).collect::<Vec<_>>().join("\n")
        };
        self.added(before).into_iter().map(lost).collect()
    }
}

/// Text that depends only on source positions.
static POSITIONS: [(Pattern, &str); 4] = [
    (Pattern::new(r"[^\s:<>()@]*\.rs:\d+:\d+: \d+:\d+(?: \(#\d+\))?"), ""),
    (Pattern::new(r"\b(alloc|ALLOC)\d+\b"), "$1"),
    (Pattern::new(r"\{impl#\d+\}"), "{impl}"),
    // The number of a static in its crate, and the crate's name.
    (Pattern::new(r"DefId\(\d+:\d+ ~ \w+\[\w+\]::"), "DefId("),
];

/// Replaces those names of source files that [`POSITIONS`] does not match, such as names with spaces.
pub(crate) fn with_plain_names(dump: String, files: &[&String]) -> String {
    let is_plain = |c: char| !(c.is_whitespace() || ":<>()@".contains(c));
    let mut others: Vec<&&String> =
        files.iter().filter(|file| !file.chars().all(is_plain)).collect();
    // A name can be the end of a longer one.
    others.sort_by_key(|file| std::cmp::Reverse(file.len()));
    others.into_iter().fold(dump, |dump, file| dump.replace(file.as_str(), "b.rs"))
}

/// Line and column numbers.
pub(crate) static NUMBERS: Pattern = Pattern::new(r"const \d+_u32");

/// Matches a text that can contain a place, or the length of one: rustc prints those of formats as bytes.
static PLACE: Pattern =
    Pattern::new(r#"const b"(?:\\.|[^"\\])*"|const "(?:\\.|[^"\\])*(?:\d|\.rs)(?:\\.|[^"\\])*""#);

/// Matches the length of the bytes in functions and types.
static LENGTH: Pattern = Pattern::new(r"(\bArguments::<'_>::new::<|&\[u8; )\d+");

/// Replaces what `file!()`, `line!()`, `column!()` and `dbg!(…)` can have become, since they differ in one file.
pub(crate) fn without_places(body: &str) -> String {
    let body = PLACE.replace_all(body, "PLACE");
    let body = LENGTH.replace_all(&body, "$1");
    NUMBERS.replace_all(&body, "PLACE").into_owned()
}

/// Matches the line that says which static an allocation belongs to.
static STATIC: Pattern = Pattern::new(
    r"(?m)^(alloc\d+) \((?:extern )?static: (.*?)(?:, size: \d+, align: \d+)?\)(?: \{.*)?$",
);

/// Matches a reference to an allocation.
static REFERENCE: Pattern = Pattern::new(r"\{(alloc\d+): ");

pub(crate) fn without_positions(body: String) -> String {
    substitute(body, &POSITIONS)
}

/// Returns the bodies in the output of `rustc --emit=mir`.
pub(crate) fn bodies_with_positions(dump: &str) -> Vec<String> {
    let statics = STATIC.captures_iter(dump).map(|found| found.extract().1);
    let statics: HashMap<&str, &str> =
        statics.map(|[allocation, path]| (allocation, path)).collect();
    // A reference to a static shows the number and the type, which several statics can have in common.
    let name = |found: &Captures| match statics.get(&found[1]) {
        Some(path) => format!("{{static {path}: "),
        None => found[0].to_string(),
    };
    let mut bodies: Vec<String> = Vec::new();
    for line in dump.lines().filter(|line| !line.starts_with("//") && !line.is_empty()) {
        let line = REFERENCE.replace_all(line, name);
        match bodies.last_mut() {
            Some(body) if line.starts_with([' ', '}']) => *body += &line,
            _ => bodies.push(line.into_owned()),
        }
        bodies.last_mut().into_iter().for_each(|body| body.push('\n'));
    }
    bodies.retain(|body| !(body.starts_with("alloc") || body.starts_with("ALLOC")));
    bodies
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dump(text: &str) -> Dump {
        Dump::new(text.to_string(), false)
    }

    const BEFORE: &str = "// WARNING\nfn m::<impl at b.rs:2:1: 2:5>::f() -> a::X {\n    g();\n}\n\
        fn h() -> () {\n    drop(_1);\n}\nfn k() -> () {\n    a::f();\n}\n";

    #[test]
    fn bodies_are_compared_without_positions() {
        let before = dump(BEFORE);
        let moved = dump("fn m::<impl at b.rs:1:1: 1:5>::f() -> a::X {\n    g();\n}\n");
        assert!(moved.added(&before).is_empty());
        let changed = dump("fn h() -> () {\n    return;\n}\n");
        assert_eq!(changed.added(&before).len(), 1);
        assert_eq!(changed.lost_lines(&before), ["    drop(_1);"]);
    }

    #[test]
    fn references_of_different_statics_differ() {
        let of = |path: &str| {
            dump(&format!(
                "fn f() -> () {{\n    _1 = const {{alloc1: &u8}};\n}}\n\nalloc1 (static: {path}, size: 1, align: 1) {{\n}}"
            ))
        };
        assert_eq!(of("a::N").added(&of("b::N")).len(), 1);
        assert!(of("a::N").added(&of("a::N")).is_empty());
    }

    #[test]
    fn functions_of_different_modules_differ() {
        let before = dump(BEFORE);
        let other = dump("fn k() -> () {\n    b::f();\n}\n");
        assert!(matches!(other.added(&before)[..], [k] if k.contains("b::f();")));
        assert_eq!(other.lost_lines(&before), ["    a::f();"]);
    }
}
