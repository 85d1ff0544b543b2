//! The HTTP API.

mod body;
mod files;

use crate::error::Rejection;
use crate::page;
use crate::state::{Shared, State};
use axum::body::Body;
use axum::extract;
use axum::http::{Method, Request};
use axum::response::Response;
use axum::routing::{get, post};
use axum::Router;
use board_core::{max_body, ApiError, Reply, Task};
use body::{bytes, json, lines, text};
use serde_json::{json, Value};
use std::time::Duration;
use tokio::sync::mpsc::channel;
use tokio::sync::SemaphorePermit;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// The maximum time to wait for a permit to read a file.
const READ_TIMEOUT: Duration = Duration::from_secs(20);

/// Returns the router with all routes.
pub fn routes(state: Shared) -> Router {
    Router::new()
        .route("/", get(page::front))
        .route("/page/{*name}", get(page::file))
        .route("/api/about", get(about))
        .route("/api/position", post(answer))
        .route("/api/think", post(answer))
        .route("/api/overlay", post(answer))
        .route("/api/review", post(answer))
        .route("/api/read", post(answer))
        .route("/api/write", post(answer))
        .route("/api/file/{id}", get(files::named))
        .route("/api/file/{id}/live", get(files::live))
        .fallback(|| async { Rejection(ApiError::not_found("there is nothing at this address")) })
        .method_not_allowed_fallback(|method: Method| async move {
            let message = format!("method {method} is not supported at this address");
            Rejection(ApiError::new(405, message))
        })
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
    let _permit = permit(&state, uri.path()).await?;
    let body = bytes(request, max_body(uri.path()), state.timeouts.body).await?;
    let core = state.core.clone();
    let answered = spawn_blocking(move || {
        core.request(uri.path_and_query().map_or("", |path| path.as_str()), &body)
    });
    match answered.await.map_err(ApiError::internal)?? {
        Reply::Json(text) => Ok(json(text)),
        Reply::Lines(task) => Ok(stream(&state, task)?),
    }
}

/// Waits for the permit that a request needs, if any. Permits bound the memory that files use at a time.
async fn permit<'a>(state: &'a State, path: &str) -> Result<Option<SemaphorePermit<'a>>, ApiError> {
    let permit = match path {
        "/api/read" => timeout(READ_TIMEOUT, state.reading.acquire()).await.map_err(|_| {
            ApiError::too_many_requests(
                "cannot read the file: the server is busy; send it again in a moment",
            )
        })?,
        "/api/write" => state.exporting.acquire().await,
        _ => return Ok(None),
    };
    permit.map(Some).map_err(ApiError::internal)
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
