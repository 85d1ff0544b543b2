//! The names of a program.

use crate::tokens::Texts;
use std::collections::{BTreeMap, BTreeSet};

/// Namespaces, as bits of [`Name::spaces`].
pub(super) mod space {
    /// Types, traits, modules, type parameters.
    pub(crate) const TYPES: u8 = 1;
    /// Functions, variables, constants.
    pub(crate) const VALUES: u8 = 2;
    /// Fields, methods, variants, associated items.
    pub(crate) const MEMBERS: u8 = 4;
    pub(crate) const MACROS: u8 = 8;
    pub(crate) const LIFETIMES: u8 = 16;
    /// Macro metavariables, with their `$`.
    pub(crate) const FRAGMENTS: u8 = 32;
    /// Names that refer to a constant if used as a pattern.
    pub(crate) const CONSTANTS: u8 = 64;
}

/// Names that cannot be renamed: the entry point and contextual keywords.
pub(super) const FIXED: &[&str] =
    &["main", "auto", "default", "macro_rules", "raw", "safe", "union"];

/// The uses of one spelling. The quote of a lifetime, the `$` of a metavariable and the mark of a
/// member belong to the spelling.
#[derive(Clone, Debug, Default)]
pub(super) struct Name {
    /// Namespaces of its declarations; 0 for a name that only std declares.
    pub(super) spaces: u8,
    /// Whether it is treated as visible in the whole program.
    pub(super) global: bool,
    /// Units ([`super::collect`]) with a local declaration.
    pub(super) scopes: BTreeSet<usize>,
    /// Units that mention it.
    pub(super) places: BTreeSet<usize>,
    pub(super) count: usize,
}

/// All names of a program.
#[derive(Default)]
pub(super) struct Names {
    pub(super) all: BTreeMap<String, Name>,
    /// Names that cannot be renamed without changing or breaking the program.
    pub(super) frozen: Texts,
}
