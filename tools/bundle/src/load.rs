//! Reads the crates that the binary uses, each as one syntax tree with inline modules.

use anyhow::{anyhow, bail, Context, Result};
use proc_macro2::{TokenStream, TokenTree};
use quote::{quote, ToTokens};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::{Item, ItemMod};
use tempfile::TempDir;

use crate::cfg::split_commas;
use crate::editions;
use crate::macros;
use crate::project::{Extern, Project};
use crate::rewriter::Rewriter;
use crate::sources::Sources;
use crate::strip;
use crate::tokens;

pub(crate) struct Loaded {
    pub(crate) index: usize,
    /// The crate's items, with all modules inline.
    pub(crate) items: Vec<Item>,
    pub(crate) attrs: Vec<syn::Attribute>,
    /// Length of the sources in UTF-16 code units.
    pub(crate) source_utf16: usize,
}

impl Loaded {
    pub(crate) fn label(&self, project: &Project) -> String {
        let krate = &project.crates[self.index];
        match krate.module.as_str() {
            "" => format!("{} (binary)", project.package),
            module => module.to_string(),
        }
    }
}

/// Loads the binary and all crates that its sources mention, transitively.
pub(crate) fn load(project: &Project) -> Result<(Vec<Loaded>, Sources)> {
    let mut sources = Sources::default();
    let modules: Vec<String> = project.crates.iter().map(|c| c.module.clone()).collect();
    let mut loaded: BTreeMap<usize, Loaded> = BTreeMap::new();
    let copies = TempDir::with_prefix("bundle-").context("cannot create a temporary folder")?;
    let mut queue = vec![0];
    while let Some(index) = queue.pop() {
        if loaded.contains_key(&index) {
            continue;
        }
        let mut krate = project.crates[index].clone();
        let copy = copies.path().join(&krate.name);
        let migrated =
            editions::migrate(&project.units[index], &krate.folder, &project.edition, &copy);
        krate.root = migrated?.unwrap_or(krate.root);
        let mut reader = Reader {
            rewriter: Rewriter { krate: &krate, modules: &modules, used: Default::default() },
            utf16: 0,
            sources: &mut sources,
            copy: (copy.clone(), krate.folder.clone()),
        };
        // Errors name the original of a migrated file.
        let in_original = |error: anyhow::Error| {
            let text = format!("{error:#}");
            anyhow!(text.replace(&copy.display().to_string(), &krate.folder.display().to_string()))
        };
        let (items, attrs) = reader.read_root().map_err(in_original)?;
        // Skips crates that only disabled code mentions.
        let words: Vec<Vec<String>> =
            items.iter().map(|item| tokens::words(item.to_token_stream())).collect();
        let words: BTreeSet<String> = words.concat().into_iter().collect();
        queue.extend(reader.rewriter.used.iter().filter(|&&used| words.contains(&modules[used])));
        loaded.insert(index, Loaded { index, items, attrs, source_utf16: reader.utf16 });
    }
    Ok((loaded.into_values().collect(), sources))
}

/// Names anonymous parameters of trait methods (edition 2015).
fn with_named_parameters(stream: TokenStream) -> TokenStream {
    tokens::map(stream, &mut |before, tree| {
        let TokenTree::Group(group) = &tree else { return tree };
        let content = with_named_parameters(group.stream());
        let follows_fn =
            matches!(before, [.., TokenTree::Ident(word), TokenTree::Ident(_)] if word == "fn");
        let is_name_end =
            |tree: TokenTree| [':', '$'].iter().any(|&c| tokens::is_punct(Some(&tree), c));
        if !follows_fn || content.clone().into_iter().any(is_name_end) {
            return tokens::regroup(group, content);
        }
        let parameters = split_commas(content).into_iter().map(|parameter| {
            let is_self = parameter.to_string().ends_with("self");
            if is_self {
                parameter
            } else {
                quote!(_: #parameter)
            }
        });
        tokens::regroup(group, quote!(#(#parameters),*))
    })
}

struct Reader<'a> {
    rewriter: Rewriter<'a>,
    utf16: usize,
    sources: &'a mut Sources,
    /// The folder of the migrated package, and that of the original.
    copy: (PathBuf, PathBuf),
}

#[derive(Clone)]
struct Place {
    /// Folder to which `#[path]` attributes are relative.
    attribute_folder: PathBuf,
    /// Folder with the files of `mod name;` declarations.
    module_folder: PathBuf,
}

impl Reader<'_> {
    fn read_root(&mut self) -> Result<(Vec<Item>, Vec<syn::Attribute>)> {
        let root = self.rewriter.krate.root.clone();
        let folder = root.parent().unwrap_or(Path::new("")).to_path_buf();
        let place = Place { attribute_folder: folder.clone(), module_folder: folder };
        let mut file = self.read_file(&root)?;
        self.inline(&mut file.items, &place)?;
        macros::reexport(&mut file.items);
        Ok((file.items, file.attrs))
    }

    fn read_file(&mut self, path: &Path) -> Result<syn::File> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        self.utf16 += text.encode_utf16().count();
        let folder = path.parent().unwrap_or(Path::new(""));
        let stream =
            self.rewriter.rewrite(&text, folder).with_context(|| path.display().to_string())?;
        let (copy, original) = &self.copy;
        let shown =
            path.strip_prefix(copy).map_or(path.to_path_buf(), |inner| original.join(inner));
        self.sources.add(&stream, &shown);
        let stream = match self.rewriter.krate.edition.as_str() {
            "2015" => with_named_parameters(stream),
            _ => stream,
        };
        let mut file: syn::File = syn::parse2(stream).map_err(|error| {
            anyhow!("{}:{}: {error}", path.display(), error.span().start().line)
        })?;
        strip::disabled(&mut file);
        self.extern_crates(&mut file.items)?;
        Ok(file)
    }

    /// Replaces `mod name;` by inline modules, recursively.
    fn inline(&mut self, items: &mut Vec<Item>, place: &Place) -> Result<()> {
        for item in items.iter_mut() {
            let Item::Mod(module) = item else { continue };
            let explicit = take_path(module)?;
            let name = module.ident.to_string();
            let name = name.trim_start_matches("r#");
            if let Some((_, items)) = &mut module.content {
                let inner = match explicit {
                    Some(path) => place.attribute_folder.join(path),
                    None => place.module_folder.join(name),
                };
                let inner = Place { attribute_folder: inner.clone(), module_folder: inner };
                self.inline(items, &inner)?;
                continue;
            }
            let (path, owns_folder) = locate(name, explicit, place)?;
            let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
            let below = if owns_folder {
                folder.clone()
            } else {
                folder.join(path.file_stem().unwrap_or_default())
            };
            let mut file = self.read_file(&path)?;
            let below = Place { attribute_folder: folder, module_folder: below };
            self.inline(&mut file.items, &below)?;
            for mut attr in file.attrs {
                attr.style = syn::AttrStyle::Outer;
                module.attrs.push(attr);
            }
            module.semi = None;
            module.content = Some((syn::token::Brace::default(), file.items));
        }
        // An inner attribute of a file, such as `#![cfg(any())]`, can disable the module.
        items.retain(strip::is_enabled);
        Ok(())
    }

    fn extern_crates(&mut self, items: &mut [Item]) -> Result<()> {
        for item in items.iter_mut() {
            let Item::ExternCrate(old) = item else { continue };
            let name = old.ident.to_string();
            let standard = ["std", "core", "alloc"].contains(&name.as_str());
            if !standard && old.attrs.iter().any(|a| a.path().is_ident("macro_use")) {
                bail!("`#[macro_use] extern crate {name}` is not supported; import the macros");
            }
            let (vis, ident) = (&old.vis, &old.ident);
            let alias = old.rename.as_ref().map_or(ident, |(_, alias)| alias);
            let module: syn::Path = if standard {
                syn::parse_quote!(::#ident)
            } else if name == "self" {
                root_path(&self.rewriter.krate.module)
            } else {
                match self.rewriter.krate.externs.get(&name) {
                    Some(&Extern::Bundled(index)) => {
                        self.rewriter.used.insert(index);
                        root_path(&self.rewriter.modules[index])
                    }
                    _ => bail!("`extern crate {name}` is not a bundled dependency"),
                }
            };
            *item = syn::parse_quote!(#vis use #module as #alias;);
        }
        Ok(())
    }
}

fn root_path(module: &str) -> syn::Path {
    let module = syn::Ident::new(module, proc_macro2::Span::call_site());
    syn::parse_quote!(crate::#module)
}

/// Returns a module's file, and whether its submodules' files are in the same folder.
fn locate(name: &str, explicit: Option<String>, place: &Place) -> Result<(PathBuf, bool)> {
    if let Some(path) = explicit {
        return Ok((place.attribute_folder.join(path), true));
    }
    let flat = place.module_folder.join(format!("{name}.rs"));
    let nested = place.module_folder.join(name).join("mod.rs");
    match (flat.is_file(), nested.is_file()) {
        (true, false) => Ok((flat, false)),
        (false, true) => Ok((nested, true)),
        (true, true) => {
            bail!("module `{name}`: both {} and {} exist", flat.display(), nested.display())
        }
        (false, false) => {
            bail!("module `{name}`: neither {} nor {} exists", flat.display(), nested.display())
        }
    }
}

fn take_path(module: &mut ItemMod) -> Result<Option<String>> {
    let Some(at) = module.attrs.iter().position(|a| a.path().is_ident("path")) else {
        return Ok(None);
    };
    let attr = module.attrs.remove(at);
    let value = &attr.meta.require_name_value()?.value;
    let path: syn::LitStr = syn::parse2(quote::ToTokens::to_token_stream(value))?;
    Ok(Some(path.value()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_without_names_get_one() {
        let named = |text: &str| with_named_parameters(text.parse().unwrap()).to_string();
        let old = "trait T { fn f(&mut self, Self, u8); fn g(); fn h(x: u8) -> fn(u8); }";
        let new = "trait T { fn f(&mut self, _: Self, _: u8); fn g(); fn h(x: u8) -> fn(u8); }";
        assert_eq!(named(old), new.parse::<TokenStream>().unwrap().to_string());
    }
}
