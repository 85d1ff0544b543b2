//! Games and statistics of a match, computed from its journal.

use crate::error::ApiError;
use records::game::Ending;
use records::journal::JournalEntry;
use records::plan::MatchPlan;
use records::ratings::{rate, Rating};
use records::running::RunningGame;
use records::standings::Standings;
use records::stats::{EloEstimate, Sprt, SprtState};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::Value;
use std::collections::BTreeMap;
use twixt::geometry::{Hole, Size};

/// The maximum number of points of the Elo curve; a screen could not show more.
const MAX_POINTS: usize = 500;

/// The maximum number of players; the size of the statistics is quadratic in it.
const MAX_PLAYERS: usize = 200;

/// A game of a match.
#[derive(Serialize, Clone, Debug)]
pub struct MatchGame {
    number: u64,
    /// Indices of the first and second player in `MatchSummary::players`.
    first: usize,
    second: usize,
    /// Index of the winner.
    winner: Option<usize>,
    ending: Ending,
    first_peg: Option<String>,
    swapped: bool,
    plies: usize,
    game: Box<RawValue>,
}

/// A running game of a match.
#[derive(Serialize, Clone, Debug)]
pub struct RunningRow {
    number: u64,
    game: Box<RawValue>,
}

/// The Elo estimate after a number of games, with the half-width of its 95 % confidence interval. Infinite values are
/// serialized as null.
#[derive(Serialize, Clone, Copy, Debug)]
struct Point {
    games: u64,
    elo: f64,
    error: f64,
}

/// Statistics of the games with one first peg; a first peg and its reflections are counted together.
#[derive(Serialize, Clone, Default, Debug)]
struct Peg {
    peg: String,
    games: u64,
    /// Points of the first player.
    won: f64,
}

/// A match with its games.
#[derive(Serialize, Debug)]
pub struct FullMatch {
    games: Vec<MatchGame>,
    #[serde(flatten)]
    summary: MatchSummary,
}

/// The statistics of a match's games so far.
#[derive(Serialize, Debug)]
pub struct MatchSummary {
    players: Vec<String>,
    terms: Option<String>,
    /// With a plan: the number of games after which it ends, unless its sequential test ends it earlier.
    #[serde(skip_serializing_if = "Option::is_none")]
    planned: Option<u64>,
    /// With two players: the estimated Elo of the first over the second after successive games.
    elo: Vec<Point>,
    endings: Vec<Endings>,
    first_pegs: Vec<Peg>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Test>,
    /// The ratings of more than two players.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Vec<Rating>>,
}

/// A player's draws, and losses by ending.
#[derive(Serialize, Debug)]
struct Endings {
    draws: u32,
    lost_by: BTreeMap<Ending, u32>,
}

#[derive(Serialize, Debug)]
struct Test {
    words: String,
    #[serde(flatten)]
    state: SprtState,
}

/// The state of a match that is being read.
pub struct MatchState {
    standings: Standings,
    terms: Option<String>,
    planned: Option<u64>,
    sprt: Option<Sprt>,
    elo: Vec<Point>,
    pegs: BTreeMap<(Size, Hole), Peg>,
    games: Vec<MatchGame>,
    /// Whether swaps are allowed, according to the plan; the games in the journal do not state it.
    swap: bool,
}

impl MatchState {
    /// Creates the state of a match with this plan, before its first game.
    pub fn new(plan: Option<&MatchPlan>) -> MatchState {
        MatchState {
            standings: Standings::new(plan.map(MatchPlan::names).unwrap_or_default()),
            terms: plan.map(|plan| plan.conditions.to_string()),
            planned: plan.map(MatchPlan::games),
            sprt: plan.and_then(|plan| plan.sprt),
            elo: Vec::new(),
            pegs: BTreeMap::new(),
            games: Vec::new(),
            swap: plan.is_none_or(|plan| plan.conditions.swap),
        }
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// If there are more than `MAX_PLAYERS` players.
    pub fn add(&mut self, entry: &JournalEntry) -> Result<MatchGame, ApiError> {
        self.standings.add(entry, 0);
        if self.standings.names().len() > MAX_PLAYERS {
            let message =
                format!("cannot read a match of more than {MAX_PLAYERS} players; split the file");
            return Err(ApiError::unprocessable(message));
        }
        let place = |name: &String| {
            self.standings.names().iter().position(|known| known == name).unwrap_or_default()
        };
        let [first, second] = entry.players.each_ref().map(place);
        let record = &entry.record;
        let row = MatchGame {
            number: entry.game,
            first,
            second,
            winner: record.winner.map(|seat| [first, second][seat.index()]),
            ending: record.ending,
            first_peg: record.moves.first().cloned(),
            swapped: record.moves.get(1).is_some_and(|mv| mv.eq_ignore_ascii_case("swap")),
            plies: record.moves.len(),
            game: self.game(entry)?,
        };
        if let Some(key) = record.first_peg() {
            let peg = self.pegs.entry(key).or_default();
            peg.peg = key.1.to_string();
            peg.games += 1;
            peg.won += match record.winner {
                None => 0.5,
                Some(seat) => f64::from(u8::from(seat.index() == 0)),
            };
        }
        if self.standings.names().len() == 2 {
            let elo = EloEstimate::of(&self.standings.between(0, 1)).elo;
            let games = self.standings.games();
            self.elo.push(Point { games, elo: elo.value, error: elo.error });
        }
        self.games.push(row.clone());
        Ok(row)
    }

    /// Returns the running games that the match does not contain as ended.
    ///
    /// # Errors
    ///
    /// If a game cannot be serialized.
    pub fn running(&self, games: &[RunningGame]) -> Result<Vec<RunningRow>, ApiError> {
        let has_ended = |number| self.games.iter().any(|game| game.number == number);
        let running = games.iter().filter(|game| !has_ended(game.game));
        running.map(|game| Ok(RunningRow { number: game.game, game: self.game(game)? })).collect()
    }

    /// Returns the JSON record of a game, with the swap rule `none` if swaps are not allowed.
    fn game(&self, game: &impl Serialize) -> Result<Box<RawValue>, ApiError> {
        let mut value = serde_json::to_value(game).map_err(ApiError::internal)?;
        if let Some(object) = value.as_object_mut() {
            if !self.swap {
                object.insert(String::from("swap"), Value::from("none"));
            }
        }
        serde_json::value::to_raw_value(&value).map_err(ApiError::internal)
    }

    /// Returns the match with all its games.
    pub(super) fn full(&self) -> FullMatch {
        FullMatch { games: self.games.clone(), summary: self.summary() }
    }

    /// Returns the statistics of the games.
    pub fn summary(&self) -> MatchSummary {
        let standings = &self.standings;
        let names = standings.names();
        let endings = |place| {
            let tally = standings.tally(place);
            Endings { draws: tally.draws, lost_by: tally.losses() }
        };
        let first = (names.len() == 2).then(|| standings.between(0, 1));
        MatchSummary {
            players: names.to_vec(),
            terms: self.terms.clone(),
            planned: self.planned,
            elo: self.curve(),
            endings: (0..names.len()).map(endings).collect(),
            first_pegs: self.pegs.values().cloned().collect(),
            sprt: self
                .sprt
                .zip(first)
                .map(|(sprt, counts)| Test { words: sprt.to_string(), state: sprt.state(&counts) }),
            table: (names.len() > 2).then(|| rate(standings)),
        }
    }

    /// Returns the Elo curve, downsampled to at most `MAX_POINTS` points including the last.
    fn curve(&self) -> Vec<Point> {
        let step = self.elo.len().div_ceil(MAX_POINTS).max(1);
        let mut curve: Vec<Point> = self.elo.iter().rev().step_by(step).copied().collect();
        curve.reverse();
        curve
    }
}
