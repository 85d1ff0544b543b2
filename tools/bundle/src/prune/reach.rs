//! Reachability from `main` by name: an item is reached if reached code contains its name; a method also needs its
//! type to be reached.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, ToTokens};
use std::collections::{HashMap, HashSet};
use std::ptr;
use std::rc::Rc;
use syn::{ForeignItem, ImplItem, Item, ItemImpl, ItemTrait, TraitItem, UseTree};

use super::impls::{candidate, retain, type_names, Candidate, IMPLICIT};
use crate::imports::{self, leaves, Import};
use crate::items::{self, name};
use crate::tokens::{self, Texts};

/// The reached identifiers of a program, and the kept impls and derives.
#[derive(Clone)]
pub(super) struct Reach<'p> {
    items: &'p [Item],
    words: Texts,
    /// Keys of the kept candidates.
    pub(super) kept: Texts,
    /// Functions for which rustc generates code, or which an error mentions.
    functions: Texts,
    /// The names of items that an error mentions.
    demanded: Texts,
    /// The impls of `PartialEq`.
    equal: Vec<&'p Candidate>,
    /// Names that the program defines.
    pub(super) local: Texts,
    /// `impl`, and the names of the macros that write impls.
    implementing: Texts,
    /// The parts of `items` whose words are in `words`.
    added: HashSet<*const ()>,
    /// What decides whether an impl of `items` is reached.
    heads: HashMap<*const ItemImpl, Rc<Head>>,
}

struct Head {
    /// `None` for an inherent or negative impl.
    candidate: Option<Candidate>,
    type_names: Texts,
}

impl Head {
    fn new(item: &ItemImpl) -> Head {
        Head { candidate: candidate(item), type_names: type_names(item) }
    }
}

impl<'p> Reach<'p> {
    /// Starts with `main` and those of the `candidates` with keys in `kept`; functions outside `functions` are unreachable.
    pub(super) fn new(
        items: &'p [Item],
        candidates: &'p [Candidate],
        functions: &Texts,
        kept: Texts,
    ) -> Reach<'p> {
        let definitions = tokens::definitions(quote!(#(#items)*));
        Reach {
            items,
            words: ["main".to_string()].into(),
            kept,
            functions: functions.clone(),
            demanded: Texts::new(),
            equal: candidates.iter().filter(|one| one.trait_name == "PartialEq").collect(),
            local: local(items),
            implementing: tokens::with_callers(&definitions, &["impl"]),
            added: HashSet::new(),
            heads: HashMap::new(),
        }
    }

    /// Starts again with what errors have mentioned, without some candidates.
    pub(super) fn without(&self, candidates: &Texts) -> Reach<'p> {
        let kept = &self.kept - candidates;
        let words = &self.demanded | &["main".to_string()].into();
        Reach { kept, words, added: HashSet::new(), ..self.clone() }
    }

    /// Adds the `words` that name items; returns whether any was new.
    pub(super) fn demand(&mut self, words: &Texts) -> bool {
        let mut new = false;
        for word in words.intersection(&self.local) {
            new |= self.words.insert(word.clone());
            new |= self.functions.insert(word.clone());
            self.demanded.insert(word.clone());
        }
        new
    }

    /// Computes the transitive closure of the reached names.
    pub(super) fn spread(&mut self) {
        loop {
            let before = (self.words.len(), self.kept.len());
            self.spread_once(self.items);
            if before == (self.words.len(), self.kept.len()) {
                return;
            }
        }
    }

    fn spread_once(&mut self, items: &'p [Item]) {
        for item in items {
            match item {
                Item::Mod(module) => self.spread_once(items::inner(module)),
                Item::Use(item) => {
                    for Import { path, name, .. } in leaves(&item.tree) {
                        if name.is_some_and(|name| self.words.contains(&name)) {
                            self.words.extend(path.last().cloned());
                        }
                    }
                }
                Item::Impl(item) => self.spread_impl(item),
                Item::ForeignMod(block) => {
                    for item in &block.items {
                        if self.reaches_foreign(item) {
                            self.add(item);
                        }
                    }
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

    fn spread_impl(&mut self, item: &'p ItemImpl) {
        let head = self.heads.entry(item).or_insert_with(|| Rc::new(Head::new(item))).clone();
        if !self.reaches_impl(&head) {
            return;
        }
        let mut is_left = item.trait_.is_some();
        for member in &item.items {
            if self.keeps_member(item, &head, member) {
                is_left = true;
                self.add(member);
            }
        }
        if is_left && self.added.insert(ptr::from_ref(item).cast()) {
            let ItemImpl { attrs, generics, self_ty, trait_, .. } = item;
            let path = trait_.as_ref().map(|(path, _)| path);
            let bounds = &generics.where_clause;
            self.add_words(quote!(#(#attrs)* #generics #path #self_ty #bounds));
        }
    }

    /// Returns whether an impl is kept once its type is reached.
    fn is_implicit(&self, candidate: &Candidate) -> bool {
        IMPLICIT.contains(&&*candidate.trait_name)
            || candidate.trait_name == "Eq" && self.decides_comparison(&candidate.type_names)
    }

    /// Returns whether an impl of `Eq` for this type may have an effect: `Rc` and `Arc` compare such values by their addresses
    /// first, unless all impls of `PartialEq` for it are deleted.
    fn decides_comparison(&self, names: &Texts) -> bool {
        if !self.words.contains("Rc") && !self.words.contains("Arc") {
            return false;
        }
        let mut equal = self.equal.iter().filter(|candidate| candidate.type_names == *names);
        let is_known = equal.clone().next().is_some();
        !is_known || equal.any(|candidate| self.kept.contains(&candidate.key))
    }

    fn reaches_impl(&self, head: &Head) -> bool {
        match &head.candidate {
            Some(candidate) if !self.is_implicit(candidate) => self.kept.contains(&candidate.key),
            _ => self.reaches_all(&head.type_names),
        }
    }

    /// Returns whether a member of a reached impl is kept. Methods of foreign traits are deleted if they are not called;
    /// rustc reports the required ones, which are then kept.
    fn keeps_member(&self, item: &ItemImpl, head: &Head, member: &ImplItem) -> bool {
        match (&head.candidate, member) {
            _ if item.trait_.is_none() => self.reaches_member(member),
            (Some(candidate), ImplItem::Fn(member))
                if !self.local.contains(&candidate.trait_name) && !self.is_implicit(candidate) =>
            {
                let name = &member.sig.ident;
                self.has(name) || self.functions.contains(&name.to_string())
            }
            _ => true,
        }
    }

    /// Adds the words of a part of the program.
    fn add<T: ToTokens>(&mut self, part: &'p T) {
        if self.added.insert(ptr::from_ref(part).cast()) {
            self.add_words(part.to_token_stream());
        }
    }

    fn add_words(&mut self, code: TokenStream) {
        self.words.extend(tokens::words::<Vec<String>>(code));
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
            || item.items.iter().any(|member| {
                let is_value = !matches!(member, TraitItem::Type(_));
                is_value && items::trait_name(member).is_some_and(|name| self.has(name))
            })
    }

    fn reaches_all(&self, names: &Texts) -> bool {
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
        items::foreign_name(item).is_none_or(|name| self.has(name))
    }

    fn reaches(&self, item: &Item) -> bool {
        match item {
            Item::Fn(_) | Item::Static(_) if items::acts(items::attrs(item)) => true,
            Item::Fn(item) => self.has_function(&item.sig.ident),
            Item::Trait(item) => self.reaches_trait(item),
            Item::Const(item) if item.ident == "_" => {
                let words: Texts = tokens::words(item.to_token_stream());
                !words.is_disjoint(&self.implementing)
            }
            item => name(item).is_none_or(|name| self.has(name)),
        }
    }

    /// Returns the reached items.
    pub(super) fn cut(&self) -> Vec<Item> {
        let mut items = self.items.to_vec();
        retain(&mut items, &mut |candidate| {
            self.is_implicit(&candidate) || self.kept.contains(&candidate.key)
        });
        self.cut_unreached(&mut items);
        items
    }

    fn cut_unreached(&self, items: &mut Vec<Item>) {
        items.retain_mut(|item| match item {
            Item::Mod(module) => {
                module.content.iter_mut().for_each(|(_, items)| self.cut_unreached(items));
                true
            }
            Item::Use(item) => imports::retain(&mut item.tree, &mut |end| self.keeps_import(end)),
            Item::ForeignMod(block) => {
                block.items.retain(|item| self.reaches_foreign(item));
                // An attribute can name a library to link.
                !(block.items.is_empty() && block.attrs.is_empty())
            }
            Item::Impl(item) => {
                let head = Head::new(item);
                let mut members = std::mem::take(&mut item.items);
                members.retain(|member| self.keeps_member(item, &head, member));
                item.items = members;
                self.reaches_impl(&head) && (item.trait_.is_some() || !item.items.is_empty())
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

/// Returns the names that a program defines.
fn local(list: &[Item]) -> Texts {
    let is_value = |member: &&ImplItem| !matches!(member, ImplItem::Type(_));
    let names = items::all(list).into_iter().flat_map(|item| -> Vec<&Ident> {
        match item {
            Item::ForeignMod(block) => block.items.iter().filter_map(items::foreign_name).collect(),
            Item::Impl(item) => {
                item.items.iter().filter(is_value).filter_map(items::impl_name).collect()
            }
            item => name(item).into_iter().collect(),
        }
    });
    names.map(Ident::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::super::impls::candidates;
    use super::*;
    use syn::File;

    #[test]
    fn uncalled_methods_of_foreign_traits_are_deleted() {
        let text = "fn main() { S; } struct S; impl Hasher for S { fn finish(&self) -> u64 { 0 } \
                    fn write_u8(&mut self, _: u8) {} fn write_u16(&mut self, _: u16) {} }";
        let file: File = syn::parse_str(text).unwrap();
        let candidates = candidates(&file);
        let functions = ["main", "finish", "write_u16"].map(str::to_string).into();
        let kept = candidates.iter().map(|candidate| candidate.key.clone()).collect();
        let mut reach = Reach::new(&file.items, &candidates, &functions, kept);
        reach.spread();
        let left = reach.cut();
        let left = quote!(#(#left)*).to_string();
        assert!(left.contains("finish") && left.contains("write_u16"), "{left}");
        assert!(!left.contains("write_u8"), "{left}");
    }
}
