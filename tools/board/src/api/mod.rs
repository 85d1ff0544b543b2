//! The HTTP API.

mod body;
mod files;
mod overlay;
mod searches;

use crate::error::ApiError;
use crate::export::export;
use crate::page;
use crate::state::Shared;
use crate::wire::{read_game, read_line, PositionView};
use axum::extract::State;
use axum::http::{Method, StatusCode};
use axum::response::Response;
use axum::routing::{get, post};
use axum::Router;
use body::{json, JsonBody, MAX_BODY, MAX_FILE};
use engine::player::Level;
use formats::Format;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use tokio::task::spawn_blocking;

/// Returns the router with all routes.
pub fn routes(state: Shared) -> Router {
    Router::new()
        .route("/", get(page::front))
        .route("/page/{*name}", get(page::file))
        .route("/api/about", get(about))
        .route("/api/position", post(position))
        .route("/api/think", post(searches::think))
        .route("/api/overlay", post(overlay::answer))
        .route("/api/review", post(searches::review))
        .route("/api/read", post(files::sent))
        .route("/api/write", post(write))
        .route("/api/file/{id}", get(files::named))
        .route("/api/file/{id}/live", get(files::live))
        .fallback(|| async { ApiError::not_found("there is nothing at this address") })
        .method_not_allowed_fallback(|method: Method| async move {
            let message = format!("method {method} is not supported at this address");
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, message)
        })
        .with_state(state)
}

/// The names of levels 1 to 8 on the page.
const LEVEL_NAMES: [&str; 8] =
    ["beginner", "novice", "easy", "casual", "medium", "advanced", "hard", "expert"];

/// Handles `GET /api/about`: returns the options of the page.
async fn about(State(state): State<Shared>) -> Result<Response, ApiError> {
    let formats = Format::ALL
        .map(|format| json!({ "name": format.name(), "ending": format.extensions()[0] }));
    let levels = Level::all()
        .zip(LEVEL_NAMES)
        .map(|(level, words)| json!({ "name": level.to_string(), "words": words }));
    let full = json!({ "name": "full", "words": "full strength" });
    json(&json!({
        "version": env!("CARGO_PKG_VERSION"),
        "sizes": [5, 24],
        "rules": ["pp", "standard"],
        "swaps": ["mirror", "sides", "none"],
        "levels": levels.chain([full]).collect::<Vec<_>>(),
        "formats": formats,
        "files": state.files,
        "running": state.searches.running(),
        "limits": { "body": MAX_BODY, "file": MAX_FILE, "seconds": searches::MAX_TIME.as_secs() },
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionRequest {
    game: Box<RawValue>,
}

/// Handles `POST /api/position`: returns the last position of a line.
async fn position(JsonBody(request): JsonBody<PositionRequest>) -> Result<Response, ApiError> {
    json(&PositionView::of(&read_line(&request.game)?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WriteRequest {
    game: Box<RawValue>,
    format: String,
    ply: Option<usize>,
    #[serde(default)]
    dark: bool,
}

/// Handles `POST /api/write`: returns a game as a file, with its name, type, text and omissions.
async fn write(
    State(state): State<Shared>,
    JsonBody(request): JsonBody<WriteRequest>,
) -> Result<Response, ApiError> {
    let _room = state.exporting.acquire().await.map_err(ApiError::internal)?;
    let game = read_game(&request.game)?;
    let made = spawn_blocking(move || export(&game, &request.format, request.ply, request.dark));
    json(&made.await.map_err(ApiError::internal)??)
}
