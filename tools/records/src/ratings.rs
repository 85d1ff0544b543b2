//! Joint Elo ratings of several players, with errors.
//!
//! **Model.** Bradley and Terry (1952): player i beats player j with probability γi / (γi + γj). A draw counts
//! as half a win and half a loss. Elo is 400 log10 γ: 400 Elo are odds of 10 : 1. Each player has one
//! additional draw against an imaginary player with γ = 1, so that ratings are finite and unique.
//!
//! **Fit.** The MM algorithm of Hunter ("MM algorithms for generalized Bradley–Terry models", Annals of
//! Statistics 32, 2004): γi becomes i's points divided by Σ games / (γi + γj), until no rating changes.
//!
//! **Errors.** The error of a rating assumes the other ratings to be exact. Games are assumed to be independent:
//! openings that favour one seat split pairs, which makes the true error smaller; deterministic bots that
//! repeat games make it larger.

use crate::standings::Standings;
use crate::stats::{fixed, Wdl, Z95};
use crate::tables::aligned;
use serde::Serialize;
use std::f64::consts::LN_10;

/// The player whose rating is [`ANCHOR_ELO`].
const ANCHOR: &str = "level 4";

/// Elo of the anchor.
const ANCHOR_ELO: f64 = 1000.0;

/// Elo per unit of ln γ.
const ELO_PER_NAT: f64 = 400.0 / LN_10;

/// Prior draws of each player.
const PRIOR: f64 = 1.0;

/// Relative change of γ at which the fit has converged.
const TOLERANCE: f64 = 1e-8;

/// Maximum number of iterations, which players who form a long chain could reach.
const ITERATIONS: usize = 10_000;

/// The rating of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Name of the player.
    pub name: String,
    /// Rating in Elo.
    pub elo: f64,
    /// Half-width of the 95 % interval, in Elo.
    pub error: f64,
    /// Results against all others.
    #[serde(skip)]
    pub score: Wdl,
}

/// Rates all players of the standings, the strongest first. `level 4` has 1000 Elo; if no player has this name, the mean
/// rating is 0.
pub fn rate(standings: &Standings) -> Vec<Rating> {
    let names = standings.names();
    let games = |a: usize, b: usize| standings.between(a, b).wdl.games() as f64;
    let gammas = fit(standings);
    let elos: Vec<f64> = gammas.iter().map(|gamma| ELO_PER_NAT * gamma.ln()).collect();
    let shift = match names.iter().position(|name| name == ANCHOR) {
        Some(anchor) => ANCHOR_ELO - elos[anchor],
        None => -elos.iter().sum::<f64>() / elos.len().max(1) as f64,
    };
    let mut ratings: Vec<Rating> = Vec::new();
    for (a, name) in names.iter().enumerate() {
        // Fisher information of the games about ln γ of `a`: the variance of their results.
        let variance = |gamma: f64| gammas[a] * gamma / (gammas[a] + gamma).powi(2);
        let others = (0..names.len()).filter(|&b| b != a);
        let information: f64 = others.map(|b| games(a, b) * variance(gammas[b])).sum();
        ratings.push(Rating {
            name: name.clone(),
            elo: elos[a] + shift,
            error: Z95 * ELO_PER_NAT / (information + PRIOR * variance(1.0)).sqrt(),
            score: standings.overall(a).wdl,
        });
    }
    ratings.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    ratings
}

/// Returns γ of every player.
fn fit(standings: &Standings) -> Vec<f64> {
    let players = standings.names().len();
    let row = |a| (0..players).map(|b| standings.between(a, b).wdl.games() as f64).collect();
    let games: Vec<Vec<f64>> = (0..players).map(row).collect();
    let points: Vec<f64> = (0..players).map(|a| standings.overall(a).wdl.points()).collect();
    let mut gammas = vec![1.0; players];
    for _ in 0..ITERATIONS {
        let mut change: f64 = 0.0;
        for a in 0..players {
            let others = (0..players).filter(|&b| b != a);
            let expected: f64 = others.map(|b| games[a][b] / (gammas[a] + gammas[b])).sum();
            let next = (points[a] + PRIOR / 2.0) / (expected + PRIOR / (gammas[a] + 1.0));
            change = change.max((next / gammas[a] - 1.0).abs());
            gammas[a] = next;
        }
        if change < TOLERANCE {
            break;
        }
    }
    gammas
}

/// Returns a table of the ratings, in their order.
pub fn table(ratings: &[Rating]) -> String {
    let head = ["rank", "bot", "Elo", "±", "games", "score"].map(String::from);
    let rows = ratings.iter().enumerate().map(|(rank, rating)| {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        [
            (rank + 1).to_string(),
            rating.name.clone(),
            fixed(rating.elo, 0),
            fixed(rating.error, 0),
            rating.score.games().to_string(),
            rating.score.fraction().map_or_else(|| String::from("-"), percent),
        ]
    });
    let rows: Vec<_> = std::iter::once(head).chain(rows).collect();
    aligned(&rows, &[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::example::entry;
    use crate::journal::JournalEntry;
    use crate::seat::Seat;

    /// Returns standings with these numbers of wins of the first player over the second.
    fn standings(names: &[&str], results: &[(&str, &str, u64)]) -> Standings {
        let mut standings = Standings::new(names.iter().map(|&name| name.to_owned()));
        let wins = results.iter().flat_map(|result| vec![result; result.2 as usize]);
        for (number, (winner, loser, _)) in wins.enumerate() {
            let players = [winner, loser].map(|&name| name.to_owned());
            let game = entry(2 * number as u64, Some(Seat::First));
            standings.add(&JournalEntry { players, ..game }, 0);
        }
        standings
    }

    #[test]
    fn a_score_of_ten_to_one_is_400_elo() {
        let results = [("a", ANCHOR, 10_000), (ANCHOR, "a", 1000)];
        let ratings = rate(&standings(&["a", ANCHOR], &results));
        assert_eq!((ratings[0].name.as_str(), ratings[1].elo), ("a", ANCHOR_ELO));
        assert!((ratings[0].elo - 1400.0).abs() < 1.0, "{ratings:?}");
        // The variance of a result is 10 / 121, so the standard error is 173.7 / sqrt(11000 * 10 / 121).
        assert!((ratings[0].error - 1.96 * 173.7 / 909.1_f64.sqrt()).abs() < 0.1, "{ratings:?}");
        assert_eq!(ratings[0].score, Wdl { wins: 10_000, draws: 0, losses: 1000 });
        let mean = rate(&standings(&["a", "b"], &[("a", "b", 10_000), ("b", "a", 1000)]));
        assert!((mean[0].elo + mean[1].elo).abs() < 1e-6 && (mean[0].elo - 200.0).abs() < 1.0);
    }

    #[test]
    fn ratings_satisfy_the_likelihood_equations() {
        let results = [
            ("a", "b", 7),
            ("b", "a", 3),
            ("b", "c", 9),
            ("c", "b", 1),
            ("a", "c", 4),
            ("c", "d", 5),
        ];
        let league = standings(&["a", "b", "c", "d"], &results);
        let gammas = fit(&league);
        for a in 0..4 {
            let expected = |b: usize| {
                let games = league.between(a, b).wdl.games() as f64;
                games * gammas[a] / (gammas[a] + gammas[b])
            };
            let points: f64 = (0..4).filter(|&b| b != a).map(expected).sum();
            let points = points + gammas[a] / (gammas[a] + 1.0) - 0.5;
            assert!((points - league.overall(a).wdl.points()).abs() < 1e-6, "player {a}");
        }
    }

    #[test]
    fn players_without_games_or_points_have_finite_ratings() {
        let ratings = rate(&standings(&["new", "a", "b"], &[("a", "b", 20)]));
        assert_eq!(ratings.iter().map(|r| r.name.as_str()).collect::<Vec<_>>(), ["a", "new", "b"]);
        assert!(ratings.iter().all(|rating| rating.elo.is_finite() && rating.error.is_finite()));
        assert!(ratings[1].error > ratings[0].error);
        assert!(rate(&Standings::default()).is_empty());
    }

    #[test]
    fn columns_are_aligned() {
        let rating =
            |name: &str, elo, score| Rating { name: name.to_owned(), elo, error: 33.4, score };
        let played = Wdl { wins: 130, draws: 1, losses: 69 };
        let text = table(&[rating("v1-first", 1220.4, played), rating("v2", -0.2, Wdl::default())]);
        let wanted = "\
rank  bot        Elo   ±  games   score
   1  v1-first  1220  33    200  65.2 %
   2  v2           0  33      0       -
";
        assert_eq!(text, wanted);
    }
}
