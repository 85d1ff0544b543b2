//! What the binary may reach, judged by names alone: an item is reached when reached code holds an
//! identifier of that name, a method when its type is reached, too.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::{ImplItem, Item, ItemImpl, ItemTrait, TraitItem, UseTree};

use super::impls::{candidate, type_names, visit, Candidate};
use crate::items::name;

/// The identifiers of reached code, and the impls and derives that are kept.
#[derive(Clone, PartialEq)]
pub(super) struct Reach {
    pub(super) words: BTreeSet<String>,
    /// One flag a candidate, in the order of [`visit`].
    pub(super) kept: Vec<bool>,
    /// Names of functions that rustc generates or an error asks for; others are in no need.
    functions: BTreeSet<String>,
    /// Names of the items that the program has.
    local: BTreeSet<String>,
}

impl Reach {
    /// Nothing but `main`, and of all functions only those with a name in `functions`.
    pub(super) fn new(items: &[Item], functions: &BTreeSet<String>, kept: Vec<bool>) -> Reach {
        let mut local = BTreeSet::new();
        collect_local(items, &mut local);
        Reach { words: ["main".to_string()].into(), kept, functions: functions.clone(), local }
    }

    /// Adds those of `words` that name an item of the program; whether any was new.
    pub(super) fn demand(&mut self, words: &BTreeSet<String>) -> bool {
        let mut new = false;
        for word in words.iter().filter(|word| self.local.contains(*word)) {
            new |= self.words.insert(word.clone());
            new |= self.functions.insert(word.clone());
        }
        new
    }

    /// Follows names until no new ones turn up.
    pub(super) fn spread(&mut self, items: &[Item], candidates: &[Candidate]) {
        loop {
            let before = (self.words.len(), self.kept.clone());
            let mut next = 0;
            self.spread_once(items, &mut next);
            // Who reaches a trait of the program and a type that has it may well need the impl.
            for (candidate, kept) in candidates.iter().zip(&mut self.kept) {
                let local = self.local.contains(&candidate.trait_name)
                    && self.words.contains(&candidate.trait_name);
                let named = candidate
                    .type_names
                    .iter()
                    .all(|name| self.words.contains(name) || !self.local.contains(name));
                *kept |= local && named;
            }
            if before == (self.words.len(), self.kept.clone()) {
                return;
            }
        }
    }

    fn spread_once(&mut self, items: &[Item], next: &mut usize) {
        for item in items {
            match item {
                Item::Mod(module) => {
                    if let Some((_, items)) = &module.content {
                        self.spread_once(items, next);
                    }
                }
                Item::Use(item) => self.follow_renames(&item.tree),
                Item::Macro(item) if item.ident.is_none() => {
                    if self.kept[*next] {
                        self.add(item.to_token_stream());
                    }
                    *next += 1;
                }
                Item::Impl(item) => self.spread_impl(item, next),
                Item::Trait(item) => {
                    if self.reaches_trait(item) {
                        self.words.insert(item.ident.to_string());
                        self.add(item.to_token_stream());
                    }
                }
                Item::Struct(item) => {
                    self.skip_derives(&item.attrs, next);
                    self.add_if(&item.ident, &item.fields);
                    self.add_if(&item.ident, &item.generics);
                }
                Item::Enum(item) => {
                    self.skip_derives(&item.attrs, next);
                    self.add_if(&item.ident, &item.variants);
                    self.add_if(&item.ident, &item.generics);
                }
                item => {
                    if self.reaches(item) {
                        self.add(item.to_token_stream());
                    }
                }
            }
        }
    }

    fn spread_impl(&mut self, item: &ItemImpl, next: &mut usize) {
        if candidate(item).is_some() {
            if self.kept[*next] {
                self.add(item.to_token_stream());
            }
            *next += 1;
        } else if self.reaches_type(item) {
            if item.trait_.is_some() {
                self.add(item.to_token_stream());
                return;
            }
            let mut any = false;
            for member in &item.items {
                if self.reaches_member(member) {
                    any = true;
                    self.add(member.to_token_stream());
                }
            }
            if any {
                self.add(item.generics.to_token_stream());
                self.add(item.generics.where_clause.to_token_stream());
                self.add(item.self_ty.to_token_stream());
            }
        }
    }

    /// Steps over the candidates that the derives of a type are.
    fn skip_derives(&self, attrs: &[syn::Attribute], next: &mut usize) {
        *next += super::impls::count_derives(attrs);
    }

    fn add(&mut self, tokens: TokenStream) {
        for tree in tokens {
            match tree {
                TokenTree::Ident(ident) => {
                    self.words.insert(ident.to_string());
                }
                TokenTree::Group(group) => self.add(group.stream()),
                _ => {}
            }
        }
    }

    fn add_if(&mut self, name: &Ident, part: &dyn ToTokens) {
        if self.words.contains(&name.to_string()) {
            self.add(part.to_token_stream());
        }
    }

    fn follow_renames(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.follow_renames(&path.tree),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.follow_renames(tree)),
            UseTree::Rename(name) if self.words.contains(&name.rename.to_string()) => {
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

    /// A trait is needed for its methods even where nobody names it.
    fn reaches_trait(&self, item: &ItemTrait) -> bool {
        self.has(&item.ident)
            || item.items.iter().any(|member| match member {
                TraitItem::Fn(member) => self.has(&member.sig.ident),
                TraitItem::Const(member) => self.has(&member.ident),
                _ => false,
            })
    }

    fn reaches_type(&self, item: &ItemImpl) -> bool {
        type_names(item).iter().all(|name| self.words.contains(name) || !self.local.contains(name))
    }

    fn reaches_member(&self, member: &ImplItem) -> bool {
        match member {
            ImplItem::Fn(member) => self.has_function(&member.sig.ident),
            ImplItem::Const(member) => self.has(&member.ident),
            _ => true,
        }
    }

    fn reaches(&self, item: &Item) -> bool {
        match item {
            Item::Fn(item) => self.has_function(&item.sig.ident),
            Item::Const(item) if item.ident == "_" => {
                item.to_token_stream().into_iter().any(|tree| tree.to_string().contains("impl"))
            }
            item => name(item).is_none_or(|name| self.has(name)),
        }
    }

    /// Deletes from `items` what is not reached.
    pub(super) fn cut(&self, items: &mut Vec<Item>) {
        let mut next = self.kept.iter();
        visit(items, &mut |_| next.next().copied().unwrap_or(true));
        self.cut_unreached(items);
    }

    fn cut_unreached(&self, items: &mut Vec<Item>) {
        items.retain_mut(|item| match item {
            Item::Mod(module) => {
                let Some((_, items)) = &mut module.content else { return true };
                self.cut_unreached(items);
                true
            }
            Item::Use(item) => self.keeps_import(&mut item.tree),
            Item::Trait(item) => self.reaches_trait(item),
            Item::Impl(item) if candidate(item).is_some() => true,
            Item::Macro(item) if item.ident.is_none() => true,
            Item::Impl(item) if item.trait_.is_some() => self.reaches_type(item),
            Item::Impl(item) => {
                item.items.retain(|member| self.reaches_member(member));
                self.reaches_type(item) && !item.items.is_empty()
            }
            item => self.reaches(item),
        });
    }

    fn keeps_import(&self, tree: &mut UseTree) -> bool {
        match tree {
            UseTree::Path(path) => self.keeps_import(&mut path.tree),
            UseTree::Group(group) => {
                let items = std::mem::take(&mut group.items).into_iter();
                group.items = items
                    .filter_map(|mut tree| self.keeps_import(&mut tree).then_some(tree))
                    .collect();
                !group.items.is_empty()
            }
            UseTree::Name(name) => self.has(&name.ident) || !self.is_local(&name.ident),
            UseTree::Rename(name) => self.has(&name.ident) || !self.is_local(&name.ident),
            UseTree::Glob(_) => true,
        }
    }

    fn is_local(&self, name: &Ident) -> bool {
        self.local.contains(&name.to_string())
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
