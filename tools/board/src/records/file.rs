//! The files that the command line names.

use crate::refusal::Refusal;
use anyhow::{ensure, Context, Result};
use lab::matches;
use serde::Serialize;
use serde_json::Value;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The most bytes of a file that are read.
pub const MOST: u64 = 64 << 20;

/// A file that the command line names.
#[derive(Clone, Serialize, Debug)]
pub struct Named {
    /// What the page calls it by.
    pub id: String,
    /// Its name without its folder.
    pub name: String,
    /// `match`, `league` or `games`, as far as its beginning tells.
    pub kind: &'static str,
    /// Where it is, which the page need not know.
    #[serde(skip)]
    pub path: PathBuf,
}

/// The files that these paths name: themselves, and of folders the games in them.
///
/// # Errors
///
/// If one is not there, or is no file.
pub fn named(paths: &[PathBuf]) -> Result<Vec<Named>> {
    let mut files = Vec::new();
    for path in matches::files(paths)? {
        let about =
            fs::metadata(&path).with_context(|| format!("cannot read {}", path.display()))?;
        ensure!(about.is_file(), "{} is no file: name one with games", path.display());
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        files.push(Named { id: files.len().to_string(), name, kind: kind(&path)?, path });
    }
    Ok(files)
}

/// What a file's first bytes say of it.
fn kind(path: &Path) -> Result<&'static str> {
    /// More than any plan's openings take.
    const HEAD: u64 = 1 << 20;
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    read.with_context(|| format!("cannot read {}", path.display()))?;
    if !super::games::is_journal(&head) {
        return Ok("games");
    }
    let line = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let plan: Option<Value> = serde_json::from_slice(line).ok();
    let plays = |plan: &Value| ["players", "bots"].iter().any(|key| plan.get(key).is_some());
    let is_match = plan.as_ref().and_then(|head| head.get("plan")).is_none_or(plays);
    Ok(if is_match { "match" } else { "league" })
}

impl Named {
    /// What it holds now.
    ///
    /// # Errors
    ///
    /// If it can't be read, or is too large.
    pub fn bytes(&self) -> Result<Vec<u8>, Refusal> {
        let failed = |error| Refusal::missing(format!("cannot read {}: {error}", self.name));
        let file = File::open(&self.path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.take(MOST + 1).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > MOST {
            let words = format!("{} is larger than {} MB", self.name, MOST >> 20);
            return Err(Refusal::unfit(words));
        }
        Ok(bytes)
    }
}
