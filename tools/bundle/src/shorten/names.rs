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
    /// Declared ones.
    pub(super) declared: BTreeMap<String, Name>,
    /// Declared ones that have to stay.
    pub(super) frozen: BTreeSet<String>,
    /// All identifiers.
    pub(super) words: BTreeSet<String>,
}

/// Crates of the standard library.
pub(super) fn is_std(name: &str) -> bool {
    matches!(name, "std" | "core" | "alloc")
}

/// Adds what the import `tree` declares and freezes.
pub(super) fn collect_imports(names: &mut Names, tree: &syn::UseTree) {
    UseNames { names }.tree(tree, &mut Vec::new());
}

struct UseNames<'n> {
    names: &'n mut Names,
}

impl UseNames<'_> {
    fn tree(&mut self, tree: &syn::UseTree, path: &mut Vec<String>) {
        let foreign = |path: &[String]| path.first().is_some_and(|root| is_std(root));
        match tree {
            syn::UseTree::Path(node) => {
                path.push(node.ident.to_string());
                if foreign(path) {
                    self.names.frozen.insert(node.ident.to_string());
                }
                self.tree(&node.tree, path);
                path.pop();
            }
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.tree(tree, path));
            }
            syn::UseTree::Name(node) if foreign(path) => {
                self.names.frozen.insert(node.ident.to_string());
            }
            syn::UseTree::Rename(node) => {
                if foreign(path) {
                    self.names.frozen.insert(node.ident.to_string());
                }
                if node.rename != "_" {
                    let name = self.names.declared.entry(node.rename.to_string()).or_default();
                    name.spaces |= space::TYPES | space::VALUES | space::MACROS | space::CONSTANTS;
                    name.global = true;
                }
            }
            _ => {}
        }
    }
}
