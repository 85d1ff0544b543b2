//! Captured names in format strings: `{name}`, `{name:?}`, `{0:width$}`.

use std::ops::Range;

use crate::pattern::Pattern;

/// Returns the index of the format string among the arguments of a macro of std, if it has one.
pub(crate) fn format_position(macro_name: &str) -> Option<usize> {
    Some(match macro_name {
        "print" | "println" | "eprint" | "eprintln" | "format" | "format_args" => 0,
        "write" | "writeln" => 1,
        _ => return panic_position(macro_name),
    })
}

/// Returns the index of the format string among the arguments of a macro of std that panics.
pub(crate) fn panic_position(macro_name: &str) -> Option<usize> {
    Some(match macro_name {
        "panic" | "todo" | "unimplemented" | "unreachable" => 0,
        "assert" | "debug_assert" => 1,
        "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => 2,
        _ => return None,
    })
}

/// Matches an escape in a literal, a brace as text, or an argument with its content.
static PART: Pattern = Pattern::new(r"\\u\{[^}]*\}|\\(?s:.)|\{\{|\{([^}]*)\}");

/// Matches the same in a raw literal, which has no escapes.
static RAW_PART: Pattern = Pattern::new(r"\{\{|\{([^}]*)\}");

/// Matches a name in an argument: of the argument itself, or of its width, which can follow a 0, or precision.
static NAME: Pattern =
    Pattern::new(r"^([\p{Alphabetic}_]\w*)(?:[:\s]|$)|(?:\b|0)([\p{Alphabetic}_]\w*)\$");

/// Returns the byte ranges of captured names in the source text of any literal.
pub(crate) fn captures(literal: &str) -> Vec<Range<usize>> {
    let Some(start) = literal.find('"') else { return Vec::new() };
    let part = if literal.starts_with('r') { &RAW_PART } else { &PART };
    let arguments = part.captures_iter(&literal[start..]).filter_map(|found| found.get(1));
    let names = arguments.flat_map(|argument| {
        let names = NAME.captures_iter(argument.as_str());
        let names = names.filter_map(|found| found.get(1).or_else(|| found.get(2)));
        let base = start + argument.start();
        names.map(move |name| base + name.start()..base + name.end())
    });
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(literal: &str) -> Vec<&str> {
        captures(literal).into_iter().map(|range| &literal[range]).collect()
    }

    #[test]
    fn captures_are_found_and_escaped_braces_are_not() {
        assert_eq!(names(r#""{x} {y:?} {} {0} {z }""#), ["x", "y", "z"]);
        assert_eq!(names(r#""{{no}} {yes} \u{1f600} \"{also}""#), ["yes", "also"]);
        assert_eq!(names(r#""{:>width$.digits$} {0:#x} {v:w$}""#), ["width", "digits", "v", "w"]);
        assert_eq!(names(r#""{v:0w$} {größe:.précis$}""#), ["v", "w", "größe", "précis"]);
        assert_eq!(names(r##"r#"\u{raw} "{r}""#"##), ["raw", "r"]);
        assert_eq!(names("\"no {\""), Vec::<&str>::new());
        assert_eq!(names("'{'"), Vec::<&str>::new());
    }
}
