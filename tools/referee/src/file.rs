//! Files that the user names for the referee to write.

use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// Writes `text` to `path`. What is there already, be it a file, a device, a pipe, or what a link
/// points at, stays and is written into; a new file is there in whole or not at all.
///
/// # Errors
///
/// If the file cannot be written.
pub fn write(path: &Path, text: &str) -> Result<()> {
    // A link that leads nowhere is there, too: its target is made.
    let written = if fs::symlink_metadata(path).is_ok() {
        fs::write(path, text)
    } else {
        let mut unfinished = path.as_os_str().to_owned();
        unfinished.push(format!(".{}.part", std::process::id()));
        let written = fs::write(&unfinished, text).and_then(|()| fs::rename(&unfinished, path));
        if written.is_err() {
            // On a full disk it would only be in the way.
            let _ = fs::remove_file(&unfinished);
        }
        written
    };
    written.with_context(|| {
        format!(
            "cannot write {}: check that its folder exists and is yours to write",
            path.display()
        )
    })
}
