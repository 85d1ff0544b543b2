//! Error responses.

use axum::http::{header, StatusCode};
use axum::response::{IntoResponse, Response};
use board_core::ApiError;

/// An error as a response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection(pub ApiError);

impl From<ApiError> for Rejection {
    fn from(error: ApiError) -> Rejection {
        Rejection(error)
    }
}

impl IntoResponse for Rejection {
    fn into_response(self) -> Response {
        let Rejection(error) = self;
        let status =
            StatusCode::from_u16(error.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let kind = [(header::CONTENT_TYPE, "application/json")];
        (status, kind, error.json()).into_response()
    }
}
