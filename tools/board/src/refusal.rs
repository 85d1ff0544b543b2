//! What the server says when it can't do what it is asked for.

use axum::http::{header, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::fmt;

/// A request that is refused: the status, and a sentence that says what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The status.
    pub status: StatusCode,
    /// What was wrong, and what to do.
    pub words: String,
}

impl Refusal {
    /// A refusal with this status.
    pub fn new(status: StatusCode, words: impl Into<String>) -> Refusal {
        Refusal { status, words: words.into() }
    }

    /// What was asked for makes no sense.
    pub fn bad(words: impl fmt::Display) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, words.to_string())
    }

    /// It makes sense, but can't be done with this game.
    pub fn unfit(words: impl fmt::Display) -> Refusal {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, words.to_string())
    }

    /// There is no such thing.
    pub fn missing(words: impl fmt::Display) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, words.to_string())
    }

    /// Too much is going on.
    pub fn busy(words: impl fmt::Display) -> Refusal {
        Refusal::new(StatusCode::TOO_MANY_REQUESTS, words.to_string())
    }

    /// The server's own fault.
    pub fn fault(words: impl fmt::Display) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, words.to_string())
    }

    /// The refusal as the page reads it.
    #[must_use]
    pub fn json(&self) -> String {
        json!({ "error": self.words }).to_string()
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let kind = [(header::CONTENT_TYPE, "application/json")];
        (self.status, kind, self.json()).into_response()
    }
}
