//! Ratings against closed forms, a published example, and simulated leagues.

use lab::league::ratings::{RatingModel, Ratings, ANCHOR_ELO, ELO_PER_NAT};
use lab::league::results::LeagueResults;
use lab::stats::Wdl;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// A negligible prior.
const FAINT: RatingModel = RatingModel { anchor: None, prior_draws: 1e-6 };

fn score(wins: u64, losses: u64) -> Wdl {
    Wdl { wins, draws: 0, losses }
}

fn league(players: usize, scores: &[(usize, usize, Wdl)]) -> LeagueResults {
    let mut results = LeagueResults::new(players);
    for &(i, j, score) in scores {
        results.add(i, j, score);
    }
    results
}

fn assert_near(value: f64, wanted: f64, tolerance: f64) {
    assert!((value - wanted).abs() <= tolerance, "{value} instead of {wanted}");
}

#[test]
fn two_players_match_the_closed_form() {
    for (wins, draws, losses) in [(30, 0, 10), (7, 6, 10), (1, 0, 99), (5, 0, 5)] {
        let results = league(2, &[(0, 1, Wdl { wins, draws, losses })]);
        let ratings = Ratings::fit(&results, &FAINT).unwrap();
        let (w, l, d) = (wins as f64, losses as f64, draws as f64 / 2.0);
        let odds: f64 = (w + d) / (l + d);
        assert_near(ratings.elo(0) - ratings.elo(1), 400.0 * odds.log10(), 0.01);
        // The variance of the log-odds is 1/w + 1/l; each player has half of the difference.
        let error = 1.96 * (1.0 / (w + d) + 1.0 / (l + d)).sqrt() * ELO_PER_NAT;
        assert_near(ratings.error_of_difference(0, 1), error, 0.01 * error);
        assert_near(ratings.error(0), error / 2.0, 0.01 * error);
        assert_near(ratings.error(1), error / 2.0, 0.01 * error);
    }
}

/// Strengths 4, 2 and 1 give odds of 2 : 1, 2 : 1 and 4 : 1. Information adds like conductance: between A and
/// C, 5 games with 4/25 each are in parallel with a series of two conductances, each of 3 games with 2/9 each.
#[test]
fn three_players_match_a_manual_calculation() {
    let results = league(3, &[(0, 1, score(2, 1)), (1, 2, score(2, 1)), (0, 2, score(4, 1))]);
    let ratings = Ratings::fit(&results, &FAINT).unwrap();
    let step = 400.0 * 2.0_f64.log10();
    assert_near(ratings.elo(0) - ratings.elo(1), step, 1e-3);
    assert_near(ratings.elo(1) - ratings.elo(2), step, 1e-3);
    let conductance: f64 = 0.8 + 1.0 / (1.5 + 1.5);
    let deviation = conductance.powf(-0.5);
    assert_near(ratings.error_of_difference(0, 2), 1.959964 * deviation * ELO_PER_NAT, 1e-2);
    // z = ln 4 / deviation = 1.4759; the normal table gives 0.9300.
    assert_near(ratings.superiority(0, 2), 0.9300, 2e-4);
    assert_near(ratings.superiority(0, 2) + ratings.superiority(2, 0), 1.0, 1e-12);
    assert_near(ratings.superiority(1, 1), 0.5, 0.0);
}

/// Baseball's American League of 1987 in Agresti, *Categorical Data Analysis* (2nd ed. 2002), section 10.6:
/// logits relative to Baltimore, with standard errors.
#[test]
fn ratings_match_agrestis_american_league_of_1987() {
    let wins = [
        // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];
    let mut results = LeagueResults::new(7);
    for (i, row) in wins.iter().enumerate() {
        for (j, &won) in row.iter().enumerate().take(i) {
            results.add(i, j, score(won, wins[j][i]));
        }
    }
    let anchor = Some(6);
    let ratings = Ratings::fit(&results, &RatingModel { anchor, ..FAINT }).unwrap();
    let published = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0];
    for (team, logit) in published.into_iter().enumerate() {
        assert_near((ratings.elo(team) - ANCHOR_ELO) / ELO_PER_NAT, logit, 6e-4);
    }
    for (team, deviation) in [0.343, 0.340, 0.337, 0.336, 0.334, 0.332].into_iter().enumerate() {
        let found = ratings.error_of_difference(team, 6) / 1.959964 / ELO_PER_NAT;
        assert_near(found, deviation, 1e-3);
    }
}

#[test]
fn ratings_are_finite_after_only_wins_or_losses() {
    let results = league(3, &[(0, 1, score(40, 0)), (1, 2, score(40, 0))]);
    let ratings = Ratings::fit(&results, &RatingModel::default()).unwrap();
    assert!(ratings.elo(0) > ratings.elo(1) + 300.0);
    assert!(ratings.elo(1) > ratings.elo(2) + 300.0);
    assert!(ratings.elo(0) - ratings.elo(2) < 3000.0);
    assert!((0..3).all(|i| ratings.error(i).is_finite()));
    // Winning 400 of 400 games is stronger evidence than winning 40 of 40.
    let more = league(3, &[(0, 1, score(400, 0)), (1, 2, score(40, 0))]);
    let more = Ratings::fit(&more, &RatingModel::default()).unwrap();
    assert!(more.elo(0) - more.elo(1) > ratings.elo(0) - ratings.elo(1) + 200.0);
}

/// With two bots θ is ±t, so the fit reduces to one equation, solved here by bisection.
#[test]
fn the_prior_is_one_draw_against_an_average_bot() {
    let results = league(2, &[(0, 1, score(9, 1))]);
    let ratings = Ratings::fit(&results, &RatingModel::default()).unwrap();
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    // θ = ±t: 9 - 10 p(2t) + ½ - p(t) = 0.
    let (mut low, mut high) = (0.0, 5.0);
    for _ in 0..60 {
        let t = (low + high) / 2.0;
        let slope = 9.0 - 10.0 * logistic(2.0 * t) + 0.5 - logistic(t);
        if slope > 0.0 {
            low = t;
        } else {
            high = t;
        }
    }
    assert_near(ratings.elo(0), low * ELO_PER_NAT, 1e-6);
    assert_near(ratings.elo(1), -low * ELO_PER_NAT, 1e-6);
}

#[test]
fn the_anchor_shifts_ratings_and_keeps_errors() {
    let results = league(3, &[(0, 1, score(12, 8)), (1, 2, score(15, 5)), (0, 2, score(9, 1))]);
    let mean = Ratings::fit(&results, &RatingModel::default()).unwrap();
    let anchor = Some(2);
    let named = Ratings::fit(&results, &RatingModel { anchor, ..RatingModel::default() }).unwrap();
    assert_eq!(named.elo(2), 1000.0);
    for player in 0..3 {
        assert_near(named.elo(player) - mean.elo(player), 1000.0 - mean.elo(2), 1e-9);
        assert_eq!(named.error(player), mean.error(player));
    }
}

#[test]
fn groups_without_games_between_them_have_wide_errors() {
    let apart = [(0, 1, score(60, 40)), (2, 3, score(70, 30))];
    let results = league(5, &apart);
    let ratings = Ratings::fit(&results, &RatingModel::default()).unwrap();
    assert_eq!(results.groups(), [0, 0, 1, 1, 2]);
    assert!(ratings.error_of_difference(0, 1) < 75.0);
    assert!(ratings.error_of_difference(0, 2) > 500.0);
    assert!(ratings.error_of_difference(0, 4) > 500.0);
}

#[test]
fn a_bot_without_games_widens_only_its_own_error() {
    let scores = [(0, 1, score(60, 40)), (1, 2, score(55, 45)), (0, 2, score(58, 42))];
    let before = Ratings::fit(&league(3, &scores), &RatingModel::default()).unwrap();
    let after = Ratings::fit(&league(4, &scores), &RatingModel::default()).unwrap();
    for player in 0..3 {
        assert_near(after.error(player), before.error(player), 1e-6);
    }
    assert!(after.error(3) > 500.0);
}

#[test]
fn degenerate_priors_are_rejected_and_small_leagues_fit() {
    let results = league(2, &[(0, 1, score(1, 1))]);
    for prior_draws in [0.0, -1.0, f64::NAN] {
        let error = Ratings::fit(&results, &RatingModel { prior_draws, ..FAINT }).unwrap_err();
        assert!(error.to_string().contains("too weak"), "{error}");
    }
    assert_eq!(Ratings::fit(&LeagueResults::new(0), &FAINT).unwrap().players(), 0);
    assert!(Ratings::fit(&LeagueResults::new(1), &RatingModel::default()).unwrap().error(0) < 1e-6);
}

/// Simulates 400 round robins of eight bots with random true ratings: estimates are unbiased, and 95 % of the
/// intervals cover the true value.
#[test]
fn intervals_have_their_nominal_coverage() {
    const LEAGUES: usize = 400;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut held, mut held_differences, mut asked) = (0_u32, 0_u32, 0_u32);
    let mut bias = 0.0;
    for _ in 0..LEAGUES {
        let truth: Vec<f64> = (0..8).map(|_| rng.random_range(-250.0..250.0)).collect();
        let mut results = LeagueResults::new(8);
        for i in 0..8 {
            for j in 0..i {
                let p = 1.0 / (1.0 + 10.0_f64.powf((truth[j] - truth[i]) / 400.0));
                let wins = (0..30).filter(|_| rng.random_bool(p)).count() as u64;
                results.add(i, j, score(wins, 30 - wins));
            }
        }
        let ratings = Ratings::fit(&results, &RatingModel::default()).unwrap();
        // Equal numbers of games give nearly equal weights in the mean.
        let mean = truth.iter().sum::<f64>() / 8.0;
        let rated = (0..8).map(|i| ratings.elo(i)).sum::<f64>() / 8.0;
        for i in 0..8 {
            let off = (ratings.elo(i) - rated) - (truth[i] - mean);
            held += u32::from(off.abs() <= ratings.error(i));
            let other = (i + 1) % 8;
            let off = (ratings.elo(i) - ratings.elo(other)) - (truth[i] - truth[other]);
            held_differences += u32::from(off.abs() <= ratings.error_of_difference(i, other));
            // Shrinkage would be a bias towards the mean.
            bias += off * (truth[i] - truth[other]).signum();
            asked += 1;
        }
    }
    let share = |count: u32| f64::from(count) / f64::from(asked);
    println!(
        "coverage of the intervals: {:.4}, of differences {:.4}",
        share(held),
        share(held_differences)
    );
    println!("bias away from the middle: {:.2} Elo", bias / f64::from(asked));
    assert_near(share(held), 0.95, 0.012);
    assert_near(share(held_differences), 0.95, 0.012);
    assert_near(bias / f64::from(asked), 0.0, 3.0);
}
