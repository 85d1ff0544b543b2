//! Rewrites paths (to their location in the bundle), attributes, and built-in macros that depend on the
//! build. Works on tokens, before parsing, since code can be inside macros.

use anyhow::{bail, Context, Result};
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::path::Path;

use crate::cfg;
use crate::project::{Crate, Extern};
use crate::tokens::{self, is_punct, is_qualified};

pub(crate) struct Rewriter<'a> {
    pub(crate) krate: &'a Crate,
    /// Module names in the bundle, by crate.
    pub(crate) modules: &'a [String],
    /// Indices of the crates that the sources mention.
    pub(crate) used: BTreeSet<usize>,
}

/// A file's folder, and the extern names that its modules shadow.
struct File<'f> {
    folder: &'f Path,
    hidden: BTreeSet<String>,
}

impl Rewriter<'_> {
    pub(crate) fn rewrite(&mut self, text: &str, folder: &Path) -> Result<TokenStream> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let stream: TokenStream = text.parse().map_err(|error: proc_macro2::LexError| {
            anyhow::anyhow!("line {}: {error}", error.span().start().line)
        })?;
        let words: Vec<String> = tokens::words(stream.clone());
        let declared = words.windows(2).filter(|pair| pair[0] == "mod");
        let hidden = declared.map(|pair| pair[1].clone()).collect();
        self.stream(stream, &File { folder, hidden })
    }

    fn stream(&mut self, stream: TokenStream, file: &File) -> Result<TokenStream> {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        let mut out: Vec<TokenTree> = Vec::with_capacity(trees.len());
        let mut at = 0;
        while at < trees.len() {
            let rest = &trees[at..];
            if let Some(length) = self.attribute(rest, &mut out, file)? {
                at += length;
            } else if let Some((tree, length)) = self.builtin(rest, &out, file)? {
                out.push(tree);
                at += length;
            } else if let Some(length) = self.path(rest, &mut out, file)? {
                at += length;
            } else {
                out.push(match &trees[at] {
                    TokenTree::Group(group) => self.group(group, file)?,
                    tree => tree.clone(),
                });
                at += 1;
            }
        }
        Ok(out.into_iter().collect())
    }

    fn group(&mut self, group: &Group, file: &File) -> Result<TokenTree> {
        Ok(tokens::regroup(group, self.stream(group.stream(), file)?))
    }

    /// Rewrites an attribute at the start of `rest`, if there is one; returns its length in tokens.
    fn attribute(
        &mut self,
        rest: &[TokenTree],
        out: &mut Vec<TokenTree>,
        file: &File,
    ) -> Result<Option<usize>> {
        if !is_punct(rest.first(), '#') {
            return Ok(None);
        }
        let inner = usize::from(is_punct(rest.get(1), '!'));
        let Some(TokenTree::Group(group)) = rest.get(1 + inner) else { return Ok(None) };
        if group.delimiter() != Delimiter::Bracket {
            return Ok(None);
        }
        for content in cfg::attribute(group.stream(), &self.krate.cfgs) {
            out.extend_from_slice(&rest[..=inner]);
            out.push(cfg::bracketed(self.stream(content, file)?));
        }
        Ok(Some(2 + inner))
    }

    /// Evaluates a built-in macro that depends on files or cargo; returns its value and its length in
    /// tokens.
    fn builtin(
        &mut self,
        rest: &[TokenTree],
        before: &[TokenTree],
        file: &File,
    ) -> Result<Option<(TokenTree, usize)>> {
        let [TokenTree::Ident(name), TokenTree::Punct(bang), TokenTree::Group(group), ..] = rest
        else {
            return Ok(None);
        };
        if bang.as_char() != '!' || is_punct(before.last(), '$') {
            return Ok(None);
        }
        let name = name.to_string();
        if name == "cfg" {
            let value = cfg::value(group.stream(), &self.krate.cfgs);
            return Ok(value.map(|value| (value, 3)));
        }
        if !["include", "include_str", "include_bytes", "env"].contains(&name.as_str()) {
            return Ok(None);
        }
        // The argument may contain macros itself, as in `concat!(env!("CARGO_MANIFEST_DIR"), "/file")`.
        let argument = self.stream(group.stream(), file)?;
        let Some(argument) = constant_text(argument) else { return Ok(None) };
        let literal = match name.as_str() {
            "include" => bail!("cannot bundle include!({argument:?}); use a module"),
            "include_str" => {
                let path = file.folder.join(&argument);
                let text = std::fs::read_to_string(&path)
                    .with_context(|| format!("cannot evaluate include_str!({argument:?})"))?;
                text_literal(&text)
            }
            "include_bytes" => {
                let path = file.folder.join(&argument);
                let bytes = std::fs::read(&path)
                    .with_context(|| format!("cannot evaluate include_bytes!({argument:?})"))?;
                Literal::byte_string(&bytes)
            }
            _ => match self.krate.env.get(&argument) {
                Some(Some(value)) => text_literal(value),
                // Code that cargo does not compile; rustc rejects it if the bundle needs it.
                _ => return Ok(None),
            },
        };
        Ok(Some((TokenTree::Literal(literal), 3)))
    }

    /// Rewrites the prefix of a path at the start of `rest`; returns the old prefix's length in tokens.
    fn path(
        &mut self,
        rest: &[TokenTree],
        out: &mut Vec<TokenTree>,
        file: &File,
    ) -> Result<Option<usize>> {
        if is_separator(rest) && !continues_path(out) {
            if let Some(TokenTree::Ident(name)) = rest.get(2) {
                return self.external(&name.to_string(), name.span(), out).map(|f| f.then_some(3));
            }
        }
        let Some(TokenTree::Ident(ident)) = rest.first() else { return Ok(None) };
        let name = ident.to_string();
        let separated = is_separator(&rest[1..]);
        if name == "crate" && separated {
            out.push(rest[0].clone());
            push_module(&self.krate.module, ident.span(), out);
            return Ok(Some(1));
        }
        let imported = matches!(out.last(), Some(TokenTree::Ident(word)) if word == "use")
            && (is_punct(rest.get(1), ';')
                || matches!(rest.get(1), Some(TokenTree::Ident(word)) if word == "as"));
        if !(separated || imported) || file.hidden.contains(&name) || is_qualified(out) {
            return Ok(None);
        }
        self.external(&name, ident.span(), out).map(|found| found.then_some(1))
    }

    fn external(&mut self, name: &str, span: Span, out: &mut Vec<TokenTree>) -> Result<bool> {
        match self.krate.externs.get(name) {
            None => Ok(false),
            Some(Extern::Provided) => Ok(false),
            Some(Extern::ProcMacro) => bail!(
                "cannot bundle `{name}`: it is a procedural macro crate; write by hand the code that it \
                 generates"
            ),
            Some(&Extern::Bundled(index)) => {
                self.used.insert(index);
                out.push(TokenTree::Ident(Ident::new("crate", span)));
                push_module(&self.modules[index], span, out);
                Ok(true)
            }
        }
    }
}

fn push_module(module: &str, span: Span, out: &mut Vec<TokenTree>) {
    if !module.is_empty() {
        out.push(TokenTree::Punct(Punct::new(':', Spacing::Joint)));
        out.push(TokenTree::Punct(Punct::new(':', Spacing::Alone)));
        out.push(TokenTree::Ident(Ident::new(module, span)));
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

/// Returns the text of a string literal or a `concat!` of literals.
fn constant_text(stream: TokenStream) -> Option<String> {
    let mut trees: Vec<TokenTree> = stream.into_iter().collect();
    if trees.len() > 1 && is_punct(trees.last(), ',') {
        trees.pop();
    }
    match trees.as_slice() {
        [literal @ TokenTree::Literal(_)] => {
            syn::parse2::<syn::LitStr>(literal.clone().into()).ok().map(|text| text.value())
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
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                quoted.push_str(&c.escape_unicode().to_string());
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted.parse().unwrap_or_else(|_| Literal::string(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(text: &str) -> String {
        let krate = Crate {
            edition: "2021".into(),
            module: "lib".into(),
            root: "src/lib.rs".into(),
            name: "lib".into(),
            folder: ".".into(),
            cfgs: BTreeSet::new(),
            externs: [("fxhash".to_string(), Extern::Bundled(2))].into(),
            env: [("CARGO_PKG_NAME".to_string(), Some("it".to_string()))].into(),
            notice: None,
        };
        let modules = ["".to_string(), "lib".to_string(), "rustc_hash".to_string()];
        let mut rewriter = Rewriter { krate: &krate, modules: &modules, used: BTreeSet::new() };
        let stream = rewriter.rewrite(text, Path::new(".")).unwrap();
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
            "use crate::rustc_hash as f;use crate::rustc_hash;"
        );
        assert_eq!(rewritten("vec![0..fxhash::Map]"), format!("vec![0..{map}]"));
        assert_eq!(
            rewritten("{ fxhash::Map } a::fxhash::b x.fxhash::<u8>()"),
            format!("{{{map}}}a::fxhash::b x.fxhash::<u8>()")
        );
        assert_eq!(
            rewritten("mod fxhash; fn f() { fxhash::g() }"),
            "mod fxhash;fn f(){fxhash::g()}"
        );
    }

    #[test]
    fn macros_about_the_build_are_evaluated() {
        assert_eq!(rewritten("env!(\"CARGO_PKG_NAME\")"), "\"it\"");
        assert_eq!(rewritten("cfg!(feature = \"x\") || cfg!(unix)"), "false||cfg!(unix)");
    }
}
