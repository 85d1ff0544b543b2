//! Exponential and logistic functions with identical results on every machine, unlike the standard library's.

/// Returns e^x to about six digits; x is clamped to −80..80.
pub fn exp(x: f32) -> f32 {
    let x = x.clamp(-80.0, 80.0);
    // e^x = 2^k · e^r with |r| ≤ ln 2 / 2, where a short series suffices.
    let k = (x * std::f32::consts::LOG2_E + if x < 0.0 { -0.5 } else { 0.5 }) as i32;
    let r = x - k as f32 * std::f32::consts::LN_2;
    let series = [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let power = series.into_iter().fold(0.0, |sum, term| sum * r + term);
    power * f32::from_bits(((k + 127) as u32) << 23)
}

/// Returns 1 / (1 + e^−x).
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_agrees_with_the_standard_library() {
        for step in -8000..=8000 {
            let x = step as f32 / 100.0;
            let (found, expected) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((found / expected - 1.0).abs() < 1e-5, "{x}: {found} {expected}");
        }
    }

    #[test]
    fn logistic_of_any_input_is_a_probability() {
        for x in [-1e9, -90.0, -3.0, 0.0, 3.0, 90.0, 1e9] {
            assert!((0.0..=1.0).contains(&logistic(x)));
        }
        assert_eq!(logistic(0.0), 0.5);
    }
}
