//! Reading uploaded files and files named on the command line.

use super::body::{bytes, json, lines, MAX_FILE};
use crate::error::ApiError;
use crate::records::{read, FollowedFile, ListedFile, Update};
use crate::state::Shared;
use axum::body::Body;
use axum::extract::{Path, RawQuery, State};
use axum::http::Request;
use axum::response::Response;
use std::time::Duration;
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout, Instant};
use twixt::geometry::Size;

/// The maximum time to wait for a permit to read a file.
const READ_TIMEOUT: Duration = Duration::from_secs(20);

/// The time between two checks of a followed file, and the maximum time between two lines to its client.
const POLL_INTERVAL: Duration = Duration::from_millis(250);
const BEAT_INTERVAL: Duration = Duration::from_secs(1);

/// Handles `POST /api/read`: returns the content of an uploaded file.
pub(super) async fn sent(
    State(state): State<Shared>,
    request: Request<Body>,
) -> Result<Response, ApiError> {
    let busy = || {
        ApiError::too_many_requests(
            "cannot read the file: the server is busy; send it again in a moment",
        )
    };
    let room = timeout(READ_TIMEOUT, state.reading.acquire()).await.map_err(|_| busy())?;
    let _room = room.map_err(ApiError::internal)?;
    let query = request.uri().query().unwrap_or_default();
    let (name, size) = (name(query)?, size(query)?);
    let body = bytes(request, MAX_FILE).await?;
    let content = spawn_blocking(move || read(&name, size, &body)).await;
    json(&content.map_err(ApiError::internal)??)
}

/// Parses the file's name, `?name=`.
fn name(query: &str) -> Result<String, ApiError> {
    let mut name = Vec::new();
    let mut rest = parameter(query, "name").unwrap_or_default().bytes();
    while let Some(byte) = rest.next() {
        name.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [rest.next(), rest.next()].map(|digit| digit.map(char::from));
                let [Some(high), Some(low)] = digits.map(|digit| digit?.to_digit(16)) else {
                    let message = "invalid percent-encoding of the name; write ?name=game.sgf";
                    return Err(ApiError::bad_request(message));
                };
                (16 * high + low) as u8
            }
            byte => byte,
        });
    }
    Ok(String::from_utf8_lossy(&name).into_owned())
}

/// Parses the size for games that state none, `?size=24` or `?size=22x24`; `None` if not given.
fn size(query: &str) -> Result<Option<Size>, ApiError> {
    let Some(value) = parameter(query, "size").filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    club::start::size(value).map(Some).map_err(|expected| {
        ApiError::bad_request(format!("cannot read games on a board of size {value:?}: {expected}"))
    })
}

fn parameter<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.filter(|(key, _)| *key == name).map(|(_, value)| value).next()
}

/// Handles `GET /api/file/ID`: returns the content of a file named on the command line.
pub(super) async fn named(
    State(state): State<Shared>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let file = find(&state, &id)?;
    let size = size(&query.unwrap_or_default())?;
    let _room = state.reading.acquire().await.map_err(ApiError::internal)?;
    let content = spawn_blocking(move || read(&file.name, size, &file.bytes()?)).await;
    json(&content.map_err(ApiError::internal)??)
}

/// Handles `GET /api/file/ID/live`: returns the content of the file, then updates as it grows.
pub(super) async fn live(
    State(state): State<Shared>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
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
                return Ok(Some(((following, seat), update)));
            }
            if Instant::now() >= beat {
                return Ok(Some(((following, seat), Update::Beat)));
            }
            sleep(POLL_INTERVAL).await;
        }
    }))
}

fn find(state: &Shared, id: &str) -> Result<ListedFile, ApiError> {
    let file = state.files.iter().find(|file| file.id == id);
    file.cloned()
        .ok_or_else(|| ApiError::not_found(format!("no file {id:?} was named on the command line")))
}
