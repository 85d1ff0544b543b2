use super::state::State;
use crate::engine::deadline;
use anyhow::Result;
use engine::player::Answer;
use engine::Candidate;
use std::io::Write;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use twixt::geometry::Side;
use twixt::rules::Ply;
use twixt::search::Limits;
use twixt::time::until;

/// Parameters of an analysis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    pub(super) interval: Duration,
    /// Maximum number of moves in a report.
    pub(super) max_moves: usize,
    /// The side that moves at the end of the time or node budget; `None` if only input ends the analysis.
    pub(super) genmove: Option<Side>,
}

/// Time between two checks for input.
const SLICE: Duration = Duration::from_millis(20);

/// Analyses until the next input line, and returns that line. With [`Request::genmove`] the analysis also ends at
/// the end of the time or node budget, and the best move is played.
pub(super) fn run(
    state: &mut State,
    request: &Request,
    id: &str,
    lines: &Receiver<Vec<u8>>,
    out: &mut impl Write,
) -> Result<Option<Vec<u8>>> {
    writeln!(out, "={id}")?;
    out.flush()?;
    let started = Instant::now();
    let (budget, clock) = (state.engine.budget, &state.clock);
    let end = request.genmove.and_then(|side| deadline(budget, clock.allotted(side)));
    let nodes = budget.evals(state.history.position());
    let (mut printed, mut next) = (None, None);
    let answer = loop {
        let slice_start = Instant::now();
        let deadline =
            (request.genmove.is_none() || nodes.is_none()).then_some(slice_start + SLICE);
        let stop = deadline.and_then(|deadline| until(deadline).stop);
        let limits = Limits { nodes, stop };
        let answer = state.player().ponder(&limits);
        let over = request.genmove.is_some() && end.is_none_or(|end| Instant::now() >= end);
        if over || printed.unwrap_or(started).elapsed() >= request.interval {
            print(state, &answer, request, out)?;
            printed = Some(Instant::now());
        }
        if over {
            break answer;
        }
        // Even a proven position is analysed until the controller sends a line.
        let wait = SLICE.saturating_sub(slice_start.elapsed());
        match lines.recv_timeout(wait) {
            Ok(line) => {
                next = Some(line);
                break answer;
            }
            Err(RecvTimeoutError::Disconnected) if request.genmove.is_none() => break answer,
            // At the end of the input, only the time limit ends the analysis.
            Err(RecvTimeoutError::Disconnected) => std::thread::sleep(wait),
            Err(RecvTimeoutError::Timeout) => (),
        }
    };
    if printed.is_none() {
        // An analysis that is shorter than the interval prints one report.
        print(state, &answer, request, out)?;
    }
    if request.genmove.is_some() {
        match state.play_answer(&answer) {
            Ok(text) => writeln!(out, "play {text}")?,
            Err(error) => debug_assert!(false, "{error}"),
        }
    }
    writeln!(out)?;
    out.flush()?;
    Ok(next)
}

/// Prints a report, unless it is empty: a blank line would end the response.
fn print(
    state: &mut State,
    answer: &Answer,
    request: &Request,
    out: &mut impl Write,
) -> Result<()> {
    let line = report(&state.player().reported(answer), answer, request);
    if !line.is_empty() {
        writeln!(out, "{line}")?;
        out.flush()?;
    }
    Ok(())
}

/// Returns a report line: moves in order of preference, with values for the side to move.
pub(super) fn report(reported: &[Candidate], answer: &Answer, request: &Request) -> String {
    let mut text = String::new();
    for (order, candidate) in reported.iter().take(request.max_moves).enumerate() {
        let Candidate { mv, visits, value, prior, line, .. } = candidate;
        let blank = if order == 0 { "" } else { " " };
        // Link changes are known only for the best move.
        let mv = answer.ply.clone().filter(|_| order == 0).unwrap_or_else(|| Ply::from(*mv));
        // A move chosen without a search counts as one visit.
        let visits = (*visits).max(u32::from(order == 0));
        text += &format!(
            "{blank}info move {mv} visits {visits} winrate {value:.6} prior {prior:.6} order {order} pv {mv}"
        );
        line.iter().skip(1).for_each(|&mv| text += &format!(" {}", Ply::from(mv)));
    }
    text
}
