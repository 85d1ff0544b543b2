//! Panics with one argument, which editions before 2021 do not format: `panic!("{}")` prints the braces, and `panic!(value)`
//! has the value as its payload. Rustc's suggestions replace the value by a text.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;

use crate::cfg;
use crate::load::rewriter::{Place, Rewriter, Step};
use crate::tokens::{is_qualified, without_dollars};

impl Rewriter<'_> {
    /// Rewrites such a panic or assertion at the start of `rest`, if there is one; returns its length in tokens.
    pub(crate) fn panic(
        &mut self,
        rest: &[TokenTree],
        out: &mut Vec<TokenTree>,
        place: &Place,
    ) -> Step {
        let call = self.std_call(rest).filter(|_| self.has_old_panics && !is_qualified(out));
        let Some((prefix, name, group)) = call else { return Ok(None) };
        let text = name.to_string();
        let count = usize::from(["assert", "debug_assert"].contains(&text.as_str()));
        let is_panic = count == 1 || ["panic", "unreachable"].contains(&text.as_str());
        let mut parts = expressions(group.stream()).unwrap_or_default();
        if !is_panic || parts.len() != count + 1 {
            return Ok(None);
        }
        let Some(argument) = parts.pop() else { return Ok(None) };
        let literal = syn::parse2::<syn::LitStr>(argument.clone());
        if literal.is_ok_and(|literal| !literal.value().contains(['{', '}'])) {
            return Ok(None);
        }
        let condition = parts.pop().map(|part| self.stream(part, place)).transpose()?;
        let argument = self.stream(argument, place)?;
        let code = match condition {
            // A literal would become part of the format, and the payload another type.
            None if text == "unreachable" => quote!(#name!("{}", *&(#argument))),
            None => quote!(::std::panic::panic_any(#argument)),
            Some(condition) => {
                let enabled = (text != "assert").then(|| quote!(::core::cfg!(debug_assertions) &&));
                quote!({ if #enabled !(#condition) { ::std::panic::panic_any(#argument) } })
            }
        };
        // A call in braces is a statement without a semicolon.
        out.extend(match group.delimiter() {
            Delimiter::Brace => quote!({ #code }),
            _ => code,
        });
        Ok(Some(prefix + 3))
    }
}

/// Splits arguments that are expressions, also with variables of macros; `None` if they are not, such as repetitions.
fn expressions(arguments: TokenStream) -> Option<Vec<TokenStream>> {
    let (mut all, mut rest) = (Vec::new(), TokenStream::new());
    for part in cfg::split_commas(arguments) {
        // A comma can also be between the arguments of a type.
        rest.extend((!rest.is_empty()).then(|| quote!(,)));
        rest.extend(part);
        if syn::parse2::<syn::Expr>(without_dollars(rest.clone())).is_ok() {
            all.push(std::mem::take(&mut rest));
        }
    }
    rest.is_empty().then_some(all)
}
