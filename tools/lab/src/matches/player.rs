//! Players of a match: their engines and threads.

use anyhow::{anyhow, ensure, Context, Result};
use common::workers;
use engine::EngineSpec;
use records::plan::Player;
use referee::bot::Bot;

/// Returns the engine of this program that a player's command names; `None` for a program.
pub fn engine(player: &Player) -> Option<EngineSpec> {
    player.command.parse().ok()
}

/// Returns the command of a program that speaks GTP, which follows `gtp:` in the player's command.
pub fn gtp(player: &Player) -> Option<&str> {
    player.command.strip_prefix("gtp:").map(str::trim)
}

/// Whether a player is a program that speaks the arena's protocol.
pub fn is_arena(player: &Player) -> bool {
    engine(player).is_none() && gtp(player).is_none()
}

/// Checks that a program's command can be split into words and is not empty.
pub fn check_command(player: &Player) -> Result<()> {
    let parsed = Bot::parse(gtp(player).unwrap_or(&player.command));
    parsed.map(drop).with_context(|| format!("cannot use the bot `{}`", player.command))
}

/// Sets the players' numbers of threads from words `NAME=N`. Fails if a number is 0 or a name is unknown.
pub fn give_threads(players: &mut [Player], threads: &[String]) -> Result<()> {
    threads.iter().try_for_each(|text| {
        assign(players, text).with_context(|| {
            format!("cannot read the number of threads `{text}`: write NAME=N, such as new=2")
        })
    })
}

fn assign(players: &mut [Player], text: &str) -> Result<()> {
    let (name, count) = text.split_once('=').context("the `=` is missing")?;
    let threads = workers::threads(count).map_err(|error| anyhow!("`{count}`: {error}"))?;
    let player = players.iter_mut().find(|player| player.name == name);
    player.with_context(|| format!("no bot is called `{name}`"))?.threads = threads;
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
    fn invalid_threads_and_duplicate_names_are_rejected() {
        let mut players = vec![player("a=own"), player("b=own")];
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
