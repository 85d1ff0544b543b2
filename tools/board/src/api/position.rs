//! A position: who stands where, what may be played.

use crate::refusal::Refusal;
use crate::wire::{bytes, json, line, parsed, View, SMALL};
use axum::body::Body;
use axum::http::Request;
use axum::response::Response;
use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked<'a> {
    #[serde(borrow)]
    game: &'a RawValue,
}

/// Answers with the last position of a line.
pub(super) async fn answer(request: Request<Body>) -> Result<Response, Refusal> {
    let body = bytes(request, SMALL).await?;
    let asked: Asked = parsed(&body)?;
    json(&View::of(&line(asked.game)?))
}
