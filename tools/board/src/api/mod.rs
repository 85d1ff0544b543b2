//! What the page asks for.

mod body;
mod files;
mod overlay;
mod searches;

use crate::export::export;
use crate::page;
use crate::refusal::Refusal;
use crate::state::Shared;
use crate::wire::{game, line, View};
use axum::extract::State;
use axum::http::{Method, StatusCode};
use axum::response::Response;
use axum::routing::{get, post};
use axum::Router;
use body::{json, Asked, LARGE, SMALL};
use engine::player::Level;
use formats::Format;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use tokio::task::spawn_blocking;

/// All addresses.
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
        .fallback(|| async { Refusal::missing("there is nothing at this address") })
        .method_not_allowed_fallback(|method: Method| async move {
            let words = format!("this address does not take {method}");
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, words)
        })
        .with_state(state)
}

/// Answers with what there is to choose from.
async fn about(State(state): State<Shared>) -> Result<Response, Refusal> {
    let formats = Format::ALL
        .map(|format| json!({ "name": format.name(), "ending": format.extensions()[0] }));
    let levels = Level::all().map(|level| {
        let words = format!("looks at {} positions a turn", level.evals());
        json!({ "name": level.to_string(), "words": words })
    });
    let full = json!({ "name": "full", "words": "at its best, as long as its time lasts" });
    json(&json!({
        "version": env!("CARGO_PKG_VERSION"),
        "sizes": [5, 24],
        "rules": ["pp", "standard"],
        "swaps": ["mirror", "sides", "none"],
        "levels": levels.chain([full]).collect::<Vec<_>>(),
        "formats": formats,
        "files": state.files,
        "running": state.seats.running(),
        "limits": { "body": SMALL, "file": LARGE, "seconds": searches::LONGEST.as_secs() },
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToShow {
    game: Box<RawValue>,
}

/// Answers with the last position of a line.
async fn position(Asked(asked): Asked<ToShow>) -> Result<Response, Refusal> {
    json(&View::of(&line(&asked.game)?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToWrite {
    game: Box<RawValue>,
    format: String,
    ply: Option<usize>,
    #[serde(default)]
    dark: bool,
}

/// Answers with a game as a file: its name, type and text, and what it leaves out.
async fn write(
    State(state): State<Shared>,
    Asked(asked): Asked<ToWrite>,
) -> Result<Response, Refusal> {
    let _room = state.making.acquire().await.map_err(Refusal::fault)?;
    let game = game(&asked.game)?;
    let made = spawn_blocking(move || export(&game, &asked.format, asked.ply, asked.dark));
    json(&made.await.map_err(Refusal::fault)??)
}
