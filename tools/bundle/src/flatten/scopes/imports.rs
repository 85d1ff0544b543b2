//! Imports that remain in the root.

use syn::UseTree;

use super::{Scopes, Target};
use crate::imports::{leaves, Import};

impl Scopes {
    /// Returns the parts of an import in `here` that it needs after its move to the root: globs from other crates or
    /// from an item, and names in items of a block.
    pub(in crate::flatten) fn moved_imports(&self, here: usize, tree: &UseTree) -> Vec<UseTree> {
        let mut moved = Vec::new();
        for import in leaves(tree) {
            let own = self.modules[here].imports.iter().find(|own| own.at == import.at);
            let own = own.filter(|_| import.name.is_some());
            let alternative = own.and_then(|own| self.alternative(here, own));
            let Import { path, name, .. } = import;
            let (is_alternative, is_glob) = (alternative.is_some(), name.is_none());
            let path = match self.meanings(here, &path).into_iter().next() {
                Some(Target::Path(path)) if is_alternative || is_glob => path,
                Some(Target::Item(Some(item))) if is_alternative || is_glob => vec![item],
                Some(Target::Item(None)) if is_glob => path,
                None if is_glob || path.len() > 1 => path,
                _ if is_alternative => path,
                _ => continue,
            };
            let name = alternative.or(name);
            let end = name.map_or("::*".to_string(), |name| format!(" as {name}"));
            moved.extend(syn::parse_str::<UseTree>(&format!("{}{end}", path.join("::"))));
        }
        moved
    }
}
