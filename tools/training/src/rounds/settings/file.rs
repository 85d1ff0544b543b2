//! `loop.toml`: common settings, and for each track its name and what is otherwise there.

use super::stage::{Stage, Words};
use super::{Settings, TEXTS};
use anyhow::{bail, ensure, Context, Result};
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
# What stands here holds for all tracks; a track may say otherwise below.
";

/// A network of its own, with games, matches and a best one of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// What it and its folder are called.
    pub name: String,
    /// What it does.
    pub settings: Settings,
    /// Its generations, if their commands are written out; it ends with the last one.
    pub stages: Vec<Stage>,
}

/// The stages of a track, as TOML writes them.
#[derive(Serialize, Deserialize)]
struct Stages {
    stage: Vec<Stage>,
}

/// The settings of a whole loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// What holds where a track says nothing.
    pub common: Settings,
    /// The tracks in the order in which a generation does them.
    pub tracks: Vec<Track>,
}

impl Config {
    /// What a loop does that is told nothing.
    ///
    /// # Errors
    ///
    /// Never: a test reads it.
    pub fn usual() -> Result<Config> {
        Config::parse(USUAL)
    }

    /// What `--tiny` asks for.
    ///
    /// # Errors
    ///
    /// Never: a test reads it.
    pub fn tiny() -> Result<Config> {
        Config::parse(TINY)
    }

    /// Reads settings; what the text leaves out is as by default.
    ///
    /// # Errors
    ///
    /// If it is no TOML, names a setting that there is not, or gives a wrong value.
    pub fn parse(text: &str) -> Result<Config> {
        Config::with_words(text, Words::new(), Words::new())
    }

    /// As [`Config::parse`], with some words replaced, and others where the text has none of the same name.
    fn with_words(text: &str, replaced: Words, added: Words) -> Result<Config> {
        let mut common: Table = toml::from_str(text).map_err(in_a_line)?;
        if let Value::Table(own) = common.entry("words").or_insert(Table::new().into()) {
            for (name, text) in added {
                own.entry(name).or_insert(text.into());
            }
            own.extend(replaced.into_iter().map(|(name, text)| (name, text.into())));
        }
        let tracks = match common.remove("track") {
            Some(Value::Array(tracks)) => tracks,
            Some(_) => bail!("write [[track]] for each track"),
            None => {
                // The usual tracks have boards of their own, which would hide these.
                ensure!(
                    !common.contains_key("boards"),
                    "boards: write a [[track]] to play on them"
                );
                let mut usual: Table = toml::from_str(USUAL)?;
                usual.remove("track").and_then(|tracks| tracks.try_into().ok()).unwrap_or_default()
            }
        };
        ensure!(!tracks.is_empty(), "there is no [[track]]");
        let common = overlaid(&Settings::default(), common)?;
        let mut found: Vec<Track> = Vec::new();
        for track in tracks {
            let Value::Table(mut track) = track else { bail!("write [[track]] for each track") };
            let name = match track.remove("name") {
                Some(Value::String(name)) => name,
                _ => bail!("a [[track]] needs a name, such as name = \"arena\""),
            };
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            let plain = !name.is_empty() && name.chars().all(plain);
            ensure!(plain && name != "tmp", "track {name:?}: use small letters, digits and -");
            ensure!(found.iter().all(|other| other.name != name), "track {name:?} stands twice");
            let stages = track.remove("stage").map(|stages| {
                let stages = Table::from_iter([("stage".to_owned(), stages)]);
                stages.try_into::<Stages>().map_err(in_a_line)
            });
            let stages = stages.transpose().with_context(|| format!("track {name}, stages"))?;
            let stages = stages.map_or(Vec::new(), |stages| stages.stage);
            let settings = overlaid(&common, track).with_context(|| format!("track {name}"))?;
            settings.check().with_context(|| format!("track {name}"))?;
            for stage in &stages {
                stage.commands(&settings.words).with_context(|| format!("track {name}"))?;
            }
            found.push(Track { name, settings, stages });
        }
        // More would not have seeds of their own.
        ensure!(found.len() <= 16, "there can be 16 tracks at most");
        Ok(Config { common, tracks: found })
    }

    /// Reads the settings of a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or as [`Config::parse`].
    pub fn read(
        path: &Path,
        words: impl Iterator<Item = (String, String)>,
        is_plan: bool,
    ) -> Result<Config> {
        let cannot = || format!("cannot read {}", path.display());
        let text = std::fs::read_to_string(path).with_context(cannot)?;
        let mut here = path.parent().unwrap_or(path).to_owned();
        if !is_plan {
            // Commands run in the loop's folder.
            here = std::path::absolute(&here)?;
        }
        let here = ("here".to_owned(), here.display().to_string());
        let given = text.contains("$here").then_some(here);
        Config::with_words(&text, words.collect(), given.into_iter().collect())
            .with_context(|| path.display().to_string())
    }

    /// The settings as TOML, with a comment above each.
    ///
    /// # Errors
    ///
    /// Never: all settings have a form in TOML.
    pub fn toml(&self) -> Result<String> {
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
                let stages = Stages { stage: track.stages.clone() };
                let stages = format!("\n{}", toml::to_string_pretty(&stages)?);
                let stages = stages.replace("\n[[stage", "\n[[track.stage");
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
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let held = Config::parse(&text).with_context(|| path.display().to_string())?;
        let Some(wanted) = wanted else { return Ok(held) };
        let names = |config: &Config| -> Vec<String> {
            config.tracks.iter().map(|track| track.name.clone()).collect()
        };
        let mut told = Vec::new();
        if names(&held) != names(&wanted) {
            told.push(format!("tracks {:?}, not {:?}", names(&held), names(&wanted)));
        }
        for (a, b) in held.tracks.iter().zip(&wanted.tracks).filter(|(a, b)| a.name == b.name) {
            let of = differences(&a.settings, &b.settings)?;
            told.extend(of.into_iter().map(|text| format!("{text} for {}", a.name)));
            if a.stages != b.stages {
                told.push(format!("other stages for {}", a.name));
            }
        }
        ensure!(
            told.is_empty(),
            "{} says {}: leave the option out to go on with the file, edit it, or choose another \
             folder",
            path.display(),
            told.join("; ")
        );
        Ok(held)
    }
}

/// What settings have otherwise: `games = 6, not 7`.
///
/// # Errors
///
/// Never: all settings have a form in TOML.
pub fn differences(held: &Settings, wanted: &Settings) -> Result<Vec<String>> {
    let (a, b) = (Table::try_from(held)?, Table::try_from(wanted)?);
    let differ = TEXTS.iter().map(|(name, _)| *name).filter(|name| a[*name] != b[*name]);
    Ok(differ.map(|name| format!("{name} = {}, not {}", a[name], b[name])).collect())
}

/// Settings with some of them replaced.
fn overlaid(usual: &Settings, over: Table) -> Result<Settings> {
    let mut table = Table::try_from(usual)?;
    for (name, value) in over {
        // Names of earlier versions.
        let name = name
            .strip_prefix("self")
            .filter(|name| name.starts_with("play_"))
            .map_or(name.clone(), str::to_owned);
        let Some(usual) = table.get(&name) else {
            let known: Vec<&str> = TEXTS.iter().map(|(name, _)| *name).collect();
            bail!("there is no setting {name:?}; they are {}", known.join(", "));
        };
        let mut one = table.clone();
        one.insert(name.clone(), value.clone());
        if let Err(error) = one.try_into::<Settings>() {
            let why = in_a_line(error);
            bail!("{name} = {value}: a value such as {usual} is wanted ({why})");
        }
        table.insert(name, value);
    }
    Ok(table.try_into()?)
}

/// A TOML error without the drawing that goes with it.
fn in_a_line(error: toml::de::Error) -> anyhow::Error {
    anyhow::anyhow!("{}", error.message())
}
