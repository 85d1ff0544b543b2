//! Chosen pairings compared with a round robin, in simulated leagues.

use lab::league::choose::{choose, Pairings};
use lab::league::ratings::{RatingModel, Ratings};
use lab::league::results::LeagueResults;
use lab::stats::Wdl;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// True ratings: a random player far below, two weak bots, and similar versions at the top.
const TRUTH: [f64; 10] = [-1500.0, -700.0, -500.0, -60.0, -20.0, 0.0, 30.0, 70.0, 90.0, 140.0];

fn fit(results: &LeagueResults) -> Ratings {
    Ratings::fit(results, &RatingModel::default()).unwrap()
}

/// Samples the results of a pair of games from the model.
fn play(
    results: &mut LeagueResults,
    truth: &[f64],
    (i, j): (usize, usize),
    rng: &mut Xoshiro256PlusPlus,
) {
    let p = 1.0 / (1.0 + 10.0_f64.powf((truth[j] - truth[i]) / 400.0));
    let wins = (0..2).filter(|_| rng.random_bool(p)).count() as u64;
    results.add(i, j, Wdl { wins, draws: 0, losses: 2 - wins });
}

fn mean_error(ratings: &Ratings) -> f64 {
    (0..ratings.players()).map(|i| ratings.error(i)).sum::<f64>() / ratings.players() as f64
}

fn in_turn() -> impl Iterator<Item = (usize, usize)> + Clone {
    (0..TRUTH.len()).flat_map(|i| (i + 1..TRUTH.len()).map(move |j| (i, j)))
}

/// Returns the number of pairs until the mean error is below `goal`, and the results.
fn pairs_until(goal: f64, seed: u64, chosen: bool) -> (u32, LeagueResults) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut results = LeagueResults::new(TRUTH.len());
    let mut turns = in_turn().cycle();
    let mut pairs = 0;
    loop {
        let ratings = fit(&results);
        if mean_error(&ratings) < goal {
            return (pairs, results);
        }
        // Five pairings at a time, as with five workers.
        let batch = if chosen {
            choose(&ratings, &results, &[], 5)
        } else {
            turns.by_ref().take(5).collect()
        };
        for pairing in batch {
            play(&mut results, &TRUTH, pairing, &mut rng);
            pairs += 1;
        }
    }
}

#[test]
fn a_mean_error_is_reached_with_fewer_games_than_a_round_robin() {
    let (mut chosen, mut robin) = (0, 0);
    for seed in 0..3 {
        chosen += pairs_until(60.0, seed, true).0;
        robin += pairs_until(60.0, seed, false).0;
    }
    println!(
        "pairs of games until the mean error is 60 Elo: {} chosen, {} in a round robin",
        chosen / 3,
        robin / 3
    );
    assert!(f64::from(chosen) < 0.75 * f64::from(robin), "{chosen} against {robin}");
}

#[test]
fn ratings_are_more_accurate_than_after_a_round_robin() {
    const SEEDS: u64 = 48;
    const PAIRS: usize = 450;
    // Ten bots, 150 Elo apart: the results of most round-robin games are almost certain.
    let truth: [f64; 10] = std::array::from_fn(|i| 150.0 * i as f64);
    let distance = |results: &LeagueResults| {
        let ratings = fit(results);
        let off = |i: usize| ratings.elo(i) - truth[i];
        let shift = (0..10).map(off).sum::<f64>() / 10.0;
        (0..10).map(|i| (off(i) - shift).powi(2)).sum::<f64>() / 10.0
    };
    let intervals_that_hold = |results: &LeagueResults| {
        let ratings = fit(results);
        let holds = |&i: &usize| {
            let off = ratings.elo(i + 1) - ratings.elo(i) - 150.0;
            off.abs() <= ratings.error_of_difference(i, i + 1)
        };
        (0..9).filter(holds).count()
    };
    let (mut chosen, mut robin, mut held) = (0.0, 0.0, 0);
    for seed in 0..SEEDS {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut results = LeagueResults::new(10);
        for _ in 0..PAIRS / 10 {
            for pairing in choose(&fit(&results), &results, &[], 10) {
                play(&mut results, &truth, pairing, &mut rng);
            }
        }
        chosen += distance(&results);
        held += intervals_that_hold(&results);
        let mut results = LeagueResults::new(10);
        for pairing in in_turn().cycle().take(PAIRS) {
            play(&mut results, &truth, pairing, &mut rng);
        }
        robin += distance(&results);
    }
    let root = |sum: f64| (sum / SEEDS as f64).sqrt();
    println!(
        "error of the ratings: {:.0} Elo chosen, {:.0} Elo in a round robin",
        root(chosen),
        root(robin)
    );
    // Adaptive choices may bias statistics, so the coverage of the intervals is checked too.
    let held = held as f64 / (9 * SEEDS) as f64;
    println!("{held:.3} of the intervals contain the true value");
    assert!((0.92..=0.98).contains(&held), "{held}");
    assert!(root(chosen) < 0.97 * root(robin));
}

#[test]
fn every_bot_keeps_playing() {
    let (pairs, results) = pairs_until(45.0, 3, true);
    let share = 2.0 * f64::from(pairs) / TRUTH.len() as f64;
    let games: Vec<_> = (0..TRUTH.len()).map(|i| results.total(i).games()).collect();
    println!("{pairs} pairs, games each: {games:?}");
    let least = games.iter().copied().min().unwrap();
    assert!(least as f64 > 0.3 * 2.0 * share, "{games:?}");
}

#[test]
fn all_bots_without_games_are_paired_first() {
    let mut results = LeagueResults::new(5);
    results.add(0, 1, Wdl { wins: 3, draws: 0, losses: 3 });
    results.add(0, 2, Wdl { wins: 2, draws: 0, losses: 4 });
    let ratings = fit(&results);
    let first = choose(&ratings, &results, &[], 1)[0];
    assert!(first.0 >= 3 || first.1 >= 3, "{first:?}");
    let two = choose(&ratings, &results, &[], 2);
    let mut seen: Vec<_> = two.iter().flat_map(|&(i, j)| [i, j]).collect();
    seen.sort_unstable();
    assert!(seen.contains(&3) && seen.contains(&4), "{two:?}");
    assert_eq!(two[0], first);
}

#[test]
fn planned_pairings_involve_all_bots() {
    let results = LeagueResults::new(8);
    let ratings = fit(&results);
    let plan = choose(&ratings, &results, &[], 8);
    assert!((0..8).all(|bot| plan.iter().any(|&(i, j)| i == bot || j == bot)), "{plan:?}");
    let mut pairings = plan.clone();
    pairings.sort_unstable();
    pairings.dedup();
    assert_eq!(pairings.len(), 8, "{plan:?}");
    assert_eq!(choose(&ratings, &results, &plan[..3], 5), plan[3..]);
    assert_eq!(choose(&ratings, &results, &[], 8), plan);
}

/// After a pair of games is assumed, the gains nearly equal those of a fit to results that include such a pair.
#[test]
fn assuming_a_pair_matches_playing_it() {
    let even = Wdl { wins: 10, draws: 0, losses: 10 };
    let mut results = LeagueResults::new(3);
    for (i, j) in [(0, 1), (1, 2), (0, 2)] {
        results.add(i, j, even);
    }
    let ratings = fit(&results);
    let mut plan = Pairings::new(&ratings, &results);
    let before = plan.gain(0, 1);
    plan.assume(0, 1);
    results.add(0, 1, Wdl { wins: 1, draws: 0, losses: 1 });
    let ratings = fit(&results);
    let played = Pairings::new(&ratings, &results);
    for (i, j) in [(0, 1), (1, 2), (0, 2)] {
        assert!((plan.gain(i, j) / played.gain(i, j) - 1.0).abs() < 0.004);
    }
    assert!(plan.gain(0, 1) < 0.95 * before, "{before}");
}

#[test]
fn leagues_of_fewer_than_three_bots_have_their_pairings() {
    for players in 0..2 {
        let results = LeagueResults::new(players);
        assert!(choose(&fit(&results), &results, &[], 3).is_empty());
    }
    let results = LeagueResults::new(2);
    assert_eq!(choose(&fit(&results), &results, &[], 3), [(0, 1); 3]);
}
