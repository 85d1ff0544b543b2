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
            let root = own.filter(|_| import.name.is_some());
            if let Some(root) = root.and_then(|own| self.alternative(here, own)) {
                let path = match self.meanings(here, &import.path).into_iter().next() {
                    Some(Target::Path(path)) => path,
                    Some(Target::Item(Some(item))) => vec![item],
                    _ => import.path,
                };
                let text = format!("{} as {root}", path.join("::"));
                moved.extend(syn::parse_str::<UseTree>(&text));
                continue;
            }
            let Import { path, name, .. } = import;
            let path = match (self.meanings(here, &path).into_iter().next(), &name) {
                (Some(Target::Path(path)), None) => path,
                (Some(Target::Item(Some(item))), None) => vec![item],
                (Some(Target::Item(None)) | None, None) => path,
                (None, Some(_)) if path.len() > 1 => path,
                _ => continue,
            };
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
