//! Request bodies, bounded in size, and response bodies.

use axum::body::{to_bytes, Body, Bytes, HttpBody};
use axum::http::{header, Request};
use axum::response::{IntoResponse, Response};
use board_core::ApiError;
use futures_util::stream;
use http_body_util::LengthLimitError;
use serde::Serialize;
use std::convert::Infallible;
use std::error::Error;
use std::future::Future;

/// Reads the body of a request, of at most `limit` bytes.
///
/// # Errors
///
/// If the body is larger or ends early.
pub(super) async fn bytes(request: Request<Body>, limit: usize) -> Result<Bytes, ApiError> {
    if request.body().size_hint().lower() > limit as u64 {
        return Err(ApiError::too_large(limit));
    }
    to_bytes(request.into_body(), limit).await.map_err(|error| match error.source() {
        Some(source) if source.is::<LengthLimitError>() => ApiError::too_large(limit),
        _ => ApiError::bad_request("cannot read the request: it ended early; send it again"),
    })
}

/// Returns a JSON response with this text.
pub(super) fn json(text: String) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (kind, text).into_response()
}

/// Returns the JSON form of a value.
///
/// # Errors
///
/// If it cannot be serialized.
pub(super) fn text(value: &impl Serialize) -> Result<String, ApiError> {
    serde_json::to_string(value).map_err(ApiError::internal)
}

/// Returns a streamed response of JSON lines. `next` returns the next state and line, or `None` at the end. It is called
/// when the client is ready for a line, and dropped when the client disconnects.
pub(super) fn lines<S, F>(start: S, next: impl Fn(S) -> F + Send + 'static) -> Response
where
    S: Send + 'static,
    F: Future<Output = Result<Option<(S, String)>, ApiError>> + Send,
{
    let stream = stream::unfold((Some(start), next), |(state, next)| async move {
        let (state, line) = match next(state?).await {
            Ok(Some((state, line))) => (Some(state), line),
            Ok(None) => return None,
            Err(error) => (None, error.line()),
        };
        Some((Ok::<_, Infallible>(line + "\n"), (state, next)))
    });
    let kind =
        [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    (kind, Body::from_stream(stream)).into_response()
}
