//! Bodies of requests, neither larger nor slower than the server can bear, and of answers.

use crate::refusal::Refusal;
use axum::body::{to_bytes, Body, Bytes, HttpBody};
use axum::extract::FromRequest;
use axum::http::{header, Request, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use http_body_util::LengthLimitError;
use serde::de::DeserializeOwned;
use serde::Serialize;
use serde_json::json;
use std::convert::Infallible;
use std::error::Error;
use std::future::Future;
use std::time::Duration;
use tokio::time::timeout;

/// The most bytes of a request that holds a game.
pub(super) const SMALL: usize = 1 << 20;

/// The most bytes of a file.
pub(super) const LARGE: usize = 16 << 20;

/// How long a body may take to come.
const PATIENCE: Duration = Duration::from_secs(10);

/// Returns the body of a request, of at most `most` bytes.
///
/// # Errors
///
/// If it is larger, comes too slowly, or breaks off.
pub(super) async fn bytes(request: Request<Body>, most: usize) -> Result<Bytes, Refusal> {
    let too_large = || {
        let words = format!("the body is larger than {} MB: send less at a time", most >> 20);
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, words)
    };
    let slow = || {
        let words = format!("the body took longer than {} s: send it again", PATIENCE.as_secs());
        Refusal::new(StatusCode::REQUEST_TIMEOUT, words)
    };
    if request.body().size_hint().lower() > most as u64 {
        return Err(too_large());
    }
    let body = timeout(PATIENCE, to_bytes(request.into_body(), most)).await.map_err(|_| slow())?;
    body.map_err(|error| match error.source() {
        Some(source) if source.is::<LengthLimitError>() => too_large(),
        _ => Refusal::bad("the request broke off: send it again"),
    })
}

/// The JSON body of a request that holds a game.
pub(super) struct Asked<T>(pub(super) T);

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request<Body>, _: &S) -> Result<Asked<T>, Refusal> {
        let asked = serde_json::from_slice(&bytes(request, SMALL).await?);
        asked.map(Asked).map_err(|error| Refusal::bad(format!("the body's JSON: {error}")))
    }
}

/// Returns an answer in JSON.
///
/// # Errors
///
/// If it cannot be written, which no answer here does.
pub(super) fn json(answer: &impl Serialize) -> Result<Response, Refusal> {
    let text = serde_json::to_string(answer).map_err(Refusal::fault)?;
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    Ok((kind, text).into_response())
}

/// Returns an answer of JSON lines. `next` returns the next line with the state after it, or nothing after the last
/// one. It is called when the client has room for a line, and dropped when the client is gone.
pub(super) fn lines<S, L, F>(start: S, next: impl Fn(S) -> F + Send + 'static) -> Response
where
    S: Send + 'static,
    L: Serialize,
    F: Future<Output = Result<Option<(S, L)>, Refusal>> + Send,
{
    let stream = stream::unfold((Some(start), next), |(state, next)| async move {
        let (state, line) = match next(state?).await {
            Ok(Some((state, line))) => {
                (Some(state), serde_json::to_string(&line).unwrap_or_default())
            }
            Ok(None) => return None,
            Err(refusal) => (None, json!({ "error": refusal.words, "done": true }).to_string()),
        };
        Some((Ok::<_, Infallible>(line + "\n"), (state, next)))
    });
    let kind =
        [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    (kind, Body::from_stream(stream)).into_response()
}
