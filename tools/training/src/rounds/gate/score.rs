//! The strength that a match's counts show.

use crate::rounds::child::Tools;
use crate::rounds::line::{Elo, Strength};
use anyhow::{Context, Result};
use serde::Deserialize;

/// What the lab says of counts.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Said {
    /// Elo; a figure without a finite value is missing.
    pub elo: Figure,
    /// What the test accepts.
    pub accepted: Option<String>,
}

/// A value with half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct Figure {
    /// The value.
    pub value: Option<f64>,
    /// Its error.
    pub error: Option<f64>,
}

/// What the lab says of these counts under this test.
///
/// # Errors
///
/// If it says nothing.
pub fn judge(tools: &Tools, counts: &[u32; 5], sprt: &[String]) -> Result<Said> {
    let mut arguments = vec!["sprt".to_owned(), "--json".to_owned(), "--ptnml".to_owned()];
    arguments.extend(counts.iter().map(u32::to_string));
    if !sprt.is_empty() {
        arguments.push("--sprt".to_owned());
        arguments.extend_from_slice(sprt);
    }
    let text = tools.output("lab", &arguments)?;
    serde_json::from_str(&text).context("lab sprt says no figures")
}

/// Elo with half the width of its 95 % interval, finite always.
///
/// Where the lab knows no finite figure (all won or lost, all pairs alike) a drawn pair is added to
/// the others, and `bound` tells that the truth is likely farther out.
#[must_use]
pub fn strength(counts: &[u32; 5], said: &Said, against: Option<u32>) -> Strength {
    let pairs: u32 = counts.iter().sum();
    let (elo, error, bound) = match (said.elo.value, said.elo.error) {
        (Some(elo), Some(error)) => (elo, error, false),
        (elo, error) => {
            let mut more = *counts;
            more[2] += 1;
            let n = f64::from(pairs + 1);
            let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
                let points = (0..5).map(|points| of(f64::from(points) / 4.0));
                points.zip(more).map(|(value, count)| value * f64::from(count)).sum::<f64>() / n
            };
            let mean = sum(&|points| points);
            let variance = sum(&|points| (points - mean).powi(2));
            let slope = 400.0 / std::f64::consts::LN_10 / (mean * (1.0 - mean));
            // Never less than one more pair could move it.
            let least = slope * (1.96 * (variance / n).sqrt()).max(0.5 / n);
            let value = elo.unwrap_or_else(|| 400.0 * (mean / (1.0 - mean)).log10());
            (value, error.unwrap_or(least), true)
        }
    };
    let elo = Elo { elo: tenths(elo), error: tenths(error) };
    let accepted = said.accepted.clone();
    Strength { elo, pairs, ptnml: *counts, bound, accepted, against }
}

/// Rounded to one place behind the point, and no negative zero.
#[must_use]
pub fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(value: Option<f64>, error: Option<f64>) -> Said {
        Said { elo: Figure { value, error }, accepted: None }
    }

    #[test]
    fn strength_is_finite() {
        let known = said(Some(18.04), Some(8.23));
        assert_eq!(strength(&[50, 287, 610, 387, 73], &known, None).elo.elo, 18.0);
        let swept = strength(&[0, 0, 0, 0, 4], &said(None, None), Some(3));
        assert!(swept.bound && swept.pairs == 4 && swept.against == Some(3));
        // 9 points of 10: 400 log10(9); a standard deviation of the mean of 0.2 / sqrt(5).
        assert_eq!(swept.elo.elo, 381.7);
        let error = 1.96 * 0.2 / 5f64.sqrt() * 173.718 / 0.09;
        assert!((swept.elo.error - error).abs() < 0.2, "{}", swept.elo.error);
        let level = strength(&[0, 0, 3, 0, 0], &said(Some(0.0), None), None);
        assert!(level.elo.elo == 0.0 && level.elo.error > 0.0 && level.elo.error < 1000.0);
        assert!(level.bound);
    }

    #[test]
    fn the_labs_figures_are_read() {
        let text = r#"{"counts":{},"elo":{"value":null,"error":2.5},"los":1,"accepted":"H0"}"#;
        let said: Said = serde_json::from_str(text).expect("read");
        assert!(said.elo.value.is_none() && said.accepted.as_deref() == Some("H0"));
    }
}
