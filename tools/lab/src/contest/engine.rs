//! Who can play a contest, by name.

use crate::tournament::is_name;
use anyhow::{ensure, Context, Result};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use twixt::evaluate::EvaluatorKind;

/// A search within this program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Engine {
    /// A tree search as it comes with the bot.
    Search(EvaluatorKind),
    /// Tree search with the network of a weights file.
    Network(PathBuf),
    /// Alpha-beta over link distances.
    Alphabeta,
    /// Plain UCT with uniform playouts.
    Uct,
}

impl Engine {
    /// What the names stand for, for a help text.
    pub const HELP: &'static str = "\
Engines:
  network        tree search with the network that comes with the bot
  network:FILE   the same with the weights of a file, as the trainer leaves them
  distance       tree search by link distances
  uct            plain UCT with uniform playouts
  alphabeta      a player of another kind: alpha-beta over link distances";

    /// The file of its weights, if it has one.
    #[must_use]
    pub fn weights(&self) -> Option<&Path> {
        match self {
            Engine::Network(file) => Some(file),
            _ => None,
        }
    }
}

impl FromStr for Engine {
    type Err = String;

    fn from_str(text: &str) -> Result<Engine, String> {
        match text {
            "alphabeta" => return Ok(Engine::Alphabeta),
            "uct" => return Ok(Engine::Uct),
            _ => (),
        }
        if let Some(file) = text.strip_prefix("network:").filter(|file| !file.is_empty()) {
            return Ok(Engine::Network(PathBuf::from(file)));
        }
        text.parse().map(Engine::Search).map_err(|_| {
            let names = EvaluatorKind::ALL.map(EvaluatorKind::name).join(", ");
            format!("there is no engine `{text}`: choose {names}, network:FILE, alphabeta or uct")
        })
    }
}

impl TryFrom<String> for Engine {
    type Error = String;

    fn try_from(text: String) -> Result<Engine, String> {
        text.parse()
    }
}

impl From<Engine> for String {
    fn from(engine: Engine) -> String {
        engine.to_string()
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Engine::Search(kind) => kind.fmt(f),
            Engine::Network(file) => write!(f, "network:{}", file.display()),
            Engine::Alphabeta => f.write_str("alphabeta"),
            Engine::Uct => f.write_str("uct"),
        }
    }
}

/// An engine with the name that tables call it by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bot {
    /// What tables call it; the two of a contest have different names.
    pub name: String,
    /// Who plays.
    pub engine: Engine,
    /// The digest of its weights file when the contest began, so that it doesn't go on with others.
    pub weights: Option<String>,
}

impl FromStr for Bot {
    type Err = String;

    /// Reads `NAME=ENGINE`, or a bare `ENGINE` that is its own name. Weights are not looked at yet.
    fn from_str(text: &str) -> Result<Bot, String> {
        let named = text.split_once('=').filter(|(name, _)| is_name(name));
        let (name, engine) = named.unwrap_or((text, text));
        Ok(Bot { name: name.to_owned(), engine: engine.parse()?, weights: None })
    }
}

impl Bot {
    /// Checks that there are two bots whose names tell them apart.
    ///
    /// # Errors
    ///
    /// If there are more or fewer, or they share a name.
    pub fn two(bots: &[Bot]) -> Result<[Bot; 2]> {
        let two = <[Bot; 2]>::try_from(bots.to_vec());
        let two = two.ok().context("a contest is between two: name them with --bot, twice")?;
        ensure!(
            two[0].name != two[1].name,
            "both bots are called `{0}`: name them apart, as --bot a={1} --bot b={2}",
            two[0].name,
            two[0].engine,
            two[1].engine
        );
        Ok(two)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_files_are_told_apart() {
        let read = |text: &str| {
            let bot: Bot = text.parse().unwrap();
            (bot.name, bot.engine.to_string())
        };
        let pair = |name: &str, engine: &str| (name.to_owned(), engine.to_owned());
        assert_eq!(read("new=network:a=b.tpn"), pair("new", "network:a=b.tpn"));
        assert_eq!(read("network:x/a=b.tpn"), pair("network:x/a=b.tpn", "network:x/a=b.tpn"));
        assert_eq!(read("alphabeta"), pair("alphabeta", "alphabeta"));
        for wrong in ["", "a=", "network:", "x=own", "Network", "distance 3"] {
            let error = wrong.parse::<Bot>().unwrap_err();
            assert!(error.contains("choose network"), "{error}");
        }
    }

    #[test]
    fn a_contest_is_between_two_of_different_names() {
        let bot = |text: &str| text.parse::<Bot>().unwrap();
        assert!(Bot::two(&[bot("uct"), bot("a=uct")]).is_ok());
        for wrong in [vec![bot("uct")], vec![bot("uct"); 2], vec![bot("uct"); 3]] {
            assert!(Bot::two(&wrong).is_err(), "{wrong:?}");
        }
    }
}
