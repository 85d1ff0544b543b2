use super::state::State;
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

/// The dialects of analysis lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    /// Shares from 0 to 1.
    Kata,
    /// Shares in ten thousandths, as Leela Zero has them.
    Leela,
}

/// What an analysis is to print.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    pub(super) dialect: Dialect,
    pub(super) interval: Duration,
    /// As many moves at most.
    pub(super) most: usize,
    /// Play the best move of this side at the end of its time, instead of going on for ever.
    pub(super) genmove: Option<Side>,
}

/// The search looks up so often.
const SLICE: Duration = Duration::from_millis(20);

/// Analyses until the next line comes, which is returned, or for a move until its time is up.
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
    let end = request.genmove.and_then(|side| state.engine.deadline(state.clock.allotted(side)));
    let (mut printed, mut next) = (None, None);
    let answer = loop {
        let thought = Instant::now();
        let deadline =
            (request.genmove.is_none() || state.engine.nodes.is_none()).then_some(thought + SLICE);
        let stop = deadline.and_then(|deadline| until(deadline).stop);
        let limits = Limits { nodes: state.engine.nodes, stop };
        let answer = state.player().ponder(&limits);
        let over = request.genmove.is_some() && end.is_none_or(|end| Instant::now() >= end);
        if over || printed.unwrap_or(started).elapsed() >= request.interval {
            print(state, &answer, request, out)?;
            printed = Some(Instant::now());
        }
        if over {
            break answer;
        }
        // A position that is proven needs no more thought, but the controller still decides.
        let wait = SLICE.saturating_sub(thought.elapsed());
        match lines.recv_timeout(wait) {
            Ok(line) => {
                next = Some(line);
                break answer;
            }
            Err(RecvTimeoutError::Disconnected) if request.genmove.is_none() => break answer,
            // Nobody will stop it, but its time is up some day.
            Err(RecvTimeoutError::Disconnected) => std::thread::sleep(wait),
            Err(RecvTimeoutError::Timeout) => (),
        }
    };
    if printed.is_none() {
        // Whoever stops it soon wants to know, too.
        print(state, &answer, request, out)?;
    }
    if request.genmove.is_some() {
        match state.carry_out(&answer) {
            Ok(text) => writeln!(out, "play {text}")?,
            Err(complaint) => debug_assert!(false, "{complaint}"),
        }
    }
    writeln!(out)?;
    out.flush()?;
    Ok(next)
}

/// Prints what is known so far; never a blank line, which would end the answer.
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

/// Returns a line with the value of each move for the side to move, the best first.
pub(super) fn report(reported: &[Candidate], answer: &Answer, request: &Request) -> String {
    let mut text = String::new();
    for (order, candidate) in reported.iter().take(request.most).enumerate() {
        let Candidate { mv, visits, value, prior, line, .. } = candidate;
        let share = |share: f32| match request.dialect {
            Dialect::Kata => format!("{share:.6}"),
            Dialect::Leela => format!("{:.0}", share * 10_000.0),
        };
        let blank = if order == 0 { "" } else { " " };
        let (winrate, prior) = (share(*value), share(*prior));
        // The links that a turn changes are known of the best one alone.
        let mv = answer.ply.clone().filter(|_| order == 0).unwrap_or_else(|| Ply::from(*mv));
        // An answer that needed no search counts as a visit.
        let visits = (*visits).max(u32::from(order == 0));
        text += &format!(
            "{blank}info move {mv} visits {visits} winrate {winrate} prior {prior} order {order} pv {mv}"
        );
        line.iter().skip(1).for_each(|&mv| text += &format!(" {}", Ply::from(mv)));
    }
    text
}
