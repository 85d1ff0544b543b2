//! Reading files named on the command line.

use super::body::{json, lines, text};
use crate::error::Rejection;
use crate::records::{FollowedFile, ListedFile, Update};
use crate::state::Shared;
use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use board_core::records::read;
use board_core::{size, ApiError};
use std::time::Duration;
use tokio::task::spawn_blocking;
use tokio::time::{sleep, Instant};

/// The time between two checks of a followed file.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// The maximum time between two lines that are sent about a followed file.
const BEAT_INTERVAL: Duration = Duration::from_secs(1);

/// Handles `GET /api/file/ID`: returns the content of a file named on the command line.
pub(super) async fn named(
    State(state): State<Shared>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Rejection> {
    let file = find(&state, &id)?;
    let size = size(&query.unwrap_or_default())?;
    let content = spawn_blocking(move || read(&file.name, size, &file.bytes()?)).await;
    Ok(json(text(&content.map_err(ApiError::internal)??)?))
}

/// Handles `GET /api/file/ID/live`: returns the content of the file, then updates as it grows.
pub(super) async fn live(
    State(state): State<Shared>,
    Path(id): Path<String>,
) -> Result<Response, Rejection> {
    let following = FollowedFile::new(find(&state, &id)?);
    let busy = || {
        ApiError::too_many_requests(
            "cannot follow the file: too many files are followed; close one in another tab first",
        )
    };
    let seat = state.following.clone().try_acquire_owned().map_err(|_| busy())?;
    Ok(lines((following, seat), |(mut following, seat)| async move {
        let beat = Instant::now() + BEAT_INTERVAL;
        loop {
            let polled = spawn_blocking(move || {
                let update = following.update();
                (following, update)
            });
            let update;
            (following, update) = polled.await.map_err(ApiError::internal)?;
            if matches!(update, Some(Update::Trouble { .. })) {
                // The error may persist, so report it less often.
                sleep(BEAT_INTERVAL).await;
            }
            if let Some(update) = update {
                return Ok(Some(((following, seat), text(&update)?)));
            }
            if Instant::now() >= beat {
                return Ok(Some(((following, seat), text(&Update::Beat)?)));
            }
            sleep(POLL_INTERVAL).await;
        }
    }))
}

fn find(state: &Shared, id: &str) -> Result<ListedFile, ApiError> {
    let file = state.files.iter().find(|file| file.id == id);
    file.cloned().ok_or_else(|| {
        ApiError::not_found(format!(
            "cannot read the file: the command line names no file with the id {id:?}; reload the page"
        ))
    })
}
