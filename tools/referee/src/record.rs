//! JSON files of single games.

use crate::play::{GameReport, GameSettings};
use crate::verdict::millis;
use anyhow::Result;
use common::file;
use records::game::{ply_text, GameRecord, LONGEST_TEXT};
use records::seat::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// Returns the record of a finished game.
pub fn record(
    settings: &GameSettings,
    bots: [&str; 2],
    seed: Option<u64>,
    report: &GameReport,
) -> GameRecord {
    let whole_millis = |time: std::time::Duration| time.as_millis() as u64;
    GameRecord {
        size: settings.board.size().get(),
        rules: settings.board.rules().linking.to_string(),
        bots: bots.map(str::to_owned),
        seed,
        limits_ms: match settings.totals {
            Some(totals) => totals.map(|total| [whole_millis(total); 2]),
            None => settings.limits.map(|limits| [limits.first, limits.turn].map(whole_millis)),
        },
        opening: settings.opening.len(),
        moves: report.game.plies().iter().map(ply_text).collect(),
        times_ms: report.plies.iter().map(|ply| ply.time.map(rounded)).collect(),
        late_ms: report.verdict.late.map(rounded),
        texts: report.plies.iter().map(|ply| shortened(&ply.text)).collect(),
        winner: report.verdict.winner,
        ending: report.verdict.ending,
        reason: report.verdict.reason.clone(),
    }
}

/// Returns a text without trailing spaces, shortened to [`LONGEST_TEXT`].
fn shortened(text: &str) -> String {
    text.trim_end().chars().take(LONGEST_TEXT).collect()
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
