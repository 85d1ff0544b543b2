//! Pentanomial counts of a match, and the Elo difference that they imply.

use crate::rounds::child::Tools;
use crate::rounds::command::Command;
use crate::rounds::record::{Elo, Strength};
use anyhow::{bail, Context, Result};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Game {
    pair: u64,
    players: [String; 2],
    winner: Option<Seat>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Seat {
    First,
    Second,
}

/// Returns the numbers of pairs in which a player scored 0, 0.5, 1, 1.5 and 2 points. Fails if a line of the journal
/// is not a game of `player`, or a pair is incomplete.
pub fn pentanomial(journal: &[u8], player: &str) -> Result<[u32; 5]> {
    let mut pairs: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    let text = std::str::from_utf8(journal)?;
    for (number, line) in text.lines().enumerate() {
        if number == 0 && line.starts_with("{\"plan\"") {
            continue;
        }
        let game: Game = serde_json::from_str(line)
            .with_context(|| format!("line {}: not a game", number + 1))?;
        let Some(seat) = game.players.iter().position(|name| name == player) else {
            bail!("line {}: {player} is not a player of this game", number + 1);
        };
        let half_points = match game.winner {
            None => 1,
            Some(winner) => 2 * usize::from(winner as usize == seat),
        };
        pairs.entry(game.pair).or_default().push(half_points);
    }
    let mut counts = [0; 5];
    for (number, games) in pairs {
        let &[a, b] = &games[..] else { bail!("pair {number} has {} games, not 2", games.len()) };
        counts[a + b] += 1;
    }
    Ok(counts)
}

/// The output of `lab sprt --json`.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct LabFigures {
    /// Elo difference.
    pub elo: Figure,
    /// Accepted hypothesis, `H0` or `H1`, if any.
    pub accepted: Option<String>,
}

/// A value with half the width of its 95 % interval; each is `None` if infinite.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct Figure {
    /// The value.
    pub value: Option<f64>,
    /// Half the width of the interval.
    pub error: Option<f64>,
}

/// Runs `lab sprt` on pentanomial counts; `sprt` are the parameters of the sequential test, if not empty. Fails if the
/// program fails or its output cannot be parsed.
pub fn lab_figures(tools: &Tools, counts: &[u32; 5], sprt: &[String]) -> Result<LabFigures> {
    let mut command = Command::new("lab", "sprt").words(["--json", "--ptnml"]).words(counts);
    if !sprt.is_empty() {
        command = command.words(["--sprt"]).words(sprt);
    }
    let text = tools.output(&command)?;
    serde_json::from_str(&text).context("cannot parse the output of lab sprt")
}

/// Returns the strength in a match, with finite Elo and error.
///
/// `lab` reports infinite figures, for example if all games were won or all pairs had the same score. They are replaced
/// by estimates from the counts plus one pair with 1 point, and [`Strength::bound`] is set.
#[must_use]
pub fn strength(counts: &[u32; 5], figures: &LabFigures, against: Option<u32>) -> Strength {
    let pairs: u32 = counts.iter().sum();
    let (elo, error, bound) = match (figures.elo.value, figures.elo.error) {
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
            // The error is at least the change that one more pair could cause.
            let least = slope * (1.96 * (variance / n).sqrt()).max(0.5 / n);
            let value = elo.unwrap_or_else(|| 400.0 * (mean / (1.0 - mean)).log10());
            (value, error.unwrap_or(least), true)
        }
    };
    let elo = Elo { elo: tenths(elo), error: tenths(error) };
    let accepted = figures.accepted.clone();
    Strength { elo, pairs, ptnml: *counts, bound, accepted, against }
}

/// Rounds to one decimal, without negative zero.
#[must_use]
pub fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(value: Option<f64>, error: Option<f64>) -> LabFigures {
        LabFigures { elo: Figure { value, error }, accepted: None }
    }

    #[test]
    fn strength_is_finite() {
        let known = figures(Some(18.04), Some(8.23));
        assert_eq!(strength(&[50, 287, 610, 387, 73], &known, None).elo.elo, 18.0);
        let swept = strength(&[0, 0, 0, 0, 4], &figures(None, None), Some(3));
        assert!(swept.bound && swept.pairs == 4 && swept.against == Some(3));
        // With the drawn pair, the score is 9 of 10 points, so the Elo difference is 400 log10(9). The standard error
        // of the mean is 0.2 / sqrt(5).
        assert_eq!(swept.elo.elo, 381.7);
        let error = 1.96 * 0.2 / 5f64.sqrt() * 173.718 / 0.09;
        assert!((swept.elo.error - error).abs() < 0.2, "{}", swept.elo.error);
        let level = strength(&[0, 0, 3, 0, 0], &figures(Some(0.0), None), None);
        assert!(level.elo.elo == 0.0 && level.elo.error > 0.0 && level.elo.error < 1000.0);
        assert!(level.bound);
    }

    #[test]
    fn infinite_lab_figures_are_parsed_as_none() {
        let text = r#"{"counts":{},"elo":{"value":null,"error":2.5},"los":1,"accepted":"H0"}"#;
        let figures: LabFigures = serde_json::from_str(text).expect("read");
        assert!(figures.elo.value.is_none() && figures.accepted.as_deref() == Some("H0"));
    }

    /// Returns a journal with these winners of each pair's two games; `new` moves first in the first game.
    fn journal(pairs: &[[&str; 2]]) -> String {
        let mut text = format!("{{\"plan\": {{\"rounds\": {}}}}}\n", pairs.len());
        for (pair, winners) in pairs.iter().enumerate() {
            for (second, winner) in winners.iter().enumerate() {
                let players = if second == 0 { ["new", "old"] } else { ["old", "new"] };
                let seat = players.iter().position(|player| player == winner);
                let winner = seat.map_or("null", |seat| ["\"first\"", "\"second\""][seat]);
                let game = 2 * pair + second;
                text += &format!("{{\"game\": {game}, \"pair\": {pair}, \"players\": ");
                text += &format!("{players:?}, \"winner\": {winner}, \"moves\": []}}\n");
            }
        }
        text
    }

    #[test]
    fn pairs_are_counted_by_points() {
        let kinds = [
            ["new", "new"],
            ["new", ""],
            ["new", "old"],
            ["", ""],
            ["", "old"],
            ["old", "old"],
            ["old", "old"],
        ];
        let complete = journal(&kinds);
        assert_eq!(pentanomial(complete.as_bytes(), "new").expect("counts"), [2, 1, 2, 1, 1]);
        assert_eq!(pentanomial(complete.as_bytes(), "old").expect("counts"), [1, 1, 2, 1, 2]);
        let truncated = &complete[..complete.trim_end().rfind('\n').expect("lines") + 1];
        let error = pentanomial(truncated.as_bytes(), "new").expect_err("a game is missing");
        assert!(error.to_string().contains("pair 6 has 1 games"), "{error}");
        assert!(pentanomial(&complete.as_bytes()[..complete.len() - 4], "new").is_err());
        assert!(pentanomial(complete.as_bytes(), "other").is_err());
    }
}
