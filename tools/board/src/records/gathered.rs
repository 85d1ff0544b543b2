//! A match or a league: its games, and what can be believed of them.

use super::games::Content;
use super::Standing;
use crate::refusal::Refusal;
use lab::league::season::Season;
use lab::matches::{Conditions, Entry, Plan, Standings, Terms};
use lab::stats::{Sprt, Strength};
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
pub(super) struct Point {
    pub(super) games: u64,
    pub(super) elo: f64,
    pub(super) error: f64,
}

/// What came of a first peg, mirror images counted together.
#[derive(Serialize, Clone, Default, Debug)]
pub(super) struct Peg {
    pub(super) peg: String,
    pub(super) games: u64,
    /// Points of who opened with it.
    pub(super) won: f64,
    pub(super) swapped: u64,
}

/// A match with its games.
#[derive(Serialize, Debug)]
pub struct Whole {
    games: Vec<Row>,
    #[serde(flatten)]
    standing: Standing,
}

/// What has been read of a match so far.
pub struct Gathered {
    pub(super) season: Season,
    pub(super) terms: Option<String>,
    pub(super) sprt: Option<Sprt>,
    pub(super) is_league: bool,
    pub(super) elo: Vec<Point>,
    pub(super) pegs: BTreeMap<(Size, Hole), Peg>,
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

    pub(super) fn standings(&self) -> &Standings {
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
    #[must_use]
    pub fn content(&self, told: Vec<String>) -> Content {
        let whole = Box::new(Whole { games: self.games.clone(), standing: self.standing() });
        match self.is_league {
            true => Content::League { league: whole, told },
            false => Content::Match { whole, told },
        }
    }

    /// What the games say, without them.
    #[must_use]
    pub fn standing(&self) -> Standing {
        Standing::of(self)
    }

    /// The curve of the Elo as it grew, thinned out, its last point kept.
    pub(super) fn curve(&self) -> Vec<Point> {
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
