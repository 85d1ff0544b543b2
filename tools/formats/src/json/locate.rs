//! Where in a JSON text a value stands, which values themselves don't tell.

/// A step into a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

/// The byte where the value lies that `path` leads to from the value at `at`; the last place on the
/// way that is there, if it isn't. The text must be JSON.
pub(super) fn locate(text: &str, at: usize, path: &[Step]) -> usize {
    let mut at = skip_blanks(text, at);
    for step in path {
        match enter(text, at, *step) {
            Some(inner) => at = inner,
            None => break,
        }
    }
    at
}

pub(super) fn skip_blanks(text: &str, at: usize) -> usize {
    let rest = &text[at.min(text.len())..];
    text.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len()
}

/// Steps into the object or array at `at`.
fn enter(text: &str, at: usize, step: Step) -> Option<usize> {
    let mut at = skip_blanks(text, at + 1);
    let mut index = 0;
    loop {
        if matches!(text.as_bytes().get(at)?, b']' | b'}') {
            return None;
        }
        let found = match step {
            Step::Index(wanted) => index == wanted,
            Step::Key(wanted) => {
                let end = skip_value(text, at);
                let key: String = serde_json::from_str(text.get(at..end)?).ok()?;
                // The colon is between key and value.
                at = skip_blanks(text, skip_blanks(text, end) + 1);
                key == wanted
            }
        };
        if found {
            return Some(at);
        }
        at = skip_blanks(text, skip_value(text, at));
        if text.as_bytes().get(at) == Some(&b',') {
            at = skip_blanks(text, at + 1);
        }
        index += 1;
    }
}

/// The byte after the value at `at`.
fn skip_value(text: &str, at: usize) -> usize {
    let (mut depth, mut in_string, mut escaped) = (0usize, false, false);
    for (offset, byte) in text.as_bytes()[at..].iter().enumerate() {
        let after = at + offset + 1;
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' if in_string && depth == 0 => return after,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => depth += 1,
            // A number or a word ends where what it stands in goes on.
            b']' | b'}' | b',' | b' ' | b'\n' | b'\r' | b'\t' | b':' if depth == 0 => {
                return after - 1
            }
            b']' | b'}' if depth == 1 => return after,
            b']' | b'}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_found_where_it_stands() {
        let text = r#" {"a": [1, {"b\"}": "x,]"}, -2.5 ], "c" : {"d":[[],["y"]]}, "e":null}"#;
        let found = |path: &[Step]| &text[locate(text, 0, path)..];
        assert!(found(&[Step::Key("a"), Step::Index(0)]).starts_with("1,"));
        assert!(found(&[Step::Key("a"), Step::Index(1), Step::Key("b\"}")]).starts_with("\"x,]"));
        assert!(found(&[Step::Key("a"), Step::Index(2)]).starts_with("-2.5"));
        let deep = [Step::Key("c"), Step::Key("d"), Step::Index(1), Step::Index(0)];
        assert!(found(&deep).starts_with("\"y\""));
        assert!(found(&[Step::Key("e")]).starts_with("null"));
        assert!(found(&[Step::Key("f")]).starts_with("{\"a\""));
        assert!(found(&[Step::Key("a"), Step::Index(3)]).starts_with("[1,"));
    }
}
