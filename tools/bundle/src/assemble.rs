//! Joins the crates: dependencies and the library as modules, the binary as the root.

use proc_macro2::Span;
use quote::ToTokens;
use syn::{parse_quote, File, Ident, Item};

use crate::load::Loaded;
use crate::project::Project;

/// Returns the program as one file. Dependencies come first, so that a macro of the binary cannot shadow names
/// in them.
pub(crate) fn assemble(project: &Project, crates: Vec<Loaded>) -> File {
    let mut file = File { shebang: None, frontmatter: None, attrs: Vec::new(), items: Vec::new() };
    let mut uses_alloc = false;
    for krate in crates.into_iter().rev() {
        let module = &project.crates[krate.index].module;
        uses_alloc |= krate.items.iter().any(|item| alloc_name(item).is_some());
        for attr in krate.attrs {
            let is_kept = attr.path().is_ident("recursion_limit");
            let text = attr.to_token_stream().to_string();
            if is_kept && !file.attrs.iter().any(|a| a.to_token_stream().to_string() == text) {
                file.attrs.push(attr);
            }
        }
        if module.is_empty() {
            // The root declares the crate below.
            let is_alloc = |item: &Item| alloc_name(item).is_some_and(|name| name == "alloc");
            file.items.extend(krate.items.into_iter().filter(|item| !is_alloc(item)));
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
    file
}

/// Returns the name of the crate `alloc` if the item imports it; [`crate::load`] turns `extern crate alloc` into such an
/// import.
fn alloc_name(item: &Item) -> Option<&Ident> {
    let Item::Use(item) = item else { return None };
    let syn::UseTree::Rename(rename) = &item.tree else { return None };
    (item.leading_colon.is_some() && rename.ident == "alloc").then_some(&rename.rename)
}
