use super::state::State;
use anyhow::Result;
use std::fmt::Write as _;
use std::io::Write;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use twixt::geometry::Side;
use twixt::rules::Ply;
use twixt::search::{Candidate, Limits};
use twixt::tree::Proof;

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
    lines: &Receiver<String>,
    out: &mut impl Write,
) -> Result<Option<String>> {
    writeln!(out, "={id}")?;
    out.flush()?;
    let started = Instant::now();
    let end = request.genmove.and_then(|side| match state.engine.nodes {
        Some(_) => None,
        None => state.engine.limits(state.clock.allotted(side)).deadline,
    });
    let (mut printed, mut next) = (started, None);
    let mut answer = None;
    loop {
        let limits = match state.engine.nodes {
            Some(nodes) if request.genmove.is_some() => Limits::nodes(nodes),
            _ => Limits::until(Instant::now() + SLICE),
        };
        let thought = Instant::now();
        answer = Some(state.player().think(&limits)).or(answer);
        let over = request.genmove.is_some() && end.is_none_or(|end| Instant::now() >= end);
        if over || printed.elapsed() >= request.interval {
            let candidates = state.player().candidates();
            writeln!(out, "{}", report(&candidates, request))?;
            out.flush()?;
            printed = Instant::now();
        }
        if over {
            break;
        }
        // A position that is proven needs no more thought, but the controller still decides.
        let wait = SLICE.saturating_sub(thought.elapsed());
        match lines.recv_timeout(wait) {
            Ok(line) => {
                next = Some(line);
                break;
            }
            Err(RecvTimeoutError::Disconnected) if request.genmove.is_none() => break,
            Err(_) => (),
        }
    }
    if let (Some(_), Some(ply)) = (request.genmove, answer.and_then(|answer| answer.ply)) {
        writeln!(out, "play {ply}")?;
        let legal = state.line.play(ply);
        debug_assert_eq!(legal, Ok(()));
    }
    writeln!(out)?;
    out.flush()?;
    Ok(next)
}

/// One line: what is known of each move, for the side to move, the best first.
pub(super) fn report(candidates: &[Candidate], request: &Request) -> String {
    let mut text = String::new();
    let visited = candidates
        .iter()
        .filter(|candidate| candidate.visits > 0 || candidate.proof != Proof::Open);
    for (order, candidate) in visited.take(request.most).enumerate() {
        let Candidate { mv, visits, value, prior, line, .. } = candidate;
        let share = |share: f32| match request.dialect {
            Dialect::Kata => format!("{share:.6}"),
            Dialect::Leela => format!("{:.0}", share * 10_000.0),
        };
        let blank = if order == 0 { "" } else { " " };
        let (winrate, prior) = (share(*value), share(*prior));
        let mv = Ply::from(*mv);
        // A String takes all that is written to it.
        let _ = write!(
            text,
            "{blank}info move {mv} visits {visits} winrate {winrate} prior {prior} order {order} pv"
        );
        for mv in line {
            let _ = write!(text, " {}", Ply::from(*mv));
        }
    }
    text
}
