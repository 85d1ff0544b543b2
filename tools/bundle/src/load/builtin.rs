//! Built-in macros that depend on the build or on the place of their call: evaluates them, since the bundle has
//! another build and other places.

use anyhow::{bail, Context, Result};
use proc_macro2::{Delimiter, Group, Ident, Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};
use std::path::{Path, PathBuf};
use syn::{parse_quote, Item};

use crate::cfg;
use crate::load::rewriter::{Place, Rewriter, Scope, Step};
use crate::load::strip;
use crate::tokens::{attributes_before, is_punct, is_qualified, is_word};

/// The macro that has the path of the module around a call, for macros whose code asks for it.
pub(super) const MODULE_PATH: &str = "module_path__";

#[rustfmt::skip]
const NAMES: &[&str] = &[
    "cfg", "env", "include", "include_bytes", "include_str", "module_path", "option_env", "stringify",
];

impl Rewriter<'_> {
    /// Evaluates a built-in macro at the start of `rest`, if there is one; returns its length in tokens.
    pub(crate) fn builtin(
        &mut self,
        rest: &[TokenTree],
        out: &mut Vec<TokenTree>,
        place: &Place,
    ) -> Step {
        let Some((prefix, name, group)) = self.std_call(rest) else { return Ok(None) };
        let text = name.to_string();
        if !NAMES.contains(&&*text) {
            return Ok(None);
        }
        if text == "module_path" && place.scope == Scope::Definition {
            // A crate can re-export the macro for its own macros.
            drop_path(out);
            let name = format_ident!("{MODULE_PATH}");
            out.extend(quote!(#name!()));
            return Ok(Some(prefix + 3));
        }
        let attributes = attributes_before(out);
        let disabled = attributes.iter().any(|&at| strip::is_disabling(&out[at + 1]));
        if is_qualified(out) || disabled {
            return Ok(None);
        }
        let value = self.evaluate(&text, group, place);
        let value =
            value.with_context(|| format!("{}: cannot bundle {text}!(...)", self.at(name.span())));
        let Some(value) = value? else { return Ok(None) };
        let end = prefix + 3;
        let has_semicolon = text == "include" && is_punct(rest.get(end), ';');
        let file = syn::parse2::<syn::File>(value.clone()).ok().filter(|_| has_semicolon);
        match (&file, attributes.last()) {
            (Some(file), Some(&start)) => {
                let attributes = out.split_off(start);
                out.extend(with_attributes(attributes, &file.items));
            }
            _ => out.extend(value),
        }
        Ok(Some(end + usize::from(file.is_some())))
    }

    /// Splits a call at the start of `rest` of a macro that can be one of std: returns the length of the path before the
    /// name, the name and the arguments.
    pub(super) fn std_call<'r>(
        &self,
        rest: &'r [TokenTree],
    ) -> Option<(usize, &'r Ident, &'r Group)> {
        let start = if is_punct(rest.first(), ':') { 2 } else { 0 };
        let is_std = ["std", "core"].iter().any(|name| is_word(rest.get(start), name));
        let has_prefix = is_std && is_punct(rest.get(start + 1), ':');
        let prefix = if has_prefix { start + 3 } else { 0 };
        match rest.get(prefix..)? {
            [TokenTree::Ident(name), bang, TokenTree::Group(group), ..]
                if is_punct(Some(bang), '!')
                    && (has_prefix || !self.defined.contains(&name.to_string())) =>
            {
                Some((prefix, name, group))
            }
            _ => None,
        }
    }

    /// Returns the value of the macro `name`; `None` in a definition, where it depends on the call.
    fn evaluate(
        &mut self,
        name: &str,
        group: &Group,
        place: &Place,
    ) -> Result<Option<TokenStream>> {
        let in_definition = place.scope == Scope::Definition;
        match name {
            "cfg" => return Ok(cfg::value(group.stream(), &self.facts)),
            "module_path" => {
                let path = &place.module;
                return Ok(Some(quote!(#path)));
            }
            // The item of this name may get another one. An outer macro can have rules for such a call.
            "stringify" => {
                let trees: Vec<TokenTree> = group.stream().into_iter().collect();
                let [TokenTree::Ident(word)] = &trees[..] else { return Ok(None) };
                let text = word.to_string();
                return Ok((place.scope != Scope::Arguments).then(|| quote!(#text)));
            }
            _ => {}
        }
        // The argument may contain macros itself, as in `concat!(env!("CARGO_MANIFEST_DIR"), "/file")`.
        let argument = self.stream(group.stream(), place)?;
        let argument = cfg::split_commas(argument).into_iter().next().unwrap_or_default();
        let Some(argument) = constant_text(argument) else {
            if in_definition {
                return Ok(None);
            }
            bail!("its argument is not known before compilation; write a literal");
        };
        let path = place.file.parent().unwrap_or(Path::new("")).join(&argument);
        let reading = || format!("cannot read {}", path.display());
        let literal = match name {
            "include" => return Ok(Some(self.included(path, place)?)),
            // Packages leave out files of tests; rustc rejects the call if the bundle needs it.
            "include_str" | "include_bytes" if !path.is_file() => return Ok(None),
            "include_str" => text_literal(&std::fs::read_to_string(&path).with_context(reading)?),
            "include_bytes" => Literal::byte_string(&std::fs::read(&path).with_context(reading)?),
            "env" => match self.krate.unit.env.get(&argument) {
                Some(Some(value)) => text_literal(value),
                // Code that cargo does not compile; rustc rejects it if the bundle needs it.
                _ => return Ok(None),
            },
            _ => {
                let value = self.krate.unit.env.get(&argument).and_then(Option::as_deref);
                return Ok(Some(match value.map(text_literal) {
                    Some(value) => quote!(::core::option::Option::Some(#value)),
                    None => quote!(::core::option::Option::None::<&'static str>),
                }));
            }
        };
        Ok(Some(TokenTree::Literal(literal).into()))
    }

    /// Returns the items, or the expression in parentheses, of an included file.
    fn included(&mut self, path: PathBuf, place: &Place) -> Result<TokenStream> {
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let place = Place {
            file: path,
            attribute_folder: folder.clone(),
            module_folder: folder,
            ..place.clone()
        };
        let content = self.read(&place)?;
        if syn::parse2::<syn::File>(content.clone()).is_ok() {
            return Ok(content);
        }
        if let Err(error) = syn::parse2::<syn::Expr>(content.clone()) {
            bail!("the file has neither items nor one expression: {error}");
        }
        Ok(TokenTree::Group(Group::new(Delimiter::Parenthesis, content)).into())
    }
}

/// Returns the items of a macro's code, each with the attributes of the macro's call.
pub(crate) fn with_attributes(attributes: Vec<TokenTree>, items: &[syn::Item]) -> TokenStream {
    let attributes = TokenStream::from_iter(attributes);
    items.iter().map(|item| quote!(#attributes #item)).collect()
}

/// Removes the path at the end of `out`.
fn drop_path(out: &mut Vec<TokenTree>) {
    while let [.., TokenTree::Ident(_), colon, other] = &out[..] {
        if !is_punct(Some(colon), ':') || !is_punct(Some(other), ':') {
            break;
        }
        out.truncate(out.len() - 3);
    }
    if is_punct(out.last(), '$') {
        out.pop();
    }
}

/// Defines [`MODULE_PATH`] in the module `path`, and in those inside.
pub(crate) fn define_module_paths(items: &mut Vec<Item>, path: &str) {
    for item in items.iter_mut() {
        let Item::Mod(module) = item else { continue };
        let inner = format!("{path}::{}", module.ident);
        module.content.iter_mut().for_each(|(_, items)| define_module_paths(items, &inner));
    }
    let name = format_ident!("{MODULE_PATH}");
    items.insert(0, parse_quote!(macro_rules! #name { () => { #path } }));
}

/// Returns the text of a literal or a `concat!` of literals.
fn constant_text(stream: TokenStream) -> Option<String> {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    match trees.as_slice() {
        [TokenTree::Literal(literal)] => {
            match syn::parse2::<syn::Lit>(TokenTree::Literal(literal.clone()).into()).ok()? {
                syn::Lit::Str(text) => Some(text.value()),
                syn::Lit::Char(letter) => Some(letter.value().to_string()),
                syn::Lit::Int(number) => Some(number.base10_digits().to_string()),
                _ => None,
            }
        }
        [TokenTree::Ident(name), bang, TokenTree::Group(parts)]
            if name == "concat" && is_punct(Some(bang), '!') =>
        {
            cfg::split_commas(parts.stream()).into_iter().map(constant_text).collect()
        }
        _ => None,
    }
}

/// Returns a string literal with the fewest escapes.
fn text_literal(text: &str) -> Literal {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\r' => quoted.push_str("\\r"),
            '\0' => quoted.push_str("\\0"),
            c if crate::is_bidi_control(c) => quoted.extend(c.escape_unicode()),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted.parse().unwrap_or_else(|_| Literal::string(text))
}
