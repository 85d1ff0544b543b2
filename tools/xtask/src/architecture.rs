//! The flowcharts in `docs/architecture.md`, between HTML comments.

use crate::{modules, packages};
use anyhow::{ensure, Context, Result};
use std::fs;
use std::path::Path;

/// The page, from the repository's root.
pub(crate) const PAGE: &str = "docs/architecture.md";

/// Returns the page's text as it is, and with the flowcharts of today's imports.
///
/// # Errors
///
/// If the page cannot be read, packages or modules import each other in a cycle, a module of the bot imports a later one, or a
/// comment that marks a flowchart is missing.
pub(crate) fn redrawn(root: &Path) -> Result<(String, String)> {
    let before =
        fs::read_to_string(root.join(PAGE)).with_context(|| format!("cannot read {PAGE}"))?;
    let all = packages::packages(root)?;
    let workspace = packages::graph(&all);
    let bot = modules::graph(root)?;
    let upward = modules::upward(&bot);
    ensure!(
        upward.is_empty(),
        "modules import later ones of src/lib.rs: {}; move the shared part to the earlier module",
        upward.join(", ")
    );
    let cyclic = workspace.cyclic();
    ensure!(cyclic.is_empty(), "packages import each other in a cycle: {}", cyclic.join(", "));
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

/// Returns the page with `text` between the comments of a name.
fn between(page: &str, name: &str, text: &str) -> Result<String> {
    let (open, close) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->\n"));
    let ends = page.split_once(&open).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(&close)?;
        Some((before, after))
    });
    let (before, after) = ends
        .with_context(|| format!("{PAGE} lacks the lines {} and {}", open.trim(), close.trim()))?;
    Ok(format!("{before}{open}{text}{close}{after}"))
}
