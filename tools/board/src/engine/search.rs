//! A search that reports what it finds.

use super::client::{Client, SLICE};
use super::finding::Finding;
use crate::refusal::Refusal;
use club::engine::EngineOptions;
use std::time::{Duration, Instant};
use twixt::rules::{Position, Proof};
use twixt::search::Limits;
use twixt::time::until;

/// When a search is over, whichever comes first.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// After so many simulations.
    pub simulations: Option<u64>,
    /// At this time.
    pub end: Instant,
    /// Whether moves are searched even where the answer is known without a search.
    pub ponders: bool,
}

/// The time between two reports.
const BETWEEN_REPORTS: Duration = Duration::from_millis(120);

/// Simulations of a slice where simulations are counted: some 20 ms of link distances.
const PORTION: u64 = 512;

/// Searches a position and reports until the aim is reached or the client is gone.
///
/// # Errors
///
/// If there is no memory for the tree.
pub fn search(
    position: &Position,
    engine: &EngineOptions,
    aim: Aim,
    client: &mut Client,
) -> Result<(), Refusal> {
    let start = Instant::now();
    // What is found first is reported at once.
    let mut next_report = start;
    let mut left = aim.simulations;
    if !client.turn() {
        return Ok(());
    }
    let player = engine.player(position);
    let mut player = player.map_err(|error| Refusal::fault(format!("{error:#}")))?;
    loop {
        let mut limits = until((Instant::now() + SLICE).min(aim.end));
        if let Some(left) = &mut left {
            // By simulations alone, so that a level plays the same on every machine.
            let portion = PORTION.min(*left);
            limits = Limits { nodes: Some(portion), ..until(aim.end) };
            *left -= portion;
        }
        let answer = match aim.ponders {
            true => player.ponder(&limits),
            false => player.think(&limits),
        };
        let is_over = answer.ply.is_none()
            || answer.proof != Proof::Open
            || left == Some(0)
            || Instant::now() >= aim.end
            || !aim.ponders && player.is_known();
        if is_over || Instant::now() >= next_report {
            let is_read = client.send(&Finding::new(&player, &answer, start.elapsed(), is_over))?;
            if is_over || !is_read {
                return Ok(());
            }
            next_report = Instant::now() + BETWEEN_REPORTS;
        }
        if !client.turn() {
            return Ok(());
        }
    }
}
