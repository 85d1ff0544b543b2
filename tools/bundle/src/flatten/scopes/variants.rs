//! Variants whose names other items have, so that `use Enum::*` does not import them in the root.

use super::{Scopes, Target};
use crate::items::PRELUDE;

impl Scopes {
    /// Adds the variants of an enum of the module `here`.
    pub(super) fn add_variants(&mut self, here: usize, item: &syn::ItemEnum) {
        let targets = self.modules[here].names.get(&item.ident.to_string());
        let root = targets.into_iter().flatten().find_map(|target| self.root_name(target));
        let names = item.variants.iter().map(|variant| variant.ident.to_string());
        self.variants.extend(root.map(|root| (root, names.collect())));
    }

    /// Gives the module `here`, which imports all variants of the enum `root`, those with the names of other items or variants.
    /// Returns whether any are new.
    pub(super) fn bind_variants(&mut self, here: usize, root: &str) -> bool {
        let is_shared = |name: &&String| {
            let owners = self.variants.values().filter(|names| names.contains(*name));
            !PRELUDE.contains(&name.as_str()) && (self.used.contains(*name) || owners.count() > 1)
        };
        let names = self.variants.get(root).into_iter().flatten().filter(is_shared);
        let mut changed = false;
        for name in names.cloned().collect::<Vec<_>>() {
            let path = vec![root.to_string(), name.clone()];
            changed |= self.bind(here, name, Target::Path(path), true);
        }
        changed
    }

    /// Returns whether a name means an enum in `here`, so that a function or variant of this name is that of std.
    pub(in crate::flatten) fn is_enum(&self, here: usize, name: &str) -> bool {
        self.declared(here, name).is_some_and(|root| self.variants.contains_key(&root))
    }
}
