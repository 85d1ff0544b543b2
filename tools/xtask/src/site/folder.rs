//! The static site: a folder that any static file host can serve.

use super::engine::{build, FILES, PLAIN, RELAXED, SEARCHES};
use super::{replaced, style_sheets, Parts};
use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Content security policy, which allows only the site's own files. A host may add headers, but needs none.
const POLICY: &str =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; \
    object-src 'none'; base-uri 'none'; form-action 'none'";

/// Name, requests and target features of each module. The page loads one of the first two for searches, and the last
/// one when it reads or writes a file.
const MODULES: [(&str, &str, &str); 3] =
    [("plain", SEARCHES, PLAIN), ("relaxed", SEARCHES, RELAXED), ("files", FILES, PLAIN)];

/// The one style sheet of the site, which compresses better than several.
const STYLE: &str = "style.css";

/// Writes the site to a folder; other files in it are kept.
///
/// # Errors
///
/// If the engine does not compile, the page has an unexpected form, or a file can't be written.
pub(crate) fn write(parts: &Parts, root: &Path, folder: &Path) -> Result<()> {
    let files = files(parts, root)?;
    for (name, content) in &files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder))
            .and_then(|()| fs::write(&path, content))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let size: usize = files.iter().map(|(_, content)| content.len()).sum();
    common::output!("{}: {} files, {} KB", folder.display(), files.len(), size / 1000);
    Ok(())
}

/// Returns the path and content of each file.
fn files(parts: &Parts, root: &Path) -> Result<Vec<(String, Vec<u8>)>> {
    let mut files = vec![
        ("index.html".to_owned(), page(parts)?.into_bytes()),
        (format!("page/{STYLE}"), parts.style()?.into_bytes()),
        ("page/icon.svg".to_owned(), parts.icon.clone().into_bytes()),
        ("page/worker.js".to_owned(), parts.own("worker.js")?.to_owned()),
        ("engine/club.tpn".to_owned(), parts.network.clone()),
    ];
    for (name, text) in parts.modules().chain(parts.translations()) {
        files.push((format!("page/{name}"), text.clone().into_bytes()));
    }
    for (name, requests, features) in MODULES {
        files.push((format!("engine/{name}.wasm"), build(root, requests, features)?));
    }
    let at_root = |name: &str| name.ends_with(".png") || name.ends_with(".webmanifest");
    files.extend(parts.own.iter().filter(|(name, _)| at_root(name)).cloned());
    files.push(("sw.js".to_owned(), service_worker(parts, &files)?.into_bytes()));
    Ok(files)
}

fn page(parts: &Parts) -> Result<String> {
    let root = r#"<html lang="en" data-worker="page/worker.js" data-plain="engine/plain.wasm" data-relaxed="engine/relaxed.wasm" data-files="engine/files.wasm" data-network="engine/club.tpn" data-offline="sw.js">"#;
    let preloads: String = imported(parts)
        .into_iter()
        .map(|name| format!("<link rel=\"modulepreload\" href=\"page/{name}\">\n"))
        .collect();
    let head = format!(
        r##"<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="description" content="Play and analyse Twixt, also offline">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f1ece2">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101216">
<link rel="manifest" href="manifest.webmanifest">
<link rel="apple-touch-icon" href="icon-192.png">
{preloads}<title>"##
    );
    let mut html = replaced(&parts.html, r#"<html lang="en">"#, root)?;
    for name in style_sheets(&parts.html).filter(|name| *name != STYLE) {
        html = replaced(&html, &format!("<link rel=\"stylesheet\" href=\"page/{name}\">\n"), "")?;
    }
    replaced(&html, "<title>", &head)
}

/// Returns the modules that the page imports at its start; others are loaded by `import()`.
fn imported(parts: &Parts) -> BTreeSet<&str> {
    let texts: BTreeMap<&str, &str> =
        parts.modules().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let (mut found, mut open) = (BTreeSet::new(), vec!["main.js"]);
    while let Some(name) = open.pop() {
        if let Some(text) = texts.get(name).filter(|_| found.insert(name)) {
            let imports = text.lines().filter(|line| line.starts_with("import "));
            open.extend(imports.filter_map(|line| line.split_once("\"./")?.1.strip_suffix("\";")));
        }
    }
    found
}

/// Returns the service worker, with the list of files and a hash of their contents.
fn service_worker(parts: &Parts, files: &[(String, Vec<u8>)]) -> Result<String> {
    let version = fxhash::hash64(files);
    // Omits the modules for searches and the translations, of which a browser needs at most one each, and the icons,
    // which only an installation needs.
    let is_kept = |name: &&str| {
        !name.ends_with(".png")
            && !name.ends_with(".json")
            && !["engine/plain.wasm", "engine/relaxed.wasm"].contains(name)
    };
    let kept = files.iter().map(|(name, _)| name.as_str()).filter(is_kept);
    // The page is served at the folder's own URL.
    let kept: Vec<&str> = kept.map(|name| if name == "index.html" { "./" } else { name }).collect();
    let script = std::str::from_utf8(parts.own("sw.js")?)?;
    Ok(format!("const VERSION = \"{version:016x}\";\nconst FILES = {kept:?};\n{script}"))
}
