//! Compares the MIR of two programs up to renaming.

use anyhow::{bail, ensure, Result};
use cargo_metadata::diagnostic::Diagnostic;
use quote::ToTokens;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use syn::visit::Visit;
use syn::{File, GenericParam};

use crate::items;
use crate::mir::Dump;
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
pub(crate) struct Before {
    bodies: Vec<Vec<String>>,
    /// The names of the items in the root that no parameter of a type has.
    root: Texts,
    is_one_to_one: bool,
}

impl Before {
    /// Compiles `file`, which must be accepted.
    pub(crate) fn new(rustc: &Rustc, file: &File) -> Result<Before> {
        let outcome = rustc.check(&squeeze(file.to_token_stream()))?;
        ensure!(outcome.errors.is_empty(), "the program does not compile");
        let bodies: Vec<Vec<String>> = outcome.dumps.iter().map(|dump| clean(dump)).collect();
        let names = file.items.iter().filter_map(items::name).map(ToString::to_string);
        // Macros can define others.
        let headers = bodies.iter().flatten().map(|body| first_line(body));
        let defined = headers.filter_map(|header| TOKEN.find_iter(header).nth(1));
        let mut root: Texts = names.chain(defined.map(|name| name.as_str().to_string())).collect();
        WithoutParameters(&mut root).visit_file(file);
        // A function can have the name of a primitive type.
        root.retain(|name| !items::PRIMITIVES.contains(&name.as_str()));
        Ok(Before { bodies, root, is_one_to_one: false })
    }

    /// Requires that different paths have different new paths, also of items of different kinds.
    pub(crate) fn one_to_one(self) -> Before {
        Before { is_one_to_one: true, ..self }
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
            let pairs =
                self.bodies[configurations.clone()].iter().zip(&after.dumps[configurations]);
            let mut found =
                pairs.map(|(before, after)| self.differences(before, &clean(after), renames));
            found.find(|found| !found.is_empty()).map_or(Verdict::Same, Verdict::Differs)
        };
        match judge(0..1, rustc.check_first(after)?) {
            Verdict::Same => Ok(judge(1..self.bodies.len(), rustc.check(after)?)),
            verdict => Ok(verdict),
        }
    }

    /// Returns the first difference of each body of cleaned MIR that `map`, the permitted new names, does not
    /// explain. A path must have the same new path everywhere: a call of `a::f` that became `b::f` is a difference even if
    /// `map` has two new names for `f`. The headers come first, since they have the new paths of the definitions.
    fn differences(
        &self,
        before: &[String],
        after: &[String],
        map: &BTreeMap<String, Texts>,
    ) -> Vec<Difference> {
        let mut paths = Paths { before: self, new: HashMap::new(), old: HashMap::new() };
        let bodies = || before.iter().zip(after);
        for (before, after) in bodies() {
            difference(first_line(before), first_line(after), map, &mut paths);
        }
        let mut all: Vec<Difference> = bodies()
            .filter_map(|(before, after)| difference(before, after, map, &mut paths))
            .collect();
        if before.len() != after.len() && all.is_empty() {
            all.push(Difference::default());
        }
        all
    }
}

/// Removes the names of parameters of types and functions.
struct WithoutParameters<'n>(&'n mut Texts);

impl Visit<'_> for WithoutParameters<'_> {
    fn visit_generic_param(&mut self, node: &GenericParam) {
        match node {
            GenericParam::Type(node) => self.0.remove(&node.ident.to_string()),
            GenericParam::Const(node) => self.0.remove(&node.ident.to_string()),
            GenericParam::Lifetime(_) => false,
        };
        syn::visit::visit_generic_param(self, node);
    }
}

/// The paths that were compared before.
struct Paths<'t> {
    before: &'t Before,
    /// The new path of each old one.
    new: HashMap<&'t str, &'t str>,
    /// The old path of each new one.
    old: HashMap<&'t str, &'t str>,
}

impl<'t> Paths<'t> {
    /// Returns whether the path `old` after the text `before` in a line that ends with `after` can be `new` like the earlier
    /// ones.
    fn agree(&mut self, before: &str, old: &'t str, after: &str, new: &'t str) -> bool {
        let is_root_item = || self.before.root.contains(old) && is_item(before, old, after);
        if !(old.contains("::") || is_root_item()) {
            return true;
        }
        // After `::` a path is the end of a longer one.
        let is_end = !self.before.is_one_to_one || before.ends_with(':');
        *self.new.entry(old).or_insert(new) == new
            && (is_end || *self.old.entry(new).or_insert(old) == old)
    }
}

/// Returns whether a word of the MIR must be an item's name, and not one of a member, a parameter or the MIR itself.
fn is_item(before: &str, word: &str, after: &str) -> bool {
    const BEFORE: &[&str] = &["<", "&", "fn ", "const ", "static ", "mut ", "dyn ", "-> ", ": "];
    let is_called = || before.ends_with("= ") && after.contains(") -> ");
    // Not the variant of `(_1 as Variant)`.
    let is_trait = || before.ends_with("as ") && !after.starts_with(')');
    let follows = |ends: &[&str]| ends.iter().any(|end| before.ends_with(end));
    word != "copy" && (follows(BEFORE) || is_called() || is_trait())
}

/// Returns the first difference of two bodies.
fn difference<'t>(
    before: &'t str,
    after: &'t str,
    map: &BTreeMap<String, Texts>,
    paths: &mut Paths<'t>,
) -> Option<Difference> {
    let (mut ours, mut theirs) = (TOKEN.find_iter(before), TOKEN.find_iter(after));
    let mut recent: Vec<&str> = Vec::new();
    let renamed = |(old, new): (&str, &str)| {
        old == new || map.get(old).is_some_and(|names| names.contains(new))
    };
    loop {
        let (old, new) = (ours.next(), theirs.next());
        let range = old.map_or(before.len()..before.len(), |token| token.range());
        let line = || first_line(&before[range.end..]);
        let (old, new) = (old.map(|token| token.as_str()), new.map(|token| token.as_str()));
        recent.extend(old.filter(|old| is_path(old)).into_iter().flat_map(|old| old.split("::")));
        let same = match (old, new) {
            (None, None) => return None,
            (Some(old), Some(new)) if is_path(old) && is_path(new) => {
                // Flattening removes prefixes, so paths are compared from the end, up to the start of the
                // shorter one.
                old.rsplit("::").zip(new.rsplit("::")).all(renamed)
                    && paths.agree(&before[..range.start], old, line(), new)
            }
            (Some(old), Some(new)) => {
                let asserted = |text: &str| text.contains("assertion failed: ");
                old == new || asserted(old) && asserted(new)
            }
            _ => false,
        };
        if !same {
            let text = old.filter(|old| old.starts_with('"')).map(|text| text.trim_matches('"'));
            let head = TOKEN.find_iter(first_line(before));
            let paths = head.map(|token| token.as_str()).filter(|token| is_path(token));
            let header = paths.flat_map(|path| path.split("::")).map(String::from).collect();
            if let Some(text) = text {
                return Some(Difference { words: vec![text.to_string()], header, is_text: true });
            }
            // If a different function is called, the first difference may be in a type before its name, so the
            // other names in the line are reported too.
            let next =
                TOKEN.find_iter(line()).map(|token| token.as_str()).filter(|token| is_path(token));
            let next = next.filter_map(|path| path.rsplit("::").next());
            let recent = recent[recent.len().saturating_sub(3)..].iter().copied();
            let words = recent.chain(next).map(String::from).collect();
            return Some(Difference { words, header, is_text: false });
        }
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

fn is_path(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

fn clean(dump: &Dump) -> Vec<String> {
    dump.bodies().into_iter().map(|body| substitute(body, &NOISE)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differs(before: &str, after: &str) -> bool {
        differs_with(
            &Before { bodies: vec![], root: Texts::new(), is_one_to_one: false },
            before,
            after,
        )
    }

    fn differs_with(rule: &Before, before: &str, after: &str) -> bool {
        let map = [("Hole", "a"), ("row", "b"), ("row", "c")];
        let mut names: BTreeMap<String, Texts> = BTreeMap::new();
        for (old, new) in map {
            names.entry(old.into()).or_default().insert(new.into());
        }
        let clean = |text: &str| clean(&Dump::new(text.to_string(), false));
        !rule.differences(&clean(before), &clean(after), &names).is_empty()
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

    #[test]
    fn items_in_the_root_are_distinguished() {
        let root = Texts::from(["row".to_string()]);
        let rule = Before { bodies: vec![], root, is_one_to_one: false };
        let differs = |before: &str, after: &str| {
            let with =
                |body: &str, name: &str| format!("fn {name}(_1: u8) {{ }}\nfn f() {{ {body} }}");
            differs_with(&rule, &with(before, "row"), &with(after, "b"))
        };
        for use_ in ["_2 = row(_1) -> [", "const row", "<row as T>", "let _2: row;", "<T as row>"] {
            assert!(!differs(use_, &use_.replace("row", "b")), "{use_}");
            assert!(differs(use_, &use_.replace("row", "c")), "{use_}");
        }
        // Members can have other names than items of the same spelling.
        for member in ["_2 = X { row: _1 }", "X::<T>::row", "(_1 as row).0", "_2 = row(_1);"] {
            assert!(!differs(member, &member.replace("row", "c")), "{member}");
        }
    }

    #[test]
    fn different_paths_have_different_new_paths() {
        let rule = Before { bodies: vec![], root: Texts::new(), is_one_to_one: true };
        let differs = |before: &str, after: &str| differs_with(&rule, before, after);
        assert!(!differs("m::X; m::X; n::row", "X; X; b"));
        assert!(differs("m::X; n::X", "X; X"));
        // Items in methods of different impls.
        assert!(!differs("<impl at >::f::X; m::f::X", "<impl at >::f::X; f::X"));
    }
}
