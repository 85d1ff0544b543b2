//! Random sampling with the game's own generator; the results are the same on every machine.

use engine::sampling::weighted;
use rand_core::TryRng;
use rand_distr::{Distribution, Gamma};
use std::convert::Infallible;
use twixt::random::Random;

/// Samples a move in proportion to visits^(1/`temperature`).
pub(crate) fn by_visits<T: Copy>(
    visits: &[(T, u32)],
    temperature: f32,
    random: &mut Random,
) -> Option<T> {
    let most = f64::from(visits.iter().map(|visit| visit.1).max()?.max(1));
    let power = 1.0 / f64::from(temperature);
    let weight = |visits: u32| libm::pow(f64::from(visits) / most, power);
    let items: Vec<_> = visits.iter().map(|&(item, visits)| (item, weight(visits))).collect();
    weighted(&items, random)
}

/// Samples `count` shares with sum 1 from the symmetric Dirichlet distribution; a smaller `alpha`
/// (above 0) makes them more uneven.
pub(crate) fn dirichlet(count: usize, alpha: f64, random: &mut Random) -> Vec<f64> {
    let Ok(gamma) = Gamma::new(alpha, 1.0) else { return Vec::new() };
    let mut shares: Vec<f64> = (0..count).map(|_| gamma.sample(&mut Bits(random))).collect();
    let sum: f64 = shares.iter().sum();
    // With a tiny `alpha`, all samples can underflow to 0.
    let even = 1.0 / count.max(1) as f64;
    shares.iter_mut().for_each(|share| *share = if sum > 0.0 { *share / sum } else { even });
    shares
}

/// Adapter of [`Random`] for `rand_distr`.
struct Bits<'a>(&'a mut Random);

impl TryRng for Bits<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.0.bits() >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.bits())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.0.bits().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_low_temperature_prefers_the_most_visited() {
        let visits = [("a", 30), ("b", 60), ("c", 10)];
        let mut random = Random::new(2);
        let mut share = |temperature| {
            let samples = (0..4000).map(|_| by_visits(&visits, temperature, &mut random));
            samples.filter(|&item| item == Some("b")).count() as f64 / 4000.0
        };
        assert!((share(1.0) - 0.6).abs() < 0.03);
        // 60² / (30² + 60² + 10²) = 0.783.
        assert!((share(0.5) - 0.783).abs() < 0.03);
        assert_eq!(share(0.01), 1.0);
    }

    #[test]
    fn dirichlet_shares_are_uneven_with_equal_means() {
        let mut random = Random::new(3);
        let (mut means, mut greatest) = ([0.0; 20], 0.0);
        for _ in 0..2000 {
            let shares = dirichlet(20, 0.1, &mut random);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            means.iter_mut().zip(&shares).for_each(|(mean, share)| *mean += share / 2000.0);
            greatest += shares.iter().copied().fold(0.0, f64::max) / 2000.0;
        }
        assert!(means.iter().all(|mean| (mean - 0.05).abs() < 0.015), "{means:?}");
        assert!((0.4..0.8).contains(&greatest), "{greatest}");
    }
}
