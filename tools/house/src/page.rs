//! The drawings in `docs/architecture.md`, between marks that a reader of the page doesn't see.

use crate::{crates, modules};
use anyhow::{bail, Context, Result};
use std::path::Path;

/// The page, from the repository's root.
pub const PAGE: &str = "docs/architecture.md";

/// The page's text with the drawings as they should be now.
///
/// # Errors
///
/// If rooms import each other in a circle, a module of the bot imports a later one, or a mark is
/// missing.
pub fn drawn(root: &Path, page: &str) -> Result<String> {
    let packages = crates::packages(root)?;
    let workspace = crates::graph(&packages);
    let bot = modules::graph(root)?;
    let upward = modules::upward(&bot);
    if !upward.is_empty() {
        bail!("modules that import later ones of src/lib.rs: {}", upward.join(", "));
    }
    if let Err(circle) = workspace.floors() {
        bail!("packages in a circle: {}", circle.join(", "));
    }
    for package in &packages {
        let graph =
            modules::graph(&package.folder).with_context(|| format!("package {}", package.name))?;
        if let Err(circle) = graph.floors() {
            bail!("modules of {} in a circle: {}", package.name, circle.join(", "));
        }
    }
    let page = between(page, "packages", &workspace.mermaid())?;
    between(&page, "modules", &bot.mermaid())
}

/// The page with another text between the marks of a name.
fn between(page: &str, name: &str, text: &str) -> Result<String> {
    let (open, close) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->\n"));
    let ends = page.split_once(&open).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(&close)?;
        Some((before, after))
    });
    let (before, after) = ends
        .with_context(|| format!("{PAGE} lacks the marks {} and {}", open.trim(), close.trim()))?;
    Ok(format!("{before}{open}{text}{close}{after}"))
}
