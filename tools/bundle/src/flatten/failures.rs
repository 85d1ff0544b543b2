//! Finds the causes of errors and differences in a program without modules.

use cargo_metadata::diagnostic::Diagnostic;
use quote::ToTokens;
use std::collections::BTreeMap;
use syn::spanned::Spanned;
use syn::{Item, UseTree};

use crate::rustc::{code, quoted, ranges};
use crate::same::Verdict;
use crate::tokens::{self, Texts};

/// Why modules could not be deleted.
pub(super) struct Failure {
    pub(super) cause: String,
    /// The module in the root whose code is the cause, or the function, if it is known.
    pub(super) culprit: Option<String>,
}

/// Returns the module that contained the code of an error in `items`, which come from the modules `from`; of a difference
/// the first module that it mentions, or the function.
pub(super) fn culprit(
    verdict: &Verdict,
    items: &[Item],
    from: &[Option<String>],
) -> Option<String> {
    match verdict {
        Verdict::Same => None,
        Verdict::Errors(errors) => {
            let places: Vec<_> = items.iter().map(|item| item.span().byte_range()).collect();
            ranges(errors).find_map(|error| {
                let item = places.iter().position(|place| place.contains(&error.start))?;
                from[item].clone()
            })
        }
        Verdict::Differs(all) => {
            let words = all.iter().flat_map(|one| one.header.iter().chain(&one.words));
            let is_module = |word: &&String| from.iter().flatten().any(|name| name == *word);
            // The arguments, such as `_1`, follow the name.
            let is_name = |word: &&String| !word.starts_with('_');
            let function = all.first().map(|one| one.header.iter().take_while(is_name));
            let function = function.and_then(Iterator::last);
            words.into_iter().find(is_module).or(function).cloned()
        }
    }
}

/// Returns the traits in the messages of errors about calls of methods that several traits in the root have. In an impl of a
/// trait, and only there, it is in scope without an import.
pub(super) fn ambiguous(errors: &[Diagnostic]) -> Texts {
    let calls = errors.iter().filter(|error| code(error) == "E0034");
    let notes = calls.flat_map(|error| &error.children);
    let traits = notes.filter_map(|note| mentioned_trait(&note.message));
    traits.filter_map(|path| path.rsplit("::").next()).map(str::to_string).collect()
}

/// Returns the path of the trait that a note mentions.
pub(super) fn mentioned_trait(note: &str) -> Option<&str> {
    note.split("the trait `").nth(1)?.split('`').next()
}

/// Returns the names that are defined twice, as they were before they got their name in the root.
pub(super) fn doubled<'n>(
    errors: &'n [Diagnostic],
    renames: &'n BTreeMap<String, Texts>,
) -> impl Iterator<Item = &'n str> {
    let doubled = errors.iter().filter(|error| code(error) == "E0428");
    doubled.filter_map(quoted).map(|name| {
        let old = renames.iter().find(|(_, new)| new.contains(name));
        old.map_or(name, |(old, _)| old)
    })
}

/// Returns the paths in imports of the form `use head::{…};` that have errors.
pub(super) fn absent_imports(items: &[Item], errors: &[Diagnostic]) -> Vec<Vec<String>> {
    let errors: Vec<_> = ranges(errors).collect();
    let mut found = Vec::new();
    for item in items {
        let Item::Use(import) = item else { continue };
        let UseTree::Path(head) = &import.tree else { continue };
        let UseTree::Group(group) = &*head.tree else { continue };
        for tree in &group.items {
            let range = tree.span().byte_range();
            if errors.iter().any(|error| range.contains(&error.start)) {
                let mut words: Vec<String> = tokens::words(tree.to_token_stream());
                words.truncate(words.iter().position(|word| word == "as").unwrap_or(words.len()));
                words.insert(0, head.ident.to_string());
                found.push(words);
            }
        }
    }
    found
}
