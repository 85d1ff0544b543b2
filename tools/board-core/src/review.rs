//! Game reviews, which search every position of a game to evaluate its moves, with progress reports.

use crate::error::ApiError;
use crate::task::{until, Clock, Kind, Step, Task, Work};
use crate::think::level;
use crate::wire::{json_body, read_game};
use club::engine::{EngineOptions, SearchFlags};
use club::review::{Analysis, ReviewProgress};
use engine::player::Level;
use formats::Game;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use std::fmt;
use std::time::Duration;

/// The maximum time of a review.
const MAX_TIME: Duration = Duration::from_secs(3600);

/// The minimum loss of a blunder, as a difference of expected scores; the default of `club review`.
const BLUNDER: f64 = 0.2;

/// Evaluations per position of a review: without a level, as many as level 5; at full strength, as many as level 7.
const EVALS: [u64; 2] = [1 << 10, 1 << 14];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReviewRequest {
    game: Box<RawValue>,
    level: Option<String>,
}

/// Handles `/api/review`: creates a review with a tree of at most `memory` megabytes.
///
/// # Errors
///
/// If the request is invalid.
pub(crate) fn review(
    body: &[u8],
    clock: Clock,
    memory: u64,
    search: &SearchFlags,
) -> Result<Task, ApiError> {
    let request: ReviewRequest = json_body(body)?;
    let game = read_game(&request.game)?;
    let [usual, best] = EVALS;
    let evals = match request.level.as_deref() {
        None => usual,
        Some(name) => level(Some(name))?.map_or(best, Level::evals),
    };
    let engine = EngineOptions::at_fixed_nodes(search.strongest(&game.start()), evals);
    let engine = EngineOptions { memory, ..engine };
    let end = clock() + MAX_TIME;
    let review = Reviewing { game, engine, analysis: None, reported: None, end };
    Ok(Task::new(Kind::Analysis, clock, review))
}

/// A review of a game.
struct Reviewing {
    game: Game,
    engine: EngineOptions,
    /// Created in the first slice, since it allocates the tree.
    analysis: Option<Analysis>,
    /// The progress that was reported last.
    reported: Option<ReviewProgress>,
    end: Duration,
}

impl Work for Reviewing {
    fn advance(&mut self, clock: Clock, end: Duration) -> Result<Step, ApiError> {
        let mut step = Step::default();
        let mut analysis = match self.analysis.take() {
            Some(analysis) => analysis,
            None => Analysis::new(&self.game, &self.engine).map_err(failed)?,
        };
        let slice = until(clock, end);
        loop {
            let progress = analysis.progress();
            if self.reported.replace(progress) != Some(progress) {
                let ReviewProgress { position, of } = progress;
                step.push(&json!({ "done": false, "position": position, "of": of }))?;
            }
            if analysis.advance(&slice).map_err(failed)? {
                let review = analysis.report(BLUNDER).map_err(failed)?;
                step.push(&json!({ "done": true, "review": review }))?;
                step.is_done = true;
                return Ok(step);
            }
            let now = clock();
            if now >= self.end {
                return Err(ApiError::unprocessable(
                    "cannot finish the review: it takes more than an hour; choose a lower level",
                ));
            }
            if now >= end {
                self.analysis = Some(analysis);
                return Ok(step);
            }
        }
    }
}

/// Returns the error of a failed review. The alternate form (`{:#}`) includes the causes.
fn failed(error: impl fmt::Display) -> ApiError {
    ApiError::internal(format!("{error:#}"))
}
