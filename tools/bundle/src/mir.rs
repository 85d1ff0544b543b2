//! Compares MIR, to detect functions that a deletion elsewhere has changed.
//!
//! After an impl is deleted, a method call may resolve differently and still compile: `x.clone()` may copy
//! the reference. MIR makes calls, drops and conversions explicit, so equal MIR means equal behaviour.

use regex::Regex;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::{LazyLock, OnceLock};

/// What rustc prints with `--emit=mir`.
pub(crate) struct Dump {
    pub(crate) text: String,
    mir: OnceLock<Mir>,
}

impl Dump {
    pub(crate) fn new(text: String) -> Dump {
        Dump { text, mir: OnceLock::new() }
    }

    /// Parses the text when it is first needed.
    pub(crate) fn mir(&self) -> &Mir {
        self.mir.get_or_init(|| Mir::parse(&self.text))
    }
}

/// The multiset of bodies of all functions, constants and statics.
pub(crate) struct Mir {
    bodies: HashMap<String, usize>,
}

/// Text that depends only on source positions.
static POSITIONS: LazyLock<[(Regex, &'static str); 4]> = LazyLock::new(|| {
    [
        (regex(r"[^\s:<>()@]*\.rs:\d+:\d+: \d+:\d+(?: \(#\d+\))?"), ""),
        (regex(r"\b(alloc|ALLOC)\d+\b"), "$1"),
        (regex(r"\{impl#\d+\}"), "{impl}"),
        // The number of a static in its crate, and the crate's name.
        (regex(r"DefId\(\d+:\d+ ~ \w+\[\w+\]::"), "DefId("),
    ]
});

/// Compiles a constant pattern, which must be valid.
pub(crate) fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the bodies of functions, constants and statics in the output of `rustc --emit=mir`, in order,
/// without source positions and constant data.
pub(crate) fn bodies(dump: &str) -> Vec<String> {
    bodies_with_positions(&without_positions(dump))
}

pub(crate) fn without_positions(dump: &str) -> String {
    substitute(dump.to_string(), &*POSITIONS)
}

/// Replaces all matches of the patterns, one after the other.
pub(crate) fn substitute(mut text: String, patterns: &[(Regex, &str)]) -> String {
    for (pattern, replacement) in patterns {
        if let Cow::Owned(changed) = pattern.replace_all(&text, *replacement) {
            text = changed;
        }
    }
    text
}

pub(crate) fn bodies_with_positions(dump: &str) -> Vec<String> {
    let mut bodies: Vec<String> = Vec::new();
    for line in dump.lines().filter(|line| !line.starts_with("//") && !line.is_empty()) {
        match bodies.last_mut() {
            Some(body) if line.starts_with([' ', '}']) => *body += line,
            _ => bodies.push(line.to_string()),
        }
        bodies.last_mut().into_iter().for_each(|body| body.push('\n'));
    }
    bodies.retain(|body| !(body.starts_with("alloc") || body.starts_with("ALLOC")));
    bodies
}

impl Mir {
    fn parse(dump: &str) -> Mir {
        let mut counts = HashMap::new();
        for body in bodies(dump) {
            *counts.entry(body).or_insert(0) += 1;
        }
        Mir { bodies: counts }
    }

    pub(crate) fn added<'m>(&'m self, before: &Mir) -> Vec<&'m str> {
        let known = |body: &str| before.bodies.get(body).copied().unwrap_or(0);
        let mut added: Vec<&str> = self
            .bodies
            .iter()
            .filter(|(body, &count)| known(body) < count)
            .map(|(body, _)| body.as_str())
            .collect();
        added.sort_unstable();
        added
    }
}

/// For each body of `now` that is not in `before`, returns the lines that its function has lost, or all
/// its lines if the function is new.
pub(crate) fn lost_lines(now: &Mir, before: &Mir) -> Vec<String> {
    let lost = |stranger: &str| {
        let header = stranger.lines().next().unwrap_or("");
        let mut olds = before.bodies.keys().filter(|old| old.lines().next() == Some(header));
        let Some(first) = olds.next() else { return stranger.to_string() };
        let old = olds.fold(first.clone(), |all, old| all + old);
        let known: HashSet<&str> = stranger.lines().collect();
        old.lines().filter(|line| !known.contains(line)).collect::<Vec<_>>().join("\n")
    };
    now.added(before).into_iter().map(lost).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: &str = "// WARNING\nfn m::<impl at b.rs:2:1: 2:5>::f() -> a::X {\n    g();\n}\n\
        fn h() -> () {\n    drop(_1);\n}\nfn k() -> () {\n    a::f();\n}\n";

    #[test]
    fn bodies_are_compared_without_positions() {
        let before = Mir::parse(BEFORE);
        let moved = Mir::parse("fn m::<impl at b.rs:1:1: 1:5>::f() -> a::X {\n    g();\n}\n");
        assert!(moved.added(&before).is_empty());
        let changed = Mir::parse("fn h() -> () {\n    return;\n}\n");
        assert_eq!(changed.added(&before).len(), 1);
        assert_eq!(lost_lines(&changed, &before), ["    drop(_1);"]);
    }

    #[test]
    fn functions_of_different_modules_differ() {
        let before = Mir::parse(BEFORE);
        let other = Mir::parse("fn k() -> () {\n    b::f();\n}\n");
        assert!(matches!(other.added(&before)[..], [k] if k.contains("b::f();")));
        assert_eq!(lost_lines(&other, &before), ["    a::f();"]);
    }
}
