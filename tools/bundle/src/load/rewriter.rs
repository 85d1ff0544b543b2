//! Rewrites paths (to their location in the bundle) and attributes, and inlines modules. Works on tokens, before
//! parsing, since code can be inside macros.

use anyhow::Result;
use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::cfg::{self, Facts};
use crate::imports;
use crate::load::callers::CALLER;
use crate::load::{builtin, declaring, macros, procedural, strip};
use crate::project::{Crate, Extern};
use crate::sources::Sources;
use crate::tokens::{
    self, attributes_before, is_punct, is_qualified, is_standard, is_word, take_attribute, Texts,
};

pub(crate) struct Rewriter<'a> {
    pub(crate) krate: &'a Crate,
    pub(crate) facts: Facts,
    pub(crate) argument_facts: Facts,
    /// Module names in the bundle, by crate.
    pub(crate) modules: &'a [String],
    /// Crates by their names in paths.
    pub(crate) externs: BTreeMap<String, Extern>,
    /// The crates whose macros are imported by `#[macro_use]`.
    pub(crate) macro_use: BTreeSet<usize>,
    /// Names of the macros that the sources define.
    pub(crate) defined: Texts,
    /// The rules of macros that declare modules in files.
    pub(crate) declaring: BTreeMap<String, TokenStream>,
    /// Whether procedural macros can read documentation.
    pub(crate) keeps_documentation: bool,
    /// Whether panics with one argument mean something else in the bundle's edition.
    pub(crate) has_old_panics: bool,
    pub(crate) sources: &'a mut Sources,
}

/// The number of tokens that a step has rewritten; `None` if there is nothing for it.
pub(crate) type Step = Result<Option<usize>>;

/// The kind of tokens around a token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Scope {
    Code,
    /// The braces of an import that start at the root of a path.
    Import,
    /// Arguments of a macro.
    Arguments,
    /// The rules of a macro.
    Definition,
}

/// The place of a token.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) file: PathBuf,
    /// Folder to which `#[path]` attributes are relative.
    pub(crate) attribute_folder: PathBuf,
    /// Folder with the files of `mod name;` declarations.
    pub(crate) module_folder: PathBuf,
    /// The module's path as in `module_path!()`.
    pub(crate) module: String,
    /// The extern names that other items hide.
    pub(crate) hidden: Texts,
    pub(crate) scope: Scope,
    /// Whether a macro receives the token, also inside another macro's rules.
    pub(crate) is_argument: bool,
    /// Whether the token is in the rules of a macro that other crates can call.
    pub(crate) is_exported: bool,
}

impl Rewriter<'_> {
    /// Describes the place of a token for a message.
    pub(crate) fn at(&self, span: Span) -> String {
        self.sources.place(span).unwrap_or_else(|| self.krate.unit.name.clone())
    }

    /// Returns the extern names that items in `stream` hide.
    pub(crate) fn hidden(&self, stream: &TokenStream) -> Texts {
        let mut hidden = imports::declared(stream.clone(), false);
        hidden.retain(|name| self.externs.contains_key(name));
        hidden
    }

    pub(crate) fn stream(&mut self, stream: TokenStream, place: &Place) -> Result<TokenStream> {
        let steps =
            [Self::attribute, Self::item, Self::builtin, Self::panic, Self::path, Self::condition];
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        let mut out: Vec<TokenTree> = Vec::with_capacity(trees.len());
        let mut rest = &trees[..];
        'trees: while let [tree, after @ ..] = rest {
            for step in steps {
                if let Some(length) = step(self, rest, &mut out, place)? {
                    rest = &rest[length..];
                    continue 'trees;
                }
            }
            out.push(match tree {
                TokenTree::Group(group) => self.group(group, &out, place)?,
                TokenTree::Ident(word) if word == "dyn" && self.is_name(after.first()) => {
                    Ident::new_raw("dyn", word.span()).into()
                }
                tree => tree.clone(),
            });
            rest = after;
        }
        Ok(out.into_iter().collect())
    }

    /// Returns whether `dyn` before this token is a name. In edition 2015 it can be one, and rustc suggests no other in the
    /// arguments of macros.
    fn is_name(&self, next: Option<&TokenTree>) -> bool {
        self.krate.unit.edition == "2015"
            && next.is_none_or(|tree| {
                let is_type = ["'", ":", "?"].contains(&tree.to_string().as_str());
                matches!(tree, TokenTree::Punct(_)) && !is_type
            })
    }

    fn group(&mut self, group: &Group, before: &[TokenTree], place: &Place) -> Result<TokenTree> {
        let mut inner = None;
        if tokens::called(before).is_some() {
            let scope = match place.scope {
                Scope::Definition => Scope::Definition,
                _ => Scope::Arguments,
            };
            inner = Some(Place { scope, is_argument: true, ..place.clone() });
        } else if group.delimiter() == Delimiter::Brace {
            let is_import = is_word(before.last(), "use");
            let hidden = self.hidden(&group.stream());
            let leaves = place.scope == Scope::Import;
            if is_import || leaves || !hidden.is_subset(&place.hidden) {
                let mut place = place.clone();
                place.hidden.extend(hidden);
                place.scope = match place.scope {
                    Scope::Code | Scope::Import if is_import => Scope::Import,
                    Scope::Import => Scope::Code,
                    scope => scope,
                };
                inner = Some(place);
            }
        }
        let content = self.stream(group.stream(), inner.as_ref().unwrap_or(place))?;
        Ok(tokens::regroup(group, content))
    }

    /// Rewrites an attribute at the start of `rest`, if there is one; returns its length in tokens.
    fn attribute(&mut self, rest: &[TokenTree], out: &mut Vec<TokenTree>, place: &Place) -> Step {
        if !is_punct(rest.first(), '#') {
            return Ok(None);
        }
        let inner = usize::from(is_punct(rest.get(1), '!'));
        let Some(TokenTree::Group(group)) = rest.get(1 + inner) else { return Ok(None) };
        if group.delimiter() != Delimiter::Bracket {
            return Ok(None);
        }
        let facts = if place.is_argument { &self.argument_facts } else { &self.facts };
        let mut contents = cfg::attribute(group.stream(), facts);
        let is_documentation = group.stream().to_string().starts_with("doc =");
        if is_documentation && self.keeps_documentation && place.scope == Scope::Code {
            contents = vec![group.stream()];
        }
        if contents.is_empty() && place.is_argument {
            // The macro may require an attribute, or read its text unless it is a comment.
            let is_comment = strip::is_comment(rest.first());
            if tokens::is_list(rest.get(1 + inner), "cfg") {
                contents.push(quote!(cfg(all())));
            } else if !is_comment {
                contents.push(group.stream());
            } else if attributes_before(out).is_empty() {
                contents.push(quote!(doc = ""));
            }
        }
        for content in contents {
            out.extend_from_slice(&rest[..=inner]);
            out.push(tokens::regroup(group, self.stream(content, place)?));
        }
        Ok(Some(2 + inner))
    }

    /// Replaces a condition on the crate that a macro receives as an argument by one that always holds; conditions
    /// that do not hold need no change, since rustc knows none of them.
    fn condition(&mut self, rest: &[TokenTree], out: &mut Vec<TokenTree>, place: &Place) -> Step {
        let length = if is_punct(rest.get(1), '=') { 3 } else { 1 };
        let condition = || rest.iter().take(length).cloned().collect();
        let is_argument = place.scope == Scope::Arguments && !is_qualified(out);
        let is_set = is_argument && self.facts.sets(&condition());
        out.extend(is_set.then(|| quote!(all())).into_iter().flatten());
        Ok(is_set.then_some(length))
    }

    /// Rewrites the start of an item that is not only a matter of paths: a module, a definition of a macro, an
    /// `extern crate`, or a visibility.
    fn item(&mut self, rest: &[TokenTree], out: &mut Vec<TokenTree>, place: &Place) -> Step {
        if is_qualified(out) {
            return Ok(None);
        }
        match rest {
            [TokenTree::Ident(word), TokenTree::Ident(name), end, ..] if word == "mod" => {
                self.module(name, end, out, place).map(|found| found.then_some(3))
            }
            [TokenTree::Ident(word), bang, TokenTree::Ident(name), TokenTree::Group(group), ..]
                if word == "macro_rules" && is_punct(Some(bang), '!') =>
            {
                self.defined.insert(name.to_string());
                let attributes = attributes_before(out);
                let is_conditional =
                    attributes.iter().any(|&at| tokens::is_list(out.get(at + 1), "cfg"));
                let rules = group.stream();
                if !is_conditional && declaring::is_declaring(&rules, &self.declaring) {
                    let has_modules = declaring::has_modules(&rules);
                    self.declaring.insert(name.to_string(), rules);
                    // Calls of one that only calls another such macro can be expressions, and stay.
                    if has_modules {
                        out.truncate(attributes.last().copied().unwrap_or(out.len()));
                        return Ok(Some(4));
                    }
                }
                let is_exported = place.is_exported
                    || attributes
                        .iter()
                        .any(|&at| tokens::is_list(out.get(at + 1), "macro_export"));
                let place = Place { scope: Scope::Definition, is_exported, ..place.clone() };
                let mut rules = group.stream();
                if macros::take_local_inner(out) {
                    rules = macros::with_local_calls(rules);
                }
                out.extend_from_slice(&rest[..3]);
                out.push(tokens::regroup(group, self.rules(rules, &place)?));
                Ok(Some(4))
            }
            [TokenTree::Ident(name), bang, TokenTree::Group(group), ..]
                if is_punct(Some(bang), '!') =>
            {
                let name = name.to_string();
                let items = match self.declaring.get(&name) {
                    Some(rules) => declaring::expand(rules.clone(), group.stream()),
                    None if name == "cfg_if" || name == "cfg_select" => {
                        macros::chosen(group.stream(), &self.facts)
                    }
                    None => None,
                };
                self.replaced(items, rest, out, place)
            }
            [TokenTree::Ident(word), TokenTree::Ident(krate), TokenTree::Ident(name), after @ ..]
                if word == "extern" && krate == "crate" =>
            {
                let alias = match after {
                    [TokenTree::Ident(word), TokenTree::Ident(alias), ..] if word == "as" => alias,
                    _ => name,
                };
                let found = self.extern_crate(name, alias, out);
                Ok(found.then_some(if alias == name { 3 } else { 5 }))
            }
            [TokenTree::Ident(word), TokenTree::Group(group), ..] if word == "pub" => {
                let text = group.stream().to_string();
                let is_simple = ["crate", "self", "super"].contains(&text.as_str());
                if is_simple {
                    out.extend_from_slice(&rest[..2]);
                }
                Ok(is_simple.then_some(2))
            }
            _ => Ok(None),
        }
    }

    /// Adds the rewritten items of a call at the start of `rest`, and returns the call's length; `None` if it stays.
    fn replaced(
        &mut self,
        items: Option<TokenStream>,
        rest: &[TokenTree],
        out: &mut Vec<TokenTree>,
        place: &Place,
    ) -> Step {
        let Some(file) = items.and_then(|items| syn::parse2::<syn::File>(items).ok()) else {
            return Ok(None);
        };
        // Attributes of the call apply to all items.
        let start = attributes_before(out).last().copied().unwrap_or(out.len());
        let items = builtin::with_attributes(out.split_off(start), &file.items);
        out.extend(self.stream(items, place)?);
        Ok(Some(3 + usize::from(is_punct(rest.get(3), ';'))))
    }

    /// Rewrites the results of a macro's rules; their patterns match the tokens of calls.
    fn rules(&mut self, rules: TokenStream, place: &Place) -> Result<TokenStream> {
        let trees: Vec<TokenTree> = rules.into_iter().collect();
        let mut out = TokenStream::new();
        for (at, tree) in trees.iter().enumerate() {
            out.extend([match tree {
                TokenTree::Group(group) if !is_punct(trees.get(at + 1), '=') => {
                    tokens::regroup(group, self.stream(group.stream(), place)?)
                }
                TokenTree::Group(group) => tokens::regroup(group, strip::comments(group.stream())),
                tree => tree.clone(),
            }]);
        }
        Ok(out)
    }

    /// Replaces `extern crate name as alias` by an import; returns false if the crate exists only on another system.
    fn extern_crate(&mut self, name: &Ident, alias: &Ident, out: &mut Vec<TokenTree>) -> bool {
        let text = name.to_string();
        let is_std = is_standard(&text);
        let target = match self.externs.get(&text) {
            // A program with std imports `alloc` and `core` from there under the names of builds without it.
            _ if is_std && is_standard(&alias.to_string()) => quote!(::#alias),
            _ if is_std => quote!(::#name),
            _ if text == "self" => self.krate.root(),
            Some(_) => self.extern_path(name),
            // Code for another system or for tests; rustc rejects it if it is enabled.
            None => return false,
        };
        if take_attribute(out, "macro_use").is_some() && !is_std {
            if let Some(&Extern::Bundled(index)) = self.externs.get(&text) {
                self.macro_use.insert(index);
            }
        }
        out.extend(quote!(use #target as #alias));
        true
    }

    /// Rewrites the prefix of a path at the start of `rest`; returns the old prefix's length in tokens.
    fn path(&mut self, rest: &[TokenTree], out: &mut Vec<TokenTree>, place: &Place) -> Step {
        let starts_import = is_word(out.last(), "use")
            || place.scope == Scope::Import && (out.is_empty() || is_punct(out.last(), ','));
        if is_separator(rest) && (starts_import || !continues_path(out)) {
            let Some(TokenTree::Ident(name)) = rest.get(2) else { return Ok(None) };
            let text = name.to_string();
            let is_known = self.externs.contains_key(&text);
            if is_known {
                out.extend(self.extern_path(name));
            }
            return Ok(is_known.then_some(3));
        }
        let Some(TokenTree::Ident(ident)) = rest.first() else { return Ok(None) };
        if is_qualified(out) && !(ident == "crate" && is_punct(out.last(), '$')) {
            return Ok(None);
        }
        let name = ident.to_string();
        let is_separated = is_separator(&rest[1..]);
        if name == "crate" {
            let is_argument = matches!(place.scope, Scope::Arguments | Scope::Definition);
            if place.is_exported && !is_punct(out.last(), '$') {
                out.push(Ident::new(CALLER, ident.span()).into());
                return Ok(Some(1));
            }
            let is_alone = is_argument || is_word(rest.get(1), "as");
            out.push(rest[0].clone());
            if is_separated || is_alone {
                out.extend(self.krate.module_after_root(ident.span()));
            }
            return Ok(Some(1));
        }
        let next = rest.get(1);
        let is_whole =
            next.is_none() || is_word(next, "as") || is_punct(next, ';') || is_punct(next, ',');
        let is_import = starts_import && is_whole;
        // Imports of edition 2015 start at the root, whose own modules the migration calls `crate::name`. In later editions
        // `use one::two as one` hides the crate, but not from itself.
        let is_outside =
            starts_import && (self.krate.unit.edition == "2015" || declares(rest, &name));
        let is_hidden = place.hidden.contains(&name) && !is_outside;
        let is_crate = self.externs.contains_key(&name) && !is_hidden;
        if !is_crate || !(is_separated || is_import) {
            return Ok(None);
        }
        out.extend(self.extern_path(ident));
        let is_renamed = out.last().is_some_and(|last| last.to_string() != name);
        if is_import && is_renamed && !is_word(next, "as") {
            out.extend(quote!(as #ident));
        }
        Ok(Some(1))
    }

    /// Returns the path in the bundle of the crate that is called `name` here.
    fn extern_path(&self, name: &Ident) -> TokenStream {
        match self.externs.get(&name.to_string()) {
            Some(&Extern::Bundled(index)) if self.modules[index] == self.krate.module => {
                self.krate.root()
            }
            Some(&Extern::Bundled(index)) => {
                let module = format_ident!("{}", self.modules[index]);
                quote!(crate::#module)
            }
            Some(Extern::ProcMacro) => {
                let name = format_ident!("{}{}", name, procedural::MARK, span = name.span());
                quote!(crate::#name)
            }
            Some(Extern::Standard(original)) => {
                let original = format_ident!("{original}");
                quote!(::#original)
            }
            Some(Extern::Provided) | None => quote!(::#name),
        }
    }
}

fn is_separator(rest: &[TokenTree]) -> bool {
    matches!(rest, [TokenTree::Punct(a), TokenTree::Punct(b), ..]
        if a.as_char() == ':' && a.spacing() == Spacing::Joint && b.as_char() == ':')
}

/// Returns whether a `::` after `before` continues a path.
fn continues_path(before: &[TokenTree]) -> bool {
    const KEYWORDS: &[&str] = &[
        "as", "break", "const", "dyn", "else", "for", "if", "impl", "in", "match", "move", "mut",
        "ref", "return", "static", "unsafe", "use", "where", "while", "yield",
    ];
    match before {
        [.., TokenTree::Ident(word)] => !KEYWORDS.contains(&word.to_string().as_str()),
        [.., TokenTree::Punct(head), TokenTree::Punct(tail)] if tail.as_char() == '>' => {
            !(head.spacing() == Spacing::Joint && matches!(head.as_char(), '-' | '='))
        }
        [.., TokenTree::Punct(tail)] => tail.as_char() == '>',
        [.., TokenTree::Group(group)] => group.delimiter() == Delimiter::Parenthesis,
        _ => false,
    }
}

/// Returns whether the import that starts here ends in `as NAME`.
fn declares(rest: &[TokenTree], name: &str) -> bool {
    let end = rest.iter().position(|tree| is_punct(Some(tree), ';') || is_punct(Some(tree), ','));
    let import = &rest[..end.unwrap_or(rest.len())];
    matches!(import, [.., word, last] if is_word(Some(word), "as") && is_word(Some(last), name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cargo::Unit;

    fn rewritten(text: &str) -> String {
        let krate = Crate {
            module: "lib".into(),
            unit: Unit {
                stem: "lib".into(),
                package: cargo_metadata::PackageId { repr: "lib".into() },
                name: "lib".into(),
                root: "src/lib.rs".into(),
                edition: "2021".into(),
                cfgs: ["feature=\"fast\"".to_string()].into(),
                externs: BTreeMap::new(),
                env: [("CARGO_PKG_NAME".to_string(), Some("it".to_string()))].into(),
                arguments: Vec::new(),
                files: Vec::new(),
            },
            folder: ".".into(),
            externs: [("fxhash".to_string(), Extern::Bundled(2))].into(),
            notice: None,
        };
        let modules = ["".to_string(), "lib".to_string(), "rustc_hash".to_string()];
        let mut rewriter = Rewriter {
            krate: &krate,
            facts: Facts::of(&krate).unwrap(),
            argument_facts: Facts::of(&krate).unwrap().for_arguments(),
            modules: &modules,
            externs: krate.externs.clone(),
            macro_use: BTreeSet::new(),
            defined: BTreeSet::new(),
            declaring: BTreeMap::new(),
            keeps_documentation: false,
            has_old_panics: false,
            sources: &mut Sources::default(),
        };
        let stream: TokenStream = text.parse().unwrap();
        let hidden = rewriter.hidden(&stream);
        let place = Place {
            file: "src/lib.rs".into(),
            attribute_folder: "src".into(),
            module_folder: "src".into(),
            module: "lib".into(),
            hidden,
            scope: Scope::Code,
            is_argument: false,
            is_exported: false,
        };
        let stream = rewriter.stream(stream, &place).unwrap();
        crate::squeeze::squeeze(stream).trim_end().to_string()
    }

    #[test]
    fn crate_paths_move_into_the_module() {
        assert_eq!(rewritten("use crate::{a, b};"), "use crate::lib::{a,b};");
        assert_eq!(rewritten("pub(crate) fn f() {}"), "pub(crate)fn f(){}");
        assert_eq!(rewritten("pub(in crate::a) fn f() {}"), "pub(in crate::lib::a)fn f(){}");
        assert_eq!(
            rewritten("macro_rules! m { () => { $crate::x!() } }"),
            "macro_rules!m{()=>{$crate::lib::x!()}}"
        );
    }

    #[test]
    fn extern_paths_become_module_paths() {
        let map = "crate::rustc_hash::Map";
        assert_eq!(rewritten("fn f() -> ::fxhash::Map {}"), format!("fn f()->{map}{{}}"));
        assert_eq!(
            rewritten("use fxhash as f; use fxhash;"),
            "use crate::rustc_hash as f;use crate::rustc_hash as fxhash;"
        );
        assert_eq!(rewritten("vec![0..fxhash::Map]"), format!("vec![0..{map}]"));
        assert_eq!(
            rewritten("{ fxhash::Map } a::fxhash::b x.fxhash::<u8>()"),
            format!("{{{map}}}a::fxhash::b x.fxhash::<u8>()")
        );
        assert_eq!(
            rewritten("mod fxhash {} fn f() { fxhash::g() }"),
            "mod fxhash{}fn f(){fxhash::g()}"
        );
    }

    #[test]
    fn names_hide_crates_in_their_scope_only() {
        for (text, wanted) in [
            (
                "mod a { mod fxhash {} use fxhash::x; } use fxhash::y;",
                "mod a{mod fxhash{}use fxhash::x;}use crate::rustc_hash::y;",
            ),
            (
                "fn f() { use a::fxhash; fxhash::x() } fn g() { fxhash::y() }",
                "fn f(){use a::fxhash;fxhash::x()}fn g(){crate::rustc_hash::y()}",
            ),
            (
                "use fxhash::fxhash; m! { mod fxhash {} } fn f() { fxhash::y() }",
                "use fxhash::fxhash;m!{mod fxhash{}}fn f(){fxhash::y()}",
            ),
            ("use {fxhash, a::b};", "use{crate::rustc_hash as fxhash,a::b};"),
            ("use fxhash::{self, a};", "use crate::rustc_hash::{self,a};"),
            (
                "pub extern crate fxhash as f; extern crate alloc;",
                "pub use crate::rustc_hash as f;use::alloc as alloc;",
            ),
        ] {
            assert_eq!(rewritten(text), wanted);
        }
    }

    #[test]
    fn arguments_of_macros_keep_what_macros_can_see() {
        for (text, wanted) in [
            ("on!(feature = \"fast\", not(feature = \"slow\"));", "on!(all(),not(feature=\"slow\"));"),
            ("m!(#[cfg(feature = \"fast\")] f, $crate, 1_000,);", "m!(#[cfg(all())]f,$crate::lib,1_000,);"),
            ("cfg_if! { if #[cfg(unix)] { cfg_if! { if #[cfg(windows)] { f!(1); g!(2); } } } }", "#[cfg(unix)]#[cfg(windows)]f!(1);#[cfg(unix)]#[cfg(windows)]g!(2);"),
            ("cfg_if! { if #[cfg(feature = \"slow\")] { f!(1); } else if #[cfg(unix)] { g!(); } else { h!(); } }", "#[cfg(unix)]g!();#[cfg(not(unix))]h!();"),
            ("#[macro_export(local_inner_macros)] macro_rules! m { ($e:expr) => { n!($e) } }", "#[macro_export]macro_rules!m{($e:expr)=>{$crate::lib::n!($e)}}"),
        ] {
            assert_eq!(rewritten(text), wanted);
        }
    }

    #[test]
    fn macros_about_the_build_are_evaluated() {
        assert_eq!(
            rewritten("mod a { fn f() { std::module_path!(); } }"),
            "mod a{fn f(){\"lib::a\";}}"
        );
        assert_eq!(
            rewritten("::core::env!(\"CARGO_PKG_NAME\") a::env!(\"x\")"),
            "\"it\" a::env!(\"x\")"
        );
        assert_eq!(
            rewritten("option_env!(\"CARGO_PKG_NAME\")"),
            "::core::option::Option::Some(\"it\")"
        );
        assert_eq!(rewritten("env!(\"CARGO_PKG_NAME\")"), "\"it\"");
        assert_eq!(rewritten("cfg!(feature = \"x\") || cfg!(unix)"), "false||cfg!(unix)");
    }
}
