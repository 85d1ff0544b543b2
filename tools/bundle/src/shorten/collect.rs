//! Which names a program declares, where each one counts, and which it had better keep.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::visit_mut::{self, VisitMut};
use syn::{File, Item};

use super::mark::{with_expressions, MARK};
use super::mentions;
use super::names::{collect_imports, space, Names, FIXED};

/// The names of a marked program.
pub(super) fn names_of(file: &File) -> Names {
    let mut collector = Collector::default();
    collector.local_traits(&file.items);
    collector.visit_file_mut(&mut file.clone());
    let mut names = collector.names;
    names.frozen.extend(FIXED.iter().map(|name| (*name).to_string()));
    mentions::count(&mut names, &file.items);
    names
}

/// Finds declarations. A unit is an item outside of modules, or a function in an impl or trait;
/// both count in the order in which they are met.
#[derive(Default)]
struct Collector {
    names: Names,
    traits: BTreeSet<String>,
    units: Vec<usize>,
    next: usize,
    /// Inside of a function's body or the like, which has no units of its own.
    in_body: bool,
}

impl Collector {
    fn local_traits(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Trait(item) => {
                    self.traits.insert(item.ident.to_string());
                }
                Item::Mod(module) => {
                    if let Some((_, items)) = &module.content {
                        self.local_traits(items);
                    }
                }
                _ => {}
            }
        }
    }

    fn declare(&mut self, spelling: String, spaces: u8, global: bool) {
        let name = self.names.declared.entry(spelling).or_default();
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

    fn freeze_all(&mut self, stream: TokenStream) {
        each_word(stream, &mut |word| {
            self.names.frozen.insert(word);
        });
    }

    fn unit(&mut self, is_body: bool, visit: impl FnOnce(&mut Self)) {
        if self.in_body {
            return visit(self);
        }
        self.units.push(self.next);
        self.next += 1;
        self.in_body = is_body;
        visit(self);
        self.in_body = false;
        self.units.pop();
    }

    /// What `{:?}` prints of a type with a derived `Debug`.
    fn printed(&mut self, attrs: &[syn::Attribute], ident: &Ident, variants: &syn::ItemEnum) {
        if derives_debug(attrs) {
            self.freeze(ident);
            for variant in &variants.variants {
                self.freeze(&variant.ident);
                variant
                    .fields
                    .iter()
                    .for_each(|field| field.ident.iter().for_each(|f| self.freeze(f)));
            }
        }
    }

    /// Declarations in tokens that are no expressions: the inside of macros.
    fn tokens(&mut self, stream: TokenStream) {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        let mut before = String::new();
        for tree in trees {
            match tree {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    let keyword = syn::parse_str::<Ident>(&name).is_err();
                    match before.as_str() {
                        // As in `const fn`; the name follows.
                        other if keyword && other != "$" => {}
                        "$" if name != "crate" => {
                            self.declare(format!("${name}"), space::FRAGMENTS, true);
                        }
                        "let" | "let mut" | "for" | "|"
                            if !name.starts_with(char::is_uppercase) =>
                        {
                            self.declare(name.clone(), space::VALUES, false);
                        }
                        "fn" | "const" | "static" | "struct" | "enum" | "trait" | "mod"
                        | "type" => {
                            let spaces = space::VALUES | space::TYPES | space::CONSTANTS;
                            self.declare(name.clone(), spaces, true);
                        }
                        _ => {}
                    }
                    before = if before == "let" && name == "mut" { "let mut".into() } else { name };
                    continue;
                }
                TokenTree::Punct(punct) => {
                    before = punct.as_char().to_string();
                    continue;
                }
                TokenTree::Literal(_) => {}
            }
            before.clear();
        }
    }
}

fn derives_debug(attrs: &[syn::Attribute]) -> bool {
    let mut found = false;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("derive")) {
        each_word(attr.meta.to_token_stream(), &mut |word| found |= word == "Debug");
    }
    found
}

/// All identifiers in `stream`, those in attributes as well.
fn each_word(stream: TokenStream, visit: &mut dyn FnMut(String)) {
    for tree in stream {
        match tree {
            TokenTree::Ident(ident) => visit(ident.to_string()),
            TokenTree::Group(group) => each_word(group.stream(), visit),
            _ => {}
        }
    }
}

impl VisitMut for Collector {
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_item_mut(&mut self, node: &mut Item) {
        match node {
            Item::Const(item) => self.item(&item.ident, space::VALUES | space::CONSTANTS),
            Item::Static(item) => self.item(&item.ident, space::VALUES | space::CONSTANTS),
            Item::Fn(item) => self.item(&item.sig.ident, space::VALUES),
            Item::Macro(item) => {
                if let Some(ident) = &item.ident {
                    self.item(&ident.clone(), space::MACROS);
                }
            }
            Item::Mod(item) => {
                self.item(&item.ident, space::TYPES);
                return visit_mut::visit_item_mod_mut(self, item);
            }
            Item::Struct(item) => {
                let named = matches!(item.fields, syn::Fields::Named(_));
                let constant = if named { 0 } else { space::VALUES | space::CONSTANTS };
                self.item(&item.ident, space::TYPES | constant);
                if derives_debug(&item.attrs) {
                    self.freeze(&item.ident);
                    item.fields
                        .iter()
                        .for_each(|field| field.ident.iter().for_each(|f| self.freeze(f)));
                }
            }
            Item::Enum(item) => {
                self.item(&item.ident, space::TYPES);
                self.printed(&item.attrs, &item.ident, item);
            }
            Item::Trait(item) => self.item(&item.ident, space::TYPES),
            Item::Type(item) => self.item(&item.ident, space::TYPES),
            Item::Union(item) => self.item(&item.ident, space::TYPES),
            Item::Use(item) => {
                collect_imports(&mut self.names, &item.tree);
                return;
            }
            _ => {}
        }
        let is_body = !matches!(node, Item::Impl(_) | Item::Trait(_));
        self.unit(is_body, |this| visit_mut::visit_item_mut(this, node));
    }

    fn visit_item_impl_mut(&mut self, node: &mut syn::ItemImpl) {
        let foreign = node.trait_.as_ref().is_some_and(|(path, _)| {
            path.segments.last().is_none_or(|last| !self.traits.contains(&last.ident.to_string()))
        });
        for item in &node.items {
            let (ident, spaces) = match item {
                syn::ImplItem::Fn(item) => (&item.sig.ident, space::MEMBERS),
                syn::ImplItem::Const(item) => (&item.ident, space::MEMBERS),
                syn::ImplItem::Type(item) => (&item.ident, space::MEMBERS),
                _ => continue,
            };
            if foreign {
                self.freeze(ident);
            } else {
                self.item(ident, spaces);
            }
        }
        visit_mut::visit_item_impl_mut(self, node);
    }

    fn visit_impl_item_fn_mut(&mut self, node: &mut syn::ImplItemFn) {
        self.unit(true, |this| visit_mut::visit_impl_item_fn_mut(this, node));
    }

    fn visit_trait_item_mut(&mut self, node: &mut syn::TraitItem) {
        match node {
            syn::TraitItem::Fn(item) => self.item(&item.sig.ident, space::MEMBERS),
            syn::TraitItem::Const(item) => self.item(&item.ident, space::MEMBERS),
            syn::TraitItem::Type(item) => self.item(&item.ident, space::MEMBERS),
            _ => {}
        }
        visit_mut::visit_trait_item_mut(self, node);
    }

    fn visit_trait_item_fn_mut(&mut self, node: &mut syn::TraitItemFn) {
        self.unit(true, |this| visit_mut::visit_trait_item_fn_mut(this, node));
    }

    fn visit_field_mut(&mut self, node: &mut syn::Field) {
        if let Some(ident) = &node.ident {
            self.item(&ident.clone(), space::MEMBERS);
        }
        visit_mut::visit_field_mut(self, node);
    }

    fn visit_variant_mut(&mut self, node: &mut syn::Variant) {
        // A variable may not be called as a variant of what it is matched with.
        let spaces = space::MEMBERS | space::CONSTANTS;
        let bare =
            if node.ident.to_string().starts_with(MARK) { 0 } else { space::VALUES | space::TYPES };
        self.item(&node.ident, spaces | bare);
        visit_mut::visit_variant_mut(self, node);
    }

    fn visit_pat_ident_mut(&mut self, node: &mut syn::PatIdent) {
        let name = node.ident.to_string();
        if name != "self" && !name.starts_with(char::is_uppercase) {
            self.declare(name, space::VALUES, false);
        }
        visit_mut::visit_pat_ident_mut(self, node);
    }

    fn visit_type_param_mut(&mut self, node: &mut syn::TypeParam) {
        self.declare(node.ident.to_string(), space::TYPES, false);
        visit_mut::visit_type_param_mut(self, node);
    }

    fn visit_const_param_mut(&mut self, node: &mut syn::ConstParam) {
        // As an argument, rustc takes it for a type if there is one of that name anywhere.
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
        let text = node.tokens.to_string();
        let name = node.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        // Names that become text.
        if name == "stringify" || self.names.frozen.contains(&format!("{name}!")) {
            self.freeze_all(node.tokens.clone());
        }
        if name == "macro_rules" && text.contains("stringify") {
            self.freeze_all(node.tokens.clone());
        }
        if !with_expressions(node, |expr| self.visit_expr_mut(expr)) {
            self.tokens(node.tokens.clone());
        }
    }

    fn visit_item_macro_mut(&mut self, node: &mut syn::ItemMacro) {
        if let Some(ident) = &node.ident {
            if node.mac.tokens.to_string().contains("stringify") {
                self.names.frozen.insert(format!("{ident}!"));
            }
        }
        visit_mut::visit_item_macro_mut(self, node);
    }
}
