//! The page with the engine inside, for use without a server: as a folder for a static file host, or as one file.

mod engine;
mod folder;
mod single;

pub(crate) use folder::write as write_folder;
pub(crate) use single::write as write_single;

use anyhow::{ensure, Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of the page and of its files for use without a server, relative to the repository's root.
const PAGE: &str = "tools/board/page";
const OWN: &str = "tools/board/page/site";

/// The network for all sizes and rules.
const NETWORK: &str = "tools/analysis/club.tpn";

/// The page and the network.
pub(crate) struct Parts {
    html: String,
    /// Name and text of each script, style sheet and translation.
    texts: Vec<(String, String)>,
    icon: String,
    network: Vec<u8>,
    /// Name and content of each file in [`OWN`].
    own: Vec<(String, Vec<u8>)>,
}

impl Parts {
    /// Reads the files of the page and the network.
    ///
    /// # Errors
    ///
    /// If a file is missing.
    pub(crate) fn new(root: &Path) -> Result<Parts> {
        let page = root.join(PAGE);
        let read =
            |name: &str| fs::read_to_string(page.join(name)).with_context(|| name.to_owned());
        let is_text =
            |name: &String| name.ends_with(".js") || name.ends_with(".css") || is_translation(name);
        let texts = names(&page)?.into_iter().filter(is_text);
        let own = names(&root.join(OWN))?.into_iter();
        let own = own.map(|name| Ok((name.clone(), fs::read(root.join(OWN).join(name))?)));
        Ok(Parts {
            html: uncommented(&read("index.html")?)?,
            texts: texts
                .map(|name| {
                    let text = uncommented(&read(&name)?).with_context(|| name.clone())?;
                    Ok((name, text))
                })
                .collect::<Result<_>>()?,
            icon: read("icon.svg")?,
            network: fs::read(root.join(NETWORK))?,
            own: own.collect::<Result<_>>()?,
        })
    }

    /// Returns the script modules, without style sheets.
    fn modules(&self) -> impl Iterator<Item = &(String, String)> {
        self.texts.iter().filter(|(name, _)| name.ends_with(".js"))
    }

    /// Returns the translations.
    fn translations(&self) -> impl Iterator<Item = &(String, String)> {
        self.texts.iter().filter(|(name, _)| is_translation(name))
    }

    /// Returns the text of a script or style sheet.
    fn text(&self, name: &str) -> Result<&str> {
        let found = self.texts.iter().find(|(known, _)| known == name);
        Ok(&found.with_context(|| format!("cannot find {PAGE}/{name}"))?.1)
    }

    /// Returns the style sheets of the page as one, in their order.
    fn style(&self) -> Result<String> {
        style_sheets(&self.html).map(|name| self.text(name)).collect()
    }

    fn own(&self, name: &str) -> Result<&[u8]> {
        let found = self.own.iter().find(|(known, _)| known == name);
        Ok(&found.with_context(|| format!("cannot find {OWN}/{name}"))?.1)
    }
}

/// Returns the names of the style sheets, in their order.
fn style_sheets(html: &str) -> impl Iterator<Item = &str> {
    html.lines().filter_map(|line| {
        line.strip_prefix(r#"<link rel="stylesheet" href="page/"#)?.strip_suffix(r#"">"#)
    })
}

/// Whether a file of the page is a translation, such as `texts.de.json`.
fn is_translation(name: &str) -> bool {
    name.starts_with("texts.") && name.ends_with(".json")
}

/// Removes the comments that fill whole lines, the types in other lines, and the indentation. They would be a third of the
/// page's compressed files. Fails if a literal of several lines is indented.
fn uncommented(text: &str) -> Result<String> {
    let mut kept = String::with_capacity(text.len());
    let (mut is_comment, mut is_literal) = (false, false);
    for line in text.lines() {
        let start = line.trim_start();
        ensure!(!is_literal || start == line, "the text of a literal is indented: {line}");
        is_comment |= start.starts_with("/*");
        // A comment before code on the same line stays, unless it is a type.
        let is_code = !is_comment && !start.starts_with("//")
            || is_comment && start.contains("*/") && !start.ends_with("*/");
        if is_code && !start.is_empty() {
            is_literal ^= line.matches('`').count() % 2 == 1;
            kept += &untyped(start);
            kept.push('\n');
        }
        is_comment &= !start.contains("*/");
    }
    Ok(kept)
}

/// Removes the types, which are comments of the form `/** @type {X} */`, from a line.
fn untyped(mut line: &str) -> String {
    let mut kept = String::with_capacity(line.len());
    while let Some((before, (_, after))) =
        line.split_once("/** @").and_then(|(before, rest)| Some((before, rest.split_once("*/")?)))
    {
        kept += before;
        line = after.strip_prefix(' ').unwrap_or(after);
    }
    kept + line
}

/// Returns the names of the files in a folder, sorted.
fn names(folder: &Path) -> Result<Vec<String>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let paths: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    let files = paths.iter().filter(|path| path.is_file()).filter_map(|path| path.file_name());
    let mut names: Vec<String> = files.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}

/// Replaces a part of the page. Fails unless it occurs exactly once.
fn replaced(html: &str, part: &str, by: &str) -> Result<String> {
    let count = html.matches(part).count();
    ensure!(
        count == 1,
        "cannot make the page: `{part}` occurs {count} times in index.html, expected once"
    );
    Ok(html.replace(part, by))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_removed_only_where_they_fill_lines() {
        let text = "// One.\nlet a; // Two.\n\n/** Three. */\n/**\n * Four\n */\n/** @type {X} */ let b;\n  // Five.\n  let c = (/** Six. */ /** @type {Y} */ d) => e(/** @type {Z} */ d);\n";
        assert_eq!(
            uncommented(text).unwrap(),
            "let a; // Two.\nlet b;\nlet c = (/** Six. */ d) => e(d);\n"
        );
        assert!(uncommented("let a = `b\nc`;\n  let d;\n").is_ok());
        assert!(uncommented("let a = `b\n  c`;\n").is_err());
    }
}
