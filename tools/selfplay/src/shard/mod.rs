//! Shards: the append-only files that the games lie in.
//!
//! A shard begins with the eight bytes `TPGAMES3`; the last one is the format's version. Frames
//! follow: the payload's length and its checksum (FNV-1a), both 32 bits, little endian, then the payload in the format of postcard. The
//! first frame holds the [`Settings`], every other one a [`Game`]. Shards of version 2 are read as
//! well: a game ever played stays of use.
//!
//! A run that is killed in the midst of a frame leaves it torn. A torn tail is no error: readers
//! leave it out, and the next writer cuts it off. Damage anywhere else is an error.

mod version2;

use crate::game::Game;
use crate::settings::Settings;
use anyhow::{bail, ensure, Context, Result};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use version2::{OldGame, OldSettings};

/// What a shard begins with.
const MAGIC: &[u8; 8] = b"TPGAMES3";

/// What a shard of the version before begins with.
const OLD_MAGIC: &[u8; 8] = b"TPGAMES2";

/// Bytes before a frame's payload.
const HEAD: usize = 8;

/// What a shard's file name ends in.
const EXTENSION: &str = "games";

/// The file of a worker of the run with this seed.
#[must_use]
pub fn path(folder: &Path, seed: u64, worker: usize) -> PathBuf {
    folder.join(format!("shard-{seed}-{worker}.{EXTENSION}"))
}

/// The shards of a folder, sorted by name; with `seed`, only those of its run.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn list(folder: &Path, seed: Option<u64>) -> Result<Vec<PathBuf>> {
    let begins = seed.map_or_else(|| "shard-".to_owned(), |seed| format!("shard-{seed}-"));
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("cannot read the folder {}", folder.display()))?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| format!("cannot read {}", folder.display()))?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
        let ours = name.starts_with(&begins) && path.extension().is_some_and(|e| e == EXTENSION);
        if ours {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// The shards of these folders and of all folders within them, sorted by path, each once.
///
/// # Errors
///
/// If a folder cannot be read, or one of those named holds no shard.
pub fn find(folders: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for folder in folders {
        let before = all.len();
        let mut left = vec![folder.clone()];
        while let Some(folder) = left.pop() {
            all.extend(list(&folder, None)?);
            let told = || format!("cannot read the folder {}", folder.display());
            for entry in std::fs::read_dir(&folder).with_context(told)? {
                let entry = entry.with_context(told)?;
                // Links are not followed: they might lead round in circles.
                if entry.file_type().with_context(told)?.is_dir() {
                    left.push(entry.path());
                }
            }
        }
        ensure!(all.len() > before, "{} holds no shards of games", folder.display());
    }
    all.sort();
    all.dedup();
    Ok(all)
}

/// A shard that was read.
#[derive(Debug)]
pub struct Shard {
    bytes: Vec<u8>,
    is_old: bool,
    /// `None` if the file was torn before its first frame ended.
    settings: Option<Settings>,
    games: Vec<Range<usize>>,
    /// Where the last whole frame ends.
    end: usize,
}

impl Shard {
    /// Reads a shard.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is no shard, or is damaged elsewhere than at its end.
    pub fn read(path: &Path) -> Result<Shard> {
        let bytes =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Shard::parse(bytes)
            .with_context(|| format!("{} cannot be read as a shard of games", path.display()))
    }

    fn parse(bytes: Vec<u8>) -> Result<Shard> {
        let mut shard = Shard { bytes, is_old: false, settings: None, games: Vec::new(), end: 0 };
        let known = shard.bytes.len().min(MAGIC.len());
        shard.is_old = shard.bytes.starts_with(OLD_MAGIC);
        if !shard.is_old && shard.bytes[..known] != MAGIC[..known] {
            match shard.bytes.split_at_checked(7) {
                Some((b"TPGAMES", &[version, ..])) => bail!(
                    "its games are in version {} of the format; versions 2 and 3 are read",
                    char::from(version)
                ),
                _ => bail!("it does not begin with TPGAMES"),
            }
        }
        if known < MAGIC.len() {
            return Ok(shard);
        }
        shard.end = MAGIC.len();
        while let Some(payload) = next_frame(&shard.bytes, shard.end)? {
            shard.end = payload.end;
            if shard.settings.is_none() {
                let payload = &shard.bytes[payload];
                let settings = if shard.is_old {
                    postcard::from_bytes(payload).map(|old: OldSettings| old.into())
                } else {
                    postcard::from_bytes(payload)
                };
                shard.settings = Some(settings.context("its settings cannot be understood")?);
            } else {
                shard.games.push(payload);
            }
        }
        Ok(shard)
    }

    /// What its games have in common; `None` if the file holds nothing yet.
    #[must_use]
    pub const fn settings(&self) -> Option<&Settings> {
        self.settings.as_ref()
    }

    /// The number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether it holds no game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The games in the order in which they ended, decoded one by one.
    pub fn games(&self) -> impl Iterator<Item = Result<Game>> + '_ {
        self.games.iter().map(|payload| {
            let bytes = &self.bytes[payload.clone()];
            let game = if self.is_old {
                postcard::from_bytes(bytes).map(|old: OldGame| old.into())
            } else {
                postcard::from_bytes(bytes)
            };
            game.with_context(|| {
                format!("the game at byte {} of a shard cannot be understood", payload.start)
            })
        })
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// The torn bytes at its end.
    #[must_use]
    pub fn torn(&self) -> usize {
        self.bytes.len() - self.end
    }
}

/// The payload of the frame at `start`; `None` at the end, or if what is left is torn.
fn next_frame(bytes: &[u8], start: usize) -> Result<Option<Range<usize>>> {
    let left = &bytes[start..];
    let Some((length, rest)) = left.split_first_chunk::<4>() else { return Ok(None) };
    let Some((sum, rest)) = rest.split_first_chunk::<4>() else { return Ok(None) };
    let length = u32::from_le_bytes(*length) as usize;
    let Some(payload) = rest.get(..length) else { return Ok(None) };
    if checksum(payload) == u32::from_le_bytes(*sum) {
        let start = start + HEAD;
        return Ok(Some(start..start + length));
    }
    // The length may have come to the disk before the rest did, so a bad last frame is torn too.
    if rest.len() == length {
        return Ok(None);
    }
    bail!(
        "the frame at byte {start} is damaged, though others follow it; move the file away, and \
         its games are played again"
    )
}

/// FNV-1a, 32 bits.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, &byte: &u8| (sum ^ u32::from(byte)).wrapping_mul(16_777_619);
    bytes.iter().fold(2_166_136_261, step)
}

/// A shard open for more games, which no other process can open at the same time.
#[derive(Debug)]
pub struct Writer {
    file: File,
    path: PathBuf,
}

impl Writer {
    /// Opens a shard of these settings to append to, creating it if it is missing and cutting off
    /// a torn tail; answers what it holds as well.
    ///
    /// # Errors
    ///
    /// If another process writes it, its games have other settings, or it cannot be read or
    /// written.
    pub fn open(path: &Path, settings: &Settings) -> Result<(Writer, Shard)> {
        let told = || format!("cannot open {}", path.display());
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).with_context(told)?;
        match file.try_lock() {
            Ok(()) => (),
            Err(TryLockError::WouldBlock) => {
                bail!("another process writes {}; use another --seed or --out", path.display())
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(told),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(told)?;
        let shard = Shard::parse(bytes)
            .with_context(|| format!("{} cannot be read as a shard of games", path.display()))?;
        ensure!(
            !shard.is_old,
            "{} holds games in version 2 of the format, which is read but written no more; use \
             another --out",
            path.display()
        );
        check_settings(&shard, settings, path)?;
        let end = if shard.settings.is_some() { shard.end } else { 0 };
        file.set_len(end as u64).with_context(told)?;
        file.seek(SeekFrom::Start(end as u64)).with_context(told)?;
        let mut writer = Writer { file, path: path.to_owned() };
        if shard.settings.is_none() {
            let mut bytes = MAGIC.to_vec();
            bytes.extend(frame(&postcard::to_stdvec(settings)?));
            writer.write(&bytes)?;
        }
        Ok((writer, shard))
    }

    /// Appends a game and hands it to the system at once.
    ///
    /// # Errors
    ///
    /// If it cannot be written; the disk may be full.
    pub fn append(&mut self, game: &Game) -> Result<()> {
        self.write(&frame(&postcard::to_stdvec(game)?))
    }

    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let told = || format!("cannot write to {}", self.path.display());
        self.file.write_all(bytes).with_context(told)
    }
}

/// A payload with its length and checksum before it.
fn frame(payload: &[u8]) -> Vec<u8> {
    let mut bytes = (payload.len() as u32).to_le_bytes().to_vec();
    bytes.extend(checksum(payload).to_le_bytes());
    bytes.extend(payload);
    bytes
}

/// Whether a shard may take games of these settings.
///
/// # Errors
///
/// If it holds others.
pub fn check_settings(shard: &Shard, settings: &Settings, path: &Path) -> Result<()> {
    match shard.settings() {
        Some(other) if other != settings => bail!(
            "{} holds games of other settings; use another --seed or --out, or repeat them:\n  \
             there: {other:?}\n  asked: {settings:?}",
            path.display()
        ),
        _ => Ok(()),
    }
}
