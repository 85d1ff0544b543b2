//! The files named on the command line.

use anyhow::{ensure, Context, Result};
use board_core::ApiError;
use records::journal::is_journal;
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The maximum size of a file, in bytes.
pub const MAX_BYTES: u64 = 64 << 20;

/// A file named on the command line.
#[derive(Clone, Serialize, Debug)]
pub struct ListedFile {
    /// The id in API requests.
    pub id: String,
    /// The file name, preceded by as many folders as distinguish it from listed files of the same name.
    pub name: String,
    /// `match` or `games`, determined by the start of the file.
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
    for path in game_files(paths)? {
        let about =
            fs::metadata(&path).with_context(|| format!("cannot read {}", path.display()))?;
        ensure!(about.is_file(), "cannot read {}: not a regular file", path.display());
        let name = last_components(&path, 1);
        files.push(ListedFile { id: files.len().to_string(), name, kind: kind(&path)?, path });
    }
    distinguish(&mut files);
    Ok(files)
}

/// Replaces each folder by its `.jsonl` and `.json` files, sorted by name. Fails if a folder has none.
fn game_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let listed = fs::read_dir(path)
            .and_then(|entries| {
                entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, _>>()
            })
            .with_context(|| format!("cannot read the folder {}", path.display()))?;
        let kind = |file: &PathBuf| file.extension().is_some_and(|e| e == "jsonl" || e == "json");
        let mut games: Vec<PathBuf> = listed.into_iter().filter(kind).collect();
        ensure!(!games.is_empty(), "{} holds no .jsonl or .json file", path.display());
        games.sort();
        files.append(&mut games);
    }
    Ok(files)
}

/// Adds folders to the names that occur more than once.
fn distinguish(files: &mut [ListedFile]) {
    let most = files.iter().map(|file| file.path.components().count()).max().unwrap_or(0);
    for count in 2..=most {
        let mut paths_by_name: HashMap<String, HashSet<PathBuf>> = HashMap::new();
        for file in files.iter() {
            paths_by_name.entry(file.name.clone()).or_default().insert(file.path.clone());
        }
        for file in files.iter_mut().filter(|file| paths_by_name[&file.name].len() > 1) {
            file.name = last_components(&file.path, count);
        }
    }
}

fn last_components(path: &Path, count: usize) -> String {
    let skipped = path.components().count().saturating_sub(count);
    path.components().skip(skipped).collect::<PathBuf>().to_string_lossy().into_owned()
}

/// Determines a file's kind by its first bytes.
fn kind(path: &Path) -> Result<&'static str> {
    /// The number of bytes to read, which suffice to recognise a journal.
    const HEAD: u64 = 1 << 10;
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    read.with_context(|| format!("cannot read {}", path.display()))?;
    Ok(if is_journal(&head) { "match" } else { "games" })
}

impl ListedFile {
    /// Reads the file's current content.
    ///
    /// # Errors
    ///
    /// If it can't be read or is larger than [`MAX_BYTES`].
    pub fn bytes(&self) -> Result<Vec<u8>, ApiError> {
        let failed = |error| self.unreadable(&error);
        let file = File::open(&self.path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
        self.within_limit(bytes.len() as u64)?;
        Ok(bytes)
    }

    /// Checks the file's current length.
    ///
    /// # Errors
    ///
    /// If it can't be read or is larger than [`MAX_BYTES`].
    pub fn check_length(&self) -> Result<(), ApiError> {
        let about = fs::metadata(&self.path).map_err(|error| self.unreadable(&error))?;
        self.within_limit(about.len())
    }

    fn unreadable(&self, error: &io::Error) -> ApiError {
        ApiError::not_found(format!("cannot read {}: {error}", self.name))
    }

    fn within_limit(&self, length: u64) -> Result<(), ApiError> {
        if length <= MAX_BYTES {
            return Ok(());
        }
        let (name, most) = (&self.name, MAX_BYTES >> 20);
        let message = format!("cannot read {name}: larger than {most} MB; split the file");
        Err(ApiError::unprocessable(message))
    }
}
