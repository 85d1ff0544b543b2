//! The embedded files of the page.

use crate::error::Rejection;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use board_core::ApiError;

/// Name and content of each file in the `page` folder that browsers load.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Returns the content of a file.
pub fn content(name: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|(known, _)| *known == name).map(|(_, content)| *content)
}

/// Returns the names of all files.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

/// Serves the page.
///
/// # Errors
///
/// If the program was built without a page.
pub async fn front() -> Result<Response, Rejection> {
    answer("index.html")
}

/// Serves a file of the page.
///
/// # Errors
///
/// If there is no such file.
pub async fn file(Path(name): Path<String>) -> Result<Response, Rejection> {
    answer(&name)
}

fn answer(name: &str) -> Result<Response, Rejection> {
    let content = content(name)
        .ok_or_else(|| ApiError::not_found(format!("the page has no file {name:?}")))?;
    let kind = [(header::CONTENT_TYPE, kind(name)), (header::CACHE_CONTROL, "no-cache")];
    Ok((kind, content).into_response())
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        _ => "application/octet-stream",
    }
}
