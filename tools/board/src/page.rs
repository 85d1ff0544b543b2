//! The page's files, which the program holds.

use crate::refusal::Refusal;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};

/// Each file's name below the page's folder, and its content.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// A file's content.
#[must_use]
pub fn content(name: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|(known, _)| *known == name).map(|(_, content)| *content)
}

/// The names of all files.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

/// Answers with the page itself.
///
/// # Errors
///
/// If the program was built without a page.
pub async fn front() -> Result<Response, Refusal> {
    answer("index.html")
}

/// Answers with a file of the page.
///
/// # Errors
///
/// If there is no such file.
pub async fn file(Path(name): Path<String>) -> Result<Response, Refusal> {
    answer(&name)
}

fn answer(name: &str) -> Result<Response, Refusal> {
    let content =
        content(name).ok_or_else(|| Refusal::missing(format!("the page has no file {name:?}")))?;
    let kind = [(header::CONTENT_TYPE, kind(name)), (header::CACHE_CONTROL, "no-cache")];
    Ok((kind, content).into_response())
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => "application/octet-stream",
    }
}
