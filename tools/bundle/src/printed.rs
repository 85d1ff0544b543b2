//! Refuses programs that get the paths of their own types, which differ in one file, other than in the texts of panics.

use anyhow::{bail, Result};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::File;

use crate::captures::panic_position;
use crate::pattern::Pattern;
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
    const READERS: &[&str] = &["catch_unwind", "set_hook"];
    let words = program.iter().flat_map(|item| tokens::idents(item.to_token_stream()));
    let reader = words.into_iter().find(|word| READERS.iter().any(|reader| word == reader))?;
    let place = sources.place(reader.span()).map_or_else(String::new, |place| place + ": ");
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
