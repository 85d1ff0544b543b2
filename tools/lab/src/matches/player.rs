//! The players of a match: a name, a command or an engine, and odds.

use anyhow::{bail, ensure, Context, Result};
use engine::EngineSpec;
use referee::bot::Bot;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::str::FromStr;

/// A player of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// Its name in tables; no two players of a match share a name.
    pub name: String,
    /// For a program the command that starts it, as [`referee::players::bot`] reads it; for an engine
    /// of this program its [`EngineSpec`].
    #[serde(alias = "engine")]
    pub command: String,
    /// Its time, or nodes, as a multiple of the others'.
    #[serde(default = "no_odds")]
    pub odds: f64,
    /// The digest of an engine's weights file when the match started, so that it is not resumed with
    /// other weights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
}

fn no_odds() -> f64 {
    1.0
}

impl FromStr for Player {
    type Err = Infallible;

    /// Reads `NAME=CMD`, or a bare `CMD` that is its own name. The part before the first `=` is a
    /// name only if it consists of a name's characters: `own --set cpuct=2` is a command.
    fn from_str(text: &str) -> Result<Player, Infallible> {
        let named = text.split_once('=').filter(|(name, _)| is_name(name));
        let (name, command) = named.unwrap_or((text, text));
        Ok(Player::new(name.trim(), command.trim()))
    }
}

/// Letters, digits and a few signs, without blanks.
fn is_name(text: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || "._-+".contains(c);
    !text.is_empty() && text.chars().all(fits)
}

impl Player {
    /// A player without odds.
    #[must_use]
    pub fn new(name: &str, command: &str) -> Player {
        Player { name: name.to_owned(), command: command.to_owned(), odds: 1.0, weights: None }
    }

    /// Checks that the command of a program can be split into words.
    ///
    /// # Errors
    ///
    /// If it cannot, or is empty.
    pub fn check_command(&self) -> Result<()> {
        let parsed = Bot::parse(&self.command);
        parsed.map(drop).with_context(|| format!("`{}` names no bot", self.command))
    }

    /// The engine of a player within this program.
    ///
    /// # Errors
    ///
    /// If there is no such engine.
    pub fn engine(&self) -> Result<EngineSpec> {
        Ok(self.command.parse()?)
    }

    /// Sets the odds of the players that `odds` names, each `NAME=FACTOR`.
    ///
    /// # Errors
    ///
    /// If a name or a factor is wrong.
    pub fn give_odds(players: &mut [Player], odds: &[String]) -> Result<()> {
        for text in odds {
            let read = text.split_once('=');
            let read = read.and_then(|(name, factor)| Some((name, factor.parse::<f64>().ok()?)));
            let Some((name, factor)) = read else {
                bail!("cannot read the odds `{text}`: write NAME=FACTOR, such as old=2");
            };
            ensure!(
                factor.is_finite() && factor > 0.0,
                "the odds `{text}` leave no time: the factor must be above 0"
            );
            let player = players.iter_mut().find(|player| player.name == name);
            let player = player.with_context(|| format!("no player is called `{name}`"))?;
            player.odds = factor;
        }
        Ok(())
    }

    /// Checks that names are unique.
    ///
    /// # Errors
    ///
    /// If two players share a name.
    pub fn check_names(players: &[Player]) -> Result<()> {
        for (i, player) in players.iter().enumerate() {
            ensure!(
                players[..i].iter().all(|other| other.name != player.name),
                "two bots are called `{0}`: name them apart, as --bot a='{1}' --bot b='{1}'",
                player.name,
                player.command
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(text: &str) -> Player {
        text.parse().unwrap()
    }

    #[test]
    fn a_name_is_told_from_a_flag_and_a_path() {
        for (text, name, command) in [
            ("new=./bot --x=1", "new", "./bot --x=1"),
            ("random", "random", "random"),
            ("own --set cpuct=2", "own --set cpuct=2", "own --set cpuct=2"),
            ("new=network:a=b.tpn", "new", "network:a=b.tpn"),
            ("network:x/a=b.tpn", "network:x/a=b.tpn", "network:x/a=b.tpn"),
        ] {
            assert_eq!(player(text), Player::new(name, command));
        }
    }

    #[test]
    fn commands_and_engines_are_checked() {
        assert!(player("own --x").check_command().is_ok());
        for wrong in ["a='", "a=", ""] {
            assert!(player(wrong).check_command().is_err(), "{wrong}");
        }
        assert_eq!(player("a=network:a=b.tpn").engine().unwrap().to_string(), "network:a=b.tpn");
        for wrong in ["", "a=", "network:", "x=own", "Network", "distance 3"] {
            let error = player(wrong).engine().unwrap_err().to_string();
            assert!(error.contains("choose network"), "{error}");
        }
    }

    #[test]
    fn odds_and_names_are_checked() {
        let mut players = vec![player("a=own"), player("b=own")];
        Player::give_odds(&mut players, &["b=0.5".into()]).unwrap();
        assert_eq!([players[0].odds, players[1].odds], [1.0, 0.5]);
        for wrong in ["b", "c=2", "b=0", "b=-1", "b=x", "b=inf"] {
            assert!(Player::give_odds(&mut players, &[wrong.into()]).is_err(), "{wrong}");
        }
        Player::check_names(&players).unwrap();
        players[1].name = "a".into();
        assert!(Player::check_names(&players).is_err());
    }
}
