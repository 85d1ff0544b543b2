//! What a search found, from the vertical side's point of view.

use crate::wire::{ply_text, side_text};
use engine::player::{Answer, Player};
use engine::Candidate;
use serde::Serialize;
use std::time::Duration;
use twixt::distance::plain::Plain;
use twixt::geometry::Side;
use twixt::rules::{Move, Outcome, Ply, Position, Proof, SwapRule};

/// Candidates whose whole line is told.
const WITH_LINES: usize = 12;

/// A report on a search.
#[derive(Serialize, Debug)]
pub struct Finding {
    visits: u64,
    seconds: f64,
    value: f64,
    proof: Option<Proven>,
    candidates: Vec<Told>,
    done: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Option<String>>,
}

/// A win that is certain.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proven {
    winner: &'static str,
    /// The fewest plies that it can take.
    plies: usize,
}

/// What is known of a move.
#[derive(Serialize, Debug)]
struct Told {
    #[serde(rename = "move")]
    ply: String,
    visits: u32,
    /// Of all visits.
    share: f64,
    value: Option<f64>,
    prior: Option<f64>,
    /// Who wins for certain after it.
    proof: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<usize>,
    line: Vec<String>,
}

impl Finding {
    /// What a player knows by now.
    #[must_use]
    pub fn of(player: &Player, answer: Option<&Answer>) -> Finding {
        let position = player.position();
        let best = answer.and_then(|answer| answer.ply.clone());
        let candidates = candidates(player, answer);
        let visits: u64 = candidates.iter().map(|candidate| u64::from(candidate.visits)).sum();
        let told = candidates.iter().enumerate().map(|(order, candidate)| {
            let own = best.as_ref().filter(|ply| move_of(ply) == candidate.mv);
            told(position, candidate, own, visits, order < WITH_LINES)
        });
        let candidates = told.collect();
        let value = answer.map_or(0.5, |answer| value(position, answer));
        let proof = answer.and_then(|answer| proof(position, answer));
        let answer = Some(best.as_ref().map(ply_text));
        Finding { visits, seconds: 0.0, value, proof, candidates, done: false, answer }
    }

    /// Whether there is nothing more to search: this is the last report.
    #[must_use]
    pub const fn is_last(&self) -> bool {
        self.done
    }

    /// The report after this time; the answer is told with the last one.
    #[must_use]
    pub fn after(self, time: Duration, done: bool) -> Finding {
        let seconds = (time.as_secs_f64() * 1000.0).round() / 1000.0;
        Finding { seconds, done, answer: self.answer.filter(|_| done), ..self }
    }
}

/// The moves worth telling of, the answer first.
fn candidates(player: &Player, answer: Option<&Answer>) -> Vec<Candidate> {
    let best = answer.and_then(|answer| answer.ply.as_ref()).map(move_of);
    let is_told = |candidate: &Candidate| {
        candidate.visits > 0
            || candidate.proof != Proof::Open
            || candidate.mv == Move::Swap
            || Some(candidate.mv) == best
    };
    let mut told: Vec<Candidate> = player.candidates().into_iter().filter(is_told).collect();
    let (Some(best), Some(answer)) = (best, answer) else { return told };
    match told.iter().position(|candidate| candidate.mv == best) {
        Some(index) => told[..=index].rotate_right(1),
        // Known without a search.
        None => told.insert(
            0,
            Candidate {
                mv: best,
                visits: 0,
                value: answer.value,
                prior: 1.0,
                proof: answer.proof.reversed(),
                line: answer.line.clone(),
            },
        ),
    }
    told
}

fn told(
    position: &Position,
    candidate: &Candidate,
    answer: Option<&Ply>,
    visits: u64,
    has_line: bool,
) -> Told {
    let Candidate { mv, visits: own, value, prior, proof, line } = candidate;
    // The links that a turn changes are known of the answer alone.
    let ply = answer.cloned().unwrap_or(Ply::from(*mv));
    let exchanges = exchanges(position, *mv);
    let side = position.to_move();
    // After an exchange of sides the same side is to move.
    let mover = if exchanges { side } else { !side };
    let winner = winner(*proof, mover);
    let is_known = *own > 0 || *mv == Move::Swap || answer.is_some();
    let value = match winner {
        Some(side) => Some(f64::from(u8::from(side == Side::Vertical))),
        None => is_known.then(|| rounded(for_vertical(side, exchanges, *value))),
    };
    let most = if has_line { usize::MAX } else { 1 };
    Told {
        ply: ply_text(&ply),
        visits: *own,
        share: rounded(*own as f32 / visits.max(1) as f32),
        value,
        prior: Some(rounded(*prior)),
        proof: winner.map(side_text),
        plies: winner.map(|side| plies(position, &ply, line, side)),
        line: line.iter().take(most).map(ToString::to_string).collect(),
    }
}

/// What the answer is worth for the vertical side.
fn value(position: &Position, answer: &Answer) -> f64 {
    match (ended(position), proof(position, answer)) {
        (Some(Outcome::Won(side)), _) => f64::from(u8::from(side == Side::Vertical)),
        (_, Some(proof)) => f64::from(u8::from(proof.winner == side_text(Side::Vertical))),
        _ => rounded(for_vertical(position.to_move(), swaps_sides(position, answer), answer.value)),
    }
}

/// Who wins for certain.
fn proof(position: &Position, answer: &Answer) -> Option<Proven> {
    let side = position.to_move();
    // A swap of sides that wins does so for the other side.
    let mover = if swaps_sides(position, answer) { !side } else { side };
    let winner = winner(answer.proof, mover)?;
    let ply = answer.ply.as_ref()?;
    Some(Proven { winner: side_text(winner), plies: plies(position, ply, &answer.line, winner) })
}

/// The fewest plies in which a side can win that wins for certain: those of the line, and what its chain
/// needs then.
fn plies(position: &Position, first: &Ply, line: &[Move], winner: Side) -> usize {
    let mut position = position.clone();
    let mut played = 0;
    let rest = line.iter().skip(1).map(|&mv| Ply::from(mv));
    for ply in std::iter::once(first.clone()).chain(rest) {
        if position.play_ply(&ply).is_err() {
            break;
        }
        played += 1;
    }
    if position.outcome().is_some() {
        return played;
    }
    let needed = usize::from(Plain::measure(position.board(), winner).needed.unwrap_or(1).max(1));
    let waits = usize::from(position.to_move() != winner);
    played + waits + 2 * needed - 1
}

fn ended(position: &Position) -> Option<Outcome> {
    position.outcome()
}

fn swaps_sides(position: &Position, answer: &Answer) -> bool {
    answer.ply.as_ref().is_some_and(|ply| exchanges(position, move_of(ply)))
}

/// Whether the players exchange their sides by this move.
fn exchanges(position: &Position, mv: Move) -> bool {
    mv == Move::Swap && position.rules().swap == SwapRule::Sides
}

/// The value of the player to move as the vertical side's. After a swap of sides who swapped has the
/// other side.
fn for_vertical(side: Side, exchanges: bool, value: f32) -> f32 {
    match (side == Side::Vertical) != exchanges {
        true => value,
        false => 1.0 - value,
    }
}

/// Who wins, by what is certain for the side to move.
const fn winner(proof: Proof, mover: Side) -> Option<Side> {
    match proof {
        Proof::Won => Some(mover),
        Proof::Lost => Some(mover.other()),
        Proof::Open | Proof::Drawn => None,
    }
}

/// The move that a ply is for the search.
const fn move_of(ply: &Ply) -> Move {
    match ply {
        Ply::Turn(turn) => Move::Peg(turn.peg),
        Ply::Swap => Move::Swap,
    }
}

/// To a hundredth of a percent.
fn rounded(value: f32) -> f64 {
    (f64::from(value) * 10_000.0).round() / 10_000.0
}
