//! What is known of the names of a program.

use std::collections::{BTreeMap, BTreeSet};

/// Kinds of names that live side by side; bits of [`Name::spaces`].
pub(super) mod space {
    /// Types, traits, modules, type parameters.
    pub(crate) const TYPES: u8 = 1;
    /// Functions, variables, constants.
    pub(crate) const VALUES: u8 = 2;
    /// Fields, methods, variants, associated items.
    pub(crate) const MEMBERS: u8 = 4;
    pub(crate) const MACROS: u8 = 8;
    pub(crate) const LIFETIMES: u8 = 16;
    /// Variables of macros, with their `$`.
    pub(crate) const FRAGMENTS: u8 = 32;
    /// What a pattern takes for a constant instead of a new variable.
    pub(crate) const CONSTANTS: u8 = 64;
}

/// What the language knows by name: the entry, and words that are keywords in some places only.
pub(super) const FIXED: &[&str] =
    &["main", "auto", "default", "macro_rules", "raw", "safe", "union"];

/// What is known of one spelling. Lifetimes are spelled with their quote, fragments with `$`,
/// members with their mark.
#[derive(Clone, Debug, Default)]
pub(super) struct Name {
    /// The kinds that the program declares; none for a name of std alone.
    pub(super) spaces: u8,
    /// Declared where the whole program sees it.
    pub(super) global: bool,
    /// Units that declare it for themselves.
    pub(super) scopes: BTreeSet<usize>,
    /// Units that mention it.
    pub(super) places: BTreeSet<usize>,
    pub(super) count: usize,
}

/// The names of a program.
#[derive(Default)]
pub(super) struct Names {
    pub(super) all: BTreeMap<String, Name>,
    /// Those that have to stay.
    pub(super) frozen: BTreeSet<String>,
}

/// Crates of the standard library.
pub(super) fn is_std(name: &str) -> bool {
    matches!(name, "std" | "core" | "alloc")
}
