//! Plan of a match: everything that its games depend on. The plan is the first line of the match's journal.

use super::{Openings, Player, ValueRange};
use crate::stats::Sprt;
use anyhow::{ensure, Context, Result};
use referee::play::{GameSettings, TimeControl};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::mem::discriminant;
use std::time::Duration;
use twixt::geometry::Size;
use twixt::rules::{Linking, Position, Rules, SwapRule};

/// Plan of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "StoredPlan")]
pub struct MatchPlan {
    /// Players. With two, results are from the point of view of the first.
    pub players: Vec<Player>,
    /// Which players meet.
    pub kind: PairingSystem,
    /// Pairs of games per pairing.
    pub rounds: u64,
    /// Conditions of all games.
    pub conditions: GameConditions,
    /// Sequential test that may end the match early.
    pub sprt: Option<Sprt>,
}

/// Pairing system: which players meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum PairingSystem {
    /// Every player plays every other one.
    Roundrobin,
    /// The first player plays each of the others.
    Gauntlet,
}

#[derive(Deserialize)]
struct StoredPlan {
    #[serde(alias = "bots")]
    players: Vec<Player>,
    #[serde(default = "every_two")]
    kind: PairingSystem,
    rounds: u64,
    #[serde(flatten)]
    conditions: StoredConditions,
    sprt: Option<Sprt>,
}

/// Old contest journals have the conditions at the top level, and no pairing system.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredConditions {
    Within { conditions: GameConditions },
    Beside(GameConditions),
}

fn every_two() -> PairingSystem {
    PairingSystem::Roundrobin
}

impl From<StoredPlan> for MatchPlan {
    fn from(stored: StoredPlan) -> MatchPlan {
        let StoredPlan { players, kind, rounds, conditions, sprt } = stored;
        let (StoredConditions::Within { conditions } | StoredConditions::Beside(conditions)) =
            conditions;
        MatchPlan { players, kind, rounds, conditions, sprt }
    }
}

/// Conditions of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameConditions {
    /// Holes along an edge.
    pub size: u8,
    /// Kind of players, with its own conditions.
    #[serde(flatten)]
    pub kind: PlayerKind,
    /// Source of the openings.
    pub openings: Openings,
    /// Random seed for the openings, the order of the pegs and links that programs read, and the players.
    #[serde(rename = "srand")]
    pub seed: u64,
}

/// Kind of players, with the conditions of that kind.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PlayerKind {
    /// Programs under the arena's protocol, in PP with a swap, checked by the referee.
    Programs {
        /// Time limits in milliseconds: of the first answer and of each further one.
        limits_ms: [u64; 2],
        /// Node budget per move, for programs that support one.
        nodes: Option<u64>,
        /// Whether the second player may swap, if the opening is a single peg or empty.
        swap: bool,
    },
    /// Built-in engines without the swap rule; the `twixt` crate's rules check their moves and results.
    Engines {
        /// Rule set, `pp` or `standard`.
        rules: String,
        /// Limit per turn.
        #[serde(rename = "pace")]
        budget: Budget,
        /// Accepted range of a random opening's value in a search by the second of the listed players; `None`
        /// accepts all.
        #[serde(rename = "even")]
        balance: Option<ValueRange>,
    },
}

/// An engine's limit per turn.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Budget {
    /// Number of evaluations.
    Nodes(u64),
    /// Time in seconds.
    Seconds(f64),
}

/// Maximum time per turn, in seconds: a day.
const MAX_SECONDS: f64 = 86_400.0;

/// Maximum number of rounds, so that the number of games cannot overflow.
const MAX_ROUNDS: u64 = 1_000_000_000;

impl Budget {
    /// Multiplies the budget by a player's odds.
    #[must_use]
    pub fn with_odds(self, odds: f64) -> Budget {
        match self {
            Budget::Nodes(nodes) => Budget::Nodes(multiplied(nodes, odds)),
            Budget::Seconds(seconds) => Budget::Seconds(seconds * odds),
        }
    }

    fn check(self) -> Result<()> {
        match self {
            Budget::Nodes(nodes) => ensure!(nodes > 0, "--nodes must be at least 1"),
            Budget::Seconds(seconds) => ensure!(
                seconds > 0.0 && seconds <= MAX_SECONDS,
                "--seconds must be in (0, {MAX_SECONDS}], not {seconds}"
            ),
        }
        Ok(())
    }
}

/// Multiplies a node budget by odds; the result is at least 1.
#[must_use]
pub(super) fn multiplied(nodes: u64, odds: f64) -> u64 {
    ((nodes as f64 * odds).round() as u64).max(1)
}

impl MatchPlan {
    /// Validates the plan: conditions, names and commands, at least two players, and at least one round.
    pub fn check(&self) -> Result<()> {
        let players = self.players.len();
        ensure!(players >= 2, "a match needs two bots: pass --bot twice or more");
        ensure!(
            (1..=MAX_ROUNDS).contains(&self.rounds),
            "--rounds must be between 1 and {MAX_ROUNDS}, not {}",
            self.rounds
        );
        ensure!(self.sprt.is_none() || players == 2, "--sprt compares two bots: pass --bot twice");
        Player::check_names(&self.players)?;
        for player in &self.players {
            player.check_odds()?;
            match self.conditions.kind {
                PlayerKind::Programs { .. } => player.check_command()?,
                PlayerKind::Engines { .. } => player.engine().map(drop)?,
            }
        }
        self.conditions.check()
    }

    /// Returns the players' names.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.name.clone()).collect()
    }

    /// Returns the names of members that differ, except the number of rounds: a match can be extended.
    #[must_use]
    pub fn differences(&self, other: &MatchPlan) -> Vec<&'static str> {
        let bare = |player: &Player| Player { weights: None, ..player.clone() };
        let mut differences = Vec::new();
        if !self.players.iter().map(bare).eq(other.players.iter().map(bare)) {
            differences.push("bots");
        }
        let weights = |player: &Player| player.weights.clone();
        if !self.players.iter().map(weights).eq(other.players.iter().map(weights)) {
            differences.push("weights");
        }
        if self.kind != other.kind {
            differences.push("kind");
        }
        differences.extend(self.conditions.differences(&other.conditions));
        if self.sprt != other.sprt {
            differences.push("sprt");
        }
        differences
    }
}

/// Members of stored conditions, with their names in messages.
const MEMBERS: [(&str, &str); 9] = [
    ("size", "size"),
    ("limits_ms", "time"),
    ("nodes", "nodes"),
    ("swap", "swap"),
    ("rules", "rules"),
    ("pace", "nodes or seconds"),
    ("even", "--balance"),
    ("openings", "openings"),
    ("srand", "seed"),
];

impl GameConditions {
    /// Validates the conditions. Fails if an opening is illegal, ends the game or allows a swap that is
    /// switched off, if engines have no openings, or if their budget is out of range.
    pub fn check(&self) -> Result<()> {
        let start = self.start()?;
        match &self.kind {
            PlayerKind::Programs { swap, .. } => {
                if let Openings::List(list) = &self.openings {
                    for text in list {
                        let settings = self.settings(0, text, [1.0; 2])?;
                        settings
                            .start()
                            .with_context(|| format!("the opening {text} on size {}", self.size))?;
                    }
                }
                ensure!(
                    *swap || self.openings.shortest() >= 2,
                    "--swap off needs openings of two plies or more, such as --openings random:2: \
                     a bot that reads a single peg may swap it, and the protocol cannot forbid it"
                );
            }
            PlayerKind::Engines { budget, balance, .. } => {
                budget.check()?;
                ensure!(
                    self.openings != Openings::None,
                    "engines need openings, or they repeat their games: pass --openings random:PEGS"
                );
                self.openings
                    .check(&start)
                    .context("cannot use the openings for engines, whose games have no swap")?;
                ensure!(
                    balance.is_none() || matches!(self.openings, Openings::Random(_)),
                    "--balance selects random openings: pass it with --openings random:PEGS, or \
                     leave it out"
                );
            }
        }
        Ok(())
    }

    /// Returns the empty board. For programs it only serves to sample openings.
    pub fn start(&self) -> Result<Position> {
        let size = self.size;
        let size =
            Size::new(size).with_context(|| format!("no board has size {size}: pass 5-24"))?;
        Ok(match &self.kind {
            PlayerKind::Programs { .. } => Position::new(size),
            PlayerKind::Engines { rules, .. } => {
                let linking = rules.parse::<Linking>().context("--rules")?;
                Position::with_rules(size, Rules { linking, swap: SwapRule::None })
            }
        })
    }

    /// Returns the names of the members that differ.
    #[must_use]
    pub fn differences(&self, other: &GameConditions) -> Vec<&'static str> {
        if discriminant(&self.kind) != discriminant(&other.kind) {
            return vec!["kind of players"];
        }
        let [one, other] = [self, other].map(|plan| serde_json::to_value(plan).unwrap_or_default());
        let differs = |member: &str| one.get(member) != other.get(member);
        MEMBERS.into_iter().filter(|(member, _)| differs(member)).map(|(_, word)| word).collect()
    }

    /// Returns the referee's settings for a game between programs with these odds, played from `opening`.
    pub(super) fn settings(
        &self,
        game: u64,
        opening: &str,
        odds: [f64; 2],
    ) -> Result<GameSettings> {
        let none = opening.is_empty();
        Ok(GameSettings {
            size: self.size,
            limits: odds.map(|odds| self.limits(odds)),
            opening: if none { Vec::new() } else { referee::opening::parse(opening)? },
            shuffle: Some(self.game_seed(game)),
            ..GameSettings::default()
        })
    }

    /// Returns a player's time control, multiplied by its odds; zero for engines with a node budget.
    pub(super) fn limits(&self, odds: f64) -> TimeControl {
        let [first, turn] = match self.kind {
            PlayerKind::Programs { limits_ms, .. } => {
                limits_ms.map(|ms| Duration::from_millis(ms).mul_f64(odds))
            }
            PlayerKind::Engines { budget: Budget::Seconds(seconds), .. } => {
                [Duration::from_secs_f64(seconds * odds); 2]
            }
            PlayerKind::Engines { .. } => [Duration::ZERO; 2],
        };
        TimeControl { first, turn }
    }

    /// Returns the seed of a game, below 2³¹ for programs that parse it as a 32-bit integer.
    #[must_use]
    pub fn game_seed(&self, game: u64) -> u64 {
        super::splitmix(self.seed, game) >> 33
    }
}

impl fmt::Display for GameConditions {
    /// Writes a summary, such as `12 x 12, 1000+300 ms, random:2` or `10 x 10, standard, 200 nodes, random:2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameConditions { size, kind, openings, .. } = self;
        let (limit, balance) = match kind {
            PlayerKind::Programs { nodes: Some(nodes), .. } => (format!("{nodes} nodes"), &None),
            PlayerKind::Programs { limits_ms: [first, turn], .. } => {
                (format!("{first}+{turn} ms"), &None)
            }
            PlayerKind::Engines { rules, budget: Budget::Nodes(nodes), balance } => {
                (format!("{rules}, {nodes} nodes"), balance)
            }
            PlayerKind::Engines { rules, budget: Budget::Seconds(seconds), balance } => {
                (format!("{rules}, {seconds} s"), balance)
            }
        };
        write!(f, "{size} x {size}, {limit}, {openings}")?;
        balance.map_or(Ok(()), |range| write!(f, ", balance {range}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn programs(openings: &str, swap: bool) -> GameConditions {
        let kind = PlayerKind::Programs { limits_ms: [1000, 300], nodes: Some(7), swap };
        let mut conditions = GameConditions { size: 12, kind, openings: Openings::None, seed: 1 };
        let start = conditions.start().unwrap();
        conditions.openings = Openings::parse(openings, &start, None).unwrap();
        conditions
    }

    fn engines() -> MatchPlan {
        let kind = PlayerKind::Engines {
            rules: String::from("standard"),
            budget: Budget::Seconds(0.25),
            balance: Some("0.4..0.6".parse().unwrap()),
        };
        MatchPlan {
            players: ["a=network:x.tpn", "b=uct"].map(|text| text.parse().unwrap()).to_vec(),
            kind: PairingSystem::Roundrobin,
            rounds: 50,
            conditions: GameConditions { size: 10, kind, openings: Openings::Random(2), seed: 7 },
            sprt: Some("elo0=0 elo1=30".parse().unwrap()),
        }
    }

    #[test]
    fn swap_off_needs_openings_of_two_plies() {
        assert!(programs("first-pegs", true).check().is_ok());
        assert!(programs("random:2", false).check().is_ok());
        for open in ["first-pegs", "random:1", "none"] {
            assert!(programs(open, false).check().is_err(), "{open}");
        }
    }

    #[test]
    fn odds_multiply_time_and_nodes() {
        assert_eq!(programs("none", true).limits(1.5).turn, Duration::from_millis(450));
        assert_eq!(Budget::Nodes(7).with_odds(1.5), Budget::Nodes(11));
        assert_eq!(Budget::Nodes(7).with_odds(0.01), Budget::Nodes(1));
        assert_eq!(Budget::Seconds(0.5).with_odds(2.0), Budget::Seconds(1.0));
    }

    #[test]
    fn plans_round_trip_and_differences_are_named() {
        let players = vec!["a=own".parse().unwrap(), "b=random".parse().unwrap()];
        let conditions = programs("none", true);
        let plan = MatchPlan { players, kind: every_two(), rounds: 5, conditions, sprt: None };
        for plan in [&plan, &engines()] {
            let text = serde_json::to_string(plan).unwrap();
            assert_eq!(serde_json::from_str::<MatchPlan>(&text).unwrap(), *plan);
        }
        let mut other = MatchPlan { rounds: 9, ..plan.clone() };
        assert!(plan.differences(&other).is_empty());
        other.players[1].odds = 2.0;
        other.conditions.seed = 2;
        assert_eq!(plan.differences(&other), ["bots", "seed"]);
        let mut other = engines();
        other.players[0].weights = Some(String::from("abc"));
        other.conditions.kind = PlayerKind::Engines {
            rules: "standard".into(),
            budget: Budget::Nodes(3),
            balance: None,
        };
        assert_eq!(engines().differences(&other), ["weights", "nodes or seconds", "--balance"]);
        assert!(plan.differences(&other).contains(&"kind of players"));
        let words = engines().conditions.to_string();
        assert_eq!(words, "10 x 10, standard, 0.25 s, random:2, balance 0.4..0.6");
    }

    /// Older plans have separate formats for matches and contests.
    #[test]
    fn plans_of_old_journals_are_parsed() {
        let old = r#"{"players":[{"name":"a","command":"own","odds":2.0},{"name":"b","command":"path",
            "odds":1.0}],"kind":"gauntlet","rounds":3,"conditions":{"size":7,"limits_ms":[1000,300],
            "nodes":null,"swap":true,"openings":{"list":["d4"]},"srand":9},"sprt":null}"#;
        let plan: MatchPlan = serde_json::from_str(old).unwrap();
        plan.check().unwrap();
        assert_eq!((plan.players[0].odds, plan.kind), (2.0, PairingSystem::Gauntlet));
        assert_eq!(plan.conditions.to_string(), "7 x 7, 1000+300 ms, 1 openings");
        let old = r#"{"bots":[{"name":"a","engine":"network","weights":null},{"name":"b","engine":
            "network:x.tpn","weights":"ab"}],"size":9,"rules":"pp","pace":{"nodes":40},"openings":
            {"random":2},"even":"0.4..0.6","srand":1,"rounds":4,"sprt":null}"#;
        let plan: MatchPlan = serde_json::from_str(old).unwrap();
        plan.check().unwrap();
        assert_eq!(plan.players[1].weights.as_deref(), Some("ab"));
        assert_eq!(plan.conditions.to_string(), "9 x 9, pp, 40 nodes, random:2, balance 0.4..0.6");
        let league = r#"{"size":12,"limits_ms":[100,100],"nodes":null,"swap":true,"openings":"none",
            "srand":1}"#;
        assert!(serde_json::from_str::<MatchPlan>(league).is_err());
        assert!(serde_json::from_str::<GameConditions>(league).is_ok());
    }

    #[test]
    fn invalid_plans_are_rejected() {
        assert!(engines().check().is_ok());
        type Spoil = fn(&mut MatchPlan);
        let cases: [(&str, Spoil); 7] = [
            ("--rounds", |plan| plan.rounds = 0),
            ("twice", |plan| plan.players.truncate(1)),
            ("5-24", |plan| plan.conditions.size = 25),
            ("pp or standard", |plan| {
                let PlayerKind::Engines { rules, .. } = &mut plan.conditions.kind else {
                    return;
                };
                *rules = String::from("classic");
            }),
            ("--seconds", |plan| {
                let PlayerKind::Engines { budget, .. } = &mut plan.conditions.kind else {
                    return;
                };
                *budget = Budget::Seconds(f64::NAN);
            }),
            ("--openings", |plan| plan.conditions.openings = Openings::None),
            ("--balance", |plan| plan.conditions.openings = Openings::List(vec!["d5".into()])),
        ];
        for (word, spoil) in cases {
            let mut plan = engines();
            spoil(&mut plan);
            let error = format!("{:#}", plan.check().unwrap_err());
            assert!(error.contains(word), "{error}");
        }
        for wrong in ["d5,swap", "m12", "d5,d5"] {
            let mut plan = engines();
            plan.conditions.openings = Openings::List(vec!["d5,e6".into(), wrong.into()]);
            let error = format!("{:#}", plan.check().unwrap_err());
            assert!(error.contains(wrong) && error.contains("have no swap"), "{error}");
        }
    }
}
