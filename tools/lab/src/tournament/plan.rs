//! What fixes a tournament: written at the head of its journal, so that it can go on from there.

use super::{Openings, Player};
use crate::stats::Sprt;
use anyhow::{ensure, Result};
use referee::play::{Limits, Settings};
use referee::players::Terms;
use referee::rules::Seat;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// Under which terms games are played, whoever plays them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Conditions {
    /// Holes along an edge.
    pub size: u8,
    /// A player's limits in milliseconds: for its first answer and for every further one.
    pub limits_ms: [u64; 2],
    /// Positions a move instead of time, for bots that can count them.
    pub nodes: Option<u64>,
    /// Whether openings may stop before the second player's first answer, where it may swap.
    pub swap: bool,
    /// Where games start.
    pub openings: Openings,
    /// Draws the openings, the order of the lists that bots read, and the bots' own dice.
    pub srand: u64,
}

impl Conditions {
    /// Checks what the types don't.
    ///
    /// # Errors
    ///
    /// If an opening breaks a rule or ends the game, or leaves a swap open although none is wanted.
    pub fn check(&self) -> Result<()> {
        self.openings.check(self.size)?;
        ensure!(
            self.swap || self.openings.shortest() >= 2,
            "--swap off needs openings of two plies or more, such as --openings random:2: a bot \
             that reads a single peg may take it over, and the protocol has no way to forbid it"
        );
        Ok(())
    }

    /// What differs between two sets of terms, each in a word.
    #[must_use]
    pub fn differences(&self, other: &Conditions) -> Vec<&'static str> {
        let differs = [
            ("size", self.size != other.size),
            ("time", self.limits_ms != other.limits_ms),
            ("nodes", self.nodes != other.nodes),
            ("swap", self.swap != other.swap),
            ("openings", self.openings != other.openings),
            ("srand", self.srand != other.srand),
        ];
        differs.iter().filter(|(_, differs)| *differs).map(|&(what, _)| what).collect()
    }

    /// A player's time with its odds.
    #[must_use]
    pub fn limits(&self, odds: f64) -> Limits {
        let [first, turn] = self.limits_ms.map(|ms| Duration::from_millis(ms).mul_f64(odds));
        Limits { first, turn }
    }

    /// How the game of this number is played, from this opening on, between players of these odds.
    #[must_use]
    pub fn settings(&self, game: u64, opening: u64, odds: [f64; 2]) -> Settings {
        Settings {
            size: self.size,
            limits: odds.map(|odds| self.limits(odds)),
            opening: self.openings.get(opening, self.size, self.srand),
            shuffle: Some(self.seed(game)),
            ..Settings::default()
        }
    }

    /// The terms of the game of this number for one player; `swapped` if its opening contains a
    /// swap.
    #[must_use]
    pub fn terms(&self, game: u64, seat: Seat, odds: f64, swapped: bool) -> Terms {
        Terms {
            size: self.size,
            seat,
            limits: self.limits(odds),
            nodes: self.nodes.map(|nodes| ((nodes as f64 * odds).round() as u64).max(1)),
            seed: Some(self.seed(game)),
            swapped,
        }
    }

    /// The seed of a game. Small numbers, since some bots read 32 bits.
    #[must_use]
    pub fn seed(&self, game: u64) -> u64 {
        mixed(self.srand, game) >> 33
    }
}

impl fmt::Display for Conditions {
    /// The terms in a few words, as `12 x 12, 1000+300 ms, random:2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Conditions { size, limits_ms: [first, turn], .. } = self;
        write!(f, "{size} x {size}, ")?;
        match self.nodes {
            Some(nodes) => write!(f, "{nodes} nodes, ")?,
            None => write!(f, "{first}+{turn} ms, ")?,
        }
        match &self.openings {
            Openings::None => f.write_str("no opening"),
            Openings::List(list) => write!(f, "{} openings", list.len()),
            Openings::Random(plies) => write!(f, "random:{plies}"),
        }
    }
}

/// A number that two others draw, evenly spread: the finisher of `SplitMix64` (Steele, Lea and
/// Flood, "Fast splittable pseudorandom number generators", 2014).
pub(crate) fn mixed(srand: u64, number: u64) -> u64 {
    let mut z = srand.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Everybody plays everybody.
    Roundrobin,
    /// The first bot plays all others.
    Gauntlet,
}

/// A tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Who plays.
    pub players: Vec<Player>,
    /// Who plays whom.
    pub kind: Kind,
    /// How many pairs of games every pairing plays.
    pub rounds: u64,
    /// Under which terms.
    pub conditions: Conditions,
}

impl Plan {
    /// Checks what the types don't.
    ///
    /// # Errors
    ///
    /// As [`Conditions::check`], and if there are fewer than two players or two share a name.
    pub fn check(&self) -> Result<()> {
        let players = self.players.len();
        ensure!(players >= 2, "a match needs two bots: name them with --bot, twice or more");
        ensure!(self.rounds > 0, "--rounds 0 plays nothing: ask for one round or more");
        Player::check_names(&self.players)?;
        self.conditions.check()
    }

    /// What differs between two plans that should be one, each in a word. The number of
    /// rounds may differ: a match can be prolonged.
    #[must_use]
    pub fn differences(&self, other: &Plan) -> Vec<&'static str> {
        let mut differences = Vec::new();
        if self.players != other.players {
            differences.push("bots");
        }
        if self.kind != other.kind {
            differences.push("kind");
        }
        differences.extend(self.conditions.differences(&other.conditions));
        differences
    }
}

/// What the head of a match's journal holds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Match {
    /// Who plays whom from where.
    #[serde(flatten)]
    pub plan: Plan,
    /// What may end it early.
    pub sprt: Option<Sprt>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conditions(openings: &str, swap: bool) -> Conditions {
        let openings = Openings::parse(openings, super::super::Order::Given, 1).unwrap();
        Conditions { size: 12, limits_ms: [1000, 300], nodes: Some(7), swap, openings, srand: 1 }
    }

    #[test]
    fn a_swap_is_kept_out_by_the_openings() {
        assert!(conditions("first-pegs", true).check().is_ok());
        assert!(conditions("random:2", false).check().is_ok());
        for open in ["first-pegs", "random:1", "none"] {
            assert!(conditions(open, false).check().is_err(), "{open}");
        }
    }

    #[test]
    fn odds_stretch_time_and_nodes() {
        let conditions = conditions("none", true);
        let terms = conditions.terms(0, Seat::First, 1.5, false);
        assert_eq!(terms.limits.turn, Duration::from_millis(450));
        assert_eq!(terms.nodes, Some(11));
        assert_eq!(conditions.terms(0, Seat::First, 0.01, false).nodes, Some(1));
    }

    #[test]
    fn a_plan_tells_where_another_differs() {
        let players = vec!["a=own".parse().unwrap(), "b=random".parse().unwrap()];
        let conditions = conditions("none", true);
        let plan = Plan { players, kind: Kind::Roundrobin, rounds: 5, conditions };
        let mut other = Plan { rounds: 9, ..plan.clone() };
        assert!(plan.differences(&other).is_empty());
        other.players[1].odds = 2.0;
        other.conditions.srand = 2;
        assert_eq!(plan.differences(&other), ["bots", "srand"]);
        let text = serde_json::to_string(&plan).unwrap();
        assert_eq!(serde_json::from_str::<Plan>(&text).unwrap(), plan);
    }
}
