//! Arithmetic in loops that the compiler vectorises.

use kernels::floats::LANES;

/// Returns e^x, with a relative error below 4e-7; x is clamped to −87..88.
#[inline(always)]
pub(crate) fn exp(x: f32) -> f32 {
    // Adding this constant rounds a number to an integer, which the low bits of the sum hold.
    const ROUND: f32 = 12_582_912.0;
    let x = if x > -87.0 { x } else { -87.0 };
    let x = if x < 88.0 { x } else { 88.0 };
    // e^x = 2^k · e^r with |r| ≤ ln 2 / 2; ln 2 is split in two, so that k times the first part is
    // exact.
    let shifted = x * std::f32::consts::LOG2_E + ROUND;
    let k = shifted - ROUND;
    let r = (x - k * 0.693_359_4) + k * 2.121_944_4e-4;
    let series = [1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let mut power = 0.0;
    for term in series {
        power = power * r + term;
    }
    // The low bits of `shifted` are k; the shift to the exponent drops the others.
    power * f32::from_bits((shifted.to_bits().wrapping_add(127)) << 23)
}

/// Returns the sum, accumulated as one partial sum per lane.
#[inline(always)]
pub(crate) fn sum(values: &[f32]) -> f32 {
    let mut lanes = [0.0; LANES];
    let chunks = values.chunks_exact(LANES);
    let rest: f32 = chunks.remainder().iter().sum();
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane += value;
        }
    }
    lanes.iter().sum::<f32>() + rest
}

/// Returns the maximum, or `f32::MIN` for an empty slice.
#[inline(always)]
pub(crate) fn largest(values: &[f32]) -> f32 {
    let mut lanes = [f32::MIN; LANES];
    let chunks = values.chunks_exact(LANES);
    let rest = chunks.remainder().iter().fold(f32::MIN, |a, &b| a.max(b));
    for chunk in chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            *lane = if value > *lane { value } else { *lane };
        }
    }
    lanes.iter().fold(rest, |a, &b| a.max(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_matches_the_exact_exponential() {
        for step in -8700..=8800 {
            let x = step as f32 / 100.0;
            let (found, expected) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((found / expected - 1.0).abs() < 4e-7, "{x}: {found} {expected}");
        }
        assert_eq!(exp(0.0), 1.0);
        assert!(exp(-1e9) < 1e-37 && exp(-1e9) >= 0.0);
    }

    #[test]
    fn sum_and_largest_include_the_remainder() {
        let values: Vec<f32> = (0..37).map(|i| (i * 7 % 37) as f32 - 30.0).collect();
        assert_eq!(sum(&values), values.iter().sum::<f32>());
        assert_eq!(largest(&values), 6.0);
        assert_eq!(largest(&values[36..]), values[36]);
    }
}
