//! `crate` without `$` in the rules of an exported macro, which is the crate around each call of the macro.

use anyhow::Result;
use quote::format_ident;
use syn::{parse_quote, File, Item};

use super::Loaded;
use crate::project::Project;
use crate::tokens::{self, Texts};

/// What such a `crate` becomes. As a name in a macro's rules, it is looked up at the call.
pub(crate) const CALLER: &str = "crate__";

/// Declares [`CALLER`] in all modules of the `crates`, as the root of their crate. In crates whose macros no other crate can
/// call, it becomes their root.
pub(super) fn resolve(project: &Project, crates: &mut [Loaded]) -> Result<()> {
    let words: Vec<Texts> = crates.iter().map(|krate| tokens::words(krate.code())).collect();
    let mut is_shared = false;
    for (at, krate) in crates.iter_mut().enumerate().filter(|(at, _)| words[*at].contains(CALLER)) {
        let mut others = words.iter().enumerate().filter(|(other, _)| *other != at);
        // Other names of a macro come from a crate that mentions it.
        // No crate uses the binary.
        let is_used = !project.crates[krate.index].module.is_empty();
        if is_used && others.any(|(_, words)| !words.is_disjoint(&krate.exported)) {
            is_shared = true;
            continue;
        }
        let root = project.crates[krate.index].root();
        let code = tokens::replace(krate.code(), &mut |_, tree, _| {
            tokens::is_word(Some(tree), CALLER).then(|| root.clone())
        });
        krate.items = syn::parse2::<File>(code)?.items;
    }
    if is_shared {
        crates.iter_mut().for_each(|krate| {
            let root = project.crates[krate.index].root();
            let name = format_ident!("{CALLER}");
            declare(&mut krate.items, &parse_quote!(use #root as #name;));
        });
    }
    Ok(())
}

/// Adds `import` to a module, and to those inside.
fn declare(items: &mut Vec<Item>, import: &Item) {
    for item in items.iter_mut() {
        let Item::Mod(module) = item else { continue };
        module.content.iter_mut().for_each(|(_, items)| declare(items, import));
    }
    items.push(import.clone());
}
