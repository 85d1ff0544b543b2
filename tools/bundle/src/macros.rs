//! `#[macro_export]` puts a macro at the root of its crate. In the bundle that is a module, so the
//! macro becomes an import there.

use proc_macro2::Span;
use syn::{parse_quote, Ident, Item, Visibility};

/// Replaces `#[macro_export]` in the crate with root `items` by imports; `module` is the crate's
/// place in the bundle, empty for the root.
pub(crate) fn reexport(items: &mut Vec<Item>, module: &str) {
    let mut exported = Vec::new();
    let crate_root: syn::Path = match module {
        "" => parse_quote!(crate),
        module => {
            let module = Ident::new(module, Span::call_site());
            parse_quote!(crate::#module)
        }
    };
    import_beside(items, &crate_root, true, &mut exported);
    for path in exported {
        items.push(parse_quote!(pub(crate) use #path;));
    }
}

fn import_beside(items: &mut Vec<Item>, at: &syn::Path, top: bool, exported: &mut Vec<syn::Path>) {
    let mut index = 0;
    while index < items.len() {
        match &mut items[index] {
            Item::Mod(module) => {
                let name = &module.ident;
                let inner: syn::Path = parse_quote!(#at::#name);
                if let Some((_, items)) = &mut module.content {
                    let before = exported.len();
                    import_beside(items, &inner, false, exported);
                    // The import at the root has to see into the module's parents, which are
                    // ancestors of the crate root's children: private is fine for one level only.
                    if exported.len() > before && !top {
                        module.vis = wider(&module.vis);
                    }
                }
            }
            Item::Macro(item) => {
                let count = item.attrs.len();
                item.attrs.retain(|attr| !attr.path().is_ident("macro_export"));
                if let (true, Some(name)) = (item.attrs.len() < count, item.ident.clone()) {
                    if !top {
                        exported.push(parse_quote!(#at::#name));
                    }
                    items.insert(index + 1, parse_quote!(pub(crate) use #name;));
                }
            }
            _ => {}
        }
        index += 1;
    }
}

fn wider(vis: &Visibility) -> Visibility {
    match vis {
        Visibility::Public(_) => vis.clone(),
        _ => parse_quote!(pub(crate)),
    }
}
