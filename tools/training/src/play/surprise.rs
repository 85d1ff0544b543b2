//! Policy surprise: the divergence of the policy target from the evaluator's priors.
//!
//! Training can give surprising positions more weight, as in KataGo's "Policy Surprise Weighting".

use crate::play::game::{HoleNumber, Ply};

/// Lower bound for priors; avoids a division by 0.
const MIN_PRIOR: f64 = 1e-9;

/// Returns the Kullback-Leibler divergence of the policy target from the `priors` (with sum 1),
/// Σ target · ln(target / prior), in thousandths of a nat; `None` without a policy target.
pub(crate) fn surprise(ply: &Ply, priors: impl Fn(HoleNumber) -> f32) -> Option<u16> {
    let total: f64 = ply.target().map(|(_, weight)| f64::from(weight)).sum();
    if !ply.has_target() || total <= 0.0 {
        return None;
    }
    let terms = ply.target().filter(|&(_, weight)| weight > 0).map(|(hole, weight)| {
        let share = f64::from(weight) / total;
        // Unlike `f64::ln`, this gives the same result on every machine.
        share * libm::log(share / f64::from(priors(hole)).max(MIN_PRIOR))
    });
    // The cast saturates.
    Some((1000.0 * terms.sum::<f64>()).round() as u16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::game::Choice;

    fn ply(choice: Choice, visits: &[u32]) -> Ply {
        let visits = visits.iter().enumerate();
        let visits = visits.map(|(hole, &visits)| (HoleNumber(hole as u16), visits)).collect();
        Ply { hole: HoleNumber(0), choice, full: true, value: 40_000, visits, surprise: None }
    }

    #[test]
    fn surprise_is_the_divergence_or_none_without_a_target() {
        let even = |_| 0.25;
        assert_eq!(surprise(&ply(Choice::Searched, &[5, 5, 5, 5]), even), Some(0));
        // The surprise is ln 2, and ln 4 for a single move.
        assert_eq!(surprise(&ply(Choice::Searched, &[7, 7]), even), Some(693));
        assert_eq!(surprise(&ply(Choice::Sampled, &[7]), even), Some(1386));
        // ¾ ln 1.5 + ¼ ln 0.5.
        assert_eq!(surprise(&ply(Choice::Searched, &[3, 1]), |_| 0.5), Some(131));
        assert_eq!(surprise(&ply(Choice::Searched, &[3]), |_| 0.0), Some(20_723));
        assert_eq!(surprise(&ply(Choice::Random, &[7, 7]), even), None);
        assert_eq!(surprise(&ply(Choice::Searched, &[]), |_| 0.5), Some(693));
        let fast = Ply { full: false, ..ply(Choice::Searched, &[7, 7]) };
        assert_eq!(surprise(&fast, even), None);
        let lost = Ply { value: 0, ..ply(Choice::Proven, &[]) };
        assert_eq!(surprise(&lost, even), None);
        let won = Ply { value: u16::MAX, ..ply(Choice::Proven, &[]) };
        assert_eq!(surprise(&won, even), Some(1386));
    }
}
