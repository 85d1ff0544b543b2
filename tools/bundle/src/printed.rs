//! Refuses programs that get the paths of their own types, which differ in one file.

use anyhow::{bail, Result};
use proc_macro2::TokenStream;
use quote::ToTokens;
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use syn::File;

use crate::mir::regex;
use crate::sources::Sources;
use crate::{items, tokens};

/// Matches a call that returns a type's name, and the type.
static CALL: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^(?:std|core)::any::(type_name(?:_of_val)?)::<(.*)>$"));

/// Matches the first word of a path.
static FIRST: LazyLock<Regex> = LazyLock::new(|| regex(r"(?:^|[^\w:#])(?:r#)?(\w+)"));

/// Requires that none of the `functions` for which rustc generates code returns the name of a type of the program `file`.
pub(crate) fn require(functions: &BTreeSet<String>, file: &File, sources: &Sources) -> Result<()> {
    let mut own: BTreeSet<String> =
        file.items.iter().filter_map(items::name).map(ToString::to_string).collect();
    own.extend(file.items.iter().filter_map(|item| match item {
        syn::Item::Mod(module) => Some(module.ident.to_string()),
        _ => None,
    }));
    own = own.iter().map(|name| name.trim_start_matches("r#").to_string()).collect();
    // The types of closures and functions have names, too.
    own.extend(["closure", "async"].map(String::from));
    for call in functions.iter().filter_map(|function| CALL.captures(function)) {
        if FIRST.captures_iter(&call[2]).any(|first| own.contains(&first[1])) {
            let place = place(file.to_token_stream(), &call[1], sources);
            bail!(
                "{place}cannot bundle `{}` of `{}`, which has another path in one file; print a text of its own",
                &call[1], &call[2]
            );
        }
    }
    Ok(())
}

/// Returns the place of the first call of `function`, with a colon.
fn place(code: TokenStream, function: &str, sources: &Sources) -> String {
    let words = tokens::idents(code);
    let place =
        words.iter().filter(|word| *word == function).find_map(|word| sources.place(word.span()));
    place.map_or_else(String::new, |place| place + ": ")
}
