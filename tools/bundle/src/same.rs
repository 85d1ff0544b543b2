//! Compares the MIR of two programs up to renaming.

use anyhow::{bail, ensure, Result};
use cargo_metadata::diagnostic::Diagnostic;
use quote::ToTokens;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use syn::File;

use crate::mir::bodies;
use crate::pattern::{substitute, Pattern};
use crate::rustc::{Outcome, Rustc};
use crate::squeeze::squeeze;
use crate::tokens::Texts;

/// Text that depends on an item's module, and variables' debug names.
static NOISE: [(Pattern, &str); 7] = [
    (Pattern::new(r"(?:\w+::)*(?:\{impl\}|<impl at )"), "<impl at "),
    // Paths of items in the methods of traits.
    (Pattern::new(r"(?:\w+::)+<impl "), "<impl "),
    (Pattern::new(r"<impl ((?:[^<>]|<[^<>]*>)*?) for ((?:[^<>]|<[^<>]*>)*)>::"), "<$2 as $1>::"),
    // Paths of methods that are implemented outside their type's module.
    (Pattern::new(r"(?:\w+::)*<impl ((?:\w+::)*\w+)>::"), "$1::"),
    (Pattern::new(r"(?:\w+::)*<impl ((?:\w+::)*\w+)(<(?:[^<>]|<[^<>]*>)*>)>::"), "$1::$2::"),
    // The constants of a number's module, such as `std::u64::MAX`, are those of the type.
    (Pattern::new(r"\b(?:std|core)::((?:[iu](?:8|16|32|64|128|size)|f32|f64)::[A-Z])"), "$1"),
    (Pattern::new(r"\bdebug \w+ =>"), ""),
];

/// A path of one or more words, a literal of a string or character, or any other single character.
static TOKEN: Pattern = Pattern::new(
    r##"(?:r#)?\w+(?:::(?:r#)?[\p{Alphabetic}_]\w*)*|"(?:\\.|[^"\\])*"|'(?:\\u\{\w+\}|\\.|[^'\\])'|\S"##,
);

/// The result of a comparison.
pub(crate) enum Verdict {
    Same,
    /// The errors of the new program.
    Errors(Vec<Diagnostic>),
    /// The first difference of each function that differs.
    Differs(Vec<Difference>),
}

/// A difference of two functions.
#[derive(Debug, Default)]
pub(crate) struct Difference {
    /// The words around it.
    pub(crate) words: Vec<String>,
    /// The words of the function's path, its arguments and its result.
    pub(crate) header: Vec<String>,
    /// Whether it is in a text, such as the name of a type in the code of `#[derive(Debug)]`.
    pub(crate) is_text: bool,
}

impl Verdict {
    /// Fails unless the programs are the same.
    pub(crate) fn accept(&self) -> Result<()> {
        match self {
            Verdict::Same => Ok(()),
            Verdict::Errors(errors) => {
                let error = errors.first().and_then(|error| error.rendered.as_deref());
                bail!("rustc rejects the program: {}", error.unwrap_or_default())
            }
            Verdict::Differs(all) => bail!("the MIR differs near {}", all[0].words.join(" ")),
        }
    }
}

/// The bodies of the MIR of a program in all configurations, without noise.
pub(crate) struct Before(Vec<Vec<String>>);

impl Before {
    /// Compiles `file`, which must be accepted.
    pub(crate) fn new(rustc: &Rustc, file: &File) -> Result<Before> {
        let outcome = rustc.check(&squeeze(file.to_token_stream()))?;
        ensure!(outcome.errors.is_empty(), "the program does not compile");
        Ok(Before(outcome.dumps.iter().map(|dump| clean(&dump.text)).collect()))
    }

    /// Compares the MIR of the program `after` up to `renames`, the permitted new names of each word. Other configurations
    /// are compared only if the first has no difference.
    pub(crate) fn compare(
        &self,
        rustc: &Rustc,
        after: &str,
        renames: &BTreeMap<String, Texts>,
    ) -> Result<Verdict> {
        let judge = |configurations: Range<usize>, after: Outcome| {
            if !after.errors.is_empty() {
                return Verdict::Errors(after.errors);
            }
            let pairs = self.0[configurations.clone()].iter().zip(&after.dumps[configurations]);
            let mut found =
                pairs.map(|(before, after)| differences(before, &clean(&after.text), renames));
            found.find(|found| !found.is_empty()).map_or(Verdict::Same, Verdict::Differs)
        };
        match judge(0..1, rustc.check_first(after)?) {
            Verdict::Same => Ok(judge(1..self.0.len(), rustc.check(after)?)),
            verdict => Ok(verdict),
        }
    }
}

/// Returns the first difference of each body of cleaned MIR that `map`, the permitted new names, does not
/// explain. A path must have the same new path everywhere: a call of `a::f` that became `b::f` is a difference even if `map`
/// has two new names for `f`.
fn differences(
    before: &[String],
    after: &[String],
    map: &BTreeMap<String, Texts>,
) -> Vec<Difference> {
    let mut paths = HashMap::new();
    let bodies = before.iter().zip(after);
    let mut all: Vec<Difference> =
        bodies.filter_map(|(before, after)| difference(before, after, map, &mut paths)).collect();
    if before.len() != after.len() && all.is_empty() {
        all.push(Difference::default());
    }
    all
}

/// Returns the first difference of two bodies. `paths` has the new path of each old one that was compared
/// before.
fn difference<'t>(
    before: &'t str,
    after: &'t str,
    map: &BTreeMap<String, Texts>,
    paths: &mut HashMap<&'t str, &'t str>,
) -> Option<Difference> {
    let (mut ours, mut theirs) = (TOKEN.find_iter(before), TOKEN.find_iter(after));
    let mut recent: Vec<&str> = Vec::new();
    let renamed = |(old, new): (&str, &str)| {
        old == new || map.get(old).is_some_and(|names| names.contains(new))
    };
    loop {
        let (old, new) = (ours.next(), theirs.next());
        let end = old.map_or(before.len(), |token| token.end());
        let (old, new) = (old.map(|token| token.as_str()), new.map(|token| token.as_str()));
        recent.extend(old.filter(|old| is_path(old)).into_iter().flat_map(|old| old.split("::")));
        let same = match (old, new) {
            (None, None) => return None,
            (Some(old), Some(new)) if is_path(old) && is_path(new) => {
                // Flattening removes prefixes, so paths are compared from the end, up to the start of the
                // shorter one.
                old.rsplit("::").zip(new.rsplit("::")).all(renamed)
                    && (!old.contains("::") || *paths.entry(old).or_insert(new) == new)
            }
            (Some(old), Some(new)) => {
                let asserted = |text: &str| text.contains("assertion failed: ");
                old == new || asserted(old) && asserted(new)
            }
            _ => false,
        };
        if !same {
            let text = old.filter(|old| old.starts_with('"')).map(|text| text.trim_matches('"'));
            let head = TOKEN.find_iter(before.lines().next().unwrap_or_default());
            let paths = head.map(|token| token.as_str()).filter(|token| is_path(token));
            let header = paths.flat_map(|path| path.split("::")).map(String::from).collect();
            if let Some(text) = text {
                return Some(Difference { words: vec![text.to_string()], header, is_text: true });
            }
            // If a different function is called, the first difference may be in a type before its name, so the
            // other names in the line are reported too.
            let line = before[end..].lines().next().unwrap_or("");
            let next =
                TOKEN.find_iter(line).map(|token| token.as_str()).filter(|token| is_path(token));
            let next = next.filter_map(|path| path.rsplit("::").next());
            let recent = recent[recent.len().saturating_sub(3)..].iter().copied();
            let words = recent.chain(next).map(String::from).collect();
            return Some(Difference { words, header, is_text: false });
        }
    }
}

fn is_path(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

fn clean(dump: &str) -> Vec<String> {
    bodies(dump).into_iter().map(|body| substitute(body, &NOISE)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differs(before: &str, after: &str) -> bool {
        let map = [("Hole", "a"), ("row", "b"), ("row", "c")];
        let mut names: BTreeMap<String, Texts> = BTreeMap::new();
        for (old, new) in map {
            names.entry(old.into()).or_default().insert(new.into());
        }
        !differences(&clean(before), &clean(after), &names).is_empty()
    }

    #[test]
    fn renaming_is_no_difference_and_another_call_is() {
        let before = "fn Hole::row(_1: &Hole) -> u8 { _0 = board::f(const \"row\"); }";
        assert!(!differs(before, "fn a::b(_1: &a) -> u8 { _0 = f(const \"row\"); }"));
        assert!(!differs(before, before));
        assert!(differs(before, "fn a::b(_1: &a) -> u8 { _0 = g(const \"row\"); }"));
        assert!(differs(before, "fn a::b(_1: &a) -> u8 { _0 = f(const \"b\"); }"));
        assert!(differs(before, "fn a::b(_1: &a) -> u8 { _0 = f(const \"row\"); } fn"));
        assert!(!differs("_2 = x::y::<impl board::Hole>::row(_1)", "_2 = a::b(_1)"));
        assert!(differs("_2 = x::y::<impl board::Hole>::row(_1)", "_2 = f::b(_1)"));
        assert!(!differs(
            "_2 = x::<impl board::Hole<'_, Vec<u8>>>::row(_1)",
            "_2 = a::<'_, Vec<u8>>::b(_1)"
        ));
        assert!(!differs("const '\"'; Hole; const \"x\"", "const '\"'; a; const \"x\""));
        assert!(differs("_1 = copy _2", "_1 = move _2"));
        assert!(!differs("x b.rs:1:2: 3:4 alloc7", "x b.rs:5:2: 3:9 alloc4"));
    }

    #[test]
    fn calls_of_functions_that_share_a_name_are_distinguished() {
        let definitions = "fn m::row(_1: u8) { } fn n::row(_1: u8) { }";
        let renamed = "fn b(_1: u8) { } fn c(_1: u8) { }";
        let call = |path: &str, all: &str| format!("{all} fn main() {{ _2 = {path}(_1); }}");
        let before = call("m::row", definitions);
        assert!(!differs(&before, &call("b", renamed)));
        assert!(differs(&before, &call("c", renamed)));
        assert!(differs(&before, &call("n::row", definitions)));
    }
}
