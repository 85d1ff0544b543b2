//! Random sampling with the game's own generator; the results are the same on every machine.

use twixt::random::Random;

/// Samples a number from 0 (inclusive) to 1 (exclusive).
pub fn unit_interval(random: &mut Random) -> f64 {
    (random.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Samples an item; `None` if there is none.
pub fn uniform<T: Clone>(items: &[T], random: &mut Random) -> Option<T> {
    let count = u32::try_from(items.len()).ok().filter(|&count| count > 0)?;
    items.get(random.below(count) as usize).cloned()
}

/// Samples an item in proportion to its weight (at least 0); `None` if all weights are 0.
pub fn weighted<T: Clone>(items: &[(T, f64)], random: &mut Random) -> Option<T> {
    let sum: f64 = items.iter().map(|item| item.1).sum();
    if sum <= 0.0 {
        return None;
    }
    let mut left = unit_interval(random) * sum;
    for (item, weight) in items {
        if left < *weight {
            return Some(item.clone());
        }
        left -= weight;
    }
    // Rounding errors can leave `left` at or above the last weight.
    items.iter().rfind(|item| item.1 > 0.0).map(|item| item.0.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weighted_samples_in_proportion() {
        let (mut random, mut counts) = (Random::new(1), [0; 3]);
        for _ in 0..10_000 {
            counts[weighted(&[(0, 1.0), (1, 0.0), (2, 3.0)], &mut random).unwrap()] += 1;
        }
        assert!((2300..2700).contains(&counts[0]) && counts[1] == 0, "{counts:?}");
        assert_eq!(weighted(&[(7, 0.0)], &mut random), None);
    }
}
