//! A match's counts, and the strength that they tell.

use crate::rounds::child::Tools;
use crate::rounds::line::{Elo, Strength};
use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::BTreeMap;

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

/// A match's counts: its chunks in order, until the test or their number ends it.
#[derive(Debug)]
pub struct Score<F> {
    pairs: u32,
    /// The words of the test that may end it early.
    sprt: Option<Vec<String>>,
    judge: F,
    held: BTreeMap<u32, [u32; 5]>,
    next: u32,
    /// Pairs in which the new network made 0, 0.5, 1, 1.5 and 2 points.
    pub counts: [u32; 5],
    /// What the lab said of them last.
    pub said: Said,
    /// Whether it has ended.
    pub over: bool,
}

impl<F: Fn(&[u32; 5], &[String]) -> Result<Said>> Score<F> {
    /// Begins without a game; `judge` asks the lab.
    pub fn new(pairs: u32, sprt: Option<Vec<String>>, judge: F) -> Score<F> {
        let said = Said::default();
        Score {
            pairs,
            sprt,
            judge,
            held: BTreeMap::new(),
            next: 0,
            counts: [0; 5],
            said,
            over: false,
        }
    }

    /// Takes a chunk's counts, and counts it if its turn has come.
    ///
    /// # Errors
    ///
    /// If the lab fails.
    pub fn add(&mut self, chunk: u32, counts: [u32; 5]) -> Result<()> {
        self.held.insert(chunk, counts);
        while !self.over {
            let Some(added) = self.held.remove(&self.next) else { return Ok(()) };
            self.counts.iter_mut().zip(added).for_each(|(count, added)| *count += added);
            self.next += 1;
            let ended = self.counts.iter().sum::<u32>() >= self.pairs;
            if self.sprt.is_some() || ended {
                let test = self.sprt.as_deref().unwrap_or_default();
                self.said = (self.judge)(&self.counts, test)?;
            }
            let decided = self.sprt.is_some() && self.said.accepted.is_some();
            self.over = decided || ended;
        }
        Ok(())
    }
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
    fn chunks_count_in_their_order() {
        // Decided by the third chunk's fifth pair won.
        let judge = |counts: &[u32; 5], _: &[String]| {
            let accepted = (counts[4] >= 5).then(|| "H1".to_owned());
            Ok(Said { accepted, ..said(Some(1.0), Some(2.0)) })
        };
        let chunks = [[0, 0, 0, 0, 2], [1, 0, 0, 0, 1], [0, 0, 0, 0, 2], [9, 0, 0, 0, 0]];
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
            let mut score = Score::new(100, Some(vec!["elo1=30".to_owned()]), judge);
            for number in order {
                score.add(number, chunks[number as usize]).expect("judged");
            }
            assert!(score.over);
            assert_eq!(score.counts, [1, 0, 0, 0, 5]);
            assert_eq!(score.said.accepted.as_deref(), Some("H1"));
        }
    }

    #[test]
    fn without_a_test_all_pairs_are_played() {
        let judge = |counts: &[u32; 5], test: &[String]| {
            assert!(test.is_empty());
            assert_eq!(counts.iter().sum::<u32>(), 4, "asked at the end alone");
            Ok(Said { accepted: None, ..said(Some(1.0), Some(2.0)) })
        };
        let mut score = Score::new(4, None, judge);
        score.add(1, [0, 0, 2, 0, 0]).expect("judged");
        score.add(0, [0, 0, 1, 0, 0]).expect("judged");
        assert!(!score.over);
        score.add(2, [0, 0, 1, 0, 0]).expect("judged");
        assert!(score.over);
    }

    #[test]
    fn the_labs_figures_are_read() {
        let text = r#"{"counts":{},"elo":{"value":null,"error":2.5},"los":1,"accepted":"H0"}"#;
        let said: Said = serde_json::from_str(text).expect("read");
        assert!(said.elo.value.is_none() && said.accepted.as_deref() == Some("H0"));
    }
}
