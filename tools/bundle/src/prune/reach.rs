//! Reachability from `main` by name: an item is reached if reached code contains its name; a method also needs its
//! type to be reached.

use proc_macro2::Ident;
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::{
    File, ForeignItem, ImplItem, Item, ItemFn, ItemImpl, ItemStatic, ItemTrait, TraitItem, UseTree,
};

use super::impls::{candidate, retain, type_names, Candidate};
use crate::items::{self, name, retain_imports};
use crate::tokens;

/// The reached identifiers, and the kept impls and derives.
pub(super) struct Reach {
    words: BTreeSet<String>,
    /// Keys of the kept candidates.
    pub(super) kept: BTreeSet<String>,
    /// Functions for which rustc generates code, or which an error mentions.
    functions: BTreeSet<String>,
    /// Names that the program defines.
    local: BTreeSet<String>,
}

impl Reach {
    /// Starts with `main` and the candidates `kept`; functions outside `functions` are unreachable.
    pub(super) fn new(
        items: &[Item],
        functions: &BTreeSet<String>,
        kept: BTreeSet<String>,
    ) -> Reach {
        let mut local = BTreeSet::new();
        collect_local(items, &mut local);
        Reach { words: ["main".to_string()].into(), kept, functions: functions.clone(), local }
    }

    /// Adds the `words` that name items; returns whether any was new.
    pub(super) fn demand(&mut self, words: &BTreeSet<String>) -> bool {
        let mut new = false;
        for word in words.intersection(&self.local) {
            new |= self.words.insert(word.clone());
            new |= self.functions.insert(word.clone());
        }
        new
    }

    /// Computes the transitive closure of the reached names.
    pub(super) fn spread(&mut self, items: &[Item], candidates: &[Candidate]) {
        loop {
            let before = (self.words.len(), self.kept.len());
            self.spread_once(items);
            // Impls of local traits are kept once trait and type are reached.
            for candidate in candidates {
                if self.local.contains(&candidate.trait_name)
                    && self.words.contains(&candidate.trait_name)
                    && self.reaches_all(&candidate.type_names)
                {
                    self.kept.insert(candidate.key.clone());
                }
            }
            if before == (self.words.len(), self.kept.len()) {
                return;
            }
        }
    }

    fn spread_once(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Mod(module) => {
                    if let Some((_, items)) = &module.content {
                        self.spread_once(items);
                    }
                }
                Item::Use(item) => self.follow_renames(&item.tree),
                Item::Impl(item) => {
                    if let Some(reached) = self.reached_impl(item) {
                        self.add(&reached);
                    }
                }
                Item::Trait(item) => {
                    if self.reaches_trait(item) {
                        self.words.insert(item.ident.to_string());
                        self.add(item);
                    }
                }
                Item::ForeignMod(block) => {
                    let reached = block.items.iter().filter(|item| self.reaches_foreign(item));
                    let reached: Vec<ForeignItem> = reached.cloned().collect();
                    reached.iter().for_each(|item| self.add(item));
                }
                Item::Struct(item) if self.has(&item.ident) => {
                    self.add(&item.fields);
                    self.add(&item.generics);
                }
                Item::Enum(item) if self.has(&item.ident) => {
                    self.add(&item.variants);
                    self.add(&item.generics);
                }
                item => {
                    if self.reaches(item) {
                        self.add(item);
                    }
                }
            }
        }
    }

    /// Returns the reached part of an impl, if any. Methods of foreign traits are deleted if they are not
    /// called; rustc reports the required ones, which are then kept.
    fn reached_impl(&self, item: &ItemImpl) -> Option<ItemImpl> {
        let candidate = candidate(item);
        let is_reached = match &candidate {
            Some(candidate) => self.kept.contains(&candidate.key),
            None => self.reaches_all(&type_names(item)),
        };
        if !is_reached {
            return None;
        }
        let mut item = item.clone();
        if item.trait_.is_none() {
            item.items.retain(|member| self.reaches_member(member));
        } else if candidate.is_some_and(|candidate| !self.local.contains(&candidate.trait_name)) {
            item.items.retain(|member| match member {
                ImplItem::Fn(member) => {
                    let name = &member.sig.ident;
                    self.has(name) || self.functions.contains(&name.to_string())
                }
                _ => true,
            });
        }
        (item.trait_.is_some() || !item.items.is_empty()).then_some(item)
    }

    fn add(&mut self, code: &dyn ToTokens) {
        let words: Vec<String> = tokens::words(code.to_token_stream());
        self.words.extend(words);
    }

    fn follow_renames(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.follow_renames(&path.tree),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.follow_renames(tree)),
            UseTree::Rename(name) if self.has(&name.rename) => {
                self.words.insert(name.ident.to_string());
            }
            _ => {}
        }
    }

    fn has(&self, name: &Ident) -> bool {
        self.words.contains(&name.to_string())
    }

    fn has_function(&self, name: &Ident) -> bool {
        self.has(name) && self.functions.contains(&name.to_string())
    }

    /// Returns whether a trait or one of its members is reached: a trait is needed for its methods even if no code
    /// names it.
    fn reaches_trait(&self, item: &ItemTrait) -> bool {
        self.has(&item.ident)
            || item.items.iter().any(|member| match member {
                TraitItem::Fn(member) => self.has(&member.sig.ident),
                TraitItem::Const(member) => self.has(&member.ident),
                _ => false,
            })
    }

    fn reaches_all(&self, names: &BTreeSet<String>) -> bool {
        names.iter().all(|name| self.words.contains(name) || !self.local.contains(name))
    }

    fn reaches_member(&self, member: &ImplItem) -> bool {
        match member {
            ImplItem::Fn(member) => {
                self.has_function(&member.sig.ident) || items::acts(&member.attrs)
            }
            ImplItem::Const(member) => self.has(&member.ident),
            _ => true,
        }
    }

    fn reaches_foreign(&self, item: &ForeignItem) -> bool {
        foreign_name(item).is_none_or(|name| self.has(name))
    }

    fn reaches(&self, item: &Item) -> bool {
        match item {
            Item::Fn(ItemFn { attrs, .. }) | Item::Static(ItemStatic { attrs, .. })
                if items::acts(attrs) =>
            {
                true
            }
            Item::Fn(item) => self.has_function(&item.sig.ident),
            Item::Const(item) if item.ident == "_" => {
                tokens::idents(item.to_token_stream()).iter().any(|word| word == "impl")
            }
            item => name(item).is_none_or(|name| self.has(name)),
        }
    }

    pub(super) fn cut(&self, mut file: File) -> File {
        retain(&mut file.items, &mut |candidate| self.kept.contains(&candidate.key));
        self.cut_unreached(&mut file.items);
        file
    }

    fn cut_unreached(&self, items: &mut Vec<Item>) {
        items.retain_mut(|item| match item {
            Item::Mod(module) => {
                let Some((_, items)) = &mut module.content else { return true };
                self.cut_unreached(items);
                true
            }
            Item::Use(item) => retain_imports(&mut item.tree, &mut |end| self.keeps_import(end)),
            Item::Trait(item) => self.reaches_trait(item),
            Item::ForeignMod(block) => {
                block.items.retain(|item| self.reaches_foreign(item));
                // An attribute can name a library to link.
                !(block.items.is_empty() && block.attrs.is_empty())
            }
            Item::Impl(item) => {
                let reached = self.reached_impl(item);
                reached.map(|reached| *item = reached).is_some()
            }
            item => self.reaches(item),
        });
    }

    fn keeps_import(&self, end: &UseTree) -> bool {
        match end {
            UseTree::Name(syn::UseName { ident })
            | UseTree::Rename(syn::UseRename { ident, .. }) => {
                self.has(ident) || !self.local.contains(&ident.to_string())
            }
            _ => true,
        }
    }
}

fn foreign_name(item: &ForeignItem) -> Option<&Ident> {
    match item {
        ForeignItem::Fn(item) => Some(&item.sig.ident),
        ForeignItem::Static(item) => Some(&item.ident),
        ForeignItem::Type(item) => Some(&item.ident),
        _ => None,
    }
}

fn collect_local(items: &[Item], names: &mut BTreeSet<String>) {
    for item in items {
        names.extend(name(item).map(Ident::to_string));
        match item {
            Item::Mod(module) => {
                if let Some((_, items)) = &module.content {
                    collect_local(items, names);
                }
            }
            Item::ForeignMod(block) => {
                let found = block.items.iter().filter_map(foreign_name);
                names.extend(found.map(Ident::to_string));
            }
            Item::Impl(item) => {
                for member in &item.items {
                    match member {
                        ImplItem::Fn(member) => names.insert(member.sig.ident.to_string()),
                        ImplItem::Const(member) => names.insert(member.ident.to_string()),
                        _ => false,
                    };
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::impls::candidates;
    use super::*;

    #[test]
    fn uncalled_methods_of_foreign_traits_are_deleted() {
        let text = "fn main() { S; } struct S; impl Hasher for S { fn finish(&self) -> u64 { 0 } \
                    fn write_u8(&mut self, _: u8) {} fn write_u16(&mut self, _: u16) {} }";
        let file: File = syn::parse_str(text).unwrap();
        let candidates = candidates(&file);
        let functions = ["main", "finish", "write_u16"].map(str::to_string).into();
        let kept = candidates.iter().map(|candidate| candidate.key.clone()).collect();
        let mut reach = Reach::new(&file.items, &functions, kept);
        reach.spread(&file.items, &candidates);
        let left = reach.cut(file).to_token_stream().to_string();
        assert!(left.contains("finish") && left.contains("write_u16"), "{left}");
        assert!(!left.contains("write_u8"), "{left}");
    }
}
