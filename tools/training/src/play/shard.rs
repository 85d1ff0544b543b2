//! Shards: append-only files of games.
//!
//! A shard starts with the eight bytes `TPGAMES4`; the last of them is the format version. Frames with length and
//! hash follow: the [`PlaySettings`], then the [`Game`]s, encoded with postcard.
//!
//! A shard can have a *torn* end: an incomplete frame after a kill, or zeros after a power cut.
//! Readers ignore a torn end, and the next writer removes it; damage anywhere else is an error.

use crate::play::frames::{self, frame, without_zeros, ChainHash};
use crate::play::game::Game;
use crate::play::settings::PlaySettings;
use anyhow::{anyhow, ensure, Context, Result};
use common::progress::Progress;
use rayon::prelude::*;
use records::file::{InUse, LockedFile, Mode};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

const MAGIC: &[u8; 8] = b"TPGAMES4";

const EXTENSION: &str = "games";

/// Returns the path of a worker's shard in the run with this seed.
pub fn path(folder: &Path, seed: u64, worker: usize) -> PathBuf {
    folder.join(format!("shard-{seed}-{worker}.{EXTENSION}"))
}

/// Lists the shards in a folder, sorted by name; with `seed`, only those of the run with that seed.
pub fn list(folder: &Path, seed: Option<u64>) -> Result<Vec<PathBuf>> {
    let prefix = seed.map_or_else(|| "shard-".to_owned(), |seed| format!("shard-{seed}-"));
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
        name.starts_with(&prefix) && path.extension().is_some_and(|e| e == EXTENSION)
    };
    let mut paths: Vec<PathBuf> = entries(folder)?.into_iter().filter(is_ours).collect();
    paths.sort();
    Ok(paths)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let read = || std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect();
    let paths: std::io::Result<_> = read();
    paths.with_context(|| format!("cannot read the folder {}", folder.display()))
}

/// Lists the shards in these folders and all their subfolders, sorted by path, without duplicates.
/// Fails if one of `folders` contains no shard.
pub fn find(folders: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for folder in folders {
        let before = all.len();
        let mut left = vec![folder.clone()];
        while let Some(folder) = left.pop() {
            all.extend(list(&folder, None)?);
            // Symbolic links are not followed: they can form cycles.
            let is_folder = |path: &PathBuf| path.is_dir() && !path.is_symlink();
            left.extend(entries(&folder)?.into_iter().filter(is_folder));
        }
        ensure!(all.len() > before, "{} contains no shards; pass another folder", folder.display());
    }
    all.sort();
    all.dedup();
    Ok(all)
}

/// Reads the folders' shards in parallel with a progress bar, and calls `work` on each. Returns its
/// results in the order of the paths. Reports torn ends on stderr. Fails like [`find`] and
/// [`Shard::read`], or if `work` fails.
pub fn read_all<T: Send>(
    folders: &[PathBuf],
    work: impl Fn(&Shard) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let paths = find(folders)?;
    let total = paths.iter().map(|path| std::fs::metadata(path).map_or(0, |data| data.len())).sum();
    let (progress, read) = (Mutex::new(Progress::new(total, 0)), AtomicU64::new(0));
    let one = |path: &PathBuf| -> Result<T> {
        let shard = Shard::read(path)?;
        let made = work(&shard).with_context(|| path.display().to_string())?;
        let bytes = shard.bytes.len() as u64;
        let read = read.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(torn) = shard.torn_message() {
            progress.note(&format!("{torn}; they are ignored"));
        }
        progress.show(read, |pace| {
            let [done, total] = [pace.done, pace.total].map(|bytes| bytes as f64 / 1e6);
            format!("{done:.0} of {total:.0} MB read{}", pace.left_in_words())
        });
        Ok(made)
    };
    paths.par_iter().map(one).collect()
}

/// A shard in memory.
#[derive(Debug)]
pub struct Shard {
    path: PathBuf,
    bytes: Vec<u8>,
    /// Settings of the games; `None` if the file ends within its first frame.
    pub settings: Option<PlaySettings>,
    /// Byte range of each game.
    games: Vec<Range<usize>>,
    /// Offset of the end of the last complete frame.
    end: usize,
    /// Hash of the last complete frame, for that of the next one.
    link: ChainHash,
}

impl Shard {
    /// Reads a shard. Fails if the file is not a shard or is damaged before its end.
    pub fn read(path: &Path) -> Result<Shard> {
        let bytes =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Shard::parse(path, bytes)
    }

    fn parse(path: &Path, bytes: Vec<u8>) -> Result<Shard> {
        let parts = || -> Result<_> {
            let written = without_zeros(&bytes);
            ensure!(
                MAGIC.starts_with(written) || bytes.starts_with(MAGIC),
                "byte 0: expected {}, found {}",
                MAGIC.escape_ascii(),
                bytes[..bytes.len().min(MAGIC.len())].escape_ascii()
            );
            if written.len() < MAGIC.len() {
                return Ok((None, Vec::new(), 0, ChainHash::default()));
            }
            let (payloads, end, link) = frames::read(&bytes, MAGIC.len()).map_err(|damage| {
                anyhow!("{damage}; move the file away to play its games again")
            })?;
            let mut payloads = payloads.into_iter();
            let settings = payloads.next().map(|first| postcard::from_bytes(&bytes[first]));
            let settings = settings.transpose().context("byte 8: cannot decode the settings")?;
            Ok((settings, payloads.collect(), end, link))
        };
        let (settings, games, end, link) =
            parts().with_context(|| format!("cannot read {} as a shard", path.display()))?;
        Ok(Shard { path: path.to_owned(), bytes, settings, games, end, link })
    }

    /// Decodes the games one by one, in the order in which they ended.
    pub fn games(&self) -> impl Iterator<Item = Result<Game>> + '_ {
        self.games.iter().map(|payload| {
            let game = postcard::from_bytes(&self.bytes[payload.clone()]);
            game.with_context(|| {
                let (path, at) = (self.path.display(), payload.start);
                format!("cannot decode the game at byte {at} of {path}")
            })
        })
    }

    /// Returns the numbers of the games.
    pub fn numbers(&self) -> Result<BTreeSet<u32>> {
        self.games().map(|game| Ok(game?.number)).collect()
    }

    /// Describes a torn end as the start of a sentence, which the caller completes with the
    /// consequence; `None` if the file is complete.
    pub fn torn_message(&self) -> Option<String> {
        let rest = &self.bytes[self.end..];
        let zeros = rest.iter().all(|&byte| byte == 0);
        let what = if zeros { "zeros, as after a power cut" } else { "an incomplete record" };
        let (path, bytes, at) = (self.path.display(), rest.len(), self.end);
        let message = || format!("{path}: the last {bytes} bytes, from byte {at}, are {what}");
        (!rest.is_empty()).then(message)
    }

    /// Fails if the shard has other settings.
    pub fn check_settings(&self, settings: &PlaySettings) -> Result<()> {
        let other = self.settings.as_ref().unwrap_or(settings);
        ensure!(
            other == settings,
            "cannot use {}: its games have other settings; pass another --seed or --out, or the \
             same settings:\n  stored: {other:?}\n  given: {settings:?}",
            self.path.display()
        );
        Ok(())
    }
}

/// A shard opened for appending, locked against other processes.
#[derive(Debug)]
pub struct Writer {
    file: LockedFile,
    link: ChainHash,
}

impl Writer {
    /// Opens or creates a shard for appending and removes a torn end; also returns the shard as it
    /// was. Fails if another process has the file open for writing, or the shard has other settings.
    pub fn open(path: &Path, settings: &PlaySettings) -> Result<(Writer, Shard)> {
        let mut file =
            LockedFile::open(path, Mode::Any).map_err(|error| match error.is::<InUse>() {
                true => anyhow!(
                    "cannot write {}: another process is writing to it; pass another --seed or --out",
                    path.display()
                ),
                false => error,
            })?;
        let shard = Shard::parse(path, file.bytes()?)?;
        shard.check_settings(settings)?;
        let mut link = shard.link;
        if shard.settings.is_some() {
            file.truncate(shard.end)?;
        } else {
            let (first, hash) = frame(&postcard::to_stdvec(settings)?, ChainHash::default());
            link = hash;
            file.truncate(0)?;
            file.append(&[&MAGIC[..], &first].concat())?;
        }
        Ok((Writer { file, link }, shard))
    }

    /// Appends a game and writes it to the file immediately.
    pub fn append(&mut self, game: &Game) -> Result<()> {
        let (bytes, link) = frame(&postcard::to_stdvec(game)?, self.link);
        self.file.append(&bytes)?;
        self.link = link;
        Ok(())
    }
}
