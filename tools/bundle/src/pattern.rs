//! Regular expressions as constants.

use regex::Regex;
use std::borrow::Cow;
use std::ops::Deref;
use std::sync::OnceLock;

/// A regular expression, which must be valid. It is compiled when it is first used.
pub(crate) struct Pattern(&'static str, OnceLock<Regex>);

impl Pattern {
    pub(crate) const fn new(text: &'static str) -> Pattern {
        Pattern(text, OnceLock::new())
    }
}

impl Deref for Pattern {
    type Target = Regex;

    fn deref(&self) -> &Regex {
        self.1.get_or_init(|| regex(self.0))
    }
}

/// Compiles a pattern, which must be valid.
pub(crate) fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap_or_else(|error| panic!("{error}"))
}

/// Replaces all matches of the patterns, one after the other.
pub(crate) fn substitute(mut text: String, patterns: &[(Pattern, &str)]) -> String {
    for (pattern, replacement) in patterns {
        if let Cow::Owned(changed) = pattern.replace_all(&text, *replacement) {
            text = changed;
        }
    }
    text
}
