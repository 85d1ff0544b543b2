//! What the games of a match say.

use super::gathered::{Gathered, Peg, Point};
use lab::league::ratings::{Anchor, Model, Ratings};
use lab::league::table::Table;
use lab::stats::{Counts, Estimate, Hypothesis, Sprt, Strength};
use referee::tally::Tally;
use referee::verdict::Ending;
use serde::Serialize;
use std::collections::BTreeMap;

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
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    elo: Estimate,
    nelo: Estimate,
    los: f64,
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pairs: [u64; 5],
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
    wins: u64,
    draws: u64,
    losses: u64,
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

impl Standing {
    pub(super) fn of(gathered: &Gathered) -> Standing {
        let standings = gathered.standings();
        let names = standings.names();
        let two = names.len() == 2;
        let mut ranking: Vec<Score> = (0..names.len())
            .map(|place| Score::of(&names[place], &standings.overall(place)))
            .collect();
        ranking.sort_by(|a, b| b.fraction().total_cmp(&a.fraction()));
        let pairings = standings.meetings().map(|(a, b)| {
            let counts = standings.between(a, b);
            let (elo, wdl) = (Strength::of(&counts).elo, counts.wdl);
            Pairing { a, b, wins: wdl.wins, draws: wdl.draws, losses: wdl.losses, elo }
        });
        Standing {
            players: names.to_vec(),
            terms: gathered.terms.clone(),
            played: standings.games(),
            elo: gathered.curve(),
            score: two.then(|| Score::of(&names[0], &standings.between(0, 1))),
            endings: (0..names.len())
                .map(|place| Endings::of(&names[place], standings.tally(place)))
                .collect(),
            first_pegs: gathered.pegs.values().cloned().collect(),
            sprt: gathered
                .sprt
                .filter(|_| two)
                .map(|sprt| Test::of(sprt, &standings.between(0, 1))),
            ranking,
            pairings: pairings.collect(),
            table: gathered.is_league.then(|| table(gathered)),
        }
    }
}

impl Score {
    fn of(name: &str, counts: &Counts) -> Score {
        let Strength { elo, nelo, los } = Strength::of(counts);
        let wdl = counts.wdl;
        Score {
            name: name.to_owned(),
            games: wdl.games(),
            wins: wdl.wins,
            draws: wdl.draws,
            losses: wdl.losses,
            points: wdl.points(),
            elo,
            nelo,
            los,
            pairs: counts.pairs.0,
        }
    }

    fn fraction(&self) -> f64 {
        self.points / self.games.max(1) as f64
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

fn table(gathered: &Gathered) -> Vec<Rated> {
    let (results, names) = (gathered.season.results(), gathered.standings().names());
    let index = names.iter().position(|name| name == ANCHOR);
    let anchor = index.map(|index| Anchor::Player { index, elo: 1000.0 });
    let model = Model { anchor: anchor.unwrap_or(Anchor::Mean(0.0)), ..Model::default() };
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
