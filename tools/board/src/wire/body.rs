//! Bodies of requests, neither larger nor slower than the server can bear.

use crate::refusal::Refusal;
use axum::body::Body;
use axum::http::{header, Request, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::time::timeout;

/// The most bytes of a request that holds a game.
pub const SMALL: usize = 1 << 20;

/// The most bytes of a file.
pub const LARGE: usize = 16 << 20;

/// How long a body may take to come.
const PATIENCE: Duration = Duration::from_secs(10);

/// The body of a request, of at most `most` bytes.
///
/// # Errors
///
/// If it is larger, comes too slowly, or breaks off.
pub async fn bytes(request: Request<Body>, most: usize) -> Result<Vec<u8>, Refusal> {
    let told = request.headers().get(header::CONTENT_LENGTH);
    let told = told.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if told.is_some_and(|length| length > most as u64) {
        return Err(too_large(most));
    }
    let mut stream = request.into_body().into_data_stream();
    let mut content = Vec::new();
    let all = async {
        while let Some(part) = stream.next().await {
            let part = part.map_err(|_| Refusal::bad("the request broke off: send it again"))?;
            if content.len() + part.len() > most {
                return Err(too_large(most));
            }
            content.extend_from_slice(&part);
        }
        Ok(())
    };
    let slow = || {
        let words = format!("the body took longer than {} s: send it again", PATIENCE.as_secs());
        Refusal::new(StatusCode::REQUEST_TIMEOUT, words)
    };
    timeout(PATIENCE, all).await.map_err(|_| slow())??;
    Ok(content)
}

fn too_large(most: usize) -> Refusal {
    let words = format!("the body is larger than {} MB: send less at a time", most >> 20);
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, words)
}

/// What a body says.
///
/// # Errors
///
/// If it isn't JSON, or not what was expected.
pub fn parsed<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, Refusal> {
    serde_json::from_slice(body).map_err(|error| Refusal::bad(format!("the body's JSON: {error}")))
}

/// An answer in JSON.
///
/// # Errors
///
/// If it can't be written, which no answer here does.
pub fn json(answer: &impl Serialize) -> Result<Response, Refusal> {
    let text = serde_json::to_string(answer).map_err(Refusal::fault)?;
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    Ok((kind, text).into_response())
}
