//! Answers of the engine: searches and reviews, reported as they proceed.

use super::body::{lines, Asked};
use crate::engine::{search, Aim, Client, Kind};
use crate::refusal::Refusal;
use crate::state::Shared;
use crate::wire::{game, line, Line};
use axum::extract::State;
use axum::response::Response;
use club::engine::{EngineOptions, SearchFlags};
use engine::player::Level;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::channel;
use tokio::task::spawn_blocking;

/// How long a search may last, whatever is asked for.
pub(super) const LONGEST: Duration = Duration::from_secs(600);

/// How long the engine thinks at its best, if nothing else is said.
const USUAL: Duration = Duration::from_secs(2);

/// The arena's clock, first answer and others, less what the way to the page and back takes.
const ARENA: [Duration; 2] = [Duration::from_millis(930), Duration::from_millis(260)];

/// How long a review may last.
const LONGEST_REVIEW: Duration = Duration::from_secs(3600);

/// A loss that counts as a blunder, as `club review` has it.
const BLUNDER: f64 = 0.2;

/// Positions of a review if no level is named, and at the engine's best: those of levels 5 and 7.
const REVIEWED: [u64; 2] = [1 << 10, 1 << 14];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ToThink {
    game: Box<RawValue>,
    level: Option<String>,
    seconds: Option<f64>,
    #[serde(default)]
    endless: bool,
    clock: Option<String>,
}

/// Answers with reports on a search until it is over.
pub(super) async fn think(
    State(state): State<Shared>,
    Asked(asked): Asked<ToThink>,
) -> Result<Response, Refusal> {
    let line = line(&asked.game)?;
    let level = level(asked.level.as_deref())?;
    let aim = aim(&asked, level, &line)?;
    let kind = if asked.endless { Kind::Lasting } else { Kind::Answer };
    // An answer looks ahead for some seconds, an analysis for minutes.
    let memory = if asked.endless { state.memory } else { state.memory.div_ceil(4) };
    let engine = EngineOptions::counting(SearchFlags::default(), 1).full().at(level);
    let engine = EngineOptions { memory, ..engine };
    reported(&state, kind, move |client| search(&line.position, &engine, aim, client))
}

/// Reads a level; none is the engine at its best.
fn level(name: Option<&str>) -> Result<Option<Level>, Refusal> {
    match name {
        None | Some("full") => Ok(None),
        Some(name) => name.parse().map(Some).map_err(|_| {
            Refusal::bad(format!("expected a level from 1 to 8 or full, found {name:?}"))
        }),
    }
}

fn aim(asked: &ToThink, level: Option<Level>, line: &Line) -> Result<Aim, Refusal> {
    let most = match asked.clock.as_deref() {
        None => LONGEST,
        Some("arena") => ARENA[usize::from(line.plies.len() > 1)],
        Some(clock) => {
            return Err(Refusal::bad(format!("expected the clock arena, found {clock:?}")))
        }
    };
    let time = match asked.seconds {
        None if asked.endless || level.is_some() || asked.clock.is_some() => most,
        None => USUAL,
        Some(seconds) if (0.0..=LONGEST.as_secs_f64()).contains(&seconds) => {
            Duration::from_secs_f64(seconds).min(most)
        }
        Some(seconds) => {
            let most = LONGEST.as_secs();
            return Err(Refusal::bad(format!("expected up to {most} seconds, found {seconds}")));
        }
    };
    let simulations = level.filter(|_| !asked.endless).map(Level::evals);
    Ok(Aim { simulations, end: Instant::now() + time, ponders: asked.endless })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ToReview {
    game: Box<RawValue>,
    level: Option<String>,
}

/// Answers with the progress of a review, and in the end with the review.
pub(super) async fn review(
    State(state): State<Shared>,
    Asked(asked): Asked<ToReview>,
) -> Result<Response, Refusal> {
    let game = game(&asked.game)?;
    let [usual, best] = REVIEWED;
    let positions = match asked.level.as_deref() {
        None => usual,
        Some(name) => level(Some(name))?.map_or(best, Level::evals),
    };
    let engine = EngineOptions::counting(SearchFlags::default(), positions);
    let engine = EngineOptions { memory: state.memory, ..engine };
    let end = Instant::now() + LONGEST_REVIEW;
    reported(&state, Kind::Lasting, move |client| {
        let mut told = None;
        let reviewed = club::review::review(&game, &engine, BLUNDER, &mut |progress| {
            if told.replace(progress) != Some(progress) {
                let line =
                    json!({ "done": false, "position": progress.position, "of": progress.of });
                if !client.send(&line).is_ok_and(|is_read| is_read) {
                    return false;
                }
            }
            client.turn() && Instant::now() < end
        });
        let Some(review) = reviewed.map_err(|error| Refusal::fault(format!("{error:#}")))? else {
            return Err(Refusal::unfit("the review took more than an hour: choose a lower level"));
        };
        client.send(&json!({ "done": true, "review": review })).map(drop)
    })
}

/// Answers with the lines that a search sends, which runs on a thread of its own.
fn reported(
    state: &Shared,
    kind: Kind,
    search: impl FnOnce(&mut Client) -> Result<(), Refusal> + Send + 'static,
) -> Result<Response, Refusal> {
    // Room for one line, so that a search does not run ahead of its reader.
    let (sender, receiver) = channel(1);
    let mut client = state.seats.take(kind, sender)?;
    let searching = spawn_blocking(move || search(&mut client));
    Ok(lines((receiver, searching), |(mut receiver, searching)| async move {
        if let Some(line) = receiver.recv().await {
            return Ok(Some(((receiver, searching), line)));
        }
        let fault = "the search broke off: this is a fault of the program";
        searching.await.map_err(|_| Refusal::fault(fault))?.map(|()| None)
    }))
}
