//! The files named on the command line.

use anyhow::{ensure, Context, Result};
use board_core::records::is_journal;
use board_core::ApiError;
use lab::matches;
use serde::Serialize;
use serde_json::Value;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The maximum size of a file, in bytes.
pub const MAX_BYTES: u64 = 64 << 20;

/// A file named on the command line.
#[derive(Clone, Serialize, Debug)]
pub struct ListedFile {
    /// The id in API requests.
    pub id: String,
    /// The file name without its folder.
    pub name: String,
    /// `match`, `league` or `games`, determined by the start of the file.
    pub kind: &'static str,
    /// The path, which is not sent to the page.
    #[serde(skip)]
    pub path: PathBuf,
}

/// Lists the files at these paths; folders are replaced by the game files in them.
///
/// # Errors
///
/// If a path does not exist or is not a regular file.
pub fn listed_files(paths: &[PathBuf]) -> Result<Vec<ListedFile>> {
    let mut files = Vec::new();
    for path in matches::files(paths)? {
        let about =
            fs::metadata(&path).with_context(|| format!("cannot read {}", path.display()))?;
        ensure!(about.is_file(), "cannot read {}: not a regular file", path.display());
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        files.push(ListedFile { id: files.len().to_string(), name, kind: kind(&path)?, path });
    }
    Ok(files)
}

/// Determines a file's kind by its first bytes.
fn kind(path: &Path) -> Result<&'static str> {
    /// The maximum number of bytes to read. The first line of a journal, its plan, is shorter.
    const HEAD: u64 = 1 << 20;
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    read.with_context(|| format!("cannot read {}", path.display()))?;
    if !is_journal(&head) {
        return Ok("games");
    }
    let line = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let plan: Option<Value> = serde_json::from_slice(line).ok();
    let plays = |plan: &Value| ["players", "bots"].iter().any(|key| plan.get(key).is_some());
    let is_match = plan.as_ref().and_then(|head| head.get("plan")).is_none_or(plays);
    Ok(if is_match { "match" } else { "league" })
}

impl ListedFile {
    /// Reads the file's current content.
    ///
    /// # Errors
    ///
    /// If it can't be read or is larger than [`MAX_BYTES`].
    pub fn bytes(&self) -> Result<Vec<u8>, ApiError> {
        let failed = |error| ApiError::not_found(format!("cannot read {}: {error}", self.name));
        let file = File::open(&self.path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > MAX_BYTES {
            let message = format!(
                "cannot read {}: larger than {} MB; split the file",
                self.name,
                MAX_BYTES >> 20
            );
            return Err(ApiError::unprocessable(message));
        }
        Ok(bytes)
    }
}
