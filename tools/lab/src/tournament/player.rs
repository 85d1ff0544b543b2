//! Who plays: a name, a command, and whether its time is another one than the others'.

use anyhow::{bail, ensure, Context, Result};
use referee::bot::Bot;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A bot in a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// What tables call it; no two players of a tournament share a name.
    pub name: String,
    /// What starts it, as [`referee::players::bot`] takes it.
    pub command: String,
    /// Its time, or positions, as a multiple of the others'.
    pub odds: f64,
}

impl FromStr for Player {
    type Err = anyhow::Error;

    /// Reads `NAME=CMD`, or a bare `CMD` that is its own name. What stands before the first `=` is
    /// a name only if a name can look like that: `own --set cpuct=2` is a command.
    fn from_str(text: &str) -> Result<Player> {
        let named = text.split_once('=').filter(|(name, _)| is_name(name));
        let (name, command) = named.unwrap_or((text, text));
        let (name, command) = (name.trim().to_owned(), command.trim().to_owned());
        Bot::parse(&command).with_context(|| format!("`{text}` names no bot"))?;
        Ok(Player { name, command, odds: 1.0 })
    }
}

/// Letters, digits and a few signs, without blanks.
pub(crate) fn is_name(text: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || "._-+".contains(c);
    !text.is_empty() && text.chars().all(fits)
}

impl Player {
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
            let player =
                player.with_context(|| format!("the odds name `{name}`, who plays not"))?;
            player.odds = factor;
        }
        Ok(())
    }

    /// Checks that the names tell the players apart.
    ///
    /// # Errors
    ///
    /// If two share a name.
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

    #[test]
    fn a_name_is_told_from_a_flag() {
        let read = |text: &str| {
            let player: Player = text.parse().unwrap();
            (player.name, player.command)
        };
        let pair = |name: &str, command: &str| (name.to_owned(), command.to_owned());
        assert_eq!(read("new=./bot --x=1"), pair("new", "./bot --x=1"));
        assert_eq!(read("random"), pair("random", "random"));
        assert_eq!(read("own --set cpuct=2"), pair("own --set cpuct=2", "own --set cpuct=2"));
        assert!("a='".parse::<Player>().is_err());
        assert!("a=".parse::<Player>().is_err());
    }

    #[test]
    fn odds_and_names_are_checked() {
        let mut players: Vec<Player> = vec!["a=own".parse().unwrap(), "b=own".parse().unwrap()];
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
