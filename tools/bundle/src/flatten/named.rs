//! Names the traits of calls that became ambiguous in the root.

use anyhow::{Context, Result};
use cargo_metadata::diagnostic::Diagnostic;
use proc_macro2::Ident;
use quote::quote;
use std::collections::BTreeMap;
use syn::visit_mut::{self, VisitMut};
use syn::{parse_quote, ExprPath, File};

use super::failures::mentioned_trait;
use crate::items::PRELUDE;
use crate::rustc::{code, ranges};
use crate::tokens;

/// Traits of the prelude with one parameter that has no default.
const WITH_PARAMETER: &[&str] =
    &["AsMut", "AsRef", "Extend", "From", "FromIterator", "Into", "TryFrom", "TryInto"];

/// Returns the program `text` with `Type::name` replaced by `<Type as Trait>::name` where several traits have such a function
/// and one of them is in the prelude: in its module the code could only mean that one, which the comparison of the MIR verifies.
/// `None` if nothing changes.
pub(super) fn name_traits(text: &str, errors: &[Diagnostic]) -> Result<Option<File>> {
    let ambiguous = errors.iter().filter(|error| code(error) == "E0034");
    let traits = ambiguous.filter_map(|error| {
        let at = ranges([error]).next()?.start;
        let mut notes = error.children.iter();
        Some((at, notes.find_map(|note| prelude_trait(&note.message))?))
    });
    let mut naming = Naming { traits: traits.collect(), found: false };
    if naming.traits.is_empty() {
        return Ok(None);
    }
    let mut file = syn::parse_file(text).context("cannot parse the program without modules")?;
    naming.visit_file_mut(&mut file);
    Ok(naming.found.then_some(file))
}

/// Returns the trait that a note mentions, if it is in the prelude.
fn prelude_trait(note: &str) -> Option<String> {
    let (head, name) = mentioned_trait(note)?.rsplit_once("::")?;
    let is_std = tokens::is_std(head.split("::").next()?);
    (is_std && PRELUDE.contains(&name)).then(|| name.to_string())
}

struct Naming {
    /// Traits by the position of the ambiguous name.
    traits: BTreeMap<usize, String>,
    found: bool,
}

impl VisitMut for Naming {
    fn visit_expr_path_mut(&mut self, node: &mut ExprPath) {
        visit_mut::visit_expr_path_mut(self, node);
        let Some(last) = node.path.segments.last().cloned() else { return };
        let Some(name) = self.traits.get(&last.ident.span().byte_range().start) else { return };
        let name = Ident::new(name, last.ident.span());
        let types = node.path.segments.iter().take(node.path.segments.len() - 1);
        let kind: syn::Type = match &node.qself {
            Some(qself) if qself.position == 0 => (*qself.ty).clone(),
            None if types.len() > 0 => parse_quote!(#(#types)::*),
            _ => return,
        };
        let parameter = WITH_PARAMETER.iter().any(|with| name == with).then(|| quote!(<_>));
        *node = parse_quote!(<#kind as #name #parameter>::#last);
        self.found = true;
    }
}
