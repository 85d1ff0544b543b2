//! Panics with one argument, which editions before 2021 do not format: `panic!("{}")` prints the braces, and `panic!(value)`
//! has the value as its payload. Rustc's suggestions would make it a text.

use anyhow::Result;
use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use crate::cfg;
use crate::load::builtin::std_prefix;
use crate::load::rewriter::{Place, Rewriter};
use crate::tokens::{is_punct, is_qualified};

impl Rewriter<'_> {
    /// Rewrites such a panic or assertion at the start of `rest`, if there is one; returns its length in tokens.
    pub(crate) fn panic(
        &mut self,
        rest: &[TokenTree],
        out: &mut Vec<TokenTree>,
        place: &Place,
    ) -> Result<Option<usize>> {
        let prefix = std_prefix(rest);
        let call = rest.get(prefix..).filter(|_| self.has_old_panics);
        let Some([TokenTree::Ident(name), bang, TokenTree::Group(group), ..]) = call else {
            return Ok(None);
        };
        let text = name.to_string();
        let is_own = prefix == 0 && self.defined.contains(&text) || is_qualified(out);
        if is_own || !is_punct(Some(bang), '!') {
            return Ok(None);
        }
        let mut parts = cfg::split_commas(group.stream());
        let count = usize::from(["assert", "debug_assert"].contains(&text.as_str()));
        let is_panic = count == 1 || ["panic", "unreachable"].contains(&text.as_str());
        if !is_panic || parts.len() != count + 1 || has_repetition(&parts[count]) {
            return Ok(None);
        }
        let Some(argument) = parts.pop() else { return Ok(None) };
        let is_plain = match &argument.clone().into_iter().collect::<Vec<_>>()[..] {
            [TokenTree::Literal(literal)] => {
                let text = literal.to_string();
                text.ends_with(['"', '#']) && !text.starts_with('b') && !text.contains(['{', '}'])
            }
            _ => false,
        };
        if is_plain {
            return Ok(None);
        }
        let condition = parts.pop().map(|part| self.stream(part, place)).transpose()?;
        let argument = self.stream(argument, place)?;
        out.extend(match condition {
            // A literal would become part of the format, and the payload another type.
            None if text == "unreachable" => quote!(#name!("{}", { #argument })),
            None => quote!(::std::panic::panic_any(#argument)),
            Some(condition) => {
                let enabled = (text != "assert").then(|| quote!(::core::cfg!(debug_assertions) &&));
                quote!({ if #enabled !(#condition) { ::std::panic::panic_any(#argument) } })
            }
        });
        Ok(Some(prefix + 3))
    }
}

/// Returns whether the rules of a macro repeat a part of this argument, which can have more parts then.
fn has_repetition(argument: &TokenStream) -> bool {
    let trees: Vec<TokenTree> = argument.clone().into_iter().collect();
    let is_group = |tree: &TokenTree| matches!(tree, TokenTree::Group(_));
    trees.windows(2).any(|pair| is_punct(Some(&pair[0]), '$') && is_group(&pair[1]))
}
