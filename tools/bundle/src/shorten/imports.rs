//! What imports say of names: those of std stay, new ones are declarations.

use super::names::{is_std, space, Names};

/// Adds what the import `tree` declares and freezes.
pub(super) fn collect(names: &mut Names, tree: &syn::UseTree) {
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
