//! Plan of a match: everything that its games depend on. The plan is the first line of the match's journal.

use crate::openings::{splitmix, Openings};
use crate::range::ValueRange;
use crate::stats::Sprt;
use anyhow::{ensure, Context, Result};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use twixt::geometry::Size;
use twixt::rules::{Linking, Position, Rules, SwapRule};
use twixt::time::TimeControl;

/// Plan of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchPlan {
    /// Players, at least two. Every two of them meet. The result of two is from the point of view of the first.
    pub players: Vec<Player>,
    /// Number of pairs of games of every two players; 0 in a file whose pairings were not played equally often.
    pub rounds: u64,
    /// Conditions of all games.
    pub conditions: GameConditions,
    /// Sequential test that may end the match early.
    pub sprt: Option<Sprt>,
}

impl MatchPlan {
    /// Returns the players' names.
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.name.clone()).collect()
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        let players = self.players.len() as u64;
        self.rounds.saturating_mul(players * players.saturating_sub(1))
    }
}

/// A player of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// Name, unique within a match.
    pub name: String,
    /// Command of a program, or name of an engine.
    pub command: String,
    /// Number of threads of an engine's searches.
    pub threads: usize,
    /// SHA-256 of an engine's weights file, which must not change before the match is resumed.
    pub weights: Option<String>,
}

impl Player {
    /// Creates a player with one thread.
    pub fn new(name: &str, command: &str) -> Player {
        let (name, command) = (name.to_owned(), command.to_owned());
        Player { name, command, threads: 1, weights: None }
    }
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

/// Conditions of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameConditions {
    /// Holes along an edge.
    pub size: u8,
    /// Rule set, `pp` or `standard`.
    pub rules: String,
    /// Whether the second player may swap, if the opening is a single peg or empty.
    pub swap: bool,
    /// Time limits in milliseconds: of the first answer and of each further one.
    pub limits_ms: [u64; 2],
    /// Time of each player for a whole game in milliseconds, in place of the limits.
    pub game_ms: Option<u64>,
    /// Node budget per move, which replaces the limits of engines.
    pub nodes: Option<u64>,
    /// Source of the openings.
    pub openings: Openings,
    /// Accepted range of a random opening's value in a search by the second of the listed players; `None` accepts
    /// all.
    pub balance: Option<ValueRange>,
    /// Random seed for the openings, the order of the pegs and links that programs read, and the players.
    pub seed: u64,
}

impl GameConditions {
    /// Returns the empty board.
    pub fn start(&self) -> Result<Position> {
        let size = self.size;
        let size =
            Size::new(size).with_context(|| format!("no board has size {size}: pass 5-24"))?;
        let linking = self.rules.parse::<Linking>().context("--rules")?;
        let swap = if self.swap { Rules::ARENA.swap } else { SwapRule::None };
        Ok(Position::with_rules(size, Rules { linking, swap }))
    }

    /// Returns the players' time control. With a time per game it is that of programs without a clock: a share of the
    /// game's time per answer.
    pub fn limits(&self) -> TimeControl {
        let [first, turn] = match self.total() {
            Some(total) => [total / ANSWERS; 2],
            None => self.limits_ms.map(Duration::from_millis),
        };
        TimeControl { first, turn }
    }

    /// Returns the players' time per game, if it replaces the limits.
    pub fn total(&self) -> Option<Duration> {
        self.game_ms.map(Duration::from_millis)
    }

    /// Returns the seed of a game, below 2³¹ for programs that parse it as a 32-bit integer.
    pub fn game_seed(&self, game: u64) -> u64 {
        splitmix(self.seed, game) >> 33
    }

    /// Checks size, rules, limits and openings. Fails if an opening is illegal or ends the game.
    pub fn check(&self) -> Result<()> {
        let start = self.start()?;
        ensure!(self.nodes != Some(0), "--nodes must be at least 1");
        for (flag, limit) in ["--first-ms", "--turn-ms"].iter().zip(self.limits_ms) {
            ensure!((1..=MAX_MS).contains(&limit), "{flag} must be between 1 and {MAX_MS}");
        }
        ensure!(
            self.game_ms.is_none_or(|ms| (1..=MAX_MS).contains(&ms)),
            "--minutes-per-game must be at least 0.001, and at most a day"
        );
        self.openings.check(&start).context("cannot use the openings")?;
        ensure!(
            self.balance.is_none() || matches!(self.openings, Openings::Random(_)),
            "--balance selects random openings: pass it with --openings random:PEGS, or leave it out"
        );
        Ok(())
    }

    /// Returns the names of the members that differ, as flags.
    pub fn differences(&self, other: &GameConditions) -> Vec<&'static str> {
        let members = [
            ("--size", self.size == other.size),
            ("--rules", self.rules == other.rules),
            ("--swap", self.swap == other.swap),
            ("--first-ms or --turn-ms", self.limits_ms == other.limits_ms),
            ("--minutes-per-game", self.game_ms == other.game_ms),
            ("--nodes", self.nodes == other.nodes),
            ("--openings", self.openings == other.openings),
            ("--balance", self.balance == other.balance),
            ("--seed", self.seed == other.seed),
        ];
        members.iter().filter(|(_, same)| !same).map(|(flag, _)| *flag).collect()
    }
}

/// Answers for which the time of a game suffices a program without a clock.
const ANSWERS: u32 = 60;

/// Maximum time limit, in milliseconds: a day.
const MAX_MS: u64 = 86_400_000;

impl fmt::Display for GameConditions {
    /// Writes a summary, such as `12 x 12, 1000+300 ms, random:2` or `10 x 10, standard, 200 nodes, random:2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameConditions { size, rules, limits_ms: [first, turn], openings, .. } = self;
        write!(f, "{size} x {size}, ")?;
        if rules != "pp" {
            write!(f, "{rules}, ")?;
        }
        match (self.nodes, self.game_ms) {
            (Some(nodes), _) => write!(f, "{nodes} nodes, {openings}"),
            (None, Some(total)) => write!(f, "{total} ms per game, {openings}"),
            (None, None) => write!(f, "{first}+{turn} ms, {openings}"),
        }?;
        self.balance.map_or(Ok(()), |range| write!(f, ", balance {range}"))
    }
}

#[cfg(test)]
pub(crate) mod example {
    use super::{GameConditions, MatchPlan, Openings, Player};

    /// Returns a match between `a` and `b`.
    pub(crate) fn plan() -> MatchPlan {
        let players = ["a", "b"].map(|name| Player::new(name, name)).to_vec();
        MatchPlan { players, rounds: 2, conditions: conditions(), sprt: None }
    }

    pub(crate) fn conditions() -> GameConditions {
        GameConditions {
            size: 12,
            rules: String::from("pp"),
            swap: true,
            limits_ms: [1000, 300],
            game_ms: None,
            nodes: None,
            openings: Openings::Random(2),
            balance: None,
            seed: 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::example::conditions;
    use super::*;

    #[test]
    fn names_are_separated_from_commands() {
        for (text, name, command) in [
            ("new=./bot --x=1", "new", "./bot --x=1"),
            ("random", "random", "random"),
            ("own --set cpuct=2", "own --set cpuct=2", "own --set cpuct=2"),
            ("new=network:a=b.tpn", "new", "network:a=b.tpn"),
            ("network:x/a=b.tpn", "network:x/a=b.tpn", "network:x/a=b.tpn"),
        ] {
            assert_eq!(text.parse::<Player>().unwrap(), Player::new(name, command));
        }
    }

    #[test]
    fn a_time_per_game_replaces_the_limits() {
        assert_eq!((conditions().limits(), conditions().total()), (TimeControl::ARENA, None));
        let per_game = GameConditions { game_ms: Some(60_000), ..conditions() };
        assert_eq!(per_game.total(), Some(Duration::from_secs(60)));
        assert_eq!(per_game.limits().first, Duration::from_secs(1));
        assert_eq!(per_game.to_string(), "12 x 12, 60000 ms per game, random:2");
        assert_eq!(conditions().differences(&per_game), ["--minutes-per-game"]);
    }

    #[test]
    fn conditions_are_summarised_and_differences_named() {
        let (arena, mut other) = (conditions(), conditions());
        assert_eq!(arena.to_string(), "12 x 12, 1000+300 ms, random:2");
        assert!(arena.differences(&other).is_empty());
        (other.rules, other.nodes, other.balance) =
            (String::from("standard"), Some(200), Some("0.4..0.6".parse().unwrap()));
        assert_eq!(other.to_string(), "12 x 12, standard, 200 nodes, random:2, balance 0.4..0.6");
        assert_eq!(arena.differences(&other), ["--rules", "--nodes", "--balance"]);
    }

    #[test]
    fn invalid_conditions_are_rejected() {
        type Spoil = fn(&mut GameConditions);
        let cases: [(&str, Spoil); 7] = [
            ("--minutes-per-game", |conditions| conditions.game_ms = Some(0)),
            ("5-24", |conditions| conditions.size = 25),
            ("pp or standard", |conditions| conditions.rules = String::from("classic")),
            ("--nodes", |conditions| conditions.nodes = Some(0)),
            ("--turn-ms", |conditions| conditions.limits_ms[1] = 0),
            ("m13", |conditions| {
                conditions.openings = Openings::List(vec!["d5,e6".into(), "m13".into()]);
            }),
            ("--balance", |conditions| {
                conditions.openings = Openings::List(vec!["d5".into()]);
                conditions.balance = Some("0.4..0.6".parse().unwrap());
            }),
        ];
        conditions().check().unwrap();
        for (word, spoil) in cases {
            let mut spoilt = conditions();
            spoil(&mut spoilt);
            let error = format!("{:#}", spoilt.check().unwrap_err());
            assert!(error.contains(word), "{error}");
        }
    }
}
