//! What this program can do.

use crate::refusal::Refusal;
use crate::state::Shared;
use crate::wire::{json, LARGE, SMALL};
use axum::extract::State;
use axum::response::Response;
use engine::player::Level;
use formats::Format;
use serde_json::{json, Value};

/// Answers with what there is to choose from.
pub(super) async fn answer(State(state): State<Shared>) -> Result<Response, Refusal> {
    let formats = Format::ALL
        .map(|format| json!({ "name": format.name(), "ending": format.extensions()[0] }));
    json(&json!({
        "version": env!("CARGO_PKG_VERSION"),
        "sizes": [5, 24],
        "rules": ["pp", "standard"],
        "swaps": ["mirror", "sides", "none"],
        "levels": levels(),
        "formats": formats,
        "files": state.files,
        "running": state.seats.running(),
        "limits": { "body": SMALL, "file": LARGE, "seconds": super::think::LONGEST.as_secs() },
    }))
}

fn levels() -> Vec<Value> {
    let named = Level::all().map(|level| {
        let words = format!("looks at {} positions a turn", level.positions());
        json!({ "name": level.to_string(), "words": words })
    });
    let full = json!({ "name": "full", "words": "at its best, as long as its time lasts" });
    named.chain([full]).collect()
}
