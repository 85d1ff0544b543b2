//! Joins the crates: dependencies and the library as modules, the binary as the root.

use anyhow::{bail, Result};
use proc_macro2::Span;
use syn::{parse_quote, File, Ident, Item};

use crate::load::Loaded;
use crate::project::Project;

/// Returns the program as one file. Dependencies come first, so that a macro of the binary cannot shadow names
/// in them.
pub(crate) fn assemble(project: &Project, crates: Vec<Loaded>) -> Result<File> {
    let mut file = File { shebang: None, frontmatter: None, attrs: Vec::new(), items: Vec::new() };
    let mut uses_alloc = false;
    for krate in crates.into_iter().rev() {
        let module = &project.crates[krate.index].module;
        uses_alloc |= mentions_alloc(&krate.items);
        file.attrs.extend(krate.attrs.into_iter().filter(|a| a.path().is_ident("recursion_limit")));
        if module.is_empty() {
            let clash = krate.items.iter().any(|item| {
                matches!(item, Item::Mod(own) if project.crates.iter().any(|c| own.ident == c.module))
            });
            if clash {
                bail!(
                    "cannot join the crates: a module of the binary has the name of a bundled crate; \
                     rename the module"
                );
            }
            file.items.extend(krate.items);
        } else {
            let name = Ident::new(module, Span::call_site());
            let items = krate.items;
            file.items.push(parse_quote!(mod #name { #(#items)* }));
        }
    }
    if uses_alloc {
        file.items.insert(
            0,
            parse_quote!(
                pub extern crate alloc;
            ),
        );
    }
    Ok(file)
}

/// Returns whether a crate imports `alloc`; [`crate::load`] turns `extern crate alloc` into such an import.
fn mentions_alloc(items: &[Item]) -> bool {
    items.iter().any(|item| {
        let Item::Use(item) = item else { return false };
        let syn::UseTree::Rename(rename) = &item.tree else { return false };
        item.leading_colon.is_some() && rename.ident == "alloc"
    })
}
