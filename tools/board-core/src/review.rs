//! Game reviews, which search every position of a game to evaluate its moves, with progress reports.

use crate::error::ApiError;
use crate::task::{until, Clock, Kind, Resources, Step, Task, Work};
use crate::wire::{json_body, read_game};
use club::engine::{EngineOptions, SearchFlags};
use club::review::{Analysis, Evaluation, ReviewProgress};
use engine::player::Level;
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
    /// Evaluates only every `part[1]`-th position, starting with position `part[0]`, and returns the evaluations instead
    /// of the report. Several workers can review a game in this way.
    part: Option<[usize; 2]>,
    /// Evaluations by the index of their position, from parts of the review; these positions are not searched.
    #[serde(default)]
    evaluations: Vec<(usize, Evaluation)>,
}

/// Handles `/api/review`: creates a review, or a part of one.
///
/// # Errors
///
/// If the request is invalid.
pub(crate) fn review(
    body: &[u8],
    resources: Resources,
    search: &SearchFlags,
) -> Result<Task, ApiError> {
    let request: ReviewRequest = json_body(body)?;
    let game = read_game(&request.game)?;
    let [usual, best] = EVALS;
    let evals = match request.level.as_deref() {
        None => usual,
        Some("full") => best,
        Some(name) => name.parse().map(Level::evals).map_err(|error| {
            ApiError::bad_request(format!("cannot review: {error}, or full, found {name:?}"))
        })?,
    };
    let engine = EngineOptions::at_fixed_nodes(search.clone(), evals);
    let Resources { clock, memory, threads } = resources;
    let engine = EngineOptions { memory, ..engine };
    let mut analysis = Analysis::new(&game, &engine, threads).map_err(ApiError::unprocessable)?;
    let is_valid = analysis.add(request.evaluations)
        && request.part.is_none_or(|[first, of]| analysis.restrict(first, of));
    if !is_valid {
        return Err(ApiError::unprocessable("cannot review: invalid part or evaluations"));
    }
    let is_part = request.part.is_some();
    let reported = vec![false; analysis.progress().of];
    let end = clock() + MAX_TIME;
    let review = Reviewing { analysis, is_part, is_started: false, reported, end };
    Ok(Task::new(Kind::Analysis, threads, clock, review))
}

/// A review of a game.
struct Reviewing {
    analysis: Analysis,
    /// Whether the answer is the evaluations instead of the report.
    is_part: bool,
    /// Whether the first report was sent.
    is_started: bool,
    /// By position, whether its value was reported.
    reported: Vec<bool>,
    end: Duration,
}

impl Work for Reviewing {
    fn advance(&mut self, clock: Clock, end: Duration) -> Result<Step, ApiError> {
        let mut step = Step::default();
        let Reviewing { analysis, is_part, is_started, reported, end: last } = self;
        let new = analysis.evaluations().filter(|&(index, _)| !reported[index]);
        let values: Vec<(usize, f64)> = new.map(|(index, new)| (index, new.vertical)).collect();
        if !std::mem::replace(is_started, true) || !values.is_empty() {
            values.iter().for_each(|&(index, _)| reported[index] = true);
            let ReviewProgress { position, of } = analysis.progress();
            step.push(&json!({ "done": false, "position": position, "of": of, "values": values }))?;
        }
        step.is_done = analysis.advance(&until(clock, end)).map_err(failed)?;
        if step.is_done && *is_part {
            let evaluations: Vec<_> = analysis.evaluations().collect();
            step.push(&json!({ "done": true, "evaluations": evaluations }))?;
        } else if step.is_done {
            let review = analysis.report(BLUNDER).map_err(failed)?;
            step.push(&json!({ "done": true, "review": review }))?;
        } else if clock() >= *last {
            return Err(ApiError::unprocessable(
                "cannot finish the review: it takes more than an hour; choose a lower level",
            ));
        }
        Ok(step)
    }
}

/// Returns the error of a failed review. The alternate form (`{:#}`) includes the causes.
fn failed(error: impl fmt::Display) -> ApiError {
    ApiError::internal(format!("{error:#}"))
}
