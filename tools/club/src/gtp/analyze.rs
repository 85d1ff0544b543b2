//! The analysis commands, whose reports end when a line arrives.

use super::columns::Columns;
use super::respond;
use super::state::State;
use crate::engine::deadline;
use analysis::options::Budget;
use anyhow::Result;
use engine::player::Answer;
use engine::Candidate;
use std::io::Write;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};
use twixt::geometry::Side;
use twixt::rules::Proof;
use twixt::search::Limits;
use twixt::time::until;

/// Parameters of an analysis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    pub(super) interval: Duration,
    /// Maximum number of moves in a report.
    pub(super) max_moves: usize,
    /// Number of evaluations that ends the analysis.
    pub(super) max_visits: Option<u64>,
    /// Whether a report ends with the values of the position.
    pub(super) root_info: bool,
    pub(super) format: Format,
    /// The side whose moves are analysed.
    pub(super) mover: Side,
    /// Whether it plays the best move at the end of the analysis; otherwise the game does not change.
    pub(super) plays: bool,
}

/// The numbers in a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    /// KataGo's: fractions.
    Kata,
    /// Leela Zero's: integers up to 10,000.
    LeelaZero,
}

impl Format {
    fn number(self, fraction: f32) -> String {
        match self {
            Format::Kata => format!("{fraction:.6}"),
            Format::LeelaZero => format!("{:.0}", 10_000.0 * fraction),
        }
    }
}

/// Time between two checks for input.
const SLICE: Duration = Duration::from_millis(20);

/// Maximum time of a search during the opponent's turn.
const PONDER_TIME: Duration = Duration::from_secs(60);

/// Analyses until the next input line, and returns that line, or until the number of evaluations is reached. With
/// [`Request::plays`] only the time or node budget ends the analysis, and the best move is played.
pub(super) fn run(
    state: &mut State,
    request: &Request,
    id: &str,
    lines: &Receiver<Vec<u8>>,
    out: &mut impl Write,
) -> Result<Option<Vec<u8>>> {
    let has_turned = match state.turn_to(request.mover) {
        Ok(has_turned) => has_turned,
        Err(error) => {
            respond(out, '?', id, &error)?;
            return Ok(None);
        }
    };
    writeln!(out, "={id}")?;
    out.flush()?;
    let started = Instant::now();
    let (budget, clock) = (state.engine.budget, &state.clock);
    let end = deadline(budget, clock.allotted(request.mover)).filter(|_| request.plays);
    let nodes = match budget {
        Budget::Nodes(nodes) => Some(nodes),
        _ if request.plays => budget.evals(state.history.position()),
        _ => None,
    };
    let nodes = [request.max_visits, nodes].into_iter().flatten().min();
    let (mut spent, mut printed, mut next) = (0, None, None);
    let answer = loop {
        let slice_start = Instant::now();
        // In one slice, a node budget always leads to the same answer.
        let deadline = (!request.plays || nodes.is_none()).then_some(slice_start + SLICE);
        let stop = deadline.and_then(|deadline| until(deadline).stop);
        let left = nodes.map(|nodes| nodes.saturating_sub(spent));
        let answer = state.player().ponder(&Limits { nodes: left, stop });
        spent += answer.evals;
        let is_done = |nodes| spent >= nodes || answer.proof != Proof::Open;
        let over = end.is_some_and(|end| Instant::now() >= end) || nodes.is_some_and(is_done);
        if over || printed.unwrap_or(started).elapsed() >= request.interval {
            print(state, &answer, request, out)?;
            printed = Some(Instant::now());
        }
        if over {
            break answer;
        }
        let wait = SLICE.saturating_sub(slice_start.elapsed());
        if request.plays {
            // Commands that arrive meanwhile are answered after the move.
            std::thread::sleep(wait);
            continue;
        }
        // Even a proven position is analysed until the controller sends a line.
        match lines.recv_timeout(wait) {
            Ok(line) => {
                next = Some(line);
                break answer;
            }
            Err(RecvTimeoutError::Disconnected) => break answer,
            Err(RecvTimeoutError::Timeout) => (),
        }
    };
    if printed.is_none() {
        // An analysis that is shorter than the interval prints one report.
        print(state, &answer, request, out)?;
    }
    if request.plays {
        match state.play_answer(&answer) {
            Ok(text) => writeln!(out, "play {text}")?,
            Err(error) => debug_assert!(false, "{error}"),
        }
    } else if has_turned {
        state.turn_back();
    }
    writeln!(out)?;
    out.flush()?;
    Ok(next)
}

/// Searches until the next input line, and returns that line; `None` after a minute, or if the answer is final.
pub(super) fn ponder(state: &mut State, lines: &Receiver<Vec<u8>>) -> Option<Vec<u8>> {
    let end = Instant::now() + PONDER_TIME;
    while Instant::now() < end && state.history.ending().is_none() {
        let answer = state.player().think(&until(Instant::now() + SLICE));
        match lines.try_recv() {
            Ok(line) => return Some(line),
            Err(TryRecvError::Disconnected) => return None,
            Err(TryRecvError::Empty) if state.player().is_final(&answer) => return None,
            Err(TryRecvError::Empty) => (),
        }
    }
    None
}

/// Prints a report, unless it is empty: a blank line would end the response.
fn print(
    state: &mut State,
    answer: &Answer,
    request: &Request,
    out: &mut impl Write,
) -> Result<()> {
    let columns = state.columns;
    let line = report(&state.player().reported(answer), answer, request, columns);
    if !line.is_empty() {
        writeln!(out, "{line}")?;
        out.flush()?;
    }
    Ok(())
}

/// Returns a report line: moves in order of preference, with values for the side to move.
pub(super) fn report(
    reported: &[Candidate],
    answer: &Answer,
    request: &Request,
    columns: Columns,
) -> String {
    let mut infos = Vec::new();
    let number = |fraction| request.format.number(fraction);
    for (order, candidate) in reported.iter().take(request.max_moves).enumerate() {
        let Candidate { ply, visits, value, prior, line, .. } = candidate;
        // A move chosen without a search counts as one visit.
        let visits = (*visits).max(u32::from(order == 0));
        let (value, prior, mv) = (number(*value), number(*prior), columns.write(ply));
        let line: Vec<String> = line.iter().map(|ply| columns.write(ply)).collect();
        infos.push(format!(
            "info move {mv} visits {visits} winrate {value} prior {prior} order {order} pv {}",
            line.join(" ")
        ));
    }
    if request.root_info {
        let visits: u32 = reported.iter().map(|candidate| candidate.visits).sum();
        infos.push(format!("rootInfo visits {visits} winrate {}", number(answer.value)));
    }
    infos.join(" ")
}
