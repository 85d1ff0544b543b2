//! `loop.toml`: common settings, and for each track its name and the settings in which it differs.

use super::stage::{Stage, Words};
use super::{Settings, TEXTS};
use anyhow::{anyhow, ensure, Context, Result};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::path::Path;
use toml::{Table, Value};

/// Two networks: the arena's, and the one for every board.
const USUAL: &str = include_str!("usual.toml");

/// From nothing to a second network of both in a few minutes: to see the loop work.
const TINY: &str = include_str!("tiny.toml");

const HEAD: &str = "\
# Settings of this loop, read at every start. Change them between generations only.
# They hold for all tracks; a track may set others below.
";

/// A network of its own, with games, matches and a best one of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// Its name, and that of its folder.
    pub name: String,
    /// Its settings.
    pub settings: Settings,
    /// Its generations, if their commands are written out; it ends with the last one.
    pub stages: Vec<Stage>,
}

/// A track as TOML holds it.
#[derive(Deserialize)]
struct Written {
    name: String,
    #[serde(default)]
    stage: Vec<Stage>,
    #[serde(flatten)]
    settings: Table,
}

/// The settings of a whole loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Settings of all tracks.
    pub common: Settings,
    /// The tracks, in the order of their work in a generation.
    pub tracks: Vec<Track>,
}

impl Config {
    /// The settings of a loop that is given none.
    ///
    /// # Errors
    ///
    /// Never: a test reads it.
    pub fn usual() -> Result<Config> {
        Config::parse(USUAL)
    }

    /// The settings of `--tiny`.
    ///
    /// # Errors
    ///
    /// Never: a test reads it.
    pub fn tiny() -> Result<Config> {
        Config::parse(TINY)
    }

    /// Reads settings; others have their defaults.
    ///
    /// # Errors
    ///
    /// If it is no TOML, names an unknown setting, or gives a wrong value.
    pub fn parse(text: &str) -> Result<Config> {
        Config::with_words(text, Words::new(), Words::new())
    }

    /// As [`Config::parse`], with some words replaced, and others added where the text has none of that name.
    fn with_words(text: &str, replaced: Words, added: Words) -> Result<Config> {
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
                // The usual tracks have boards of their own, which would hide these.
                let hides = common.contains_key("boards");
                ensure!(!hides, "boards: write a [[track]] to play on them");
                toml::from_str::<Table>(USUAL)?["track"].clone()
            }
        };
        let tracks = tracks.try_into::<Vec<Written>>();
        let tracks = tracks.map_err(|error| in_a_line(&error)).context("[[track]]")?;
        ensure!(!tracks.is_empty(), "there is no [[track]]");
        // More would not have seeds of their own.
        ensure!(tracks.len() <= 16, "there can be 16 tracks at most");
        let mut config = Config { common: settings(common.clone())?, tracks: Vec::new() };
        for Written { name, stage: stages, settings: own } in tracks {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            let plain = !name.is_empty() && name.chars().all(plain);
            ensure!(plain && name != "tmp", "track {name:?}: use small letters, digits and -");
            let is_new = config.tracks.iter().all(|other| other.name != name);
            ensure!(is_new, "track {name:?} is there twice");
            let read = || -> Result<Settings> {
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

    /// Reads the settings of a file, with these words replaced.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or as [`Config::parse`].
    pub fn read(path: &Path, words: Words, is_plan: bool) -> Result<Config> {
        let cannot = || format!("cannot read {}", path.display());
        let text = std::fs::read_to_string(path).with_context(cannot)?;
        let mut here = path.parent().unwrap_or(path).to_owned();
        if !is_plan {
            // Commands run in the loop's folder.
            here = std::path::absolute(&here)?;
        }
        let here = ("here".to_owned(), here.display().to_string());
        let given = text.contains("$here").then_some(here);
        Config::with_words(&text, words, given.into_iter().collect())
            .with_context(|| path.display().to_string())
    }

    /// The settings as TOML, with a comment above each.
    ///
    /// # Errors
    ///
    /// Never: all settings have a form in TOML.
    pub fn toml(&self) -> Result<String> {
        /// The stages of a track, whose tables are named `track.stage`.
        #[derive(Serialize)]
        struct Stages<'a> {
            stage: &'a [Stage],
        }
        let mut text = HEAD.to_owned();
        let common = Table::try_from(&self.common)?;
        for (name, lines) in TEXTS {
            lines.iter().try_for_each(|line| writeln!(text, "#{line}"))?;
            writeln!(text, "{name} = {}", common[*name])?;
        }
        for track in &self.tracks {
            writeln!(text, "\n[[track]]\nname = {}", Value::from(track.name.as_str()))?;
            let own = Table::try_from(&track.settings)?;
            for (name, _) in TEXTS.iter().filter(|(name, _)| own[*name] != common[*name]) {
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

    /// The settings of the loop in a folder, which must not differ from those wanted, if any are.
    ///
    /// # Errors
    ///
    /// If they do, or cannot be read.
    pub fn settle(folder: &Path, wanted: Option<Config>) -> Result<Config> {
        let path = folder.join("loop.toml");
        if !path.exists() {
            return wanted.map_or_else(Config::usual, Ok);
        }
        let shown = path.display();
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {shown}"))?;
        let held = Config::parse(&text).with_context(|| shown.to_string())?;
        let Some(wanted) = wanted else { return Ok(held) };
        let names = |config: &Config| -> Vec<String> {
            config.tracks.iter().map(|track| track.name.clone()).collect()
        };
        let mut differ = Vec::new();
        if names(&held) != names(&wanted) {
            differ.push(format!("tracks {:?}, not {:?}", names(&held), names(&wanted)));
        }
        for (a, b) in held.tracks.iter().zip(&wanted.tracks).filter(|(a, b)| a.name == b.name) {
            let of = differences(&a.settings, &b.settings)?;
            differ.extend(of.into_iter().map(|text| format!("{text} for {}", a.name)));
            if a.stages != b.stages {
                differ.push(format!("other stages for {}", a.name));
            }
        }
        ensure!(
            differ.is_empty(),
            "{shown} has {}: leave the option out to resume with the file, edit it, or choose another folder",
            differ.join("; ")
        );
        Ok(held)
    }
}

/// The settings that differ: `games = 6, not 7`.
///
/// # Errors
///
/// Never: all settings have a form in TOML.
pub fn differences(held: &Settings, wanted: &Settings) -> Result<Vec<String>> {
    let (a, b) = (Table::try_from(held)?, Table::try_from(wanted)?);
    let differ = TEXTS.iter().map(|(name, _)| *name).filter(|name| a[*name] != b[*name]);
    Ok(differ.map(|name| format!("{name} = {}, not {}", a[name], b[name])).collect())
}

/// Reads settings one by one, so that an error names the setting, and then together.
fn settings(table: Table) -> Result<Settings> {
    for (name, value) in &table {
        let one = Table::from_iter([(name.clone(), value.clone())]).try_into::<Settings>();
        one.map_err(|error| in_a_line(&error)).with_context(|| format!("{name} = {value}"))?;
    }
    Ok(table.try_into()?)
}

/// A TOML error without the picture of its place.
fn in_a_line(error: &toml::de::Error) -> anyhow::Error {
    anyhow!("{}", error.message())
}
