//! Error rates of the sequential test in simulated matches.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use records::stats::{Counts, EloEstimate, Hypothesis, Sprt};

const MATCHES: usize = 4000;

/// Probabilities of a pair with 0, ½, 1, 1½, 2 points.
#[derive(Clone, Copy, Debug)]
struct Pairs([f64; 5]);

impl Pairs {
    fn mean(&self) -> f64 {
        (0..5).map(|points| self.0[points] * points as f64 / 4.0).sum()
    }

    fn variance(&self) -> f64 {
        let mean = self.mean();
        (0..5).map(|points| self.0[points] * (points as f64 / 4.0 - mean).powi(2)).sum()
    }

    /// Returns normalised Elo; a game's variance is twice that of a pair's mean.
    fn nelo(&self) -> f64 {
        (self.mean() - 0.5) / (2.0 * self.variance()).sqrt() * 800.0 / 10f64.ln()
    }

    /// Shifts probability from losses to wins until the difference is `nelo`.
    fn shifted(&self, nelo: f64) -> Self {
        let most = self.0[0].min(self.0[1]);
        let (mut low, mut high) = (-most, most);
        for _ in 0..100 {
            let middle = (low + high) / 2.0;
            if self.moved(middle).nelo() < nelo {
                low = middle;
            } else {
                high = middle;
            }
        }
        let shifted = self.moved(low);
        assert!((shifted.nelo() - nelo).abs() < 1e-6, "{self:?} cannot be {nelo} nElo apart");
        shifted
    }

    fn moved(&self, chance: f64) -> Self {
        let [none, half, one, more, two] = self.0;
        Self([none - chance, half - chance, one, more + chance, two + chance])
    }

    fn draw(&self, rng: &mut Xoshiro256PlusPlus) -> usize {
        let mut left: f64 = rng.random();
        for (points, chance) in self.0.iter().enumerate() {
            left -= chance;
            if left < 0.0 {
                return points;
            }
        }
        2
    }
}

struct Outcome {
    /// Fraction of matches that accepted H1.
    h1: f64,
    /// Mean number of pairs per match.
    pairs: f64,
}

/// Simulates matches until the test decides. `count` adds a pair's half points to the counts.
fn simulate(sprt: &Sprt, pairs: Pairs, seed: u64, count: fn(&mut Counts, usize)) -> Outcome {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut h1, mut played) = (0, 0);
    for _ in 0..MATCHES {
        let mut counts = Counts::default();
        let hypothesis = loop {
            count(&mut counts, pairs.draw(&mut rng));
            played += 1;
            if let Some(hypothesis) = sprt.decision(sprt.llr(&counts)) {
                break hypothesis;
            }
        };
        h1 += usize::from(hypothesis == Hypothesis::H1);
    }
    Outcome { h1: h1 as f64 / MATCHES as f64, pairs: played as f64 / MATCHES as f64 }
}

fn as_pair(counts: &mut Counts, points: usize) {
    counts.pairs.0[points] += 1;
}

/// Counts a pair as two independent games; one point is a win and a loss.
fn as_games(counts: &mut Counts, points: usize) {
    let (wins, draws, losses) = [(0, 0, 2), (0, 1, 1), (1, 0, 1), (1, 1, 0), (2, 0, 0)][points];
    counts.wdl.wins += wins;
    counts.wdl.draws += draws;
    counts.wdl.losses += losses;
}

/// Returns three standard errors of a rate over all matches.
fn three_sigma(rate: f64) -> f64 {
    3.0 * (rate * (1.0 - rate) / MATCHES as f64).sqrt()
}

/// Checks an error rate against the nominal one. Matches overshoot the bound, so the rate is slightly lower;
/// a rate below half the nominal one would mean that matches are too long.
fn holds(rate: f64, promised: f64, what: &str) {
    println!("{what}: {rate:.4}, nominal {promised}");
    assert!(rate <= promised + three_sigma(promised), "{what}: {rate}, nominal {promised}");
    assert!(rate >= promised / 2.0, "{what}: {rate} is far below {promised}");
}

/// Pairs with few draws and an advantage for one seat.
const EVEN: Pairs = Pairs([0.14, 0.05, 0.62, 0.05, 0.14]);

fn both_error_rates(sprt: &str, seed: u64) {
    let sprt: Sprt = sprt.parse().unwrap();
    let under = |elo| EVEN.shifted(elo);
    let h0 = simulate(&sprt, under(sprt.elo0), seed, as_pair);
    holds(h0.h1, sprt.alpha, "H1 under H0");
    let h1 = simulate(&sprt, under(sprt.elo1), seed + 1, as_pair);
    holds(1.0 - h1.h1, sprt.beta, "H0 under H1");
    println!("{sprt}: {:.0} and {:.0} pairs per match", h0.pairs, h1.pairs);
}

#[test]
fn error_rates_hold_with_equal_limits() {
    both_error_rates("elo0=0 elo1=60", 1);
}

#[test]
fn error_rates_hold_with_different_limits() {
    both_error_rates("elo0=-60 elo1=60 alpha=0.05 beta=0.1", 3);
}

/// If openings suit one bot in either seat, the games of a pair are positively correlated. Counting
/// independent games underestimates the variance, and the error rate exceeds the nominal one.
#[test]
fn independent_games_exceed_the_error_rate_if_games_are_correlated() {
    let sprt: Sprt = "elo0=0 elo1=60".parse().unwrap();
    let alike = Pairs([0.45, 0.0, 0.1, 0.0, 0.45]);
    let as_pairs = simulate(&sprt, alike, 7, as_pair);
    let lone = simulate(&sprt, alike, 7, as_games);
    holds(as_pairs.h1, sprt.alpha, "pairs");
    println!("error rate with independent games: {:.4}", lone.h1);
    assert!(lone.h1 > 2.0 * sprt.alpha, "{}", lone.h1);
}

#[test]
fn simulated_pairs_have_their_nominal_strength() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let pairs = EVEN.shifted(60.0);
    let mut counts = Counts::default();
    for _ in 0..200_000 {
        as_pair(&mut counts, pairs.draw(&mut rng));
    }
    let nelo = EloEstimate::of(&counts).nelo;
    assert!((nelo.value - 60.0).abs() < 1.5 * nelo.error, "{nelo}");
}
