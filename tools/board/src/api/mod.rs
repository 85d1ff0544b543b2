//! What the page asks for.

mod about;
mod files;
mod lines;
mod overlay;
mod position;
mod review;
mod think;
mod write;

use crate::page;
use crate::refusal::Refusal;
use crate::state::Shared;
use axum::http::{Method, StatusCode};
use axum::routing::{get, post};
use axum::Router;

/// All addresses.
pub fn routes(state: Shared) -> Router {
    Router::new()
        .route("/", get(page::front))
        .route("/page/{*name}", get(page::file))
        .route("/api/about", get(about::answer))
        .route("/api/position", post(position::answer))
        .route("/api/think", post(think::answer))
        .route("/api/overlay", post(overlay::answer))
        .route("/api/review", post(review::answer))
        .route("/api/read", post(files::sent))
        .route("/api/write", post(write::answer))
        .route("/api/file/{id}", get(files::named))
        .route("/api/file/{id}/live", get(files::live))
        .fallback(|| async { Refusal::missing("there is nothing at this address") })
        .method_not_allowed_fallback(|method: Method| async move {
            let words = format!("this address does not take {method}");
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, words)
        })
        .with_state(state)
}
