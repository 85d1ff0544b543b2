//! The file `loop.toml`: common settings, and each track's name, stages and the settings that it overrides.

use super::stage::{Stage, Words};
use super::{TrackSettings, DESCRIPTIONS};
use anyhow::{anyhow, ensure, Context, Result};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// Default settings: a track for the arena's board, and one for several boards.
const DEFAULT: &str = include_str!("default.toml");

/// Settings for a demonstration: two generations of both tracks in a few minutes.
const TINY: &str = include_str!("tiny.toml");

const HEAD: &str = "\
# Settings of this loop, read at every start. Change them between generations only.
# They apply to all tracks unless a track overrides them below.
";

/// An independent series of networks.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// Name of the track and of its folder.
    pub name: String,
    /// Settings of the track.
    pub settings: TrackSettings,
    /// Generations with explicit commands; if there are any, the track ends with the last one.
    pub stages: Vec<Stage>,
}

#[derive(Deserialize)]
struct TrackTable {
    name: String,
    #[serde(default)]
    stage: Vec<Stage>,
    #[serde(flatten)]
    settings: Table,
}

/// Settings of a loop.
#[derive(Clone, Debug, PartialEq)]
pub struct LoopConfig {
    /// Common settings of all tracks.
    pub common: TrackSettings,
    /// Tracks, in the order in which they run within a generation.
    pub tracks: Vec<Track>,
}

impl LoopConfig {
    /// Returns the default settings. Never fails: a test parses the built-in file.
    pub fn built_in() -> Result<LoopConfig> {
        LoopConfig::parse(DEFAULT)
    }

    /// Returns the settings of `--tiny`. Never fails: a test parses the built-in file.
    pub fn tiny() -> Result<LoopConfig> {
        LoopConfig::parse(TINY)
    }

    /// Parses settings from TOML; omitted ones take their defaults. Fails on an unknown or invalid setting.
    pub fn parse(text: &str) -> Result<LoopConfig> {
        LoopConfig::with_words(text, Words::new(), Words::new())
    }

    /// Parses as [`LoopConfig::parse`] does; `replaced` overrides entries of `[words]`, `added` supplies missing ones.
    fn with_words(text: &str, replaced: Words, added: Words) -> Result<LoopConfig> {
        let mut common: Table = toml::from_str(text).map_err(|error| in_a_line(&error))?;
        if let Value::Table(own) = common.entry("words").or_insert(Table::new().into()) {
            for (name, text) in added {
                own.entry(name).or_insert(text.into());
            }
            own.extend(replaced.into_iter().map(|(name, text)| (name, text.into())));
        }
        let tracks = match common.remove("track") {
            Some(tracks) => tracks,
            None => {
                // The default tracks set their own boards, which would override the common setting.
                let overridden = common.contains_key("boards");
                ensure!(!overridden, "boards: the default tracks override it; add a [[track]]");
                toml::from_str::<Table>(DEFAULT)?["track"].clone()
            }
        };
        let tracks = tracks.try_into::<Vec<TrackTable>>();
        let tracks = tracks.map_err(|error| in_a_line(&error)).context("cannot parse [[track]]")?;
        ensure!(!tracks.is_empty(), "no [[track]]; add at least one");
        // The seeds of chunks have 4 bits for the track.
        ensure!(tracks.len() <= 16, "too many tracks; the maximum is 16");
        let mut config = LoopConfig { common: settings(common.clone())?, tracks: Vec::new() };
        for TrackTable { name, stage: stages, settings: own } in tracks {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            let plain = !name.is_empty() && name.chars().all(plain);
            ensure!(
                plain && name != "tmp",
                "track {name:?}: invalid name; use lower-case letters, digits and -"
            );
            let is_new = config.tracks.iter().all(|other| other.name != name);
            ensure!(is_new, "track {name:?} is defined twice");
            let read = || -> Result<TrackSettings> {
                let settings = settings(common.clone().into_iter().chain(own).collect())?;
                settings.check()?;
                stages.iter().try_for_each(|stage| stage.commands(&settings.words).map(drop))?;
                Ok(settings)
            };
            let settings = read().with_context(|| format!("track {name}"))?;
            config.tracks.push(Track { name, settings, stages });
        }
        Ok(config)
    }

    /// Reads settings from a file, as [`LoopConfig::parse`] does from text. `words` overrides entries of `[words]`, and
    /// `$here` is the file's folder, made absolute unless `keeps_relative` is set.
    pub fn read(path: &Path, words: Words, keeps_relative: bool) -> Result<LoopConfig> {
        let cannot = || format!("cannot read {}", path.display());
        let text = std::fs::read_to_string(path).with_context(cannot)?;
        // The folder of a plain file name is an empty path.
        let mut here = path
            .parent()
            .filter(|folder| *folder != Path::new(""))
            .unwrap_or(Path::new("."))
            .to_owned();
        if !keeps_relative {
            // Commands run in the loop's folder, so the path must be absolute.
            here = std::path::absolute(&here)?;
        }
        let here = ("here".to_owned(), here.display().to_string());
        let given = text.contains("$here").then_some(here);
        LoopConfig::with_words(&text, words, given.into_iter().collect())
            .with_context(|| path.display().to_string())
    }

    /// Formats the settings as TOML, with a comment above each. Never fails: all settings can be serialized as
    /// TOML.
    pub fn toml(&self) -> Result<String> {
        /// Serialized as tables named `stage`, which are then renamed to `track.stage`.
        #[derive(Serialize)]
        struct Stages<'a> {
            stage: &'a [Stage],
        }
        let mut text = HEAD.to_owned();
        let common = Table::try_from(&self.common)?;
        for (name, lines) in DESCRIPTIONS {
            lines.iter().try_for_each(|line| writeln!(text, "#{line}"))?;
            writeln!(text, "{name} = {}", common[*name])?;
        }
        for track in &self.tracks {
            writeln!(text, "\n[[track]]\nname = {}", Value::from(track.name.as_str()))?;
            let own = Table::try_from(&track.settings)?;
            for (name, _) in DESCRIPTIONS.iter().filter(|(name, _)| own[*name] != common[*name]) {
                writeln!(text, "{name} = {}", own[*name])?;
            }
            if !track.stages.is_empty() {
                let stages = toml::to_string_pretty(&Stages { stage: &track.stages })?;
                let stages = format!("\n{stages}").replace("\n[[stage", "\n[[track.stage");
                text += &stages.replace("\n[stage", "\n[track.stage");
            }
        }
        Ok(text)
    }

    /// Returns the path of the settings in a loop's folder.
    #[must_use]
    pub fn path(folder: &Path) -> PathBuf {
        folder.join("loop.toml")
    }

    /// Returns the settings stored in a loop's folder; for a new loop the given ones, or the defaults. Fails if
    /// the stored settings differ from the given ones.
    pub fn resolve(folder: &Path, given: Option<LoopConfig>) -> Result<LoopConfig> {
        let path = LoopConfig::path(folder);
        if !path.exists() {
            return given.map_or_else(LoopConfig::built_in, Ok);
        }
        let shown = path.display();
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {shown}"))?;
        let stored = LoopConfig::parse(&text).with_context(|| shown.to_string())?;
        let Some(given) = given else { return Ok(stored) };
        let names = |config: &LoopConfig| -> Vec<String> {
            config.tracks.iter().map(|track| track.name.clone()).collect()
        };
        let mut differ = Vec::new();
        if names(&stored) != names(&given) {
            differ.push(format!("tracks {:?}, not {:?}", names(&stored), names(&given)));
        }
        for (a, b) in stored.tracks.iter().zip(&given.tracks).filter(|(a, b)| a.name == b.name) {
            let of = differences(&a.settings, &b.settings)?;
            differ.extend(of.into_iter().map(|text| format!("{text} for {}", a.name)));
            if a.stages != b.stages {
                differ.push(format!("other stages for {}", a.name));
            }
        }
        ensure!(
            differ.is_empty(),
            "cannot resume with other settings: {shown} has {}; omit the settings to resume, edit the file, \
             or pass another --out",
            differ.join("; ")
        );
        Ok(stored)
    }
}

/// Returns the settings that differ, such as `games = 6, not 7`. Never fails: all settings can be serialized as
/// TOML.
pub fn differences(stored: &TrackSettings, given: &TrackSettings) -> Result<Vec<String>> {
    let (a, b) = (Table::try_from(stored)?, Table::try_from(given)?);
    let differ = DESCRIPTIONS.iter().map(|(name, _)| *name).filter(|name| a[*name] != b[*name]);
    Ok(differ.map(|name| format!("{name} = {}, not {}", a[name], b[name])).collect())
}

/// Deserializes settings one by one first, so that an error names the setting.
fn settings(table: Table) -> Result<TrackSettings> {
    for (name, value) in &table {
        let one = Table::from_iter([(name.clone(), value.clone())]).try_into::<TrackSettings>();
        one.map_err(|error| in_a_line(&error)).with_context(|| format!("{name} = {value}"))?;
    }
    Ok(table.try_into()?)
}

/// Returns a TOML error without its source excerpt, in one line.
fn in_a_line(error: &toml::de::Error) -> anyhow::Error {
    anyhow!("{}", error.message())
}
