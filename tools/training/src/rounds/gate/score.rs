//! The strength that a match shows: pairs of games by their points, and Elo.

use crate::rounds::child::Tools;
use crate::rounds::command::Command;
use crate::rounds::line::{Elo, Strength};
use anyhow::{bail, Context, Result};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A game of a journal, as far as it counts here.
#[derive(Deserialize)]
struct Game {
    pair: u64,
    players: [String; 2],
    winner: Option<Seat>,
}

/// Who opened the game, or who answered.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Seat {
    First,
    Second,
}

/// Pairs in which a player made 0, 0.5, 1, 1.5 and 2 points.
///
/// # Errors
///
/// If the file is torn, or holds a pair of which a game is missing.
pub fn points(journal: &[u8], player: &str) -> Result<[u32; 5]> {
    let mut pairs: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    let text = std::str::from_utf8(journal)?;
    for (number, line) in text.lines().enumerate() {
        if number == 0 && line.starts_with("{\"plan\"") {
            continue;
        }
        let game: Game =
            serde_json::from_str(line).with_context(|| format!("line {}: no game", number + 1))?;
        let Some(seat) = game.players.iter().position(|name| name == player) else {
            bail!("line {}: {player} does not play", number + 1);
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

/// The lab's figures of counts.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Said {
    /// Elo; a figure without a finite value is missing.
    pub elo: Figure,
    /// The accepted hypothesis.
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

/// The lab's figures of these counts under this test.
///
/// # Errors
///
/// If it reports none.
pub fn judge(tools: &Tools, counts: &[u32; 5], sprt: &[String]) -> Result<Said> {
    let mut command = Command::new("lab", "sprt").words(["--json", "--ptnml"]).words(counts);
    if !sprt.is_empty() {
        command = command.words(["--sprt"]).words(sprt);
    }
    let text = tools.output(&command)?;
    serde_json::from_str(&text).context("lab sprt reports no figures")
}

/// Elo with half the width of its 95 % interval, finite always.
///
/// Where the lab has no finite figure (all won or lost, all pairs alike) a drawn pair is added to
/// the others, and `bound` is set: the truth is likely farther out.
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

    /// A match's file with these winners: of each pair new opens the first game.
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
    fn pairs_are_counted_by_their_points() {
        let kinds = [
            ["new", "new"],
            ["new", ""],
            ["new", "old"],
            ["", ""],
            ["", "old"],
            ["old", "old"],
            ["old", "old"],
        ];
        let whole = journal(&kinds);
        assert_eq!(points(whole.as_bytes(), "new").expect("counts"), [2, 1, 2, 1, 1]);
        assert_eq!(points(whole.as_bytes(), "old").expect("counts"), [1, 1, 2, 1, 2]);
        let torn = &whole[..whole.trim_end().rfind('\n').expect("lines") + 1];
        let error = points(torn.as_bytes(), "new").expect_err("a game is missing");
        assert!(error.to_string().contains("pair 6 has 1 games"), "{error}");
        assert!(points(&whole.as_bytes()[..whole.len() - 4], "new").is_err());
        assert!(points(whole.as_bytes(), "other").is_err());
    }
}
