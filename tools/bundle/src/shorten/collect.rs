//! Collects declared and mentioned names, their scopes, and the names to keep.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{File, ImplItem, Item, TraitItem};

use super::mark::{with_expressions, MARK};
use super::names::{space, Names, FIXED};
use super::words::words;
use crate::items::{self, PRIMITIVES};
use crate::tokens::{self, is_std, is_word, Texts};

/// Returns the names of a program whose members are marked ([`super::mark`]) and that has no modules.
pub(super) fn names_of(mut file: File) -> Names {
    let mut collector = Collector::default();
    // Modules can have the names of primitive types, which must not change.
    let fixed = FIXED.iter().chain(PRIMITIVES);
    collector.names.frozen.extend(fixed.map(|name| (*name).to_string()));
    let traits = items::all(&file.items).into_iter().filter_map(|item| match item {
        Item::Trait(item) => Some(item.ident.to_string()),
        _ => None,
    });
    collector.traits = traits.collect();
    collector.textual = tokens::textual(&tokens::definitions(file.to_token_stream()));
    collector.visit_file_mut(&mut file);
    collector.names
}

/// Finds declarations and mentions per unit, in source order. A unit is an item, or a function of an impl
/// or trait.
#[derive(Default)]
struct Collector {
    names: Names,
    /// The program's traits.
    traits: Texts,
    /// The macros that can make text or symbols of their arguments.
    textual: Texts,
    units: Vec<usize>,
    next: usize,
    /// Whether the visited code is in the body of a unit; items in it are not units of their own.
    in_body: bool,
    /// Whether the visited code is in a type whose names a derived `Debug` prints.
    is_printed: bool,
}

impl Collector {
    fn declare(&mut self, spelling: String, spaces: u8, global: bool) {
        let name = self.names.all.entry(spelling).or_default();
        name.spaces |= spaces;
        name.global |= global;
        if !global {
            name.scopes.extend(self.units.last());
        }
    }

    fn item(&mut self, ident: &Ident, spaces: u8) {
        self.declare(ident.to_string(), spaces, true);
    }

    fn freeze(&mut self, ident: &Ident) {
        self.names.frozen.insert(ident.to_string());
    }

    /// Visits a unit; `head` contains the unit's tokens outside functions.
    fn unit(&mut self, head: TokenStream, is_body: bool, visit: impl FnOnce(&mut Self)) {
        if self.in_body {
            return visit(self);
        }
        let own = self.next;
        self.next += 1;
        self.units.push(own);
        self.in_body = is_body;
        visit(self);
        self.in_body = false;
        // The functions of an impl or trait see the declarations of its head.
        let places: Vec<usize> = self.units.iter().copied().chain(own + 1..self.next).collect();
        self.mention(head, &places);
        self.units.pop();
    }

    /// Counts the names in `stream` as mentions in the units `places`, and freezes names in paths of std.
    fn mention(&mut self, stream: TokenStream, places: &[usize]) {
        for word in words(stream) {
            for spelling in word.names {
                if word.is_std {
                    self.names.frozen.insert(spelling.clone());
                }
                if let Some(raw) = spelling.strip_prefix("r#") {
                    self.names.frozen.extend([raw.to_string(), spelling.clone()]);
                }
                let name = self.names.all.entry(spelling).or_default();
                name.count += 1;
                name.places.extend(places);
            }
        }
    }

    /// Finds declarations in the tokens of a macro whose arguments do not parse as expressions.
    fn tokens(&mut self, stream: TokenStream) {
        // The word or sign that precedes a tree.
        let last = |before: &[TokenTree]| match before {
            [.., word, TokenTree::Ident(last)] if last == "mut" && is_word(Some(word), "let") => {
                "let".to_string()
            }
            // The ABI of foreign items.
            [.., word, TokenTree::Literal(_)] if is_word(Some(word), "extern") => word.to_string(),
            [.., last @ (TokenTree::Ident(_) | TokenTree::Punct(_))] => last.to_string(),
            _ => String::new(),
        };
        tokens::visit(stream, &mut |trees, at| match (&trees[at], &*last(&trees[..at])) {
            (TokenTree::Group(group), "cfg" | "extern") => {
                self.names.frozen.extend(tokens::words::<Vec<_>>(group.stream()));
            }
            (TokenTree::Ident(ident), last) => {
                let name = ident.to_string();
                let is_keyword = syn::parse_str::<Ident>(&name).is_err();
                match last {
                    // The declared name follows the last keyword, as in `const fn name`.
                    other if is_keyword && other != "$" => {}
                    "$" if name != "crate" => {
                        self.declare(format!("${name}"), space::FRAGMENTS, true);
                    }
                    "let" | "for" | "|" if !name.starts_with(char::is_uppercase) => {
                        self.declare(name, space::VALUES, false);
                    }
                    "fn" | "const" | "static" | "struct" | "enum" | "trait" | "mod" | "type" => {
                        let spaces = space::VALUES | space::TYPES | space::CONSTANTS;
                        self.declare(name, spaces, true);
                    }
                    _ => {}
                }
            }
            _ => {}
        });
    }
}

/// Returns the tokens of an item without the functions in it.
fn head(item: &Item) -> TokenStream {
    let mut item = item.clone();
    match &mut item {
        Item::Impl(item) => item.items.retain(|item| !matches!(item, ImplItem::Fn(_))),
        Item::Trait(item) => item.items.retain(|item| !matches!(item, TraitItem::Fn(_))),
        _ => {}
    }
    item.into_token_stream()
}

impl VisitMut for Collector {
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_item_mut(&mut self, node: &mut Item) {
        let spaces = match node {
            Item::Const(_) | Item::Static(_) => space::VALUES | space::CONSTANTS,
            Item::Fn(_) => space::VALUES,
            Item::Macro(_) => space::MACROS,
            Item::Struct(item) if !matches!(item.fields, syn::Fields::Named(_)) => {
                space::TYPES | space::VALUES | space::CONSTANTS
            }
            Item::Mod(item) => {
                self.item(&item.ident, space::TYPES);
                return visit_mut::visit_item_mut(self, node);
            }
            _ => space::TYPES,
        };
        if let Some(ident) = items::name(node) {
            self.item(ident, spaces);
        }
        let attrs = items::attrs(node);
        self.is_printed = items::derives(attrs, "Debug");
        let symbol = items::words(attrs).any(|word| word == "no_mangle");
        if let Some(name) = items::name(node).filter(|_| self.is_printed || symbol) {
            self.freeze(name);
        }
        let is_body = !matches!(node, Item::Impl(_) | Item::Trait(_));
        self.unit(head(node), is_body, |this| visit_mut::visit_item_mut(this, node));
        self.is_printed = false;
    }

    fn visit_item_use_mut(&mut self, node: &mut syn::ItemUse) {
        let tree = node.tree.to_token_stream();
        let first = tokens::idents(tree.clone()).into_iter().next();
        if first.is_some_and(|first| is_std(&first.to_string())) {
            tokens::visit(tree, &mut |trees, at| match &trees[at] {
                TokenTree::Ident(name) if !is_word(trees[..at].last(), "as") => self.freeze(name),
                _ => {}
            });
        }
        visit_mut::visit_item_use_mut(self, node);
    }

    fn visit_use_rename_mut(&mut self, node: &mut syn::UseRename) {
        if node.rename != "_" {
            let spaces = space::TYPES | space::VALUES | space::MACROS | space::CONSTANTS;
            self.item(&node.rename, spaces);
        }
    }

    fn visit_foreign_item_mut(&mut self, node: &mut syn::ForeignItem) {
        let words: Vec<String> = tokens::words(node.to_token_stream());
        let has_symbol = words.iter().any(|word| word == "link_name");
        if let Some(ident) = items::foreign_name(node) {
            match has_symbol {
                true => self.item(ident, space::VALUES),
                false => self.freeze(ident),
            }
        }
        visit_mut::visit_foreign_item_mut(self, node);
    }

    fn visit_item_impl_mut(&mut self, node: &mut syn::ItemImpl) {
        let name = node.trait_.as_ref().map(|(path, _)| items::last_name(path));
        let foreign = name.is_some_and(|name| !self.traits.contains(&name));
        for ident in node.items.iter().filter_map(items::impl_name) {
            if foreign {
                self.freeze(ident);
            } else {
                self.item(ident, space::MEMBERS);
            }
        }
        visit_mut::visit_item_impl_mut(self, node);
    }

    fn visit_impl_item_fn_mut(&mut self, node: &mut syn::ImplItemFn) {
        let tokens = node.to_token_stream();
        self.unit(tokens, true, |this| visit_mut::visit_impl_item_fn_mut(this, node));
    }

    fn visit_trait_item_mut(&mut self, node: &mut syn::TraitItem) {
        if let Some(ident) = items::trait_name(node) {
            self.item(ident, space::MEMBERS);
        }
        visit_mut::visit_trait_item_mut(self, node);
    }

    fn visit_trait_item_fn_mut(&mut self, node: &mut syn::TraitItemFn) {
        let tokens = node.to_token_stream();
        self.unit(tokens, true, |this| visit_mut::visit_trait_item_fn_mut(this, node));
    }

    fn visit_field_mut(&mut self, node: &mut syn::Field) {
        if let Some(ident) = &node.ident {
            self.item(ident, space::MEMBERS);
            if self.is_printed {
                self.freeze(ident);
            }
        }
        visit_mut::visit_field_mut(self, node);
    }

    fn visit_variant_mut(&mut self, node: &mut syn::Variant) {
        // A pattern variable must not have the name of a variant of the matched type.
        let spaces = space::MEMBERS | space::CONSTANTS;
        let bare =
            if node.ident.to_string().starts_with(MARK) { 0 } else { space::VALUES | space::TYPES };
        self.item(&node.ident, spaces | bare);
        if self.is_printed {
            self.freeze(&node.ident);
        }
        visit_mut::visit_variant_mut(self, node);
    }

    fn visit_pat_ident_mut(&mut self, node: &mut syn::PatIdent) {
        let name = node.ident.to_string();
        if name.starts_with(char::is_uppercase) {
            // A variant whose name a glob imports; without it, the pattern would declare a variable.
            self.names.frozen.insert(format!("{MARK}{name}"));
        } else if name != "self" {
            self.declare(name, space::VALUES, false);
        }
        visit_mut::visit_pat_ident_mut(self, node);
    }

    fn visit_type_param_mut(&mut self, node: &mut syn::TypeParam) {
        self.declare(node.ident.to_string(), space::TYPES, false);
        visit_mut::visit_type_param_mut(self, node);
    }

    fn visit_const_param_mut(&mut self, node: &mut syn::ConstParam) {
        // Rustc takes a generic argument for a type if a type of that name is in scope.
        let spaces = space::TYPES | space::VALUES | space::CONSTANTS;
        self.declare(node.ident.to_string(), spaces, true);
        visit_mut::visit_const_param_mut(self, node);
    }

    fn visit_lifetime_param_mut(&mut self, node: &mut syn::LifetimeParam) {
        self.declare(node.lifetime.to_string(), space::LIFETIMES, true);
    }

    fn visit_label_mut(&mut self, node: &mut syn::Label) {
        self.declare(node.name.to_string(), space::LIFETIMES, true);
    }

    fn visit_macro_mut(&mut self, node: &mut syn::Macro) {
        let words: Vec<String> = tokens::words(node.tokens.clone());
        let makes_text =
            ["stringify", "no_mangle"].iter().any(|name| words.iter().any(|word| word == name));
        let name = items::last_name(&node.path);
        if name == "macro_rules" && makes_text || self.textual.contains(&name) {
            self.names.frozen.extend(words);
        }
        if !with_expressions(node, |expr| self.visit_expr_mut(expr)) {
            self.tokens(node.tokens.clone());
        }
    }
}
