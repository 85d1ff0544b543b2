//! Players of a match: their engines, odds and threads.

use anyhow::{anyhow, ensure, Context, Result};
use common::workers;
use engine::EngineSpec;
use records::plan::Player;
use referee::bot::Bot;

/// Returns the engine of this program that a player's command names; `None` for a program.
#[must_use]
pub fn engine(player: &Player) -> Option<EngineSpec> {
    player.command.parse().ok()
}

/// Returns the command of a program that speaks GTP, which follows `gtp:` in the player's command.
#[must_use]
pub fn gtp(player: &Player) -> Option<&str> {
    player.command.strip_prefix("gtp:").map(str::trim)
}

/// Whether a player is a program that speaks the arena's protocol.
#[must_use]
pub fn is_arena(player: &Player) -> bool {
    engine(player).is_none() && gtp(player).is_none()
}

/// Checks that a program's command can be split into words and is not empty.
pub fn check_command(player: &Player) -> Result<()> {
    let parsed = Bot::parse(gtp(player).unwrap_or(&player.command));
    parsed.map(drop).with_context(|| format!("cannot use the bot `{}`", player.command))
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
    players.iter().try_for_each(check_odds)
}

/// Checks that the odds are in range, so that no product with a time overflows.
pub fn check_odds(player: &Player) -> Result<()> {
    let Player { name, odds, .. } = player;
    ensure!(
        (0.001..=1000.0).contains(odds),
        "cannot use the odds `{name}={odds}`: the factor must be between 0.001 and 1000"
    );
    Ok(())
}

/// Sets the players' numbers of threads from words `NAME=N`. Fails if a number is 0 or a name is unknown.
pub fn give_threads(players: &mut [Player], threads: &[String]) -> Result<()> {
    for text in threads {
        let (player, count) = assignment(players, text, workers::threads).with_context(|| {
            format!("cannot read the number of threads `{text}`: write NAME=N, such as new=2")
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
    fn engines_are_distinguished_from_programs() {
        assert!(check_command(&player("own --x")).is_ok());
        for wrong in ["a='", "a=", ""] {
            assert!(check_command(&player(wrong)).is_err(), "{wrong}");
        }
        let spec = engine(&player("a=network:a=b.tpn"));
        assert_eq!(spec.unwrap().to_string(), "network:a=b.tpn");
        for program in ["", "a=", "network:", "x=own", "./network", "distance 3", "gtp:network"] {
            assert_eq!(engine(&player(program)), None, "{program}");
        }
        assert_eq!(gtp(&player("a=gtp: club gtp")), Some("club gtp"));
        assert_eq!([player("gtp:x"), player("x")].each_ref().map(is_arena), [false, true]);
        assert!(check_command(&player("gtp:")).is_err());
    }

    #[test]
    fn invalid_odds_threads_and_duplicate_names_are_rejected() {
        let mut players = vec![player("a=own"), player("b=own")];
        give_odds(&mut players, &["b=0.5".into()]).unwrap();
        assert_eq!([players[0].odds, players[1].odds], [1.0, 0.5]);
        for wrong in ["b", "c=2", "b=0", "b=-1", "b=x", "b=inf", "b=1e4"] {
            assert!(give_odds(&mut players, &[wrong.into()]).is_err(), "{wrong}");
        }
        give_threads(&mut players, &["a=2".into()]).unwrap();
        assert_eq!(players.iter().map(|player| player.threads).collect::<Vec<_>>(), [2, 1]);
        for wrong in ["a", "c=2", "a=0", "a=-1", "a=70000"] {
            assert!(give_threads(&mut players, &[wrong.into()]).is_err(), "{wrong}");
        }
        check_names(&players).unwrap();
        players[1].name = "a".into();
        assert!(check_names(&players).is_err());
    }
}
