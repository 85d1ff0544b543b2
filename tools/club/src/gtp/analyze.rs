use super::state::State;
use anyhow::Result;
use engine::player::Answer;
use engine::Candidate;
use std::fmt::Write as _;
use std::io::Write;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use twixt::geometry::Side;
use twixt::rules::{Move, Ply, Proof};
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
    let line = report(&state.player().candidates(), answer, request);
    if !line.is_empty() {
        writeln!(out, "{line}")?;
        out.flush()?;
    }
    Ok(())
}

/// The move that a ply is for the search.
const fn move_of(ply: &Ply) -> Move {
    match ply {
        Ply::Turn(turn) => Move::Peg(turn.peg),
        Ply::Swap => Move::Swap,
    }
}

/// The candidates that are worth telling of, what the engine would play first.
fn told(candidates: &[Candidate], answer: &Answer) -> Vec<Candidate> {
    let best = answer.ply.as_ref().map(move_of);
    // What a swap is worth is known without a visit.
    let seen = |candidate: &&Candidate| {
        candidate.visits > 0
            || candidate.proof != Proof::Open
            || Some(candidate.mv) == best
            || candidate.mv == Move::Swap
    };
    let mut told: Vec<Candidate> = candidates.iter().filter(seen).cloned().collect();
    let Some(best) = best else { return told };
    match told.iter().position(|candidate| candidate.mv == best) {
        Some(index) => told[..=index].rotate_right(1),
        None => told.insert(
            0,
            // Known without search.
            Candidate {
                mv: best,
                visits: 1,
                value: answer.value,
                prior: 1.0,
                proof: answer.proof.reversed(),
                line: [best].into_iter().collect(),
            },
        ),
    }
    if answer.proof != Proof::Open {
        told[0].value = answer.value;
    }
    told
}

/// One line: what is known of each move, for the side to move, the best first.
pub(super) fn report(candidates: &[Candidate], answer: &Answer, request: &Request) -> String {
    let mut text = String::new();
    for (order, candidate) in told(candidates, answer).iter().take(request.most).enumerate() {
        let Candidate { mv, visits, value, prior, line, .. } = candidate;
        let share = |share: f32| match request.dialect {
            Dialect::Kata => format!("{share:.6}"),
            Dialect::Leela => format!("{:.0}", share * 10_000.0),
        };
        let blank = if order == 0 { "" } else { " " };
        let (winrate, prior) = (share(*value), share(*prior));
        // The links that a turn changes are known of the best one alone.
        let mv = answer.ply.clone().filter(|_| order == 0).unwrap_or_else(|| Ply::from(*mv));
        // A String takes all that is written to it.
        let _ = write!(
            text,
            "{blank}info move {mv} visits {visits} winrate {winrate} prior {prior} order {order} pv {mv}"
        );
        for mv in line.iter().skip(1) {
            let _ = write!(text, " {}", Ply::from(*mv));
        }
    }
    text
}
