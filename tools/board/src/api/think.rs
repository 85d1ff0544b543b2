//! The engine's thoughts, as they come.

use super::lines::lines;
use crate::engine::{Aim, Kind, Thought};
use crate::refusal::Refusal;
use crate::state::Shared;
use crate::wire::{bytes, line, parsed, Line, SMALL};
use axum::body::Body;
use axum::extract::State;
use axum::http::Request;
use axum::response::Response;
use engine::player::Level;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::time::{Duration, Instant};

/// How long a search may last, whatever is asked for.
pub(super) const LONGEST: Duration = Duration::from_secs(600);

/// How long the engine thinks at its best, if nothing else is said.
const USUAL: Duration = Duration::from_secs(2);

/// The arena's clock, first answer and others, less what the way to the page and back takes.
const ARENA: [Duration; 2] = [Duration::from_millis(930), Duration::from_millis(260)];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked<'a> {
    #[serde(borrow)]
    game: &'a RawValue,
    level: Option<&'a str>,
    seconds: Option<f64>,
    #[serde(default)]
    endless: bool,
    clock: Option<&'a str>,
}

/// Answers with reports on a search until it is over.
pub(super) async fn answer(
    State(state): State<Shared>,
    request: Request<Body>,
) -> Result<Response, Refusal> {
    let come = Instant::now();
    let body = bytes(request, SMALL).await?;
    let asked: Asked = parsed(&body)?;
    let line = line(asked.game)?;
    let level = level(asked.level)?;
    let aim = aim(&asked, level, &line, come)?;
    let kind = if asked.endless { Kind::Lasting } else { Kind::Answer };
    let seat = state.seats.take(kind)?;
    // An answer looks ahead for some seconds, an analysis for minutes.
    let memory = if asked.endless { state.memory } else { state.memory.div_ceil(4) };
    let thought = Thought::new(&line, level, memory, aim, seat).await?;
    Ok(lines(thought, |thought: Thought| async move {
        let (thought, finding) = thought.go_on().await?;
        Ok(((!finding.is_last()).then_some(thought), finding))
    }))
}

/// Reads a level; none is the engine at its best.
pub(super) fn level(name: Option<&str>) -> Result<Option<Level>, Refusal> {
    match name {
        None | Some("full") => Ok(None),
        Some(name) => name.parse().map(Some).map_err(|_| {
            Refusal::bad(format!("expected a level from 1 to 8 or full, found {name:?}"))
        }),
    }
}

fn aim(asked: &Asked, level: Option<Level>, line: &Line, come: Instant) -> Result<Aim, Refusal> {
    let seconds = match asked.seconds {
        None => None,
        Some(seconds) if seconds >= 0.0 && seconds <= LONGEST.as_secs_f64() => {
            Some(Duration::from_secs_f64(seconds))
        }
        Some(seconds) => {
            let most = LONGEST.as_secs();
            return Err(Refusal::bad(format!("expected up to {most} seconds, found {seconds}")));
        }
    };
    let clock = match asked.clock {
        None => None,
        Some("arena") => Some(ARENA[usize::from(line.plies.len() > 1)]),
        Some(clock) => {
            return Err(Refusal::bad(format!("expected the clock arena, found {clock:?}")))
        }
    };
    let usual = if asked.endless || level.is_some() { LONGEST } else { USUAL };
    let time = match (seconds, clock) {
        (Some(seconds), Some(clock)) => seconds.min(clock),
        (time, clock) => time.or(clock).unwrap_or(usual),
    };
    let passes = level.filter(|_| !asked.endless).map(Level::positions);
    Ok(Aim { passes, end: come + time, ponders: asked.endless })
}
