//! Refuses programs that get the paths of their own types, which differ in one file, other than in the texts of panics; warns of
//! code that gets places in the source, or reads these texts.

use anyhow::{bail, Result};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashSet;
use syn::File;

use crate::captures::panic_position;
use crate::pattern::Pattern;
use crate::places::place_readers;
use crate::sources::Sources;
use crate::tokens::{is_punct, is_word, Texts};
use crate::{cfg, items, tokens};

/// Matches a function of std that gets a type's name: itself, or the type that prints it, and the type with the name.
static CALL: Pattern = Pattern::new(
    r"^(?:std|core)::any::(type_name(?:_of_val)?)::<(.*)>$|^<(?:std|core)::marker::(PhantomData)<(.*)> as [\w:]*Debug>::fmt$",
);

/// Matches the first word of a path.
static FIRST: Pattern = Pattern::new(r"(?:^|[^\w:#])(?:r#)?(\w+)");

/// Requires that none of the `functions` for which rustc generates code returns the name of a type of the program `file`, unless
/// all calls are in the texts of panics; then returns a warning.
pub(crate) fn require(functions: &Texts, file: &File, sources: &Sources) -> Result<Option<String>> {
    let names = file.items.iter().filter_map(|item| match item {
        syn::Item::Mod(module) => Some(&module.ident),
        item => items::name(item),
    });
    let mut own: Texts =
        names.map(|name| name.to_string().trim_start_matches("r#").to_string()).collect();
    // The types of closures and functions have names, too.
    own.extend(["closure", "async"].map(String::from));
    let calls = functions.iter().filter_map(|function| CALL.captures(function));
    let mut calls = calls.map(|call| call.extract().1);
    let is_own =
        |&[_, of]: &[&str; 2]| FIRST.captures_iter(of).any(|first| own.contains(&first[1]));
    let Some([function, of]) = calls.find(is_own) else { return Ok(None) };
    let mut outside = Vec::new();
    words(file.to_token_stream(), &mut outside);
    let is_call = |word: &&Ident| *word == function;
    let what = format!("`{function}` of `{of}`, which has another path in one file");
    if outside.iter().any(|word| is_call(&word)) {
        let place = place(&outside, is_call, sources);
        bail!("{place}cannot bundle {what}; print a text of its own");
    }
    let place = place(&tokens::idents(file.to_token_stream()), is_call, sources);
    Ok(Some(format!("{place}a panic prints {what}")))
}

/// Returns a warning if the program's own code can read the texts of panics.
pub(crate) fn of_panics(program: &[syn::Item], sources: &Sources) -> Option<String> {
    let words = program.iter().flat_map(|item| tokens::idents(item.to_token_stream())).collect();
    panic_reader(words, &["catch_unwind", "set_hook"], sources)
}

/// Returns a warning if code of any crate can do so; `left` is the program without unreachable code, and `joined` that with it.
pub(crate) fn of_all_panics(
    joined: &TokenStream,
    left: &File,
    sources: &Sources,
) -> Option<String> {
    let left: Texts = tokens::words(left.to_token_stream());
    // Without a panic that is caught, `downcast` reads other values.
    let is_caught = ["catch_unwind", "spawn"].iter().any(|word| left.contains(*word));
    let readers = ["set_hook", "downcast", "downcast_ref", "downcast_mut"].into_iter();
    let readers = readers.filter(|word| left.contains(*word) && (is_caught || *word == "set_hook"));
    panic_reader(tokens::idents(joined.clone()), &readers.collect::<Vec<_>>(), sources)
}

/// Returns a warning if the program `left` gets a place in the source.
pub(crate) fn of_places(joined: &TokenStream, left: &File, sources: &Sources) -> Option<String> {
    let left = outside_readers(left.to_token_stream());
    let readers = outside_readers(joined.clone());
    let is_left = |word: &&Ident| left.contains(*word);
    let reader = readers.iter().find(is_left)?;
    let place = place(&readers, is_left, sources);
    Some(format!("{place}`{reader}` gives a place in the source, which differs in one file"))
}

/// Returns the words outside of texts of panics that get a place in the source.
fn outside_readers(code: TokenStream) -> Vec<Ident> {
    let mut readers = place_readers(code.clone());
    let mut outside = Vec::new();
    words(code, &mut outside);
    let place = |word: &Ident| (word.span().file(), word.span().byte_range().start);
    let outside: HashSet<_> = outside.iter().map(place).collect();
    readers.retain(|word| outside.contains(&place(word)));
    readers
}

/// Returns a warning about the first of `words` that is one of `readers`.
fn panic_reader(words: Vec<Ident>, readers: &[&str], sources: &Sources) -> Option<String> {
    let is_reader = |word: &&Ident| readers.iter().any(|reader| *word == reader);
    let reader = words.iter().find(is_reader)?;
    let place = place(&words, is_reader, sources);
    Some(format!("{place}`{reader}` can read places of panics, and the code in texts of assertions, which differ in one file"))
}

/// Returns the place of the first call, with a colon.
fn place(words: &[Ident], is_call: impl Fn(&&Ident) -> bool, sources: &Sources) -> String {
    let place = words.iter().filter(is_call).find_map(|word| sources.place(word.span()));
    place.map_or_else(String::new, |place| place + ": ")
}

/// Collects the identifiers outside of imports and texts of panics.
fn words(code: TokenStream, all: &mut Vec<Ident>) {
    let trees: Vec<TokenTree> = code.into_iter().collect();
    let mut is_import = false;
    for (at, tree) in trees.iter().enumerate() {
        match tree {
            // Not the `use<…>` of a type.
            TokenTree::Ident(word) if word == "use" => {
                is_import = !is_punct(trees.get(at + 1), '<')
            }
            // An import can give a name to the function.
            TokenTree::Ident(word) if !is_import || is_word(trees.get(at + 1), "as") => {
                all.push(word.clone());
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => is_import = false,
            TokenTree::Group(group) if is_import => {
                let names = tokens::idents(group.stream());
                if names.iter().any(|name| name == "as") {
                    all.extend(names);
                }
            }
            TokenTree::Group(group) => {
                let called = tokens::called(&trees[..at]);
                match called.and_then(|name| panic_position(&name)) {
                    Some(count) => words(without_text(group.stream(), count), all),
                    None => words(group.stream(), all),
                }
            }
            _ => {}
        }
    }
}

/// Returns the arguments of a panic before its text: of an assertion at least the `count` that decide.
fn without_text(arguments: TokenStream, count: usize) -> TokenStream {
    let parts = cfg::split_commas(arguments);
    let is_text =
        |part: &TokenStream| matches!(part.clone().into_iter().next(), Some(TokenTree::Literal(_)));
    let text = parts.iter().skip(count).position(is_text).map(|at| at + count);
    parts.into_iter().take(text.unwrap_or(usize::MAX)).collect()
}
