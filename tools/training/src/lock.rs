//! Lock of a folder to which one process at a time may write.

use anyhow::{Context, Result};
use records::file::{LockedFile, Mode};
use std::fs;
use std::path::Path;

/// Creates the folder, if it does not exist, and locks it until the returned file is dropped. Fails if another process
/// has locked it.
pub(crate) fn lock(folder: &Path) -> Result<LockedFile> {
    let cannot = || format!("cannot open {}", folder.display());
    fs::create_dir_all(folder).with_context(cannot)?;
    LockedFile::open(&folder.join(".lock"), Mode::Any).with_context(cannot)
}
