//! Searches with periodic reports.

use super::client::{Client, SLICE};
use super::report::SearchReport;
use crate::error::ApiError;
use club::engine::EngineOptions;
use std::time::{Duration, Instant};
use twixt::rules::{Position, Proof};
use twixt::search::Limits;
use twixt::time::until;

/// The limits of a search; the first one reached ends it.
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits {
    /// Node budget, in evaluations.
    pub nodes: Option<u64>,
    /// The deadline.
    pub end: Instant,
    /// Whether to search even if the answer is known without a search, as analyses do.
    pub ponders: bool,
}

/// The minimum time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(120);

/// Evaluations per slice at fixed nodes: some 20 ms with link distances.
const SLICE_EVALS: u64 = 512;

/// Searches a position and sends reports until a limit is reached or the client disconnects.
///
/// # Errors
///
/// If the player can't be created, for example for lack of memory.
pub fn search(
    position: &Position,
    engine: &EngineOptions,
    bounds: SearchLimits,
    client: &mut Client,
) -> Result<(), ApiError> {
    let start = Instant::now();
    // The first report is sent at once.
    let mut next_report = start;
    let mut left = bounds.nodes;
    if !client.wait_turn() {
        return Ok(());
    }
    let player = engine.player(position);
    let mut player = player.map_err(|error| ApiError::internal(format!("{error:#}")))?;
    loop {
        let mut limits = until((Instant::now() + SLICE).min(bounds.end));
        if let Some(left) = &mut left {
            // No time slice here, so that a level plays the same on every machine.
            let slice = SLICE_EVALS.min(*left);
            limits = Limits { nodes: Some(slice), ..until(bounds.end) };
            *left -= slice;
        }
        let answer = match bounds.ponders {
            true => player.ponder(&limits),
            false => player.think(&limits),
        };
        let is_over = answer.ply.is_none()
            || answer.proof != Proof::Open
            || left == Some(0)
            || Instant::now() >= bounds.end
            || !bounds.ponders && player.is_known();
        if is_over || Instant::now() >= next_report {
            let is_connected =
                client.send(&SearchReport::new(&player, &answer, start.elapsed(), is_over))?;
            if is_over || !is_connected {
                return Ok(());
            }
            next_report = Instant::now() + REPORT_INTERVAL;
        }
        if !client.wait_turn() {
            return Ok(());
        }
    }
}
