//! Answers that come a line at a time.

use crate::refusal::Refusal;
use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use serde_json::json;
use std::convert::Infallible;
use std::future::Future;

/// An answer of JSON lines. `next` makes the next line from where things stand, and says where they stand
/// then, unless it was the last one. Nothing is made before the client has room for it, and when the client
/// goes away, what is being made is dropped.
pub(super) fn lines<S, L, F>(start: S, next: impl Fn(S) -> F + Send + 'static) -> Response
where
    S: Send + 'static,
    L: Serialize,
    F: Future<Output = Result<(Option<S>, L), Refusal>> + Send,
{
    let stream = stream::unfold((Some(start), next), |(state, next)| async move {
        let (state, line) = match next(state?).await {
            Ok((state, line)) => (state, serde_json::to_string(&line).unwrap_or_default()),
            Err(refusal) => (None, json!({ "error": refusal.words, "done": true }).to_string()),
        };
        Some((Ok::<_, Infallible>(line + "\n"), (state, next)))
    });
    let kind =
        [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    (kind, Body::from_stream(stream)).into_response()
}
