//! The current generation of a track.

use crate::rounds::child::Tools;
use crate::rounds::record::GenerationRecord;
use crate::rounds::settings::file::Track;
use crate::rounds::settings::TrackSettings;
use crate::rounds::state::{self, LoopState};
use anyhow::{bail, ensure, Context, Result};
use common::stop::Stop;
use std::fs;
use std::path::{Path, PathBuf};

/// State shared by the generations of all tracks.
#[derive(Debug)]
pub struct Shared {
    /// The loop's folder.
    pub state: LoopState,
    /// The programs that the loop runs.
    pub tools: Tools,
    /// Number of training threads on this machine.
    pub workers: usize,
    /// Raised to stop the loop.
    pub stop: Stop,
}

/// The first unfinished generation of a track.
#[derive(Debug)]
pub struct Generation<'a> {
    /// State of the loop.
    pub shared: &'a Shared,
    /// The track.
    pub track: &'a Track,
    /// Index of the track in the settings.
    pub track_index: usize,
    /// Number of the generation, from 0.
    pub number: u32,
    /// Records of the track's finished generations.
    pub records: Vec<GenerationRecord>,
}

impl<'a> Generation<'a> {
    /// Returns the first unfinished generation of the track with this index. Fails if the records of earlier
    /// generations have gaps.
    pub fn next(shared: &'a Shared, tracks: &'a [Track], index: usize) -> Result<Generation<'a>> {
        let track = &tracks[index];
        let rounds = shared.state.rounds()?.into_iter();
        let records: Vec<GenerationRecord> =
            rounds.filter_map(|mut round| round.tracks.remove(&track.name)).collect();
        let numbered =
            records.iter().enumerate().all(|(n, record)| record.generation as usize == n);
        ensure!(
            numbered,
            "generations.jsonl is damaged: generations of {} are missing",
            track.name
        );
        Ok(Generation { shared, track, track_index: index, number: records.len() as u32, records })
    }

    /// Reads the stored record of this generation, which exists if this track has finished the generation but
    /// another track has not.
    pub fn record(&self) -> Result<Option<GenerationRecord>> {
        state::read_json(&self.folder().join("line.json"))
    }

    /// Returns the settings of the track.
    #[must_use]
    pub const fn settings(&self) -> &'a TrackSettings {
        &self.track.settings
    }

    /// Returns the folder of a generation of the track.
    #[must_use]
    pub fn folder_of(&self, number: u32) -> PathBuf {
        self.shared.state.folder().join(&self.track.name).join(format!("g{number}"))
    }

    /// Returns the generation's own folder.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        self.folder_of(self.number)
    }

    /// Returns the weights file of a generation's network.
    #[must_use]
    pub fn network(&self, number: u32) -> PathBuf {
        self.folder_of(number).join("net/net.tpn")
    }

    /// Returns the promoted generations, oldest first.
    #[must_use]
    pub fn champions(&self) -> Vec<u32> {
        let promoted = self.records.iter().filter(|record| record.promoted);
        promoted.map(|record| record.generation).collect()
    }

    /// Returns the last promoted generation, if any.
    #[must_use]
    pub fn champion(&self) -> Option<u32> {
        self.champions().last().copied()
    }

    /// Returns a label for progress lines: `TRACK, generation N, PHASE`.
    #[must_use]
    pub fn label(&self, phase: &str) -> String {
        format!("{}, generation {}, {phase}", self.track.name, self.number)
    }

    /// Copies a weights file to the generation's folder as its network, unless the folder already has one.
    pub fn install_network(&self, weights: &Path) -> Result<()> {
        let network = self.network(self.number);
        if !network.exists() {
            state::create_folder(&self.folder().join("net"))?;
            common::file::write(&network, read(weights)?)?;
        }
        Ok(())
    }

    /// Copies the network of the last promoted generation to `best.tpn`.
    pub fn publish_best(&self) -> Result<()> {
        let Some(champion) = self.champion() else { return Ok(()) };
        let best = self.shared.state.folder().join(&self.track.name).join("best.tpn");
        let weights = read(&self.network(champion))?;
        if fs::read(&best).is_ok_and(|best| best == weights) {
            return Ok(());
        }
        common::file::write(&best, weights)
    }
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Locates a file that `setting` names: relative to the working directory or, if it is not there, to a folder above
/// the running program, so that files of a checkout are found from any working directory. Fails if the file does not
/// exist.
pub fn locate(setting: &str, path: &str) -> Result<PathBuf> {
    if Path::new(path).exists() {
        return Ok(fs::canonicalize(path)?);
    }
    let program = std::env::current_exe().unwrap_or_default();
    let found = program.ancestors().map(|folder| folder.join(path)).find(|path| path.exists());
    match found {
        Some(path) => Ok(path),
        None => bail!("{setting}: cannot find {path}; pass an absolute path"),
    }
}
