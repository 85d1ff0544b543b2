//! Files: those that the page sends, and those that the command line names.

use super::body::{bytes, json, lines, LARGE};
use crate::records::{read, Following, Named, Update};
use crate::refusal::Refusal;
use crate::state::Shared;
use axum::body::Body;
use axum::extract::{Path, RawQuery, State};
use axum::http::Request;
use axum::response::Response;
use std::time::Duration;
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout, Instant};
use twixt::geometry::Size;

/// How long a large body may wait until there is room for it.
const PATIENCE: Duration = Duration::from_secs(20);

/// How often a file is looked at, and how often somebody who follows it hears something.
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);
const BETWEEN_BEATS: Duration = Duration::from_secs(1);

/// Answers with what a file holds that is sent.
pub(super) async fn sent(
    State(state): State<Shared>,
    request: Request<Body>,
) -> Result<Response, Refusal> {
    let busy = || Refusal::busy("many files are being read: send it again in a moment");
    let room = timeout(PATIENCE, state.reading.acquire()).await.map_err(|_| busy())?;
    let _room = room.map_err(Refusal::fault)?;
    let query = request.uri().query().unwrap_or_default();
    let (name, size) = (name(query)?, size(query)?);
    let body = bytes(request, LARGE).await?;
    let content = spawn_blocking(move || read(&name, size, &body)).await;
    json(&content.map_err(Refusal::fault)??)
}

/// The file's name, as `?name=` tells it.
fn name(query: &str) -> Result<String, Refusal> {
    let mut name = Vec::new();
    let mut rest = parameter(query, "name").unwrap_or_default().bytes();
    while let Some(byte) = rest.next() {
        name.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [rest.next(), rest.next()].map(|digit| digit.map(char::from));
                let [Some(high), Some(low)] = digits.map(|digit| digit?.to_digit(16)) else {
                    let words = "the name is no percent-encoded text: write ?name=game.sgf";
                    return Err(Refusal::bad(words));
                };
                (16 * high + low) as u8
            }
            byte => byte,
        });
    }
    Ok(String::from_utf8_lossy(&name).into_owned())
}

/// The board of games that give none, as `?size=24` or `?size=22x24`; `None` if it is left open.
fn size(query: &str) -> Result<Option<Size>, Refusal> {
    let Some(value) = parameter(query, "size").filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    club::start::size(value).map(Some).map_err(|expected| {
        Refusal::bad(format!("cannot read games on a board of size {value:?}: {expected}"))
    })
}

fn parameter<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.filter(|(key, _)| *key == name).map(|(_, value)| value).next()
}

/// Answers with what a file holds that the command line names.
pub(super) async fn named(
    State(state): State<Shared>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Refusal> {
    let file = find(&state, &id)?;
    let size = size(&query.unwrap_or_default())?;
    let _room = state.reading.acquire().await.map_err(Refusal::fault)?;
    let content = spawn_blocking(move || read(&file.name, size, &file.bytes()?)).await;
    json(&content.map_err(Refusal::fault)??)
}

/// Answers with what such a file holds, and goes on as it grows.
pub(super) async fn live(
    State(state): State<Shared>,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let following = Following::new(find(&state, &id)?);
    let busy = || Refusal::busy("many files are being followed: close one in another tab first");
    let seat = state.following.clone().try_acquire_owned().map_err(|_| busy())?;
    Ok(lines((following, seat), |(mut following, seat)| async move {
        let beat = Instant::now() + BETWEEN_BEATS;
        loop {
            let looked = spawn_blocking(move || {
                let update = following.update();
                (following, update)
            });
            let update;
            (following, update) = looked.await.map_err(Refusal::fault)?;
            if matches!(update, Some(Update::Trouble { .. })) {
                // It may be over soon, but need not be told all the time.
                sleep(BETWEEN_BEATS).await;
            }
            if let Some(update) = update {
                return Ok(Some(((following, seat), update)));
            }
            if Instant::now() >= beat {
                return Ok(Some(((following, seat), Update::Beat)));
            }
            sleep(BETWEEN_LOOKS).await;
        }
    }))
}

fn find(state: &Shared, id: &str) -> Result<Named, Refusal> {
    let file = state.files.iter().find(|file| file.id == id);
    file.cloned().ok_or_else(|| Refusal::missing(format!("the command line named no file {id:?}")))
}
