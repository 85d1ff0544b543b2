//! The licence lines at the head of a bundle.

use anyhow::Result;
use std::fmt::Write;
use std::path::Path;
use syn::{File, Item};

use crate::project::{Notice, Project};

/// One comment line for each dependency of which `file` still holds code.
pub(crate) fn notices(project: &Project, file: &File) -> Result<String> {
    let mut lines = String::new();
    for krate in &project.crates {
        let Some(notice) = &krate.notice else { continue };
        let held = file
            .items
            .iter()
            .any(|item| matches!(item, Item::Mod(module) if module.ident == krate.module));
        if held {
            let license = &notice.license;
            writeln!(lines, "// {}, {license}, {}", notice.package, owner(notice))?;
        }
    }
    Ok(lines)
}

/// The copyright line of the first licence file that has one, else the authors.
pub(crate) fn owner(notice: &Notice) -> String {
    let files = ["LICENSE-MIT", "LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "COPYRIGHT"];
    let line = files.iter().find_map(|name| copyright_line(&notice.folder.join(name)));
    line.unwrap_or_else(|| format!("(c) {}", notice.authors.join(", ")))
}

fn copyright_line(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    let line = text.lines().map(str::trim).find(|line| line.starts_with("Copyright"))?;
    Some(line.to_string())
}
