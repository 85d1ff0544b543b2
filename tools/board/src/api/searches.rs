//! Searches and reviews, with progress reports.

use super::body::{lines, JsonBody};
use crate::engine::{search, Client, Kind, SearchLimits};
use crate::error::ApiError;
use crate::state::Shared;
use crate::wire::{read_game, read_line, GameLine};
use axum::extract::State;
use axum::response::Response;
use club::engine::{EngineOptions, SearchFlags};
use engine::player::Level;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::channel;
use tokio::task::spawn_blocking;

/// The maximum time of a search.
pub(super) const MAX_TIME: Duration = Duration::from_secs(600);

/// The default time of a search at full strength.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

/// The arena's time control, first move and later ones, less the overhead of the connection.
const ARENA_TIMES: [Duration; 2] = [Duration::from_millis(930), Duration::from_millis(260)];

/// The maximum time of a review.
const MAX_REVIEW_TIME: Duration = Duration::from_secs(3600);

/// The minimum loss of a blunder; the default of `club review`.
const BLUNDER: f64 = 0.2;

/// Evaluations per position of a review without a level, and at full strength: those of levels 5 and 7.
const REVIEW_EVALS: [u64; 2] = [1 << 10, 1 << 14];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ThinkRequest {
    game: Box<RawValue>,
    level: Option<String>,
    seconds: Option<f64>,
    #[serde(default)]
    endless: bool,
    clock: Option<String>,
}

/// Handles `POST /api/think`: streams the reports of a search.
pub(super) async fn think(
    State(state): State<Shared>,
    JsonBody(request): JsonBody<ThinkRequest>,
) -> Result<Response, ApiError> {
    let line = read_line(&request.game)?;
    let level = level(request.level.as_deref())?;
    let limits = limits(&request, level, &line)?;
    let kind = if request.endless { Kind::Analysis } else { Kind::Answer };
    // A move takes seconds, an analysis minutes.
    let memory = if request.endless { state.memory } else { state.memory.div_ceil(4) };
    let engine =
        EngineOptions::at_fixed_nodes(SearchFlags::default(), 1).at_full_strength().at_level(level);
    let engine = EngineOptions { memory, ..engine };
    stream_search(&state, kind, move |client| search(&line.position, &engine, limits, client))
}

fn level(name: Option<&str>) -> Result<Option<Level>, ApiError> {
    match name {
        None | Some("full") => Ok(None),
        Some(name) => name.parse().map(Some).map_err(|_| {
            ApiError::bad_request(format!("expected a level from 1 to 8 or full, found {name:?}"))
        }),
    }
}

fn limits(
    request: &ThinkRequest,
    level: Option<Level>,
    line: &GameLine,
) -> Result<SearchLimits, ApiError> {
    let max = match request.clock.as_deref() {
        None => MAX_TIME,
        Some("arena") => ARENA_TIMES[usize::from(line.plies.len() > 1)],
        Some(clock) => {
            return Err(ApiError::bad_request(format!("expected the clock arena, found {clock:?}")))
        }
    };
    let time = match request.seconds {
        None if request.endless || level.is_some() || request.clock.is_some() => max,
        None => DEFAULT_TIME,
        Some(seconds) if (0.0..=MAX_TIME.as_secs_f64()).contains(&seconds) => {
            Duration::from_secs_f64(seconds).min(max)
        }
        Some(seconds) => {
            let max = MAX_TIME.as_secs();
            return Err(ApiError::bad_request(format!(
                "expected up to {max} seconds, found {seconds}"
            )));
        }
    };
    let nodes = level.filter(|_| !request.endless).map(Level::evals);
    Ok(SearchLimits { nodes, end: Instant::now() + time, ponders: request.endless })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReviewRequest {
    game: Box<RawValue>,
    level: Option<String>,
}

/// Handles `POST /api/review`: streams the progress of a review, then the review.
pub(super) async fn review(
    State(state): State<Shared>,
    JsonBody(request): JsonBody<ReviewRequest>,
) -> Result<Response, ApiError> {
    let game = read_game(&request.game)?;
    let [usual, best] = REVIEW_EVALS;
    let positions = match request.level.as_deref() {
        None => usual,
        Some(name) => level(Some(name))?.map_or(best, Level::evals),
    };
    let engine = EngineOptions::at_fixed_nodes(SearchFlags::default(), positions);
    let engine = EngineOptions { memory: state.memory, ..engine };
    let end = Instant::now() + MAX_REVIEW_TIME;
    stream_search(&state, Kind::Analysis, move |client| {
        let mut reported = None;
        let reviewed = club::review::review(&game, &engine, BLUNDER, &mut |progress| {
            if reported.replace(progress) != Some(progress) {
                let line =
                    json!({ "done": false, "position": progress.position, "of": progress.of });
                if !client.send(&line).is_ok_and(|is_connected| is_connected) {
                    return false;
                }
            }
            client.wait_turn() && Instant::now() < end
        });
        let Some(review) = reviewed.map_err(|error| ApiError::internal(format!("{error:#}")))?
        else {
            return Err(ApiError::unprocessable(
                "review aborted after an hour; choose a lower level",
            ));
        };
        client.send(&json!({ "done": true, "review": review })).map(drop)
    })
}

/// Runs a search on a separate thread, and streams its lines.
fn stream_search(
    state: &Shared,
    kind: Kind,
    search: impl FnOnce(&mut Client) -> Result<(), ApiError> + Send + 'static,
) -> Result<Response, ApiError> {
    // Capacity for one line, so that a search does not run ahead of its client.
    let (sender, receiver) = channel(1);
    let mut client = state.searches.acquire(kind, sender)?;
    let searching = spawn_blocking(move || search(&mut client));
    Ok(lines((receiver, searching), |(mut receiver, searching)| async move {
        if let Some(line) = receiver.recv().await {
            return Ok(Some(((receiver, searching), line)));
        }
        let fault = "the search failed with an internal error";
        searching.await.map_err(|_| ApiError::internal(fault))?.map(|()| None)
    }))
}
