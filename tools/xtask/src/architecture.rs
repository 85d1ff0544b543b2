//! The flowcharts in `docs/architecture.md`, between HTML comments.

use crate::{modules, packages};
use anyhow::{ensure, Context, Result};
use std::fs;
use std::path::Path;

/// Path of the document, relative to the repository's root.
pub(crate) const DOCUMENT: &str = "docs/architecture.md";

/// Returns the document as it is, and with flowcharts of the current imports.
///
/// # Errors
///
/// If the document cannot be read or has no comments around a flowchart, if modules import each other in a cycle, or if
/// a module of the bot imports one that `src/lib.rs` declares later.
pub(crate) fn refreshed(root: &Path) -> Result<(String, String)> {
    let before = fs::read_to_string(root.join(DOCUMENT))
        .with_context(|| format!("cannot read {DOCUMENT}"))?;
    let all = packages::packages(root)?;
    let workspace = packages::graph(&all);
    let bot = modules::graph(root)?;
    let upward = modules::upward(&bot);
    ensure!(
        upward.is_empty(),
        "modules import modules that src/lib.rs declares later: {}; move the shared part to the earlier one",
        upward.join(", ")
    );
    for package in &all {
        let graph =
            modules::graph(&package.folder).with_context(|| format!("package {}", package.name))?;
        let cyclic = graph.cyclic();
        ensure!(
            cyclic.is_empty(),
            "modules of {} import each other in a cycle: {}",
            package.name,
            cyclic.join(", ")
        );
    }
    let after = between(&before, "packages", &workspace.mermaid())?;
    let after = between(&after, "modules", &bot.mermaid())?;
    Ok((before, after))
}

/// Replaces the text between the comments that have this name.
fn between(document: &str, name: &str, text: &str) -> Result<String> {
    let (open, close) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->\n"));
    let ends = document.split_once(&open).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(&close)?;
        Some((before, after))
    });
    let (before, after) = ends.with_context(|| {
        format!("cannot update {DOCUMENT}: no lines {} and {}", open.trim(), close.trim())
    })?;
    Ok(format!("{before}{open}{text}{close}{after}"))
}
