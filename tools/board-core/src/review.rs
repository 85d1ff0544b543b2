//! Game reviews, which search every position of a game to evaluate its moves, with progress reports.

use crate::error::ApiError;
use crate::task::{until, Clock, Kind, Resources, Step, Task, Work};
use crate::wire::{json_body, read_game};
use analysis::options::EngineChoice;
use analysis::review::{Evaluation, Review, ReviewProgress};
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use std::fmt;
use std::num::NonZeroU64;
use std::time::Duration;

/// The maximum time of a review.
const MAX_TIME: Duration = Duration::from_secs(3600);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReviewRequest {
    game: Box<RawValue>,
    /// Evaluations per position.
    nodes: Option<NonZeroU64>,
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
    choice: &EngineChoice,
) -> Result<Task, ApiError> {
    let request: ReviewRequest = json_body(body)?;
    let game = read_game(&request.game)?;
    let nodes = request.nodes.map_or(Review::NODES, NonZeroU64::get);
    let Resources { clock, memory, threads } = resources;
    let review = Review::new(&game, choice.clone(), nodes, threads, memory);
    let mut review = review.map_err(ApiError::unprocessable)?;
    let is_valid = review.add(request.evaluations)
        && request.part.is_none_or(|[first, of]| review.restrict(first, of));
    if !is_valid {
        return Err(ApiError::unprocessable("cannot review: invalid part or evaluations"));
    }
    let is_part = request.part.is_some();
    let reported = vec![false; game.main_line().count() + 1];
    let end = clock() + MAX_TIME;
    let review = Reviewing { review, is_part, percent: None, reported, end };
    Ok(Task::new(Kind::Analysis, threads, clock, review))
}

/// A review of a game.
struct Reviewing {
    review: Review,
    /// Whether the answer is the evaluations instead of the report.
    is_part: bool,
    /// The progress in the last report.
    percent: Option<u64>,
    /// By position, whether its value was reported.
    reported: Vec<bool>,
    end: Duration,
}

impl Work for Reviewing {
    fn advance(&mut self, clock: Clock, end: Duration) -> Result<Step, ApiError> {
        let mut step = Step::default();
        let Reviewing { review, is_part, percent, reported, end: last } = self;
        let new = review.evaluations().filter(|&(index, _)| !reported[index]);
        let values: Vec<(usize, f64)> = new.map(|(index, new)| (index, new.vertical)).collect();
        let ReviewProgress { evals, of } = review.progress();
        // A position may take a minute, so the progress within it is reported as well.
        let latest = Some(evals.saturating_mul(100) / of);
        if std::mem::replace(percent, latest) != latest || !values.is_empty() {
            values.iter().for_each(|&(index, _)| reported[index] = true);
            step.push(&json!({ "done": false, "evals": evals, "of": of, "values": values }))?;
        }
        step.is_done = review.advance(&until(clock, end)).map_err(failed)?;
        if step.is_done && *is_part {
            let evaluations: Vec<_> = review.evaluations().collect();
            step.push(&json!({ "done": true, "evaluations": evaluations }))?;
        } else if step.is_done {
            let report = review.report(f64::from(Review::BLUNDER) / 100.0).map_err(failed)?;
            step.push(&json!({ "done": true, "review": report }))?;
        } else if clock() >= *last {
            return Err(ApiError::unprocessable(
                "cannot finish the review: it takes more than an hour; choose fewer evaluations",
            ));
        }
        Ok(step)
    }
}

/// Returns the error of a failed review. The alternate form (`{:#}`) includes the causes.
fn failed(error: impl fmt::Display) -> ApiError {
    ApiError::internal(format!("{error:#}"))
}
