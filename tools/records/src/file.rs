//! A locked file, open for appending.

use anyhow::{ensure, Context, Result};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Whether to create or to open a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Create it; it must not exist.
    New,
    /// Open it; it must exist.
    Existing,
    /// Open it, or create it if it does not exist.
    Any,
}

/// Another process has locked the file.
#[derive(Debug, Error)]
#[error("cannot write {}: locked by another process; wait until it ends or pass another file", .0.display())]
pub struct InUse(pub PathBuf);

/// Timeout for a lock. After a process is killed, a child between `fork` and `exec` can still hold its lock.
///
/// POSIX record locks would not be inherited, but closing *any* descriptor of the file releases them, so
/// reading the journal elsewhere in the process would unlock it.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

const LOCK_RETRY: Duration = Duration::from_millis(10);

/// Reads the content of a file of at most `most` bytes, or of a device or pipe, which must end before.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>> {
    let reading = || format!("cannot read {}", path.display());
    let mut bytes = Vec::new();
    let file = File::open(path).with_context(reading)?;
    file.take(most.saturating_add(1)).read_to_end(&mut bytes).with_context(reading)?;
    ensure!(bytes.len() as u64 <= most, "{}: it has more than {} MB", reading(), most >> 20);
    Ok(bytes)
}

/// Returns whether a process holds the exclusive lock of a file.
pub fn is_locked(path: &Path) -> bool {
    // A shared lock, so that readers do not mistake one another for a writer.
    let locked = File::open(path).map(|file| file.try_lock_shared());
    matches!(locked, Ok(Err(TryLockError::WouldBlock)))
}

/// A file under an exclusive lock, which lasts until the value is dropped.
#[derive(Debug)]
pub struct LockedFile {
    file: File,
    path: PathBuf,
}

impl LockedFile {
    /// Opens or creates a file, depending on `mode`, and locks it. Waits up to two seconds for the lock, then
    /// fails with [`InUse`].
    pub fn open(path: &Path, mode: Mode) -> Result<LockedFile> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).truncate(false);
        options.create_new(mode == Mode::New).create(mode == Mode::Any);
        let doing = if mode == Mode::New { "create" } else { "open" };
        let start = Instant::now();
        let opened = options.open(path);
        let file = opened.with_context(|| format!("cannot {doing} {}", path.display()))?;
        // Other errors are ignored: some file systems do not support locks.
        while let Err(TryLockError::WouldBlock) = file.try_lock() {
            if start.elapsed() >= LOCK_TIMEOUT {
                return Err(InUse(path.to_owned()).into());
            }
            std::thread::sleep(LOCK_RETRY);
        }
        Ok(LockedFile { file, path: path.to_owned() })
    }

    /// Returns the whole content.
    pub fn bytes(&mut self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let read = self.file.rewind().and_then(|()| self.file.read_to_end(&mut bytes));
        self.with_path("read", read)?;
        Ok(bytes)
    }

    /// Truncates the file to `end` bytes; the next append continues there.
    pub fn truncate(&mut self, end: usize) -> Result<()> {
        let cut = self.file.set_len(end as u64);
        let cut = cut.and_then(|()| self.file.seek(SeekFrom::Start(end as u64)));
        self.with_path("repair", cut).map(drop)
    }

    /// Appends bytes with one write. If the process is killed, a prefix of them may remain. An existing file is
    /// open at its start, so [`LockedFile::bytes`] or [`LockedFile::truncate`] must be called first.
    pub fn append(&mut self, bytes: &[u8]) -> Result<()> {
        let written = self.file.write_all(bytes);
        self.with_path("write to", written)
    }

    /// Flushes the file's data to disk (`fdatasync`).
    pub fn sync(&mut self) -> Result<()> {
        self.with_path("write to", self.file.sync_data())
    }

    fn with_path<T>(&self, doing: &str, done: io::Result<T>) -> Result<T> {
        done.with_context(|| format!("cannot {doing} {}", self.path.display()))
    }
}
