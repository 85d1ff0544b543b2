//! Players of a match: name, command or engine, odds and threads.

use anyhow::{anyhow, ensure, Context, Result};
use common::workers;
use engine::EngineSpec;
use referee::bot::Bot;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::str::FromStr;

/// A player of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// Name, unique within a match.
    pub name: String,
    /// Command of a program (see [`referee::players::bot`]) or text of an [`EngineSpec`].
    #[serde(alias = "engine")]
    pub command: String,
    /// Factor on the player's time or node budget.
    #[serde(default = "no_odds")]
    pub odds: f64,
    /// Number of threads of an engine's searches.
    #[serde(default = "one_thread", skip_serializing_if = "is_one")]
    pub threads: usize,
    /// Digest of an engine's weights file, which must not change before the match is resumed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
}

fn no_odds() -> f64 {
    1.0
}

const fn one_thread() -> usize {
    1
}

fn is_one(threads: &usize) -> bool {
    *threads == 1
}

impl FromStr for Player {
    type Err = Infallible;

    /// Parses `NAME=CMD`, or `CMD`, which is then also the name. A name has only letters, digits and `._-+`,
    /// so `own --set cpuct=2` is a command.
    fn from_str(text: &str) -> Result<Player, Infallible> {
        let named = text.split_once('=').filter(|(name, _)| is_name(name));
        let (name, command) = named.unwrap_or((text, text));
        Ok(Player::new(name.trim(), command.trim()))
    }
}

fn is_name(text: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || "._-+".contains(c);
    !text.is_empty() && text.chars().all(fits)
}

impl Player {
    /// Creates a player with odds of 1 and one thread.
    #[must_use]
    pub fn new(name: &str, command: &str) -> Player {
        let (name, command) = (name.to_owned(), command.to_owned());
        Player { name, command, odds: 1.0, threads: one_thread(), weights: None }
    }

    /// Checks that a program's command can be split into words and is not empty.
    pub fn check_command(&self) -> Result<()> {
        let parsed = Bot::parse(&self.command);
        parsed.map(drop).with_context(|| format!("cannot use the bot `{}`", self.command))
    }

    /// Parses the command as an engine of this program.
    pub fn engine(&self) -> Result<EngineSpec> {
        Ok(self.command.parse()?)
    }

    /// Sets the players' odds from words `NAME=FACTOR`. Fails if a factor is out of range or a name is unknown.
    pub fn give_odds(players: &mut [Player], odds: &[String]) -> Result<()> {
        for text in odds {
            let parse = |factor: &str| factor.parse::<f64>().map_err(|error| error.to_string());
            let (player, factor) = assignment(players, text, parse).with_context(|| {
                format!("cannot read the odds `{text}`: write NAME=FACTOR, such as old=2")
            })?;
            player.odds = factor;
        }
        players.iter().try_for_each(Player::check_odds)
    }

    /// Checks that the odds are in range, so that no product with a time overflows.
    pub fn check_odds(&self) -> Result<()> {
        let Player { name, odds, .. } = self;
        ensure!(
            (0.001..=1000.0).contains(odds),
            "cannot use the odds `{name}={odds}`: the factor must be between 0.001 and 1000"
        );
        Ok(())
    }

    /// Sets the players' numbers of threads from words `NAME=N`. Fails if a number is 0 or a name is unknown.
    pub fn give_threads(players: &mut [Player], threads: &[String]) -> Result<()> {
        for text in threads {
            let (player, count) =
                assignment(players, text, workers::threads).with_context(|| {
                    format!(
                        "cannot read the number of threads `{text}`: write NAME=N, such as new=2"
                    )
                })?;
            player.threads = count;
        }
        Ok(())
    }

    /// Checks that the players' names are unique.
    pub fn check_names(players: &[Player]) -> Result<()> {
        for (i, player) in players.iter().enumerate() {
            ensure!(
                players[..i].iter().all(|other| other.name != player.name),
                "two bots are called `{0}`: pass different names, as in --bot a='{1}' --bot b='{1}'",
                player.name,
                player.command
            );
        }
        Ok(())
    }
}

/// Parses `NAME=VALUE`; returns the named player and the value.
fn assignment<'a, T>(
    players: &'a mut [Player],
    text: &str,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<(&'a mut Player, T)> {
    let (name, value) = text.split_once('=').context("the `=` is missing")?;
    let value = parse(value).map_err(|error| anyhow!("`{value}`: {error}"))?;
    let player = players.iter_mut().find(|player| player.name == name);
    Ok((player.with_context(|| format!("no bot is called `{name}`"))?, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(text: &str) -> Player {
        text.parse().unwrap()
    }

    #[test]
    fn names_are_separated_from_commands() {
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
    fn invalid_commands_and_engines_are_rejected() {
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
    fn invalid_odds_threads_and_duplicate_names_are_rejected() {
        let mut players = vec![player("a=own"), player("b=own")];
        Player::give_odds(&mut players, &["b=0.5".into()]).unwrap();
        assert_eq!([players[0].odds, players[1].odds], [1.0, 0.5]);
        for wrong in ["b", "c=2", "b=0", "b=-1", "b=x", "b=inf", "b=1e4"] {
            assert!(Player::give_odds(&mut players, &[wrong.into()]).is_err(), "{wrong}");
        }
        Player::give_threads(&mut players, &["a=2".into()]).unwrap();
        assert_eq!(players.iter().map(|player| player.threads).collect::<Vec<_>>(), [2, 1]);
        for wrong in ["a", "c=2", "a=0", "a=-1", "a=70000"] {
            assert!(Player::give_threads(&mut players, &[wrong.into()]).is_err(), "{wrong}");
        }
        Player::check_names(&players).unwrap();
        players[1].name = "a".into();
        assert!(Player::check_names(&players).is_err());
    }
}
