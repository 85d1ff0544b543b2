//! Files that are whole at every moment.

use anyhow::{Context, Result};
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
