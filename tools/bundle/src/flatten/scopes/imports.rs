//! Imports of modules.

use syn::{Ident, UseTree};

use super::{position, Scopes, Target};

#[derive(Clone, Default)]
pub(in crate::flatten) struct Import {
    pub(in crate::flatten) path: Vec<String>,
    /// The name that the import declares; `None` for a glob.
    pub(in crate::flatten) name: Option<String>,
    pub(super) at: usize,
    /// Whether the import has a `cfg` condition.
    pub(super) is_conditional: bool,
}

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

/// Returns the names and globs that an import declares.
pub(in crate::flatten) fn leaves(tree: &UseTree) -> Vec<Import> {
    let (end, name) = match tree {
        UseTree::Path(node) => {
            let mut all = leaves(&node.tree);
            all.iter_mut().for_each(|leaf| leaf.path.insert(0, node.ident.to_string()));
            for leaf in all.iter_mut().filter(|leaf| leaf.path.last().is_some_and(|l| l == "self"))
            {
                leaf.path.pop();
                if leaf.name.as_deref() == Some("self") {
                    leaf.name = leaf.path.last().cloned();
                }
            }
            return all;
        }
        UseTree::Group(group) => return group.items.iter().flat_map(leaves).collect(),
        UseTree::Name(node) => (&node.ident, Some(&node.ident)),
        UseTree::Rename(node) => (&node.ident, Some(&node.rename)),
        _ => return vec![Import::default()],
    };
    let name = name.map(Ident::to_string);
    vec![Import {
        path: vec![end.to_string()],
        name,
        at: position(end.span()),
        ..Import::default()
    }]
}
