//! Captured names in format strings: `{name}`, `{name:?}`, `{0:width$}`.

use std::ops::Range;

/// Returns the index of the format string among the arguments of a macro of std, if it has one.
pub(crate) fn format_position(macro_name: &str) -> Option<usize> {
    Some(match macro_name {
        "print" | "println" | "eprint" | "eprintln" | "format" | "format_args" | "panic"
        | "todo" | "unimplemented" | "unreachable" => 0,
        "write" | "writeln" | "assert" | "debug_assert" => 1,
        "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => 2,
        _ => return None,
    })
}

/// Returns the byte ranges of captured names in the source text of any literal.
pub(crate) fn captures(literal: &str) -> Vec<Range<usize>> {
    let bytes = literal.as_bytes();
    let raw = literal.starts_with('r');
    let mut found = Vec::new();
    let mut at = literal.find('"').map_or(bytes.len(), |quote| quote + 1);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if !raw => {
                let escape = bytes.get(at + 1) == Some(&b'u');
                let end = literal[at..].find('}').filter(|_| escape);
                at += end.map_or(2, |end| end + 1);
            }
            b'{' if bytes.get(at + 1) == Some(&b'{') => at += 2,
            b'{' => {
                let Some(length) = literal[at..].find('}') else { return found };
                argument(literal, at + 1..at + length, &mut found);
                at += length + 1;
            }
            _ => at += 1,
        }
    }
    found
}

fn argument(literal: &str, inside: Range<usize>, found: &mut Vec<Range<usize>>) {
    let bytes = literal.as_bytes();
    let mut at = inside.start;
    let mut first = true;
    while at < inside.end {
        let start = at;
        while at < inside.end && (bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_') {
            at += 1;
        }
        let name = start < at && !bytes[start].is_ascii_digit();
        let head = first && (at == inside.end || bytes[at] == b':' || bytes[at] == b' ');
        if name && (head || bytes.get(at) == Some(&b'$')) {
            found.push(start..at);
        }
        if start == at {
            at += 1;
        }
        first = false;
    }
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
        assert_eq!(names(r##"r#"\u{raw} "{r}""#"##), ["raw", "r"]);
        assert_eq!(names("\"no {\""), Vec::<&str>::new());
        assert_eq!(names("'{'"), Vec::<&str>::new());
    }
}
