//! Reports of searches, with values from vertical's point of view.

use engine::player::{Answer, Player};
use engine::{side_after, winner, Candidate};
use formats::ply_text;
use serde::Serialize;
use std::time::Duration;
use twixt::distance::reference::ReferenceDistances;
use twixt::geometry::Side;
use twixt::rules::{Outcome, Ply, Position};

/// The number of candidates reported with a full line; the others have only their first move.
const FULL_LINES: usize = 12;

/// The result of a search: a proof overrides its value.
pub(crate) struct Evaluated {
    /// The side from whose point of view the value is given, that of the player to move: with the `sides` swap it may
    /// be the other side after the answer.
    pub(crate) side: Side,
    /// Expected score, from 0 to 1.
    pub(crate) value: f64,
    /// The side with a proven win.
    pub(crate) proven: Option<Side>,
}

impl Evaluated {
    /// Returns the result of the search of `position` that led to `answer`.
    pub(crate) fn new(position: &Position, answer: &Answer) -> Evaluated {
        let side = side_after(position, answer.ply.as_ref());
        let proven = winner(answer.proof, side);
        let value =
            proven.map_or(f64::from(answer.value), |winner| f64::from(u8::from(winner == side)));
        Evaluated { side, value, proven }
    }
}

/// Returns a side's name.
pub const fn side_text(side: Side) -> &'static str {
    match side {
        Side::Vertical => "vertical",
        Side::Horizontal => "horizontal",
    }
}

/// A report on a search.
#[derive(Serialize, Debug)]
pub struct SearchReport {
    visits: u64,
    evals: u64,
    seconds: f64,
    /// Number of threads of the search.
    threads: usize,
    value: f64,
    proof: Option<Proven>,
    /// The first is the engine's choice.
    candidates: Vec<CandidateReport>,
    /// Whether the choice was prepared: the opening book's, or the first peg of boards without a book.
    is_book: bool,
    done: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Option<String>>,
}

/// A proven win.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proven {
    winner: &'static str,
    /// Lower bound on the number of plies until the win.
    plies: usize,
}

/// A candidate move.
#[derive(Serialize, Debug)]
struct CandidateReport {
    #[serde(rename = "move")]
    ply: String,
    visits: u32,
    /// Fraction of all visits.
    share: f64,
    value: Option<f64>,
    prior: f64,
    /// The side with a proven win after the move.
    proof: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<usize>,
    line: Vec<String>,
}

impl SearchReport {
    /// Creates the report after `evals` evaluations in `time`. The last report (`done`) also contains the answer.
    pub fn new(
        player: &Player,
        answer: &Answer,
        evals: u64,
        time: Duration,
        done: bool,
    ) -> SearchReport {
        let position = player.position();
        let best = answer.ply.as_ref();
        let Evaluated { side, proven, .. } = Evaluated::new(position, answer);
        let won = match position.outcome() {
            Some(Outcome::Won(side)) => Some(side),
            _ => proven,
        };
        let candidates = player.reported(answer);
        let visits = candidates.iter().map(|candidate| u64::from(candidate.visits)).sum();
        let reports = candidates.iter().enumerate().map(|(order, candidate)| {
            let is_answer = best == Some(&candidate.ply);
            candidate_report(position, candidate, is_answer, visits, order < FULL_LINES)
        });
        SearchReport {
            visits,
            evals,
            seconds: (time.as_secs_f64() * 1000.0).round() / 1000.0,
            threads: player.threads(),
            value: value(side, answer.value, won),
            proof: best.and(proven).map(|winner| Proven {
                winner: side_text(winner),
                plies: plies(position, &answer.line, winner),
            }),
            candidates: reports.collect(),
            is_book: player.is_book(answer),
            done,
            answer: done.then(|| best.map(ply_text)),
        }
    }
}

fn candidate_report(
    position: &Position,
    candidate: &Candidate,
    is_answer: bool,
    visits: u64,
    has_line: bool,
) -> CandidateReport {
    let Candidate { ply, visits: own, prior, proof, line, .. } = candidate;
    let side = side_after(position, Some(ply));
    let winner = winner(proof.reversed(), side);
    let is_known = winner.is_some() || *own > 0 || *ply == Ply::Swap || is_answer;
    let most = if has_line { usize::MAX } else { 1 };
    CandidateReport {
        ply: ply_text(ply),
        visits: *own,
        share: rounded(*own as f32 / visits.max(1) as f32),
        value: is_known.then(|| value(side, candidate.value, winner)),
        prior: rounded(*prior),
        proof: winner.map(side_text),
        plies: winner.map(|side| plies(position, line, side)),
        line: line.iter().take(most).map(ply_text).collect(),
    }
}

/// Returns vertical's value: 1 or 0 if a winner is proven, else `value`, which is from `side`'s point of view.
fn value(side: Side, value: f32, winner: Option<Side>) -> f64 {
    match (winner, side) {
        (Some(winner), _) => f64::from(u8::from(winner == Side::Vertical)),
        (None, Side::Vertical) => rounded(value),
        (None, Side::Horizontal) => rounded(1.0 - value),
    }
}

/// Returns a lower bound on the plies of a proven win: the length of the line, plus the plies that the winner's
/// link distance requires after it.
fn plies(position: &Position, line: &[Ply], winner: Side) -> usize {
    let mut position = position.clone();
    let mut played = 0;
    for ply in line {
        if position.play_ply(ply).is_err() {
            break;
        }
        played += 1;
    }
    if position.outcome().is_some() {
        return played;
    }
    let needed = usize::from(
        ReferenceDistances::measure(position.board(), winner).needed.unwrap_or(1).max(1),
    );
    let waits = usize::from(position.to_move() != winner);
    played + waits + 2 * needed - 1
}

/// Rounds to a hundredth of a percent.
pub(crate) fn rounded(value: impl Into<f64>) -> f64 {
    (value.into() * 10_000.0).round() / 10_000.0
}
