//! What the functions of a program do, in a form that shows whether deleting code elsewhere
//! changed it.
//!
//! Rust may resolve a method to something else once an impl is gone: `x.clone()` to a copy of the
//! reference, `v.into_iter()` to an iterator of references. Both can still compile. The MIR spells
//! out each call, drop and conversion, so a function whose MIR is what it was does what it did.

use regex::Regex;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// The bodies of all functions, constants and statics, with their number of occurrences.
pub(crate) struct Mir {
    bodies: HashMap<String, usize>,
}

/// What depends on the position of code in the file, but not on what the code does. Paths are compared
/// whole: rustc prints all of them whole, whatever else there is ([`crate::rustc`]).
static POSITIONS: LazyLock<[(Regex, &'static str); 3]> = LazyLock::new(|| {
    [
        (regex(r"[\w./]*b\.rs:\d+:\d+: \d+:\d+(?: \(#\d+\))?"), ""),
        (regex(r"\b(alloc|ALLOC)\d+\b"), "$1"),
        (regex(r"\{impl#\d+\}"), "{impl}"),
    ]
});

/// Compiles a pattern of this crate.
pub(crate) fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the bodies of all functions, constants and statics in the output of `rustc --emit=mir`, in its
/// order. Left out are namesakes ([`crate::rustc`]), and constant data, which follows from the bodies that
/// compute it.
pub(crate) fn bodies(dump: &str) -> Vec<String> {
    let mut text = dump.to_string();
    for (pattern, replacement) in POSITIONS.iter() {
        text = pattern.replace_all(&text, *replacement).into_owned();
    }
    let mut bodies: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("//") && !line.is_empty()) {
        match bodies.last_mut() {
            Some(body) if line.starts_with([' ', '}']) => *body += line,
            _ => bodies.push(line.to_string()),
        }
        bodies.last_mut().into_iter().for_each(|body| body.push('\n'));
    }
    let is_left_out = |body: &String| {
        body.starts_with("alloc") || body.starts_with("ALLOC") || body.contains("__Namesake = {")
    };
    bodies.retain(|body| !is_left_out(body));
    bodies
}

impl Mir {
    /// Reads the output of `rustc --emit=mir`.
    pub(crate) fn parse(dump: &str) -> Mir {
        let mut counts = HashMap::new();
        for body in bodies(dump) {
            *counts.entry(body).or_insert(0) += 1;
        }
        Mir { bodies: counts }
    }

    /// The bodies that `before` does not have.
    pub(crate) fn strangers<'m>(&'m self, before: &Mir) -> Vec<&'m str> {
        let known = |body: &str| before.bodies.get(body).copied().unwrap_or(0);
        let mut strangers: Vec<&str> = self
            .bodies
            .iter()
            .filter(|(body, &count)| known(body) < count)
            .map(|(body, _)| body.as_str())
            .collect();
        strangers.sort_unstable();
        strangers
    }
}

/// For each body of `now` that `before` does not have: the lines that its function had before
/// and has no more; all its lines when there was no such function.
pub(crate) fn lost_lines(now: &Mir, before: &Mir) -> Vec<String> {
    let lost = |stranger: &str| {
        let header = stranger.lines().next().unwrap_or("");
        let mut olds = before.bodies.keys().filter(|old| old.lines().next() == Some(header));
        let Some(first) = olds.next() else { return stranger.to_string() };
        let old = olds.fold(first.clone(), |all, old| all + old);
        let known: HashSet<&str> = stranger.lines().collect();
        old.lines().filter(|line| !known.contains(line)).collect::<Vec<_>>().join("\n")
    };
    now.strangers(before).into_iter().map(lost).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: &str = "// WARNING\nfn m::<impl at b.rs:2:1: 2:5>::f() -> a::X {\n    g();\n}\n\
        fn h() -> () {\n    drop(_1);\n}\nfn k() -> () {\n    a::f();\n}\n";

    #[test]
    fn positions_do_not_matter_and_bodies_do() {
        let before = Mir::parse(BEFORE);
        let moved = Mir::parse("fn m::<impl at b.rs:1:1: 1:5>::f() -> a::X {\n    g();\n}\n");
        assert!(moved.strangers(&before).is_empty());
        let changed = Mir::parse("fn h() -> () {\n    return;\n}\n");
        assert_eq!(changed.strangers(&before).len(), 1);
        assert_eq!(lost_lines(&changed, &before), ["    drop(_1);"]);
    }

    #[test]
    fn functions_of_the_same_name_in_different_modules_differ() {
        let before = Mir::parse(BEFORE);
        let other = Mir::parse("fn k() -> () {\n    b::f();\n}\n");
        assert!(matches!(other.strangers(&before)[..], [k] if k.contains("b::f();")));
        assert_eq!(lost_lines(&other, &before), ["    a::f();"]);
    }
}
