//! Errors of the API.

use axum::http::{header, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::fmt;

/// An error response: the status, and a message with cause and remedy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiError {
    /// The status.
    pub status: StatusCode,
    /// The cause, and what to do.
    pub message: String,
}

impl ApiError {
    /// Creates an error with this status.
    pub fn new(status: StatusCode, message: impl Into<String>) -> ApiError {
        ApiError { status, message: message.into() }
    }

    /// Returns a 400: the request is malformed.
    pub fn bad_request(message: impl fmt::Display) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, message.to_string())
    }

    /// Returns a 422: the request is well-formed, but impossible with this game or file.
    pub fn unprocessable(message: impl fmt::Display) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, message.to_string())
    }

    /// Returns a 404: the resource does not exist.
    pub fn not_found(message: impl fmt::Display) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, message.to_string())
    }

    /// Returns a 429: all slots are in use.
    pub fn too_many_requests(message: impl fmt::Display) -> ApiError {
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, message.to_string())
    }

    /// Returns a 500: an internal error.
    pub fn internal(message: impl fmt::Display) -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, message.to_string())
    }

    /// Returns the JSON form, `{"error": "message"}`.
    #[must_use]
    pub fn json(&self) -> String {
        json!({ "error": self.message }).to_string()
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let kind = [(header::CONTENT_TYPE, "application/json")];
        (self.status, kind, self.json()).into_response()
    }
}
