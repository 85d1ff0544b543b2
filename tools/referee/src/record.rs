//! A game as one JSON file.

use crate::play::{Report, Settings};
use crate::rules::Seat;
use crate::verdict::{millis, Ending};
use anyhow::Result;
use common::file;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// A game in the form in which it is kept. Pairs hold the first player's value first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Holes along an edge.
    pub size: u8,
    /// The rule set: always `pp`.
    pub rules: String,
    /// The bots' commands.
    pub bots: [String; 2],
    /// The seed, if one was given.
    pub seed: Option<u64>,
    /// The players' limits in milliseconds, each for the first answer and for every further one.
    pub limits_ms: [[u64; 2]; 2],
    /// How many of the moves were forced before the bots took over.
    pub opening: usize,
    /// All moves in order, as `D6` or `SWAP`.
    pub moves: Vec<String>,
    /// How long each move took, in milliseconds; `null` for the opening's.
    pub times_ms: Vec<Option<f64>>,
    /// How long the answer took that lost the game by coming late, or how long the referee waited
    /// for it; `null` if none did.
    #[serde(default)]
    pub late_ms: Option<f64>,
    /// What the bots wrote behind their moves, cut to [`LONGEST_TEXT`] characters each; empty for the
    /// opening's. The arena shows it to those who watch.
    #[serde(default, skip_serializing_if = "all_empty")]
    pub texts: Vec<String>,
    /// `first`, `second`, or `null` for a draw and for a game that was stopped.
    pub winner: Option<Seat>,
    /// The kind of end.
    pub ending: Ending,
    /// The verdict as a sentence.
    pub reason: String,
}

impl Record {
    /// The record of a game.
    #[must_use]
    pub fn new(settings: &Settings, bots: [&str; 2], seed: Option<u64>, report: &Report) -> Record {
        let whole_millis = |time: std::time::Duration| time.as_millis() as u64;
        Record {
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

    /// The answer times of a player in milliseconds; an answer that came late is among them.
    pub fn times_of(&self, seat: Seat) -> impl Iterator<Item = f64> + '_ {
        let own = self.times_ms.iter().skip(seat.index()).step_by(2).filter_map(|&time| time);
        let late = self.late_ms.filter(|_| self.winner == Some(seat.other()));
        own.chain(late)
    }
}

/// Characters that are kept of what a bot wrote behind a move.
pub const LONGEST_TEXT: usize = 120;

fn shortened(text: &str) -> String {
    text.trim_end().chars().take(LONGEST_TEXT).collect()
}

fn all_empty(texts: &[String]) -> bool {
    texts.iter().all(String::is_empty)
}

/// Milliseconds to three places: records shall be readable, and no clock here is finer.
fn rounded(time: std::time::Duration) -> f64 {
    (millis(time) * 1000.0).round() / 1000.0
}

/// A game as local runners read it: a [`Record`] with the fields that tools for the arena's own
/// replays look for. Keys of the maps are `"0"` for the first player and `"1"` for the second.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Replay {
    /// The score of each player, as in the referee's output: higher wins, negative is an error.
    pub scores: BTreeMap<String, i32>,
    /// The last lines of each player's stderr.
    pub errors: BTreeMap<String, Vec<String>>,
    /// The game itself.
    #[serde(flatten)]
    pub record: Record,
}

impl Replay {
    /// The replay of a game with its record.
    #[must_use]
    pub fn new(record: Record, report: &Report) -> Replay {
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

/// The score of each player: 1 for the winner, 0 for a loser and for both after a draw, −1 for a
/// loser by a fault of its own.
#[must_use]
pub fn scores(report: &Report) -> [i32; 2] {
    Seat::BOTH.map(|seat| {
        if report.verdict.at_fault() == Some(seat) {
            -1
        } else {
            i32::from(report.verdict.winner == Some(seat))
        }
    })
}

/// Writes `value` as JSON to `path`, as [`file::write`] does.
///
/// # Errors
///
/// If the file cannot be written.
pub fn write_json(path: &Path, value: &impl Serialize) -> Result<()> {
    file::write(path, serde_json::to_string(value)? + "\n")
}
