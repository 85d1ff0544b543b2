//! Prints tokens with the fewest characters that the lexer allows.

use proc_macro2::{Delimiter, Group, Spacing, Span, TokenStream, TokenTree};

use crate::captures::format_position;
use crate::tokens::{self, Texts};

/// Column from which a necessary space becomes a line break.
const SOFT_WIDTH: usize = 200;
/// Column from which a line breaks between any two tokens.
const HARD_WIDTH: usize = 400;

/// Sequences that the lexer would read as one token or a comment, and `--`, which the parser rejects.
const COMPOUNDS: &[&str] = &[
    "&&", "||", "<<", ">>", "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "==", "!=", ">=", "<=",
    "::", "->", "=>", "..", "..=", "<-", "//", "/*", "--",
];

/// How much of the source's form tokens keep.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    /// Code, whose commas at the end of lists and spaces in operators have no effect.
    Code,
    /// Arguments and definitions of macros, which can match every token.
    Tokens,
    /// Arguments that can become text, with the source's spaces.
    Text,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Word,
    Literal,
    Punct(Spacing),
    Bracket,
}

/// The separation that two tokens need.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Gap {
    /// No space, and no line break.
    Closed,
    /// No space, but a line break is allowed.
    Open,
    /// A space or a line break.
    Blank,
}

/// Returns `stream` as source text with lines of limited length.
pub(crate) fn squeeze(stream: TokenStream) -> String {
    let definitions = tokens::definitions(stream.clone());
    let textual = tokens::textual(&definitions);
    let mut printer = Printer {
        text: String::new(),
        column: 0,
        last: None,
        form: Form::Code,
        end: Span::call_site(),
        defined: definitions.into_iter().map(|known| known.name).collect(),
        textual,
    };
    printer.stream(stream);
    printer.text.push('\n');
    printer.text
}

struct Printer {
    text: String,
    column: usize,
    last: Option<(Kind, String)>,
    form: Form,
    /// Where the last token is in the source.
    end: Span,
    /// The program's own macros.
    defined: Texts,
    /// Macros that can make text of their arguments.
    textual: Texts,
}

impl Printer {
    fn stream(&mut self, stream: TokenStream) {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        for (at, tree) in trees.iter().enumerate() {
            let kind = match tree {
                TokenTree::Group(group) => {
                    self.group(group, &trees[..at]);
                    continue;
                }
                TokenTree::Ident(_) => Kind::Word,
                TokenTree::Literal(_) => Kind::Literal,
                TokenTree::Punct(punct) => Kind::Punct(punct.spacing()),
            };
            let mut text = tree.to_string();
            if self.form == Form::Code && text.starts_with(|c: char| c.is_ascii_digit()) {
                text = text.replace('_', "");
            }
            self.token(kind, text, tree.span());
        }
    }

    fn group(&mut self, group: &Group, before: &[TokenTree]) {
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Brace => ("{", "}"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::None => ("", ""),
        };
        if !open.is_empty() {
            self.token(Kind::Bracket, open.to_string(), group.span_open());
        }
        let outer = self.form;
        self.form = self.form_in(before);
        // In a macro repetition the comma is a separator.
        let keeps_comma = self.form != Form::Code || tokens::is_punct(before.last(), '$');
        self.stream(if keeps_comma { group.stream() } else { without_last_comma(group) });
        if !close.is_empty() {
            self.token(Kind::Bracket, close.to_string(), group.span_close());
        }
        self.form = outer;
    }

    /// Returns the form of a group after `before`.
    fn form_in(&self, before: &[TokenTree]) -> Form {
        match tokens::called(before) {
            Some(name) if self.textual.contains(&name) => Form::Text,
            // The last comma of the arguments has no effect.
            Some(name) if is_plain(&name) && !self.defined.contains(&name) => self.form,
            Some(_) if self.form == Form::Code => Form::Tokens,
            None if tokens::defined(before).is_some() => Form::Tokens,
            _ => self.form,
        }
    }

    /// Returns the punctuation at the end of the text.
    fn run(&self) -> &str {
        let is_sign = |c: char| c.is_ascii_punctuation() && !"()[]{}\"'_".contains(c);
        &self.text[self.text.trim_end_matches(is_sign).len()..]
    }

    fn token(&mut self, kind: Kind, text: String, span: Span) {
        let mut gap = match &self.last {
            None => Gap::Closed,
            Some((last, last_text)) => gap(*last, last_text, self.run(), kind, &text, self.form),
        };
        if self.form == Form::Text && gap == Gap::Open {
            gap = if is_apart(self.end, span) { Gap::Blank } else { Gap::Closed };
        }
        self.end = span;
        let white = match gap {
            Gap::Blank if self.column >= SOFT_WIDTH => Some('\n'),
            Gap::Blank => Some(' '),
            Gap::Open if self.column >= HARD_WIDTH => Some('\n'),
            Gap::Open | Gap::Closed => None,
        };
        if let Some(white) = white {
            self.text.push(white);
            self.column = if white == '\n' { 0 } else { self.column + 1 };
        }
        self.text.push_str(&text);
        self.column = match text.rsplit_once('\n') {
            Some((_, tail)) => tail.chars().count(),
            None => self.column + text.chars().count(),
        };
        self.last = Some((kind, text));
    }
}

/// Returns whether the arguments of a macro of std are expressions or patterns.
fn is_plain(name: &str) -> bool {
    format_position(name).is_some() || ["concat", "matches", "vec"].contains(&name)
}

/// Returns whether there is space in the source between tokens; false for generated tokens.
fn is_apart(before: Span, after: Span) -> bool {
    let known = [before, after].iter().all(|span| span.start() != span.end());
    known && before.end() != after.start()
}

/// Returns the content of `group` without a trailing comma. A single comma in parentheses is kept, since it may
/// make a tuple.
fn without_last_comma(group: &Group) -> TokenStream {
    let mut trees: Vec<TokenTree> = group.stream().into_iter().collect();
    let least = if group.delimiter() == Delimiter::Parenthesis { 2 } else { 1 };
    let is_trailing = tokens::is_punct(trees.last(), ',');
    if is_trailing && separating_commas(&trees) >= least && trees.len() > 1 {
        trees.pop();
    }
    trees.into_iter().collect()
}

/// Counts the commas outside angle brackets and the bars of closures. Comparisons and other operators with these
/// characters may hide a comma, never add one.
fn separating_commas(trees: &[TokenTree]) -> usize {
    let (mut commas, mut depth, mut is_in_bars, mut last) = (0, 0_u32, false, None);
    for mark in trees.iter().map(punctuation) {
        match mark {
            Some('<') => depth += 1,
            Some('>') if !matches!(last, Some('-' | '=')) => depth = depth.saturating_sub(1),
            Some('|') => is_in_bars = !is_in_bars,
            Some(',') if depth == 0 && !is_in_bars => commas += 1,
            _ => {}
        }
        last = mark;
    }
    commas
}

fn punctuation(tree: &TokenTree) -> Option<char> {
    match tree {
        TokenTree::Punct(punct) => Some(punct.as_char()),
        _ => None,
    }
}

fn gap(last: Kind, last_text: &str, run: &str, kind: Kind, text: &str, form: Form) -> Gap {
    match (last, kind) {
        (Kind::Punct(Spacing::Joint), Kind::Punct(_)) => Gap::Closed,
        (Kind::Punct(_), _) if matches!(last_text, "'" | "$" | "#") => Gap::Closed,
        (Kind::Punct(_), Kind::Punct(spacing)) => {
            if form == Form::Code && closes_generics(run, text, spacing) {
                Gap::Open
            } else if merges(run, text) {
                Gap::Blank
            } else {
                Gap::Open
            }
        }
        (Kind::Word | Kind::Literal, Kind::Word | Kind::Literal) => Gap::Blank,
        // `a'x` and `a#x` are reserved prefixes, and `'a'` is a character.
        (Kind::Word | Kind::Literal, Kind::Punct(_)) if matches!(text, "'" | "#") => Gap::Blank,
        // `1.` is a float, and `1..` would be a range.
        (Kind::Literal, Kind::Punct(_)) if text == "." && last_text.ends_with('.') => Gap::Blank,
        // `1.f()` and methods of floats with an exponent or a suffix need no space.
        _ => Gap::Open,
    }
}

/// Returns whether the lexer would read `run` and `text` differently without a space.
fn merges(run: &str, text: &str) -> bool {
    let tails = run.char_indices().rev().take(2).map(|(at, _)| &run[at..]);
    tails.into_iter().any(|tail| COMPOUNDS.iter().any(|c| *c == format!("{tail}{text}")))
}

/// Returns whether `text` follows the end of type arguments, where the parser splits tokens such as `>>`.
fn closes_generics(run: &str, text: &str, spacing: Spacing) -> bool {
    run.chars().all(|c| c == '>') && matches!(text, ">" | "=") && spacing == Spacing::Alone
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    fn squeezed(text: &str) -> String {
        squeeze(text.parse().unwrap()).trim_end().to_string()
    }

    fn shape(text: &str) -> Vec<String> {
        fn walk(stream: TokenStream, out: &mut Vec<String>) {
            for tree in stream {
                match tree {
                    TokenTree::Group(group) => {
                        out.push(format!("{:?}", group.delimiter()));
                        walk(group.stream(), out);
                        out.push("end".into());
                    }
                    tree => out.push(tree.to_string()),
                }
            }
        }
        let mut out = Vec::new();
        walk(text.parse().unwrap(), &mut out);
        out
    }

    #[test]
    fn operators_keep_necessary_spaces() {
        for (text, wanted) in [
            ("a - -b", "a- -b"),
            ("a & &b", "a& &b"),
            ("a && b", "a&&b"),
            ("a < -1", "a< -1"),
            ("a / *b", "a/ *b"),
            ("x = & mut * y", "x=&mut*y"),
            ("let x: ::std::A", "let x: ::std::A"),
            ("|| | |x| x", "|| | |x|x"),
            ("a >= b >> 2", "a>=b>>2"),
            ("a ..= b", "a..=b"),
            ("!-x", "!-x"),
        ] {
            assert_eq!(squeezed(text), wanted);
            assert_eq!(shape(&squeezed(text)), shape(text));
        }
    }

    #[test]
    fn numbers_are_separated_from_ranges() {
        for (text, wanted) in [
            ("0..1", "0..1"),
            ("1. .. 2.", "1. ..2."),
            ("1. .sqrt()", "1. .sqrt()"),
            ("1.0.sqrt()", "1.0.sqrt()"),
            ("x.0 .1", "x.0.1"),
            ("1 as u8", "1 as u8"),
            ("0xff_u8 + 1_000.5", "0xffu8+1000.5"),
            ("1.0e-3 .. = 2", "1.0e-3.. =2"),
        ] {
            assert_eq!(squeezed(text), wanted);
        }
    }

    #[test]
    fn insignificant_trailing_commas_are_deleted() {
        for (text, wanted) in [
            ("f(a, b,)", "f(a,b)"),
            ("(a,)", "(a,)"),
            ("(Map<K, V>,)", "(Map<K,V>,)"),
            ("(|a, b| a,)", "(|a,b|a,)"),
            ("f(a: Map<K, V>, b: fn(u8) -> u8,)", "f(a:Map<K,V>,b:fn(u8)->u8)"),
            ("[a, b,] {c,}", "[a,b]{c}"),
            ("$(a, b,)*", "$(a,b,)*"),
            ("(,)", "(,)"),
        ] {
            assert_eq!(squeezed(text), wanted);
        }
    }

    #[test]
    fn words_literals_and_lifetimes_are_separated() {
        for (text, wanted) in [
            ("return \"x\"", "return \"x\""),
            ("break 'outer", "break 'outer"),
            ("match 'a' { 'a' ..= 'z' => b'x' }", "match 'a'{'a'..='z'=>b'x'}"),
            ("fn f<'a, 'b: 'a>(x: &'a str)", "fn f<'a,'b:'a>(x:&'a str)"),
            ("r # \"raw\"", "r #\"raw\""),
            ("r#type r#\"a\"b\"# br#\"c\"#", "r#type r#\"a\"b\"# br#\"c\"#"),
            ("$x : expr", "$x:expr"),
            ("else # [cold] { }", "else #[cold]{}"),
        ] {
            assert_eq!(squeezed(text), wanted);
        }
    }

    #[test]
    fn nested_type_arguments_close_without_spaces() {
        let text = "fn f() { let x: Vec<Vec<u8>> = a; let y = b as Vec<u8> >= c; }
            type A<T> = Vec<Option<T>>; struct B<T: Into<Vec<u8>> = Vec<u8>>(T);";
        let file = syn::parse_file(text).unwrap();
        let short = squeeze(file.to_token_stream());
        assert!(short.contains("let x:Vec<Vec<u8>>=a;"), "{short}");
        let again = syn::parse_file(&short).unwrap();
        assert_eq!(squeeze(again.to_token_stream()), short);
    }

    #[test]
    fn literals_are_unchanged_and_lines_break_between_tokens() {
        let text = "let s = \"  a  \\\n   b // no comment\"; let t = r##\"x  \"# y\"##;";
        let short = squeezed(text);
        assert!(short.contains("\"  a  \\\n   b // no comment\""));
        assert!(short.contains("r##\"x  \"# y\"##"));
        let long = "let a = b + c as u64; ".repeat(200);
        let broken = squeezed(&long);
        assert!(broken.lines().all(|line| line.len() < SOFT_WIDTH + 20));
        assert_eq!(shape(&broken), shape(&long));
        let tight = "a+(".repeat(300) + &")".repeat(300);
        let broken = squeezed(&tight);
        assert!(broken.lines().all(|line| line.len() <= HARD_WIDTH + 2));
        assert_eq!(shape(&broken), shape(&tight));
    }
}
