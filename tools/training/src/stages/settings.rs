//! The settings of a run: a TOML file with its stages.
//!
//! ```toml
//! [words]                       # texts to which stages refer as $NAME
//! small = "--blocks 4 --samples 1000000"
//!
//! [[stage]]
//! name = "games-0"              # also the stage's folder
//! run = "play --games 20000 --nodes 800"
//!
//! [[stage]]
//! name = "net-0"
//! run = "fit games-0 $small"
//! ```

use crate::fit::options::FitOptions;
use crate::fit::ship::ShipOptions;
use crate::play::options::PlayOptions;
use anyhow::{anyhow, bail, ensure, Context, Result};
use clap::Parser;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    #[serde(default)]
    words: BTreeMap<String, String>,
    stage: Vec<StageText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StageText {
    name: String,
    run: String,
}

/// A stage of a run.
pub struct Stage {
    /// Name of the stage and of its folder.
    pub name: String,
    /// The command as in the settings, with all words expanded.
    pub text: String,
    /// The command with the flags that every run adds: output, number of workers, and resumption.
    pub command: String,
    /// The parsed command.
    pub work: StageKind,
}

/// What a stage runs: a command with its flags.
#[derive(Parser)]
#[command(name = "train", no_binary_name = true)]
pub enum StageKind {
    /// `train play`.
    Play(PlayOptions),
    /// `train fit`.
    Fit(FitOptions),
    /// `lab match`.
    Match {
        /// Flags of `lab match`, which checks them.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        flags: Vec<String>,
    },
    /// `train ship`.
    Ship(ShipOptions),
}

/// Parses settings. Fails on an unknown key, word, command or flag, or if a name is invalid or occurs twice.
pub fn parse(text: &str, workers: usize) -> Result<Vec<Stage>> {
    let parsed: Result<Settings, _> = toml::from_str(text);
    let Settings { words, stage: texts } =
        parsed.map_err(|error| anyhow!("{}", error.message()))?;
    let mut stages: Vec<Stage> = Vec::new();
    for StageText { name, run } in texts {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        ensure!(
            !name.is_empty() && name.chars().all(is_plain),
            "invalid stage name {name:?}; use lower-case letters, digits and -"
        );
        ensure!(stages.iter().all(|stage| stage.name != name), "stage {name} is defined twice");
        let stage = Stage::new(&name, &run, &words, workers);
        stages.push(stage.with_context(|| format!("stage {name}"))?);
    }
    Ok(stages)
}

impl Stage {
    fn new(
        name: &str,
        run: &str,
        words: &BTreeMap<String, String>,
        workers: usize,
    ) -> Result<Stage> {
        let text = expand(run, words)?;
        let added = match text.split_whitespace().next() {
            Some("play") => format!("--out {name} --workers {workers}"),
            Some("fit") => format!("--out {name} --workers {workers} --resume"),
            Some("match") => format!("--out {name}/match.jsonl --workers {workers} --resume"),
            Some("ship") => format!("--out {name}/best.txt"),
            _ => bail!("{run:?} must start with play, fit, match or ship"),
        };
        let command = format!("{text} {added}");
        let parsed = StageKind::try_parse_from(command.split(' '));
        let work = parsed.map_err(|error| {
            let error = error.to_string();
            let lines = error.split("\n\n").next().unwrap_or("").lines().map(str::trim);
            let line = lines.collect::<Vec<_>>().join(" ");
            anyhow!("{}", line.strip_prefix("error: ").unwrap_or(&line).to_owned())
        })?;
        Ok(Stage { name: name.to_owned(), text, command, work })
    }
}

/// Replaces each `$NAME` by the word of that name. Fails if there is none.
fn expand(text: &str, words: &BTreeMap<String, String>) -> Result<String> {
    let mut parts = text.split('$');
    let mut expanded = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(part.len());
        let (name, rest) = part.split_at(end);
        let word = words.get(name).with_context(|| format!("undefined word ${name}"))?;
        ensure!(!word.contains('$'), "word {name} refers to another word");
        expanded.push_str(word);
        expanded.push_str(rest);
    }
    Ok(expanded.split_whitespace().collect::<Vec<_>>().join(" "))
}
