//! Dispatch of requests.

use crate::error::ApiError;
use crate::task::{Resources, Task, MAX_TIME};
use crate::wire::{json_body, read_line, PositionView};
#[cfg(feature = "searches")]
use crate::{overlay::overlay, review::review, think::think, think::LastPlayer};
use analysis::options::EngineChoice;
use engine::player::Grade;
use formats::Format;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{json, Value};
#[cfg(feature = "files")]
use twixt::geometry::Size;

/// The maximum size of a request body other than a file, in bytes.
pub const MAX_BODY: usize = 1 << 20;

/// The maximum size of a file, in bytes.
pub const MAX_FILE: usize = 16 << 20;

/// The answer to a request.
pub enum Reply {
    /// A complete answer: one JSON value.
    Json(String),
    /// An answer of several lines, each a JSON value.
    Lines(Task),
}

/// The engine and the limits that all requests share.
#[derive(Clone)]
#[cfg_attr(not(feature = "searches"), expect(dead_code, reason = "only searches read the fields"))]
pub struct Core {
    resources: Resources,
    choice: EngineChoice,
    #[cfg(feature = "searches")]
    last: LastPlayer,
}

impl Core {
    /// Creates a core with the built-in network.
    pub fn new(resources: Resources) -> Core {
        Core {
            resources,
            choice: EngineChoice::default(),
            #[cfg(feature = "searches")]
            last: LastPlayer::default(),
        }
    }

    /// Loads the content of a network file, which replaces the built-in network except where
    /// [`EngineChoice::strongest`] selects the bot's.
    ///
    /// # Errors
    ///
    /// If the content is not a valid network.
    pub fn load_network(&mut self, weights: &[u8]) -> Result<(), ApiError> {
        let choice = EngineChoice::with_network(weights).map_err(ApiError::unprocessable)?;
        *self = Core { choice, ..Core::new(self.resources) };
        Ok(())
    }

    /// Answers a request of the page. `path` may have a query.
    ///
    /// # Errors
    ///
    /// If the request is invalid; the error has the status of the answer.
    #[cfg_attr(not(feature = "files"), allow(unused_variables))]
    pub fn request(&self, path: &str, body: &[u8]) -> Result<Reply, ApiError> {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let limit = max_body(path);
        if body.len() > limit {
            return Err(ApiError::too_large(limit));
        }
        match path {
            "/api/about" => to_json(&about()),
            "/api/position" => {
                let request: PositionRequest = json_body(body)?;
                to_json(&PositionView::of(&read_line(&request.game)?))
            }
            #[cfg(feature = "searches")]
            "/api/think" => think(body, self.resources, &self.choice, &self.last).map(Reply::Lines),
            #[cfg(feature = "searches")]
            "/api/review" => review(body, self.resources, &self.choice).map(Reply::Lines),
            #[cfg(feature = "searches")]
            "/api/overlay" => to_json(&overlay(body, &self.choice)?),
            #[cfg(feature = "files")]
            "/api/read" => read(query, body),
            #[cfg(feature = "files")]
            "/api/write" => write(body),
            _ => Err(ApiError::not_found("there is nothing at this address")),
        }
    }
}

#[cfg(feature = "files")]
fn read(query: &str, body: &[u8]) -> Result<Reply, ApiError> {
    // Only the ending of the name is read, which no client encodes.
    let name = parameter(query, "name").unwrap_or_default();
    to_json(&crate::records::read(name, size(query)?, body)?)
}

#[cfg(feature = "files")]
fn write(body: &[u8]) -> Result<Reply, ApiError> {
    let WriteRequest { game, format, ply, dark } = json_body(body)?;
    to_json(&crate::export::export(&crate::wire::read_game(&game)?, &format, ply, dark)?)
}

/// Returns the maximum size of the body of a request, in bytes.
pub fn max_body(path: &str) -> usize {
    match path {
        "/api/read" => MAX_FILE,
        _ => MAX_BODY,
    }
}

fn to_json(value: &impl Serialize) -> Result<Reply, ApiError> {
    serde_json::to_string(value).map(Reply::Json).map_err(ApiError::internal)
}

/// Returns the options of the page, the answer to `/api/about`.
pub fn about() -> Value {
    let formats = Format::ALL
        .map(|format| json!({ "name": format.name(), "ending": format.extensions()[0] }));
    let grades = Grade::all()
        .map(|grade| json!({ "grade": grade.number(), "name": grade.name(), "elo": grade.elo() }));
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "sizes": [5, 24],
        "rules": ["pp", "standard"],
        "swaps": ["mirror", "sides", "none"],
        "grades": grades.collect::<Vec<_>>(),
        "formats": formats,
        "files": [],
        "running": 0,
        "limits": { "body": MAX_BODY, "file": MAX_FILE, "seconds": MAX_TIME.as_secs() },
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionRequest {
    game: Box<RawValue>,
}

#[cfg(feature = "files")]
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WriteRequest {
    game: Box<RawValue>,
    format: String,
    ply: Option<usize>,
    #[serde(default)]
    dark: bool,
}

/// Parses the board size for games that state none, in a query such as `size=24` or `size=22x24`; `None` if the query
/// has no size.
///
/// # Errors
///
/// If it is not a valid board size.
#[cfg(feature = "files")]
pub fn size(query: &str) -> Result<Option<Size>, ApiError> {
    let Some(value) = parameter(query, "size").filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    analysis::games::size(value).map(Some).map_err(|expected| {
        ApiError::bad_request(format!("cannot read games on a board of size {value:?}: {expected}"))
    })
}

#[cfg(feature = "files")]
fn parameter<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.filter(|(key, _)| *key == name).map(|(_, value)| value).next()
}
