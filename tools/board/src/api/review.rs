//! A game, move by move, with the engine.

use super::lines::lines;
use super::think::level;
use crate::engine::{Kind, Seat, Work};
use crate::refusal::Refusal;
use crate::state::Shared;
use crate::wire::{bytes, game, parsed, SMALL};
use axum::body::Body;
use axum::extract::State;
use axum::http::Request;
use axum::response::Response;
use club::engine::{EngineOptions, SearchFlags};
use club::review::{review, Report};
use engine::player::Level;
use formats::Game;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{channel, Receiver, Sender};
use tokio::task::spawn_blocking;

/// How long a review may last.
const LONGEST: Duration = Duration::from_secs(3600);

/// A loss that counts as a blunder, as `club review` has it.
const BLUNDER: f64 = 0.2;

/// The level of a review if none is asked for, and at the engine's best.
const LEVELS: [u8; 2] = [5, 7];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked<'a> {
    #[serde(borrow)]
    game: &'a RawValue,
    level: Option<&'a str>,
}

/// A line of the answer.
#[derive(Serialize)]
#[serde(untagged)]
enum Line {
    Progress { done: bool, position: usize, of: usize },
    Done { done: bool, review: Box<Report> },
    Failed { done: bool, error: String },
}

/// Answers with how far the review has come, and in the end with it.
pub(super) async fn answer(
    State(state): State<Shared>,
    request: Request<Body>,
) -> Result<Response, Refusal> {
    let body = bytes(request, SMALL).await?;
    let asked: Asked = parsed(&body)?;
    let game = game(asked.game)?;
    let [usual, best] = LEVELS.map(Level::new);
    let level = match asked.level {
        None => usual,
        Some(name) => level(Some(name))?.or(best),
    };
    let seat = state.seats.take(Kind::Lasting)?;
    let positions = level.map_or(1024, Level::positions);
    let engine = EngineOptions::counting(SearchFlags::default(), positions);
    let engine = EngineOptions { memory: state.memory, ..engine };
    // Room for one line, so that the review does not run ahead of who reads it.
    let (sender, receiver) = channel(1);
    spawn_blocking(move || carry_out(&game, &engine, seat, &sender));
    Ok(lines(receiver, |mut lines: Receiver<Line>| async move {
        let line = lines.recv().await.unwrap_or_else(|| Line::Failed {
            done: true,
            error: String::from("the review broke off: this is a fault of the program"),
        });
        let goes_on = matches!(line, Line::Progress { .. });
        Ok((goes_on.then_some(lines), line))
    }))
}

/// Reviews, as long as somebody reads.
fn carry_out(game: &Game, engine: &EngineOptions, seat: Seat, lines: &Sender<Line>) {
    let end = Instant::now() + LONGEST;
    let mut work = Work::new(seat);
    let mut told = None;
    let reviewed = review(game, engine, BLUNDER, &mut |progress| {
        if told != Some(progress.position) {
            told = Some(progress.position);
            let line = Line::Progress { done: false, position: progress.position, of: progress.of };
            work.pause();
            if lines.blocking_send(line).is_err() {
                return false;
            }
        }
        work.share();
        !lines.is_closed() && Instant::now() < end
    });
    drop(work);
    let line = match reviewed {
        Ok(Some(review)) => Line::Done { done: true, review: Box::new(review) },
        Ok(None) => Line::Failed {
            done: true,
            error: String::from("the review took more than an hour: choose a lower level"),
        },
        Err(error) => Line::Failed { done: true, error: format!("{error:#}") },
    };
    // Whoever is gone needs nothing.
    let _ = lines.blocking_send(line);
}
