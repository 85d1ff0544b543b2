//! Stages: generations with explicit commands in the settings.

use crate::rounds::command::Command;
use anyhow::{bail, ensure, Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Texts by name; commands refer to them as `$NAME`.
pub type Words = BTreeMap<String, String>;

/// A generation of a track, made by commands that run one after the other in the loop's folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// Name of the stage.
    pub name: String,
    /// Output folder of the `train fit` command that makes the generation's network.
    pub network: String,
    /// Words that override those of `[words]` in the settings.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: Words,
    /// Commands, in the order in which they run.
    pub steps: Vec<Step>,
}

/// A command of a stage. It is repeated after an interruption, so it must be able to resume.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Step {
    /// A command that always runs.
    Plain(String),
    /// A command that is skipped if its output file exists.
    Making {
        /// The command.
        run: String,
        /// File for standard output; if it exists, the command is skipped.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stdout: Option<String>,
        /// A file that the command itself creates; if it exists, the command is skipped.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unless: Option<String>,
    },
}

impl Stage {
    /// Returns the commands with all words expanded; the stage's words override `common`. Fails if a command is
    /// empty, refers to a missing or cyclic word, or has an argument with more than one `$NAME`.
    pub fn commands(&self, common: &Words) -> Result<Vec<Command>> {
        let command = |step: &Step| {
            let (text, stdout, unless) = match step {
                Step::Plain(text) => (text, None, None),
                Step::Making { run, stdout, unless } => (run, stdout.clone(), unless.clone()),
            };
            let mut words = Vec::new();
            self.expand(text, common, &mut words, 0)?;
            ensure!(!words.is_empty(), "stage {}: empty step", self.name);
            let program = words.remove(0);
            Ok(Command { program, arguments: words, stdout, unless })
        };
        self.steps.iter().map(command).collect()
    }

    /// Splits a text into arguments. A `$NAME` that is a whole argument expands to any number of arguments, and
    /// a `$NAME` inside an argument to text.
    fn expand(&self, text: &str, common: &Words, to: &mut Vec<String>, depth: u32) -> Result<()> {
        ensure!(depth < 10, "stage {}: words refer to each other in a cycle", self.name);
        let value = |name: &str| -> Result<&String> {
            let value = self.words.get(name).or_else(|| common.get(name));
            value.with_context(|| format!("stage {}: undefined word ${name}", self.name))
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
                bail!("stage {}: {word}: only one $NAME per argument is supported", self.name);
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
    fn words_are_expanded_and_commands_formatted_for_a_shell() {
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
    fn invalid_words_are_reported() {
        for (text, expected) in [
            ("train $missing", "undefined word $missing"),
            ("train $round", "in a cycle"),
            ("  ", "empty step"),
        ] {
            let common = Words::from([("round".to_owned(), "$round".to_owned())]);
            let error = stage(vec![Step::Plain(text.to_owned())]).commands(&common);
            assert!(error.expect_err(text).to_string().contains(expected), "{text}");
        }
    }
}
