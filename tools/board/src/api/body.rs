//! Request bodies, bounded in size and time, and response bodies.

use crate::error::ApiError;
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

/// The maximum size of a request with a game, in bytes.
pub(super) const MAX_BODY: usize = 1 << 20;

/// The maximum size of a file, in bytes.
pub(super) const MAX_FILE: usize = 16 << 20;

/// The maximum time to receive a body.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// Reads the body of a request, of at most `limit` bytes.
///
/// # Errors
///
/// If it is larger, times out, or ends early.
pub(super) async fn bytes(request: Request<Body>, limit: usize) -> Result<Bytes, ApiError> {
    let too_large = || {
        let message =
            format!("body too large: the limit is {} MB; send less at a time", limit >> 20);
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    };
    let slow = || {
        let message =
            format!("the body took longer than {} s; send it again", BODY_TIMEOUT.as_secs());
        ApiError::new(StatusCode::REQUEST_TIMEOUT, message)
    };
    if request.body().size_hint().lower() > limit as u64 {
        return Err(too_large());
    }
    let body =
        timeout(BODY_TIMEOUT, to_bytes(request.into_body(), limit)).await.map_err(|_| slow())?;
    body.map_err(|error| match error.source() {
        Some(source) if source.is::<LengthLimitError>() => too_large(),
        _ => ApiError::bad_request("the request ended early; send it again"),
    })
}

/// A JSON request body.
pub(super) struct JsonBody<T>(pub(super) T);

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request<Body>, _: &S) -> Result<JsonBody<T>, ApiError> {
        let value = serde_json::from_slice(&bytes(request, MAX_BODY).await?);
        value
            .map(JsonBody)
            .map_err(|error| ApiError::bad_request(format!("invalid JSON body: {error}")))
    }
}

/// Returns a JSON response.
///
/// # Errors
///
/// If the value cannot be serialized.
pub(super) fn json(answer: &impl Serialize) -> Result<Response, ApiError> {
    let text = serde_json::to_string(answer).map_err(ApiError::internal)?;
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    Ok((kind, text).into_response())
}

/// Returns a streamed response of JSON lines. `next` returns the next state and line, or `None` at the end. It is called
/// when the client is ready for a line, and dropped when the client disconnects.
pub(super) fn lines<S, L, F>(start: S, next: impl Fn(S) -> F + Send + 'static) -> Response
where
    S: Send + 'static,
    L: Serialize,
    F: Future<Output = Result<Option<(S, L)>, ApiError>> + Send,
{
    let stream = stream::unfold((Some(start), next), |(state, next)| async move {
        let (state, line) = match next(state?).await {
            Ok(Some((state, line))) => {
                (Some(state), serde_json::to_string(&line).unwrap_or_default())
            }
            Ok(None) => return None,
            Err(error) => (None, json!({ "error": error.message, "done": true }).to_string()),
        };
        Some((Ok::<_, Infallible>(line + "\n"), (state, next)))
    });
    let kind =
        [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    (kind, Body::from_stream(stream)).into_response()
}
