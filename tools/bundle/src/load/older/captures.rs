//! Makes return types `impl Trait` capture all lifetimes in scope, as they do in edition 2024.

use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{
    parse_quote, FnArg, GenericParam, Generics, Lifetime, ReceiverKind, ReturnType, Signature,
    Token, TypeParamBound,
};

use super::Older;

impl Older {
    /// Adds `use<…>` with all parameters in scope to the types `impl Trait` in the function's return type. Lifetimes that have
    /// no name get one; those that are not even marked by `'_` cannot be seen.
    pub(super) fn capture(&mut self, function: &mut Signature) {
        let ReturnType::Type(_, result) = &mut function.output else { return };
        let mut found = Opaque { captures: None, found: false };
        found.visit_type_mut(result);
        if !found.found {
            return;
        }
        let mut inputs = function.inputs.clone();
        let mut parameters = Parameters { older: self, added: Vec::new(), has_opaque: false };
        inputs.iter_mut().for_each(|input| parameters.visit_fn_arg_mut(input));
        let Parameters { added, has_opaque, .. } = parameters;
        if has_opaque {
            return;
        }
        function.inputs = inputs;
        let own = std::mem::take(&mut function.generics.params);
        function.generics.params = ordered(own.into_iter().chain(added));
        let params = ordered(self.generics.iter().chain(&function.generics.params).cloned());
        let all = Generics { params, ..Generics::default() };
        if all.lifetimes().next().is_none() {
            return;
        }
        let (_, names, _) = all.split_for_impl();
        Opaque { captures: Some(parse_quote!(use #names)), found: false }.visit_type_mut(result);
    }
}

/// Returns parameters with lifetimes first, as the language requires.
fn ordered(params: impl Iterator<Item = GenericParam>) -> Punctuated<GenericParam, Token![,]> {
    let mut params: Vec<GenericParam> = params.collect();
    params.sort_by_key(|param| !matches!(param, GenericParam::Lifetime(_)));
    params.into_iter().collect()
}

/// Finds the types `impl Trait` that do not say what they capture, and adds the bound `captures`.
struct Opaque {
    captures: Option<TypeParamBound>,
    found: bool,
}

impl VisitMut for Opaque {
    fn visit_type_impl_trait_mut(&mut self, node: &mut syn::TypeImplTrait) {
        if !node.bounds.iter().any(|bound| matches!(bound, TypeParamBound::PreciseCapture(_))) {
            self.found = true;
            node.bounds.extend(self.captures.clone());
        }
        visit_mut::visit_type_impl_trait_mut(self, node);
    }
}

/// Names the lifetimes of a function's parameters.
struct Parameters<'o> {
    older: &'o mut Older,
    added: Vec<GenericParam>,
    /// Whether a parameter has a type `impl Trait`, which has no name for `use<…>`.
    has_opaque: bool,
}

impl Parameters<'_> {
    fn lifetime(&mut self) -> Lifetime {
        let lifetime = self.older.lifetime();
        self.added.push(parse_quote!(#lifetime));
        lifetime
    }
}

impl VisitMut for Parameters<'_> {
    fn visit_fn_arg_mut(&mut self, node: &mut FnArg) {
        match node {
            FnArg::Receiver(own) => match &mut own.kind {
                ReceiverKind::Reference(_, lifetime, _) => {
                    lifetime.get_or_insert_with(|| self.lifetime());
                }
                ReceiverKind::Typed(_, form) => self.visit_type_mut(form),
                _ => {}
            },
            FnArg::Typed(parameter) => self.visit_type_mut(&mut parameter.ty),
        }
    }

    fn visit_type_reference_mut(&mut self, node: &mut syn::TypeReference) {
        node.lifetime.get_or_insert_with(|| self.lifetime());
        visit_mut::visit_type_reference_mut(self, node);
    }

    fn visit_lifetime_mut(&mut self, node: &mut Lifetime) {
        if node.ident == "_" {
            *node = self.lifetime();
        }
    }

    // Lifetimes in the parameters of functions belong to these functions.
    fn visit_parenthesized_generic_arguments_mut(
        &mut self,
        _: &mut syn::ParenthesizedGenericArguments,
    ) {
    }

    fn visit_type_fn_ptr_mut(&mut self, _: &mut syn::TypeFnPtr) {}

    fn visit_type_impl_trait_mut(&mut self, _: &mut syn::TypeImplTrait) {
        self.has_opaque = true;
    }
}
