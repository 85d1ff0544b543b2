//! Errors of the API.

use serde_json::json;
use std::fmt;

/// An error response: a status, and a message that states the cause and the remedy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiError {
    /// The status, as in HTTP.
    pub status: u16,
    /// The cause, and what to do.
    pub message: String,
}

impl ApiError {
    /// Creates an error with this status.
    pub fn new(status: u16, message: impl Into<String>) -> ApiError {
        ApiError { status, message: message.into() }
    }

    /// Returns a 400: the request is malformed.
    pub fn bad_request(message: impl fmt::Display) -> ApiError {
        ApiError::new(400, message.to_string())
    }

    /// Returns a 404: the resource does not exist.
    pub fn not_found(message: impl fmt::Display) -> ApiError {
        ApiError::new(404, message.to_string())
    }

    /// Returns a 413: the body is larger than `limit` bytes.
    pub fn too_large(limit: usize) -> ApiError {
        let message =
            format!("cannot read the request: larger than {} MB; send less at a time", limit >> 20);
        ApiError::new(413, message)
    }

    /// Returns a 422: the request is well-formed, but impossible with this game or file.
    pub fn unprocessable(message: impl fmt::Display) -> ApiError {
        ApiError::new(422, message.to_string())
    }

    /// Returns a 429: all slots are in use.
    pub fn too_many_requests(message: impl fmt::Display) -> ApiError {
        ApiError::new(429, message.to_string())
    }

    /// Returns a 500: an internal error.
    pub fn internal(message: impl fmt::Display) -> ApiError {
        ApiError::new(500, message.to_string())
    }

    /// Returns the JSON form, `{"error": "message"}`.
    pub fn json(&self) -> String {
        json!({ "error": self.message }).to_string()
    }

    /// Returns the last JSON line of a streamed answer that fails with this error.
    pub fn line(&self) -> String {
        json!({ "error": self.message, "done": true }).to_string()
    }
}
