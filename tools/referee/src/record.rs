//! JSON files of single games.

use crate::play::{GameReport, GameSettings};
use crate::rules::Seat;
use crate::verdict::{millis, Ending};
use anyhow::Result;
use common::file;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// Stored game. Arrays of two hold the first player's value first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Holes along an edge.
    pub size: u8,
    /// Rule set: `pp`, or `standard` for games between engines.
    pub rules: String,
    /// Commands of the bots.
    pub bots: [String; 2],
    /// Random seed of the game, if any.
    pub seed: Option<u64>,
    /// Time limits per player, in milliseconds: for the first answer and for each further one.
    pub limits_ms: [[u64; 2]; 2],
    /// Number of opening moves, which no bot chose.
    pub opening: usize,
    /// Moves as `D6` or `SWAP`, including those of the opening.
    pub moves: Vec<String>,
    /// Answer time of each move in milliseconds; `null` in the opening.
    pub times_ms: Vec<Option<f64>>,
    /// Time of a late answer in milliseconds, or the referee's wait for it; `null` without a time forfeit.
    #[serde(default)]
    pub late_ms: Option<f64>,
    /// Texts after the moves, of at most [`LONGEST_TEXT`] characters; empty in the opening.
    #[serde(default, skip_serializing_if = "all_empty")]
    pub texts: Vec<String>,
    /// `first`, `second`, or `null` for a draw or a stopped game.
    pub winner: Option<Seat>,
    /// How the game ended.
    pub ending: Ending,
    /// The verdict as a sentence.
    pub reason: String,
}

impl GameRecord {
    /// Creates the record of a finished game.
    #[must_use]
    pub fn new(
        settings: &GameSettings,
        bots: [&str; 2],
        seed: Option<u64>,
        report: &GameReport,
    ) -> GameRecord {
        let whole_millis = |time: std::time::Duration| time.as_millis() as u64;
        GameRecord {
            size: settings.size,
            rules: String::from("pp"),
            bots: bots.map(str::to_owned),
            seed,
            limits_ms: settings.limits.map(|limits| [limits.first, limits.turn].map(whole_millis)),
            opening: settings.opening.len(),
            moves: report.plies.iter().map(|ply| ply.played.to_string()).collect(),
            times_ms: report.plies.iter().map(|ply| ply.time.map(rounded)).collect(),
            late_ms: report.verdict.late.map(rounded),
            texts: report.plies.iter().map(|ply| shortened(&ply.text)).collect(),
            winner: report.verdict.winner,
            ending: report.verdict.ending,
            reason: report.verdict.reason.clone(),
        }
    }

    /// Returns a player's answer times in milliseconds, including that of a late answer.
    pub fn times_of(&self, seat: Seat) -> impl Iterator<Item = f64> + '_ {
        let own = self.times_ms.iter().skip(seat.index()).step_by(2).filter_map(|&time| time);
        let late = self.late_ms.filter(|_| self.winner == Some(seat.other()));
        own.chain(late)
    }
}

/// Maximum stored length of a text after a move, in characters.
pub const LONGEST_TEXT: usize = 120;

fn shortened(text: &str) -> String {
    text.trim_end().chars().take(LONGEST_TEXT).collect()
}

fn all_empty(texts: &[String]) -> bool {
    texts.iter().all(String::is_empty)
}

/// Converts to milliseconds, rounded to microseconds for readable records.
fn rounded(time: std::time::Duration) -> f64 {
    (millis(time) * 1000.0).round() / 1000.0
}

/// Replay for local runners: a [`GameRecord`], with additional fields as in the arena's replays. Map keys are `"0"` for
/// the first player and `"1"` for the second.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Replay {
    /// Score per player, see [`scores`].
    pub scores: BTreeMap<String, i32>,
    /// Last stderr lines per player.
    pub errors: BTreeMap<String, Vec<String>>,
    /// The game.
    #[serde(flatten)]
    pub record: GameRecord,
}

impl Replay {
    /// Adds scores and stderr to a record.
    #[must_use]
    pub fn new(record: GameRecord, report: &GameReport) -> Replay {
        let by_player = |seat: Seat| seat.index().to_string();
        let errors = |seat: Seat| {
            let lines = &report.stderr[seat.index()].lines;
            (by_player(seat), lines.iter().cloned().collect())
        };
        let scores = scores(report);
        Replay {
            scores: Seat::BOTH.map(|seat| (by_player(seat), scores[seat.index()])).into(),
            errors: Seat::BOTH.map(errors).into(),
            record,
        }
    }
}

/// Returns the scores: 1 for the winner, −1 for a player that lost by a fault, otherwise 0.
#[must_use]
pub fn scores(report: &GameReport) -> [i32; 2] {
    Seat::BOTH.map(|seat| {
        if report.verdict.at_fault() == Some(seat) {
            -1
        } else {
            i32::from(report.verdict.winner == Some(seat))
        }
    })
}

/// Writes `value` as JSON to `path` atomically.
pub fn write_json(path: &Path, value: &impl Serialize) -> Result<()> {
    file::write(path, serde_json::to_string(value)? + "\n")
}
