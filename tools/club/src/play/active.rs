//! The game in progress, the engine's turns, hints and evaluations.

use crate::engine::deadline;
use crate::history::History;
use analysis::options::{Budget, EngineOptions};
use analysis::words::on_board;
use anyhow::Result;
use common::progress::Progress;
use engine::player::{Answer, Player};
use engine::Candidate;
use formats::{Ending, Reason};
use std::io::IsTerminal;
use std::time::{Duration, Instant};
use twixt::rules::{Ply, Position, SwapRule, TurnError};
use twixt::search::Limits;
use twixt::time::until;

/// A game in progress with its players and engines.
pub(super) struct ActiveGame {
    pub(super) history: History,
    /// Plies that can be redone, the next one last.
    undone: Vec<Ply>,
    /// Whether a person plays vertical, and horizontal, before any swap of sides.
    pub(super) people: [bool; 2],
    opponent: Player,
    /// Engine for hints at full strength, created on first use.
    hint_engine: Option<Player>,
}

impl ActiveGame {
    pub(super) fn new(
        history: History,
        people: [bool; 2],
        engine: &EngineOptions,
    ) -> Result<ActiveGame> {
        let opponent = engine.player(history.start())?;
        Ok(ActiveGame { history, undone: Vec::new(), people, opponent, hint_engine: None })
    }

    pub(super) fn set_opponent(&mut self, engine: &EngineOptions) -> Result<()> {
        self.opponent = engine.player(self.history.position())?;
        Ok(())
    }

    /// Whether a person is to move.
    pub(super) fn is_persons_turn(&self) -> bool {
        let by_sides = self.history.start().rules().swap == SwapRule::Sides;
        let exchanged = by_sides && self.history.plies().contains(&Ply::Swap);
        self.people[self.history.position().to_move().index() ^ usize::from(exchanged)]
    }

    pub(super) fn play(&mut self, ply: Ply) -> Result<(), TurnError> {
        self.history.play(ply)?;
        // A ply other than the next one to redo invalidates all plies to redo.
        let next = self.undone.pop();
        if next.as_ref() != self.history.plies().last() {
            self.undone.clear();
        }
        Ok(())
    }

    /// Takes back the declared ending, or else a person's last turn and all later ones. Returns the number of turns,
    /// 1 for an ending.
    pub(super) fn undo(&mut self) -> usize {
        if self.history.declared().is_some() {
            self.history.take_back();
            return 1;
        }
        let mut taken_back = 0;
        while let Some(ply) = self.history.plies().last().cloned() {
            self.history.take_back();
            self.undone.push(ply);
            taken_back += 1;
            if self.is_persons_turn() {
                break;
            }
        }
        taken_back
    }

    /// Replays the turns of the last undo; returns their number, 0 if an ending is declared.
    pub(super) fn redo(&mut self) -> usize {
        if self.history.declared().is_some() {
            return 0;
        }
        let mut played = 0;
        while let Some(ply) = self.undone.last().cloned() {
            if played > 0 && self.is_persons_turn() || self.play(ply).is_err() {
                break;
            }
            played += 1;
        }
        played
    }

    pub(super) fn ending(&self) -> Option<String> {
        if let Some(Ending { winner, reason }) = self.history.declared() {
            let how = reason.name();
            return Some(match (winner, reason) {
                (Some(side), Reason::Resign) => format!("{side} wins by resignation."),
                (Some(side), Reason::Unknown) => format!("{side} wins (reason not recorded)."),
                (Some(side), _) => format!("{side} wins ({how})."),
                (None, Reason::Unknown) => "The game is over; no result is recorded.".to_owned(),
                (None, _) => format!("Drawn ({how})."),
            });
        }
        on_board(self.history.position()).map(|(winner, how)| match winner {
            Some(side) => format!("{side} wins {how}."),
            None => format!("Drawn: {how}."),
        })
    }

    pub(super) fn think(&mut self, engine: &EngineOptions, stop: &dyn Fn() -> bool) -> Answer {
        think(&mut self.opponent, self.history.position(), engine, stop)
    }

    /// Searches with the engine for hints, within the limits of `engine`; returns the answer and the candidates.
    pub(super) fn advice(
        &mut self,
        engine: &EngineOptions,
        stop: &dyn Fn() -> bool,
    ) -> Result<(Answer, Vec<Candidate>)> {
        let hint_engine = match &mut self.hint_engine {
            Some(hint_engine) => hint_engine,
            none => none.insert(engine.player(self.history.position())?),
        };
        let answer = think(hint_engine, self.history.position(), engine, stop);
        Ok((answer, hint_engine.candidates()))
    }
}

/// Searches within the engine's limits, or chooses the turn of its grade. `stop` ends a timed search early.
fn think(
    player: &mut Player,
    position: &Position,
    engine: &EngineOptions,
    stop: &dyn Fn() -> bool,
) -> Answer {
    if let Budget::Grade(grade, seed) = engine.budget {
        return player.choose_at(position, grade, seed);
    }
    player.set_position(position);
    let Some(end) = deadline(engine.budget, None) else {
        return player.think(&Limits { nodes: engine.budget.evals(position), stop: None });
    };
    let started = Instant::now();
    let tenths = |time: Duration| (time.as_millis() / 100) as u64;
    let is_hidden = !std::io::stderr().is_terminal();
    let mut bar = Progress::new(tenths(end - started), 0).silent(is_hidden);
    loop {
        let slice = (Instant::now() + Duration::from_millis(100)).min(end);
        let answer = player.think(&until(slice));
        bar.show(tenths(started.elapsed()), |pace| format!("thinking{}", pace.left_in_words()));
        let is_over = player.is_final(&answer) || Instant::now() >= end;
        if is_over || stop() {
            return answer;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::options::EngineChoice;
    use twixt::geometry::Size;

    /// Returns a game between a person and an engine with one evaluation per turn.
    fn game(size: Size) -> ActiveGame {
        let engine = EngineOptions::new(EngineChoice::default(), Budget::Nodes(1));
        ActiveGame::new(History::new(Position::new(size)), [true, false], &engine).unwrap()
    }

    #[test]
    fn hints_search_within_their_own_limits() {
        let mut game = game(Size::ARENA);
        let time = Budget::Time(Duration::from_millis(300));
        let engine = EngineOptions::new(EngineChoice::default(), time);
        for hole in ["F4", "G8"] {
            game.play(hole.parse().unwrap()).unwrap();
        }
        let (answer, candidates) = game.advice(&engine, &|| false).unwrap();
        let visits: u32 = candidates.iter().map(|candidate| candidate.visits).sum();
        assert!(answer.ply.is_some() && visits > 8, "{visits}");
    }

    #[test]
    fn redo_replays_exactly_the_turns_of_undo() {
        let mut game = game(Size::MIN);
        for hole in ["B1", "A3", "C3", "A4"] {
            game.play(hole.parse().unwrap()).unwrap();
        }
        assert_eq!((game.undo(), game.undo(), game.undo()), (2, 2, 0));
        assert_eq!((game.redo(), game.history.plies().len()), (2, 2));
        assert_eq!((game.redo(), game.redo(), game.history.plies().len()), (2, 0, 4));
        game.undo();
        game.play("D2".parse().unwrap()).unwrap();
        assert_eq!(game.redo(), 0);
    }
}
