//! The HTTP API.

mod body;
mod files;

use crate::error::Rejection;
use crate::page;
use crate::state::{Shared, State};
use axum::body::Body;
use axum::error_handling::HandleErrorLayer;
use axum::extract;
use axum::http::{Method, Request};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{BoxError, Router};
use board_core::{max_body, ApiError, Reply, Task};
use body::{bytes, json, lines, text};
use serde_json::{json, Value};
use tokio::sync::mpsc::channel;
use tokio::task::spawn_blocking;
use tower::limit::GlobalConcurrencyLimitLayer;
use tower::ServiceBuilder;

/// The maximum number of files that are read at a time.
const MAX_READS: usize = 3;

/// The maximum number of exports at a time.
const MAX_EXPORTS: usize = 4;

/// Returns the router with all routes.
pub fn routes(state: Shared) -> Router {
    let timeout = ServiceBuilder::new()
        .layer(HandleErrorLayer::new(|_: BoxError| async {
            let message =
                "cannot answer the request: it took longer than the time limit; send it again";
            Rejection(ApiError::new(408, message))
        }))
        .timeout(state.timeout);
    let reading = GlobalConcurrencyLimitLayer::new(MAX_READS);
    Router::new()
        .route("/", get(page::front))
        .route("/page/{*name}", get(page::file))
        .route("/api/about", get(about))
        .route("/api/position", post(answer))
        .route("/api/think", post(answer))
        .route("/api/overlay", post(answer))
        .route("/api/review", post(answer))
        .route("/api/read", post(answer).layer(reading.clone()))
        .route("/api/write", post(answer).layer(GlobalConcurrencyLimitLayer::new(MAX_EXPORTS)))
        .route("/api/file/{id}", get(files::named).layer(reading))
        .route("/api/file/{id}/live", get(files::live))
        .fallback(|| async { Rejection(ApiError::not_found("there is nothing at this address")) })
        .method_not_allowed_fallback(|method: Method| async move {
            let message = format!("method {method} is not supported at this address");
            Rejection(ApiError::new(405, message))
        })
        .layer(timeout)
        .with_state(state)
}

/// Handles `GET /api/about`: returns the page's options, the named files, and the number of running searches.
async fn about(extract::State(state): extract::State<Shared>) -> Result<Response, Rejection> {
    let mut about: Value = board_core::about();
    about["files"] = json!(state.files);
    about["running"] = json!(state.searches.running());
    Ok(json(text(&about)?))
}

/// Handles the requests that [`board_core::Core`] answers.
async fn answer(
    extract::State(state): extract::State<Shared>,
    request: Request<Body>,
) -> Result<Response, Rejection> {
    let uri = request.uri().clone();
    let body = bytes(request, max_body(uri.path())).await?;
    let core = state.core.clone();
    let answered = spawn_blocking(move || {
        core.request(uri.path_and_query().map_or("", |path| path.as_str()), &body)
    });
    match answered.await.map_err(ApiError::internal)?? {
        Reply::Json(text) => Ok(json(text)),
        Reply::Lines(task) => Ok(stream(&state, task)?),
    }
}

/// Runs a task on a separate thread, and streams its lines.
fn stream(state: &State, task: Task) -> Result<Response, ApiError> {
    // Capacity for one line, so that a search does not run ahead of its client.
    let (sender, receiver) = channel(1);
    let client = state.searches.acquire(task.kind(), sender)?;
    let searching = spawn_blocking(move || client.run(task));
    Ok(lines((receiver, searching), |(mut receiver, searching)| async move {
        if let Some(line) = receiver.recv().await {
            return Ok(Some(((receiver, searching), line)));
        }
        let fault = "cannot finish the search: internal error; start it again";
        searching.await.map_err(|_| ApiError::internal(fault))?;
        Ok(None)
    }))
}
