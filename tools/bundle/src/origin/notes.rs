//! What a refusal says about its likely cause.

use quote::ToTokens;
use std::cmp::Ordering;
use std::path::Path;
use syn::File;

use super::crates::items_of;
use super::{hidden, Joined};
use crate::load::callers::CALLER;
use crate::project::Project;
use crate::tokens::{self, Definition};

/// Returns an explanation if the crate with the file of `place` has another edition than the bundle; else an empty text.
pub(super) fn of_edition(project: &Project, place: &str) -> String {
    let file = Path::new(place.rsplit_once(':').map_or(place, |(file, _)| file));
    let own = project.crates.iter().filter(|krate| file.starts_with(&krate.folder));
    let Some(krate) = own.max_by_key(|krate| krate.folder.as_os_str().len()) else {
        return String::new();
    };
    let (name, edition, bundle) = (&krate.unit.name, &krate.unit.edition, &project.edition);
    match edition.cmp(bundle) {
        Ordering::Less => {
            format!("; rustc's suggestions do not migrate it from edition {edition} to {bundle}")
        }
        Ordering::Equal => String::new(),
        Ordering::Greater => format!(
            " in edition {bundle}; pass --edition {edition} if the arena compiles with it, or change the edition \
             of {name}"
        ),
    }
}

/// Returns an explanation if the function with this header calls a macro of another edition; else an empty text.
pub(super) fn of_macro(project: &Project, joined: &Joined, header: &str) -> String {
    let mut file: File = joined.file.clone();
    let Some(function) = hidden::item(&mut file, joined.text, header) else { return String::new() };
    let code = function.to_token_stream();
    let calls = |name: &str| {
        tokens::any(code.clone(), &|trees, at| {
            tokens::is_word(trees.get(at), name) && tokens::is_call(&trees[at + 1..])
        })
    };
    let others = project.crates.iter().filter(|krate| krate.unit.edition != project.edition);
    for krate in others.filter(|krate| !krate.module.is_empty()) {
        let items = items_of(joined.file, &krate.module, project).into_iter();
        let definitions = tokens::definitions(items.map(ToTokens::to_token_stream).collect());
        if let Some(Definition { name, .. }) = definitions.iter().find(|known| calls(&known.name)) {
            let (edition, crate_name) = (&krate.unit.edition, &krate.unit.name);
            return format!(
                "; the code of `{name}!` of {crate_name}, of edition {edition}, can mean something else in {}",
                project.edition
            );
        }
    }
    String::new()
}

/// Returns an explanation of an error about the crate around a macro's call; else an empty text.
pub(super) fn of_crate(cause: &str) -> &'static str {
    if !cause.contains(CALLER) {
        return "";
    }
    "; `crate` in an exported macro is the crate that calls it, write `$crate` for the macro's own"
}
