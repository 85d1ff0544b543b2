//! Imports, and the names that they and items declare.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::UseTree;

use crate::tokens::{called, is_punct, is_word, Texts};

/// A name or glob in an import.
#[derive(Clone, Default)]
pub(crate) struct Import {
    pub(crate) path: Vec<String>,
    /// The name that the import declares; `None` for a glob.
    pub(crate) name: Option<String>,
    /// The position of the path's end in the source.
    pub(crate) at: usize,
    /// Whether the import has a `cfg` condition.
    pub(crate) is_conditional: bool,
}

/// Returns the names and globs that an import declares.
pub(crate) fn leaves(tree: &UseTree) -> Vec<Import> {
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
        at: end.span().byte_range().start,
        ..Import::default()
    }]
}

/// Deletes the leaves of an import that `keep` rejects; returns whether any remain.
pub(crate) fn retain(tree: &mut UseTree, keep: &mut dyn FnMut(&UseTree) -> bool) -> bool {
    match tree {
        UseTree::Path(path) => retain(&mut path.tree, keep),
        UseTree::Group(group) => {
            let trees = std::mem::take(&mut group.items).into_iter();
            let kept = |mut tree| retain(&mut tree, keep).then_some(tree);
            group.items = trees.filter_map(kept).collect();
            !group.items.is_empty()
        }
        end => keep(end),
    }
}

/// Returns the names of types and modules that `stream` declares outside its braces, but inside the arguments of
/// macros. If it is the `root` of a crate, also names of values and of imported crates.
pub(crate) fn declared(stream: TokenStream, root: bool) -> Texts {
    let mut names = Texts::new();
    add_declared(stream, root, false, &mut names);
    names
}

fn add_declared(stream: TokenStream, root: bool, deep: bool, names: &mut Texts) {
    const TYPES: [&str; 6] = ["enum", "mod", "struct", "trait", "type", "union"];
    const VALUES: [&str; 4] = ["const", "crate", "fn", "static"];
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    for (at, tree) in trees.iter().enumerate() {
        let word = match tree {
            TokenTree::Ident(word) => word.to_string(),
            TokenTree::Group(group) => {
                let is_module = at > 1 && is_word(trees.get(at - 2), "mod");
                if called(&trees[..at]).is_some() || deep && !is_module {
                    add_declared(group.stream(), root, true, names);
                }
                continue;
            }
            _ => continue,
        };
        let rest = &trees[at + 1..];
        if word == "use" {
            let end = rest.iter().position(|tree| is_punct(Some(tree), ';'));
            add_leaves(&rest[..end.unwrap_or(0)], &[], root, names);
        } else if TYPES.contains(&word.as_str()) || root && VALUES.contains(&word.as_str()) {
            match rest {
                [_, to, TokenTree::Ident(name), ..] if is_word(Some(to), "as") => {
                    names.insert(name.to_string());
                }
                [TokenTree::Ident(name), ..] => _ = names.insert(name.to_string()),
                _ => {}
            }
        }
    }
}

/// Adds the names that an import, which may be in the rules of a macro, declares; `prefix` are the segments before `trees`.
fn add_leaves(trees: &[TokenTree], prefix: &[String], root: bool, names: &mut Texts) {
    let parts = trees.split(|tree| is_punct(Some(tree), ','));
    for part in parts.filter(|part| !part.is_empty()) {
        let words = part.iter().filter(|tree| matches!(tree, TokenTree::Ident(_)));
        let mut path: Vec<String> =
            prefix.iter().cloned().chain(words.map(ToString::to_string)).collect();
        if let Some(TokenTree::Group(group)) = part.last() {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            add_leaves(&inner, &path, root, names);
            continue;
        }
        let is_renamed = matches!(part, [.., word, _] if is_word(Some(word), "as"));
        if path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        // The last segment before a glob counts, too: `use super::log::*` often imports an item `log`, which hides the crate.
        // A crate's macro of the same name, as in `use lazy_static::lazy_static`, does not.
        let is_same = !root && path.first() == path.last();
        if root || path.len() > 1 && !is_same || is_renamed {
            names.extend(path.pop());
        }
    }
}
