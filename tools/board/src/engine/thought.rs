//! A search, slice by slice.

use super::finding::Finding;
use super::seats::{on_a_core, Seat, SLICE};
use crate::refusal::Refusal;
use crate::wire::Line;
use club::engine::{EngineOptions, SearchFlags};
use engine::player::{Answer, Level, Player};
use std::time::{Duration, Instant};
use twixt::rules::{Position, Proof};
use twixt::search::Limits;
use twixt::time::until;

/// When a search is over, whichever comes first.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// After so many passes.
    pub passes: Option<u64>,
    /// At this time.
    pub end: Instant,
    /// Whether moves are looked at even where the answer is known without a search.
    pub ponders: bool,
}

/// A search that goes on by slices, so that others get their turn.
pub struct Thought {
    player: Player,
    aim: Aim,
    /// Passes in one slice, where passes are counted.
    portion: u64,
    /// Passes so far, where passes are counted.
    passes: u64,
    begun: Instant,
    answer: Option<Answer>,
    seat: Seat,
}

/// Reports come so often.
const BETWEEN_REPORTS: Duration = Duration::from_millis(120);

/// Passes of a slice: some 20 ms of link distances.
const PORTION: u64 = 512;

impl Thought {
    /// A search of a line's last position.
    ///
    /// # Errors
    ///
    /// If there is no memory for its tree.
    pub async fn new(
        line: &Line,
        level: Option<Level>,
        memory: u64,
        aim: Aim,
        seat: Seat,
    ) -> Result<Thought, Refusal> {
        let position = line.position.clone();
        let bare = EngineOptions { memory, ..EngineOptions::counting(SearchFlags::default(), 1) };
        let engine = level.map_or(bare.full(), |level| bare.at(level));
        let begun = Instant::now();
        let cores = seat.cores();
        // The network is read for it, so this is work, too.
        let (seat, player) = on_a_core(cores, seat, move |_| engine.player(&position)).await?;
        let player = player.map_err(|error| Refusal::fault(format!("{error:#}")))?;
        Ok(Thought { player, aim, portion: PORTION, passes: 0, begun, answer: None, seat })
    }

    /// The position that is looked at.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.player.position()
    }

    /// Searches until it is time for the next report.
    ///
    /// # Errors
    ///
    /// If the search panicked.
    pub async fn go_on(self) -> Result<(Thought, Finding), Refusal> {
        let mut thought = self;
        // What is found first is told at once.
        let wait = if thought.answer.is_none() { Duration::ZERO } else { BETWEEN_REPORTS };
        let next = Instant::now() + wait;
        loop {
            let cores = thought.seat.cores();
            let finding;
            (thought, finding) =
                on_a_core(cores, thought, move |thought| thought.slice(next)).await?;
            if let Some(finding) = finding {
                return Ok((thought, finding));
            }
        }
    }

    /// Whether there is nothing more to search.
    fn is_over(&self) -> bool {
        let Some(answer) = &self.answer else { return false };
        answer.ply.is_none()
            || answer.proof != Proof::Open
            || self.aim.passes.is_some_and(|passes| self.passes >= passes)
            || Instant::now() >= self.aim.end
            || !self.aim.ponders && self.player.knows()
    }

    /// Searches for a while; the report, if it is time for it.
    fn slice(&mut self, next: Instant) -> Option<Finding> {
        let end = (Instant::now() + SLICE).min(self.aim.end);
        let mut limits = until(end);
        if let Some(passes) = self.aim.passes {
            // By passes alone, so that a level plays the same on every machine.
            let portion = self.portion.min(passes.saturating_sub(self.passes)).max(1);
            limits = Limits { nodes: Some(portion), ..until(self.aim.end) };
            self.passes += portion;
        }
        let answer = match self.aim.ponders {
            true => self.player.ponder(&limits),
            false => self.player.think(&limits),
        };
        self.answer = Some(answer);
        // Asked once: a moment later the time may be up.
        let is_over = self.is_over();
        let is_due = is_over || Instant::now() >= next;
        is_due.then(|| {
            let finding = Finding::of(&self.player, self.answer.as_ref());
            finding.after(self.begun.elapsed(), is_over)
        })
    }
}
