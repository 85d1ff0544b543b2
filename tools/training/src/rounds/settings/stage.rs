//! Stages: generations whose commands are written out in the settings.

use crate::rounds::command::Command;
use anyhow::{bail, ensure, Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Words that commands name as `$NAME`.
pub type Words = BTreeMap<String, String>;

/// A generation of a track, made by commands that run one after the other in the loop's folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// Its name.
    pub name: String,
    /// The folder that `train fit` leaves the generation's network in.
    pub network: String,
    /// Words of its own.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: Words,
    /// Its commands.
    pub steps: Vec<Step>,
}

/// A command of a stage. Killed at any moment, the same command has to resume.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Step {
    /// A command alone.
    Plain(String),
    /// A command with a file that it makes.
    Making {
        /// The command.
        run: String,
        /// A file that gets what the command prints; if it exists, the step is skipped.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stdout: Option<String>,
        /// A file that the command makes; if it exists, the step is skipped.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unless: Option<String>,
    },
}

impl Stage {
    /// The commands. `common` are words of all stages; the stage's own come first.
    ///
    /// # Errors
    ///
    /// If a command names a word that there is not, or is empty.
    pub fn commands(&self, common: &Words) -> Result<Vec<Command>> {
        let command = |step: &Step| {
            let (text, stdout, unless) = match step {
                Step::Plain(text) => (text, None, None),
                Step::Making { run, stdout, unless } => (run, stdout.clone(), unless.clone()),
            };
            let mut words = Vec::new();
            self.expand(text, common, &mut words, 0)?;
            ensure!(!words.is_empty(), "stage {}: a step is empty", self.name);
            let program = words.remove(0);
            Ok(Command { program, arguments: words, stdout, unless })
        };
        self.steps.iter().map(command).collect()
    }

    /// Splits a text into words. `$NAME` alone stands for any number of words, within a word for one.
    fn expand(&self, text: &str, common: &Words, to: &mut Vec<String>, depth: u32) -> Result<()> {
        ensure!(depth < 10, "stage {}: words name one another in a circle", self.name);
        let value = |name: &str| -> Result<&String> {
            let value = self.words.get(name).or_else(|| common.get(name));
            value.with_context(|| format!("stage {}: there is no word ${name}", self.name))
        };
        for word in text.split_whitespace() {
            let Some((before, rest)) = word.split_once('$') else {
                to.push(word.to_owned());
                continue;
            };
            let is_named = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let end = rest.find(|c| !is_named(c)).unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            if before.is_empty() && after.is_empty() {
                self.expand(value(name)?, common, to, depth + 1)?;
            } else if after.contains('$') {
                bail!("stage {}: {word}: one $NAME in a word, please", self.name);
            } else {
                to.push(format!("{before}{}{after}", value(name)?));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(steps: Vec<Step>) -> Stage {
        let words = Words::from([("depth".to_owned(), "--nodes 9".to_owned())]);
        Stage { name: "a".to_owned(), network: "net".to_owned(), words, steps }
    }

    #[test]
    fn words_are_replaced_and_commands_are_printed_for_a_shell() {
        let common = [("here", "docs/x y"), ("all", "$depth -a"), ("depth", "no"), ("none", "")];
        let common = common.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
        let steps = vec![
            Step::Plain("train play $all $none --start $here/net.tpn".to_owned()),
            Step::Making {
                run: "sort -u a b".to_owned(),
                stdout: Some("c".to_owned()),
                unless: None,
            },
            Step::Making {
                run: "openings starts --out d".to_owned(),
                stdout: None,
                unless: Some("d".to_owned()),
            },
        ];
        let commands = stage(steps).commands(&common).expect("commands");
        let lines: Vec<String> = commands.iter().map(Command::to_string).collect();
        assert_eq!(lines[0], "train play --nodes 9 -a --start 'docs/x y/net.tpn'");
        assert_eq!(lines[1..], ["sort -u a b > c", "[ -f d ] || openings starts --out d"]);
        assert_eq!(commands[0].arguments.last().expect("words"), "docs/x y/net.tpn");
    }

    #[test]
    fn wrong_words_are_reported() {
        for (text, told) in [
            ("train $missing", "there is no word $missing"),
            ("train $round", "in a circle"),
            ("  ", "a step is empty"),
        ] {
            let common = Words::from([("round".to_owned(), "$round".to_owned())]);
            let error = stage(vec![Step::Plain(text.to_owned())]).commands(&common);
            assert!(error.expect_err(text).to_string().contains(told), "{text}");
        }
    }
}
