//! Files and folders that are whole at every moment.

use anyhow::{ensure, Context, Result};
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// Writes a file beside the old one and puts it in its place when it is safely there: whatever
/// happens, a reader finds the old content or the new.
///
/// # Errors
///
/// If it can't be written.
pub fn replace(path: &Path, content: &[u8]) -> Result<()> {
    let write = || -> std::io::Result<()> {
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = Path::new(&part);
        let mut file = File::create(part)?;
        file.write_all(content)?;
        file.sync_all()?;
        std::fs::rename(part, path)?;
        // The folder's entry has to reach the disk, too.
        #[cfg(unix)]
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            File::open(folder)?.sync_all()?;
        }
        Ok(())
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// Makes a folder that is there when everything in it is: `fill` fills it under another name.
///
/// # Errors
///
/// If it is there already, can't be made, or can't be filled.
pub fn make<T>(path: &Path, fill: impl FnOnce(&Path) -> Result<T>) -> Result<T> {
    ensure!(!path.exists(), "{} is there already; name another folder", path.display());
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = Path::new(&part);
    let told = || format!("cannot make the folder {}", path.display());
    if part.exists() {
        std::fs::remove_dir_all(part).with_context(told)?;
    }
    std::fs::create_dir_all(part).with_context(told)?;
    let filled = fill(part).and_then(|filled| {
        std::fs::rename(part, path).with_context(told)?;
        Ok(filled)
    });
    if filled.is_err() {
        // What is left of it is of no use; the error that counts is the first one.
        let _ = std::fs::remove_dir_all(part);
    }
    filled
}
