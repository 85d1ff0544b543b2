//! Generalised log-likelihood ratio of two hypotheses about a score distribution.
//!
//! A hypothesis fixes the t-value, (mean − ½) / standard deviation of a sample; its likelihood is the maximum over all
//! distributions that satisfy it. Sources, both by M. Van den Bergh: "The generalized maximum likelihood ratio for the
//! expectation value of a distribution" (Proposition 1.1, mean), "Comments on normalized Elo" (section 4.1,
//! t-value). Fishtest and fastchess use the same formulas.

use super::distribution::dot;
use super::Distribution;

/// Maximum number of linearisations for a t-value; a few suffice unless the hypothesis is far from the samples.
const ROUNDS: usize = 200;

/// Maximum change of a probability at convergence.
const TOLERANCE: f64 = 1e-11;

/// Returns ln(likelihood under `h1` / likelihood under `h0`) of all samples; 0 without samples. The hypotheses are
/// t-values.
pub(super) fn llr(samples: &Distribution, h0: f64, h1: f64) -> f64 {
    if samples.count() == 0.0 {
        return 0.0;
    }
    let samples = samples.regularized();
    let seen = samples.probabilities();
    let [p0, p1] = [h0, h1].map(|t| likeliest(&samples.scores, &seen, t));
    let gains: Vec<f64> = p0.iter().zip(&p1).map(|(p0, p1)| (p1 / p0).ln()).collect();
    samples.count() * dot(&gains, &seen)
}

/// Returns the maximum-likelihood distribution with a given t-value. All frequencies must be positive.
///
/// If `t` is between 0 and the samples' t-value, the problem is convex. Otherwise it may have several local
/// maxima, each near one of the scores on `t`'s side of ½; the best one is returned.
fn likeliest(scores: &[f64], seen: &[f64], t: f64) -> Vec<f64> {
    if t == 0.0 {
        let lead: Vec<f64> = scores.iter().map(|score| score - 0.5).collect();
        return tilt(seen, &lead);
    }
    let rises = t_value(scores, seen) < t;
    let (worst, best) = (0, scores.len() - 1);
    if rises != (t > 0.0) {
        let start = mix_until_t(scores, seen, t, if rises { best } else { worst });
        return refine(scores, seen, t, start);
    }
    let starts = (worst..=best).filter(|&score| (scores[score] - 0.5) * t.signum() > 0.0);
    let solutions =
        starts.map(|score| refine(scores, seen, t, mix_until_t(scores, seen, t, score)));
    let likelihood =
        |model: &[f64]| -> f64 { seen.iter().zip(model).map(|(seen, p)| seen * p.ln()).sum() };
    let likelier = |one: &Vec<f64>, other: &Vec<f64>| likelihood(one).total_cmp(&likelihood(other));
    solutions.max_by(likelier).unwrap_or_else(|| seen.to_vec())
}

/// Iterates from a distribution that satisfies the constraint to a local likelihood maximum. Each step replaces
/// the constraint mean − ½ − t σ = 0 by its tangent, which keeps the problem feasible since σ is concave.
fn refine(scores: &[f64], seen: &[f64], t: f64, start: Vec<f64>) -> Vec<f64> {
    let mut reached = start;
    for _ in 0..ROUNDS {
        let (mu, sigma) = moments(scores, &reached);
        let tangent: Vec<f64> = scores
            .iter()
            .map(|score| score - 0.5 - t * sigma * (1.0 + ((score - mu) / sigma).powi(2)) / 2.0)
            .collect();
        let next = tilt(seen, &tangent);
        let moved = next.iter().zip(&reached).map(|(new, old)| (new - old).abs());
        let moved = moved.fold(0.0, f64::max);
        reached = next;
        if moved < TOLERANCE {
            break;
        }
    }
    reached
}

/// Mixes one score into a distribution until its t-value is `t`, or slightly farther from 0.
fn mix_until_t(scores: &[f64], seen: &[f64], t: f64, score: usize) -> Vec<f64> {
    let (mu, sigma) = moments(scores, seen);
    let away = scores[score] - mu;
    let mixed_t = |share: f64| {
        let variance = (1.0 - share) * (sigma.powi(2) + share * away.powi(2));
        (mu + share * away - 0.5) / variance.sqrt()
    };
    let rises = mixed_t(0.0) < t;
    let (mut none, mut all) = (0.0, 1.0);
    for _ in 0..50 {
        let middle = (none + all) / 2.0;
        if (mixed_t(middle) < t) == rises {
            none = middle;
        } else {
            all = middle;
        }
    }
    // On the far side of t the tangent is certain to intersect the simplex.
    let share = if rises == (t > 0.0) { all } else { none };
    let mut mixed: Vec<f64> = seen.iter().map(|p| p * (1.0 - share)).collect();
    mixed[score] += share;
    mixed
}

/// Returns p_i = seen_i / (1 + θ lean_i) with θ such that Σ p_i lean_i = 0; `seen` if all `lean` have one sign.
///
/// The sum decreases in θ between its poles, so a bracket safeguards Newton's method.
fn tilt(seen: &[f64], lean: &[f64]) -> Vec<f64> {
    let least = lean.iter().copied().fold(f64::INFINITY, f64::min);
    let most = lean.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return seen.to_vec();
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut theta = 0.0;
    for _ in 0..200 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (&p, &lean) in seen.iter().zip(lean) {
            let term = lean / (1.0 + theta * lean);
            sum += p * term;
            slope += p * term * term;
        }
        if sum > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        let step = sum / slope;
        if step.abs() <= 1e-14 * (high - low).max(theta.abs()) {
            break;
        }
        let newton = theta + step;
        theta = if low < newton && newton < high { newton } else { (low + high) / 2.0 };
    }
    seen.iter().zip(lean).map(|(p, lean)| p / (1.0 + theta * lean)).collect()
}

fn moments(scores: &[f64], probabilities: &[f64]) -> (f64, f64) {
    let mu = dot(scores, probabilities);
    let spread = scores.iter().zip(probabilities).map(|(score, p)| p * (score - mu).powi(2));
    (mu, spread.sum::<f64>().sqrt())
}

fn t_value(scores: &[f64], probabilities: &[f64]) -> f64 {
    let (mu, sigma) = moments(scores, probabilities);
    (mu - 0.5) / sigma
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    /// Returns a random probability distribution over five scores, some of them very improbable.
    fn random(rng: &mut Xoshiro256PlusPlus) -> Vec<f64> {
        let weights: Vec<f64> = (0..5).map(|_| (-14.0 * rng.random::<f64>()).exp()).collect();
        let total: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / total).collect()
    }

    fn log_likelihood(seen: &[f64], model: &[f64]) -> f64 {
        seen.iter().zip(model).map(|(seen, p)| seen * p.ln()).sum()
    }

    /// Compares solutions with many other distributions of the same t-value, near and far.
    #[test]
    fn no_distribution_with_the_t_value_is_likelier() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        for case in 0..600 {
            let seen = random(&mut rng);
            let reach = [0.05, 0.5, 4.0][case % 3];
            let t = reach * (2.0 * rng.random::<f64>() - 1.0);
            let best = likeliest(&scores, &seen, t);
            assert!((t_value(&scores, &best) - t).abs() < 1e-8, "{seen:?} {t}");
            assert!((best.iter().sum::<f64>() - 1.0).abs() < 1e-8, "{seen:?} {t}");
            for _ in 0..100 {
                let (other, share) = (random(&mut rng), rng.random::<f64>().powi(4));
                let near = best.iter().zip(&other).map(|(p, q)| p * (1.0 - share) + q * share);
                let near: Vec<f64> = near.collect();
                let end = if t_value(&scores, &near) < t { 4 } else { 0 };
                let near = mix_until_t(&scores, &near, t, end);
                let gain = log_likelihood(&seen, &near) - log_likelihood(&seen, &best);
                assert!(gain < 1e-8, "{near:?} is likelier than {best:?} given {seen:?}, t = {t}");
            }
        }
    }
}
