//! A game as a file.

use crate::export::{export, Exported};
use crate::refusal::Refusal;
use crate::state::Shared;
use crate::wire::{bytes, game, json, parsed, SMALL};
use axum::body::Body;
use axum::extract::State;
use axum::http::Request;
use axum::response::Response;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use tokio::task::spawn_blocking;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked<'a> {
    #[serde(borrow)]
    game: &'a RawValue,
    format: String,
    ply: Option<usize>,
    #[serde(default)]
    dark: bool,
}

/// Answers with the file's name and text.
pub(super) async fn answer(
    State(state): State<Shared>,
    request: Request<Body>,
) -> Result<Response, Refusal> {
    let body = bytes(request, SMALL).await?;
    let room = state.making.acquire().await.map_err(Refusal::fault)?;
    let asked: Asked = parsed(&body)?;
    let game = game(asked.game)?;
    let Asked { format, ply, dark, .. } = asked;
    let exported = spawn_blocking(move || export(&game, &format, ply, dark));
    let Exported { name, kind, text, told } = exported.await.map_err(Refusal::fault)??;
    drop(room);
    json(&json!({ "name": name, "type": kind, "text": text, "told": told }))
}
