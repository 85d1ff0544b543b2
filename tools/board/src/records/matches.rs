//! A match or a league: its games, and what can be believed of them.

use crate::refusal::Refusal;
use lab::league::ratings::{Model, Ratings};
use lab::league::season::Season;
use lab::league::table::Table;
use lab::matches::{Conditions, Entry, Plan, Standings, Terms};
use lab::stats::{Counts, Estimate, Hypothesis, Pentanomial, Sprt, Strength, Wdl};
use referee::tally::Tally;
use referee::verdict::Ending;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::Value;
use std::collections::BTreeMap;
use twixt::geometry::{Hole, Size, Symmetry};

/// The most points of a curve; a screen has not many more.
const POINTS: usize = 500;

/// The most players: each is compared with each.
const PLAYERS: usize = 200;

/// A game of a match.
#[derive(Serialize, Clone, Debug)]
pub struct Row {
    number: u64,
    pair: u64,
    /// Which of the players opened.
    first: usize,
    second: usize,
    /// Which of the players won.
    winner: Option<usize>,
    ending: &'static str,
    first_peg: Option<String>,
    swapped: bool,
    plies: usize,
    game: Box<RawValue>,
}

/// How sure one was after so many games. What is infinite is null.
#[derive(Serialize, Clone, Copy, Debug)]
struct Point {
    games: u64,
    elo: f64,
    error: f64,
}

/// What came of a first peg, mirror images counted together.
#[derive(Serialize, Clone, Default, Debug)]
struct Peg {
    peg: String,
    games: u64,
    /// Points of who opened with it.
    won: f64,
    swapped: u64,
}

/// A match with its games.
#[derive(Serialize, Debug)]
pub struct Whole {
    games: Vec<Row>,
    #[serde(flatten)]
    standing: Standing,
}

/// What the games so far say: all of a match but its games.
#[derive(Serialize, Debug)]
pub struct Standing {
    players: Vec<String>,
    terms: Option<String>,
    played: u64,
    /// Between two players: the first one's Elo as it grew.
    elo: Vec<Point>,
    /// Between two players: the first one's score.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Score>,
    endings: Vec<Endings>,
    first_pegs: Vec<Peg>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Test>,
    /// The players by their scores against all others.
    ranking: Vec<Score>,
    pairings: Vec<Pairing>,
    /// The ratings of a league.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Vec<Rated>>,
}

/// How a player did.
#[derive(Serialize, Debug)]
struct Score {
    name: String,
    games: u64,
    #[serde(flatten)]
    wdl: Wdl,
    points: f64,
    #[serde(flatten)]
    strength: Strength,
    pairs: Pentanomial,
}

/// How a player's games ended, and how long its answers took.
#[derive(Serialize, Debug)]
struct Endings {
    name: String,
    wins: u32,
    draws: u32,
    losses: u32,
    lost_by: BTreeMap<&'static str, u32>,
    answers: usize,
    /// The median, 95 % and the slowest.
    times_ms: Option<[f64; 3]>,
}

/// A sequential test.
#[derive(Serialize, Debug)]
struct Test {
    words: String,
    llr: f64,
    lower: f64,
    upper: f64,
    accepted: Option<Hypothesis>,
}

/// Two players' games, as the first of them sees them.
#[derive(Serialize, Debug)]
struct Pairing {
    a: usize,
    b: usize,
    #[serde(flatten)]
    wdl: Wdl,
    elo: Estimate,
}

/// A line of a league's table.
#[derive(Serialize, Debug)]
struct Rated {
    name: String,
    elo: f64,
    error: f64,
    games: u64,
    fraction: Option<f64>,
    /// How likely it is stronger than the next one.
    superiority: Option<f64>,
}

/// What has been read of a match so far.
pub struct Gathered {
    season: Season,
    terms: Option<String>,
    sprt: Option<Sprt>,
    pub(super) is_league: bool,
    elo: Vec<Point>,
    pegs: BTreeMap<(Size, Hole), Peg>,
    games: Vec<Row>,
    /// A contest's records don't tell that nobody may swap.
    swap: bool,
}

impl Gathered {
    /// A match without games yet, by this plan.
    #[must_use]
    pub fn new(plan: Option<&Value>) -> Gathered {
        let of_match = plan.and_then(|plan| Plan::deserialize(plan).ok());
        let is_league = plan.is_some() && of_match.is_none();
        let (names, sprt, conditions) = match of_match {
            Some(plan) => (plan.names(), plan.sprt, Some(plan.conditions)),
            None => (Vec::new(), None, plan.and_then(|plan| Conditions::deserialize(plan).ok())),
        };
        let swap = match conditions.as_ref().map(|conditions| &conditions.terms) {
            Some(Terms::Programs { swap, .. }) => *swap || is_league,
            Some(Terms::Engines { .. }) => false,
            None => true,
        };
        let terms = conditions.map(|conditions| conditions.to_string());
        Gathered {
            season: Season::new(names),
            terms,
            sprt,
            is_league,
            elo: Vec::new(),
            pegs: BTreeMap::new(),
            games: Vec::new(),
            swap,
        }
    }

    fn standings(&self) -> &Standings {
        self.season.standings()
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// If there are more players than a table has room for.
    pub fn add(&mut self, entry: &Entry) -> Result<Row, Refusal> {
        self.season.add(entry);
        if self.standings().names().len() > PLAYERS {
            let words = format!("expected {PLAYERS} players at most, found more: split the file");
            return Err(Refusal::unfit(words));
        }
        let place = |name: &String| {
            self.standings().names().iter().position(|known| known == name).unwrap_or_default()
        };
        let [first, second] = entry.players.each_ref().map(place);
        let record = &entry.record;
        let row = Row {
            number: entry.game,
            pair: entry.pair,
            first,
            second,
            winner: record.winner.map(|seat| [first, second][seat.index()]),
            ending: record.ending.name(),
            first_peg: record.moves.first().cloned(),
            swapped: record.moves.get(1).is_some_and(|mv| mv.eq_ignore_ascii_case("swap")),
            plies: record.moves.len(),
            game: self.game(entry)?,
        };
        if let Some((key, points)) = first_peg(entry) {
            let peg = self.pegs.entry(key).or_default();
            peg.peg = key.1.to_string();
            peg.games += 1;
            peg.won += points;
            peg.swapped += u64::from(row.swapped);
        }
        if self.standings().names().len() == 2 {
            let elo = Strength::of(&self.standings().between(0, 1)).elo;
            let games = self.standings().games();
            self.elo.push(Point { games, elo: elo.value, error: elo.error });
        }
        self.games.push(row.clone());
        Ok(row)
    }

    /// The game as the page reads it.
    fn game(&self, entry: &Entry) -> Result<Box<RawValue>, Refusal> {
        let mut value = serde_json::to_value(entry).map_err(Refusal::fault)?;
        if let Some(object) = value.as_object_mut() {
            if !self.swap {
                object.insert(String::from("swap"), Value::from("none"));
            }
        }
        serde_json::value::to_raw_value(&value).map_err(Refusal::fault)
    }

    /// The match with all its games.
    pub(super) fn whole(&self) -> Whole {
        Whole { games: self.games.clone(), standing: self.standing() }
    }

    /// What the games say, without them.
    pub(super) fn standing(&self) -> Standing {
        let standings = self.standings();
        let names = standings.names();
        let players = || names.iter().enumerate();
        let first = (names.len() == 2).then(|| standings.between(0, 1));
        let mut ranking: Vec<Score> =
            players().map(|(place, name)| Score::of(name, &standings.overall(place))).collect();
        let fraction = |score: &Score| score.wdl.fraction().unwrap_or(0.0);
        ranking.sort_by(|a, b| fraction(b).total_cmp(&fraction(a)));
        let pairings = standings.meetings().map(|(a, b)| {
            let counts = standings.between(a, b);
            Pairing { a, b, wdl: counts.wdl, elo: Strength::of(&counts).elo }
        });
        Standing {
            players: names.to_vec(),
            terms: self.terms.clone(),
            played: standings.games(),
            elo: self.curve(),
            score: first.as_ref().map(|counts| Score::of(&names[0], counts)),
            endings: players()
                .map(|(place, name)| Endings::of(name, standings.tally(place)))
                .collect(),
            first_pegs: self.pegs.values().cloned().collect(),
            sprt: self.sprt.zip(first).map(|(sprt, counts)| Test::of(sprt, &counts)),
            ranking,
            pairings: pairings.collect(),
            table: self.is_league.then(|| table(&self.season)),
        }
    }

    /// The curve of the Elo as it grew, thinned out, its last point kept.
    fn curve(&self) -> Vec<Point> {
        let step = self.elo.len().div_ceil(POINTS).max(1);
        let mut curve: Vec<Point> = self.elo.iter().rev().step_by(step).copied().collect();
        curve.reverse();
        curve
    }
}

/// The first peg, among its mirror images the first, and the points of who set it.
fn first_peg(entry: &Entry) -> Option<((Size, Hole), f64)> {
    let size = Size::new(entry.record.size)?;
    let peg: Hole = entry.record.moves.first()?.parse().ok()?;
    if !size.contains(peg) {
        return None;
    }
    let images = Symmetry::MIRRORS.map(|mirror| mirror.hole(peg, size));
    let points = match entry.record.winner {
        None => 0.5,
        Some(seat) => f64::from(u8::from(seat.index() == 0)),
    };
    Some(((size, images.into_iter().min()?), points))
}

impl Score {
    fn of(name: &str, counts: &Counts) -> Score {
        let Counts { wdl, pairs } = *counts;
        let strength = Strength::of(counts);
        Score {
            name: name.to_owned(),
            games: wdl.games(),
            wdl,
            points: wdl.points(),
            strength,
            pairs,
        }
    }
}

impl Endings {
    fn of(name: &str, tally: &Tally) -> Endings {
        let lost_by = Ending::LOSSES.iter().zip(tally.lost_by);
        let answers = tally.times_ms.len();
        Endings {
            name: name.to_owned(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            lost_by: lost_by.map(|(ending, count)| (ending.name(), count)).collect(),
            answers,
            times_ms: (answers > 0).then(|| tally.percentiles([50, 95, 100])),
        }
    }
}

impl Test {
    fn of(sprt: Sprt, counts: &Counts) -> Test {
        let llr = sprt.llr(counts);
        let (lower, upper) = sprt.bounds();
        Test { words: sprt.to_string(), llr, lower, upper, accepted: sprt.decision(llr) }
    }
}

/// The bot whose rating is 1000 by decree, as `lab league` has it.
const ANCHOR: &str = "level 4";

fn table(season: &Season) -> Vec<Rated> {
    let (results, names) = (season.results(), season.standings().names());
    let anchor = names.iter().position(|name| name == ANCHOR);
    let model = Model { anchor, ..Model::default() };
    let Ok(ratings) = Ratings::fit(&results, &model) else { return Vec::new() };
    let rows = Table::new(names, &ratings, &results).rows.into_iter();
    rows.map(|row| Rated {
        name: row.name,
        elo: row.elo,
        error: row.error,
        games: row.score.games(),
        fraction: row.score.fraction(),
        superiority: row.superiority,
    })
    .collect()
}
