//! Statistics of games as JSON.

use records::game::Tally;
use records::plan::GameConditions;
use records::ratings::rate;
use records::standings::Standings;
use records::stats::{EloEstimate, Sprt, SprtState};
use serde::Serialize;
use std::collections::BTreeMap;

/// What [`report`](super::report()) prints, as JSON. Infinite numbers are `null`.
#[derive(Serialize, Debug)]
pub struct Statistics<'a> {
    conditions: Option<&'a GameConditions>,
    games: u64,
    incomplete_pairs: usize,
    bots: Vec<Bot<'a>>,
    /// The first of two bots against the second.
    score: Option<Score>,
}

#[derive(Serialize, Debug)]
struct Bot<'a> {
    name: &'a str,
    wins: u32,
    draws: u32,
    losses: u32,
    lost_by: BTreeMap<&'static str, u32>,
    /// Number of answers with a time; median, 99th percentile and maximum in milliseconds.
    answers: usize,
    median_ms: f64,
    percentile99_ms: f64,
    slowest_ms: f64,
    /// Rating relative to the mean of all bots, if there are more than two.
    rating: Option<f64>,
    rating_error: Option<f64>,
}

#[derive(Serialize, Debug)]
struct Score {
    points: f64,
    /// Pairs of games in which the first bot scored 0, ½, 1, 1½ and 2 points.
    pairs: [u64; 5],
    #[serde(flatten)]
    strength: EloEstimate,
    sprt: Option<Test>,
}

#[derive(Serialize, Debug)]
struct Test {
    #[serde(flatten)]
    sprt: Sprt,
    #[serde(flatten)]
    state: SprtState,
}

impl<'a> Statistics<'a> {
    /// Returns the statistics of these games.
    #[must_use]
    pub fn new(
        standings: &'a Standings,
        conditions: Option<&'a GameConditions>,
        sprt: Option<Sprt>,
    ) -> Statistics<'a> {
        let names = standings.names();
        let ratings = if names.len() > 2 { rate(standings) } else { Vec::new() };
        let bots = names.iter().enumerate().map(|(place, name)| {
            let rating = ratings.iter().find(|rating| rating.name == *name);
            let numbers = rating.map(|rating| (rating.elo, rating.error)).unzip();
            Bot::new(name, standings.tally(place), numbers)
        });
        let score = (names.len() == 2).then(|| {
            let counts = standings.between(0, 1);
            let test = |sprt: Sprt| Test { sprt, state: sprt.state(&counts) };
            Score {
                points: counts.wdl.points(),
                pairs: counts.pairs.0,
                strength: EloEstimate::of(&counts),
                sprt: sprt.map(test),
            }
        });
        Statistics {
            conditions,
            games: standings.games(),
            incomplete_pairs: standings.half_pairs(),
            bots: bots.collect(),
            score,
        }
    }
}

impl<'a> Bot<'a> {
    fn new(
        name: &'a str,
        tally: &Tally,
        (rating, rating_error): (Option<f64>, Option<f64>),
    ) -> Bot<'a> {
        let [median_ms, percentile99_ms, slowest_ms] = tally.percentiles([50, 99, 100]);
        let Tally { wins, draws, losses, .. } = *tally;
        let answers = tally.times_ms.len();
        Bot {
            name,
            wins,
            draws,
            losses,
            lost_by: tally.losses_by_name(),
            answers,
            median_ms,
            percentile99_ms,
            slowest_ms,
            rating,
            rating_error,
        }
    }
}
