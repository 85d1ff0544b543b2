use crate::ending;
use crate::engine::EngineOptions;
use crate::line::Line;
use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};
use twixt::drawing::Diagram;
use twixt::geometry::Side;
use twixt::player::{Answer, Player};
use twixt::rules::{Ply, Position, SwapRule, TurnError};
use twixt::search::Limits;
use twixt::tree::Proof;

/// A game with its players.
pub(super) struct Table {
    line: Line,
    /// Whether people play vertical and horizontal, before any swap of sides.
    people: [bool; 2],
    resigned: Option<Side>,
    player: Player,
}

/// Thinking shows its progress if it takes longer.
const PATIENCE: Duration = Duration::from_secs(2);

impl Table {
    pub(super) fn new(start: Position, people: [bool; 2], engine: &EngineOptions) -> Result<Table> {
        let player = engine.player(&start)?;
        Ok(Table { line: Line::new(start), people, resigned: None, player })
    }

    pub(super) fn position(&self) -> &Position {
        self.line.position()
    }

    pub(super) fn start(&self) -> &Position {
        self.line.start()
    }

    pub(super) fn plies(&self) -> &[Ply] {
        self.line.plies()
    }

    pub(super) const fn resigned(&self) -> Option<Side> {
        self.resigned
    }

    /// Whether a person plays the side, after swaps of sides.
    fn is_person(&self, side: Side) -> bool {
        let by_sides = self.start().rules().swap == SwapRule::Sides;
        let exchanged = by_sides && self.plies().contains(&Ply::Swap);
        self.people[if exchanged { side.other().index() } else { side.index() }]
    }

    pub(super) fn is_persons_turn(&self) -> bool {
        self.is_person(self.position().to_move())
    }

    /// Plays for the side to move.
    pub(super) fn play(&mut self, ply: Ply) -> Result<(), TurnError> {
        self.line.play(ply)
    }

    /// The side to move gives up.
    pub(super) fn resign(&mut self) {
        self.resigned = Some(self.position().to_move());
    }

    /// Takes back what came after a person's last turn, and that turn; how many turns went.
    pub(super) fn undo(&mut self) -> usize {
        if self.resigned.take().is_some() {
            return 1;
        }
        let mut gone = 0;
        while self.line.take_back() {
            gone += 1;
            if self.is_persons_turn() {
                break;
            }
        }
        gone
    }

    /// How the game ended, as a sentence; `None` while it goes on.
    pub(super) fn ending(&self) -> Option<String> {
        let position = self.position();
        if let Some(side) = self.resigned {
            return Some(format!("{side} resigns: {} wins.", !side));
        }
        ending::on_board(position).map(|(winner, how)| match winner {
            Some(side) => format!("{side} wins {how}."),
            None => format!("Drawn: {how}."),
        })
    }

    pub(super) fn diagram(&self) -> Diagram {
        let mut diagram = Diagram::of(self.position());
        if let Some(Ply::Turn(turn)) = self.plies().last() {
            diagram.last = Some(turn.peg);
        }
        diagram
    }

    /// What the engine would play here.
    pub(super) fn think(&mut self, engine: &EngineOptions) -> Answer {
        self.player.set(self.line.position());
        let limits = engine.limits(None);
        let Some(end) = limits.deadline else { return self.player.think(&limits) };
        let started = Instant::now();
        if end.saturating_duration_since(started) < PATIENCE {
            return self.player.think(&limits);
        }
        let tenths = |time: Duration| (time.as_millis() / 100) as u64;
        let bar = ProgressBar::new(tenths(end - started)).with_style(
            ProgressStyle::with_template("thinking {bar:30} {eta} left").expect("a sound template"),
        );
        loop {
            let slice = (Instant::now() + Duration::from_millis(100)).min(end);
            let answer = self.player.think(&Limits::until(slice));
            bar.set_position(tenths(started.elapsed()));
            if answer.proof != Proof::Open || Instant::now() >= end {
                bar.finish_and_clear();
                return answer;
            }
        }
    }
}
