//! Shards that grow.

use super::{check_settings, Shard, MAGIC};
use crate::play::game::Game;
use crate::play::settings::Settings;
use anyhow::{anyhow, Result};
use common::journal::{Form, Frames, Held, InUse, Link, Mode};
use std::path::Path;

/// A shard open for more games, which no other process can open at the same time.
#[derive(Debug)]
pub struct Writer {
    file: Held,
    link: Link,
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
        let mut file = Held::open(path, Mode::Any).map_err(|error| match error.is::<InUse>() {
            true => anyhow!(
                "cannot write {}: another process writes it; use another --seed or --out",
                path.display()
            ),
            false => error,
        })?;
        let shard = Shard::parse(path, file.bytes()?)?;
        check_settings(&shard, settings, path)?;
        let mut writer = Writer { file, link: shard.link };
        if shard.settings.is_some() {
            writer.file.cut(shard.end)?;
        } else {
            writer.begin(settings)?;
        }
        Ok((writer, shard))
    }

    /// Appends a game and hands it to the system at once.
    ///
    /// # Errors
    ///
    /// If it cannot be written; the disk may be full.
    pub fn append(&mut self, game: &Game) -> Result<()> {
        self.write(&postcard::to_stdvec(game)?)
    }

    /// Makes it a shard without games.
    fn begin(&mut self, settings: &Settings) -> Result<()> {
        let (frame, link) = Frames::write(&postcard::to_stdvec(settings)?, Link::START);
        self.link = link;
        self.file.cut(0)?;
        self.file.append(&[&MAGIC[..], &frame].concat())
    }

    fn write(&mut self, payload: &[u8]) -> Result<()> {
        let (frame, link) = Frames::write(payload, self.link);
        self.file.append(&frame)?;
        self.link = link;
        Ok(())
    }
}
