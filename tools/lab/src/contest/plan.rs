//! What fixes a contest: written at the head of its journal, so that it can go on from there.

use super::{Bot, Even, Openings};
use crate::stats::Sprt;
use crate::tournament::{mixed, Entry, Fixture};
use anyhow::{ensure, Context, Result};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;
use twixt::geometry::Size;
use twixt::rules::{Linking, Position, Rules, SwapRule};

/// How long a turn is thought about.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// So many positions looked at.
    Nodes(u64),
    /// So many seconds.
    Seconds(f64),
}

/// A contest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Who plays; the results are those of the first, and the second judges openings.
    pub bots: [Bot; 2],
    /// Holes along an edge.
    pub size: u8,
    /// The rule set, `pp` or `standard`; nobody swaps.
    pub rules: String,
    /// How long a turn is thought about.
    pub pace: Pace,
    /// Where games start.
    pub openings: Openings,
    /// Which of the drawn openings are taken; all if not said.
    pub even: Option<Even>,
    /// Draws openings and playouts.
    pub srand: u64,
    /// How many pairs of games there are.
    pub rounds: u64,
    /// What may end the contest early.
    pub sprt: Option<Sprt>,
}

/// A day: a turn of a longer one is a mistake.
const LONGEST: f64 = 86_400.0;

impl Plan {
    /// Checks what the types don't.
    ///
    /// # Errors
    ///
    /// Says what can't be played.
    pub fn check(&self) -> Result<()> {
        Bot::two(&self.bots)?;
        ensure!(self.rounds > 0, "--rounds 0 plays nothing: ask for one round or more");
        match self.pace {
            Pace::Nodes(nodes) => ensure!(nodes > 0, "--nodes 0 looks at nothing: ask for more"),
            Pace::Seconds(seconds) => ensure!(
                seconds > 0.0 && seconds <= LONGEST && Duration::try_from_secs_f64(seconds).is_ok(),
                "--seconds {seconds} can't be waited for: write a number such as 0.1"
            ),
        }
        self.openings.check(&self.start()?)?;
        ensure!(
            self.even.is_none() || matches!(self.openings, Openings::Random(_)),
            "--even chooses among drawn openings: give it with --openings random:PEGS, or leave \
             it out"
        );
        Ok(())
    }

    /// The empty board.
    ///
    /// # Errors
    ///
    /// If there is no such size or rule set.
    pub fn start(&self) -> Result<Position> {
        let size = Size::new(self.size);
        let size = size.with_context(|| format!("no board has size {}: choose 5-24", self.size))?;
        let linking = self.rules.parse::<Linking>().context("--rules")?;
        Ok(Position::with_rules(size, Rules { linking, swap: SwapRule::None }))
    }

    /// What differs between two plans that should be one, each in a word. The number of rounds may
    /// differ: a contest can be prolonged.
    #[must_use]
    pub fn differences(&self, other: &Plan) -> Vec<&'static str> {
        let same = |what: fn(&Bot) -> String| {
            (0..2).all(|place| what(&self.bots[place]) == what(&other.bots[place]))
        };
        let differs = [
            ("bots", !same(|bot| format!("{}={}", bot.name, bot.engine))),
            ("weights", !same(|bot| bot.weights.clone().unwrap_or_default())),
            ("size", self.size != other.size),
            ("rules", self.rules != other.rules),
            ("nodes or seconds", self.pace != other.pace),
            ("openings", self.openings != other.openings),
            ("even", self.even != other.even),
            ("srand", self.srand != other.srand),
            ("sprt", self.sprt != other.sprt),
        ];
        differs.iter().filter(|(_, differs)| *differs).map(|&(what, _)| what).collect()
    }

    /// The game of this number: pairs in order, the second of each with the seats exchanged.
    #[must_use]
    pub const fn fixture(&self, game: u64) -> Fixture {
        let seats = if game.is_multiple_of(2) { [0, 1] } else { [1, 0] };
        Fixture { game, pair: game / 2, opening: game / 2, seats }
    }

    /// Checks that a game of a journal is the one that the plan has under its number.
    ///
    /// # Errors
    ///
    /// If it is another one's.
    pub fn check_entry(&self, entry: &Entry) -> Result<()> {
        let Fixture { game, pair, seats, .. } = self.fixture(entry.game);
        let players = seats.map(|place| &self.bots[place].name);
        ensure!(
            entry.pair == pair && players == [&entry.players[0], &entry.players[1]],
            "game {game} should be {} against {}",
            players[0],
            players[1]
        );
        Ok(())
    }

    /// The seed of a game.
    #[must_use]
    pub fn seed(&self, game: u64) -> u64 {
        mixed(self.srand, game) >> 33
    }
}

impl fmt::Display for Plan {
    /// The terms in a few words, as `10 x 10, standard, 200 nodes, random:2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Plan { size, rules, openings, .. } = self;
        write!(f, "{size} x {size}, {rules}, ")?;
        match self.pace {
            Pace::Nodes(nodes) => write!(f, "{nodes} nodes, ")?,
            Pace::Seconds(seconds) => write!(f, "{seconds} s, ")?,
        }
        write!(f, "{openings}")?;
        match self.even {
            Some(even) => write!(f, ", even {even}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Order;

    fn plan() -> Plan {
        Plan {
            bots: ["a=network:x.tpn", "b=uct"].map(|text| text.parse().unwrap()),
            size: 10,
            rules: String::from("standard"),
            pace: Pace::Seconds(0.25),
            openings: Openings::parse("random:2", (10, Linking::Standard), Order::Given, 1)
                .unwrap(),
            even: Some("0.4..0.6".parse().unwrap()),
            srand: 7,
            rounds: 50,
            sprt: Some("elo0=0 elo1=30".parse().unwrap()),
        }
    }

    #[test]
    fn a_plan_reads_back_and_tells_where_another_differs() {
        let (plan, mut other) = (plan(), plan());
        let text = serde_json::to_string(&plan).unwrap();
        assert_eq!(serde_json::from_str::<Plan>(&text).unwrap(), plan);
        assert_eq!(plan.to_string(), "10 x 10, standard, 0.25 s, random:2, even 0.4..0.6");
        other.rounds = 9;
        assert!(plan.differences(&other).is_empty());
        other.bots[0].weights = Some(String::from("abc"));
        other.pace = Pace::Nodes(3);
        other.even = None;
        assert_eq!(plan.differences(&other), ["weights", "nodes or seconds", "even"]);
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        assert!(plan().check().is_ok());
        let list = |text: &str| Openings::List(vec![String::from("d5,e6"), String::from(text)]);
        type Spoil = fn(&mut Plan);
        let cases: [(&str, Spoil); 6] = [
            ("--rounds", |plan| plan.rounds = 0),
            ("5-24", |plan| plan.size = 25),
            ("pp or standard", |plan| plan.rules = String::from("classic")),
            ("--nodes", |plan| plan.pace = Pace::Nodes(0)),
            ("--seconds", |plan| plan.pace = Pace::Seconds(f64::NAN)),
            ("--even", |plan| plan.openings = Openings::List(vec![String::from("d5")])),
        ];
        for (word, spoil) in cases {
            let mut plan = plan();
            spoil(&mut plan);
            let error = format!("{:#}", plan.check().unwrap_err());
            assert!(error.contains(word), "{error}");
        }
        for wrong in ["d5,swap", "m12", "d5,d5"] {
            let plan = Plan { openings: list(wrong), even: None, ..plan() };
            let error = format!("{:#}", plan.check().unwrap_err());
            assert!(error.contains(wrong) && error.contains("nobody swaps"), "{error}");
        }
    }
}
