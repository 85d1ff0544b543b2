//! A file that is held open for more records, by one process at a time.

use anyhow::{Context, Result};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Whether a file may be there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// It must not.
    New,
    /// It must.
    There,
    /// Either.
    Any,
}

/// Another process holds the file.
#[derive(Debug, Error)]
#[error("cannot write {}: another process writes it; wait until it ends or name another file", .0.display())]
pub struct InUse(pub PathBuf);

/// How long to wait for a lock.
///
/// A process that was killed while it started another one leaves its locks to the child until that
/// child executes its program: `fork` copies every descriptor, and close-on-exec acts at `exec`. Only
/// POSIX record locks are not inherited, but they end as soon as the process closes *any* descriptor
/// of the file, so that merely reading a journal would release it.
const LOCK_PATIENCE: Duration = Duration::from_secs(2);

/// Time between two attempts to lock.
const LOCK_PAUSE: Duration = Duration::from_millis(10);

/// A file that no other process can hold at the same time.
#[derive(Debug)]
pub struct Held {
    file: File,
    path: PathBuf,
}

impl Held {
    /// Opens a file, and creates it if `mode` says so.
    ///
    /// Waits up to two seconds for another process to release the file.
    ///
    /// # Errors
    ///
    /// [`InUse`] if another process holds it for longer; if it exists or is missing against `mode`, or the
    /// system reports an error.
    pub fn open(path: &Path, mode: Mode) -> Result<Held> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).truncate(false);
        options.create_new(mode == Mode::New).create(mode == Mode::Any);
        let doing = if mode == Mode::New { "create" } else { "open" };
        let start = Instant::now();
        let opened = options.open(path);
        let file = opened.with_context(|| format!("cannot {doing} {}", path.display()))?;
        // Some file systems have no locks; that is no reason to write nothing.
        while let Err(TryLockError::WouldBlock) = file.try_lock() {
            if start.elapsed() >= LOCK_PATIENCE {
                return Err(InUse(path.to_owned()).into());
            }
            std::thread::sleep(LOCK_PAUSE);
        }
        Ok(Held { file, path: path.to_owned() })
    }

    /// All that it holds.
    ///
    /// # Errors
    ///
    /// If the system reports one.
    pub fn bytes(&mut self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let read = self.file.rewind().and_then(|()| self.file.read_to_end(&mut bytes));
        self.told("read", read)?;
        Ok(bytes)
    }

    /// Cuts it off at byte `end`; what is appended goes there.
    ///
    /// # Errors
    ///
    /// If the system reports one.
    pub fn cut(&mut self, end: usize) -> Result<()> {
        let cut = self.file.set_len(end as u64);
        let cut = cut.and_then(|()| self.file.seek(SeekFrom::Start(end as u64)));
        self.told("repair", cut).map(drop)
    }

    /// Appends bytes in one go: what a kill leaves torn is at most a piece of these.
    ///
    /// # Errors
    ///
    /// If the system reports one; the disk may be full.
    pub fn append(&mut self, bytes: &[u8]) -> Result<()> {
        let written = self.file.write_all(bytes);
        self.told("write to", written)
    }

    /// Waits until the disk has everything.
    ///
    /// # Errors
    ///
    /// If the system reports one.
    pub fn sync(&mut self) -> Result<()> {
        self.told("write to", self.file.sync_data())
    }

    fn told<T>(&self, doing: &str, done: io::Result<T>) -> Result<T> {
        done.with_context(|| format!("cannot {doing} {}", self.path.display()))
    }
}
