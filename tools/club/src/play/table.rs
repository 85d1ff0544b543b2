use crate::engine::EngineOptions;
use crate::line::Line;
use crate::words::on_board;
use anyhow::Result;
use common::progress::Progress;
use engine::player::{Answer, Player};
use engine::Candidate;
use formats::{Ending, Reason};
use std::io::IsTerminal;
use std::time::{Duration, Instant};
use twixt::rules::{Ply, Position, Proof, SwapRule, TurnError};
use twixt::time::until;

/// A game with its players.
pub(super) struct Table {
    pub(super) line: Line,
    /// What was taken back, the last of it first.
    undone: Vec<Ply>,
    /// Whether people play vertical and horizontal, before any swap of sides.
    pub(super) people: [bool; 2],
    opponent: Player,
    /// Who gives hints, if that is not the opponent.
    adviser: Option<Player>,
}

impl Table {
    pub(super) fn new(line: Line, people: [bool; 2], engine: &EngineOptions) -> Result<Table> {
        let opponent = engine.player(line.start())?;
        Ok(Table { line, undone: Vec::new(), people, opponent, adviser: None })
    }

    /// Changes the engine that plays.
    pub(super) fn face(&mut self, engine: &EngineOptions) -> Result<()> {
        self.opponent = engine.player(self.line.position())?;
        Ok(())
    }

    /// Whether a person is to move, after swaps of sides.
    pub(super) fn is_persons_turn(&self) -> bool {
        let by_sides = self.line.start().rules().swap == SwapRule::Sides;
        let exchanged = by_sides && self.line.plies().contains(&Ply::Swap);
        self.people[self.line.position().to_move().index() ^ usize::from(exchanged)]
    }

    /// Plays for the side to move.
    pub(super) fn play(&mut self, ply: Ply) -> Result<(), TurnError> {
        self.line.play(ply)?;
        // Another way than the one taken back leaves it for good.
        let again = self.undone.pop();
        if again.as_ref() != self.line.plies().last() {
            self.undone.clear();
        }
        Ok(())
    }

    /// Takes back what came after a person's last turn, and that turn; how many turns went.
    pub(super) fn undo(&mut self) -> usize {
        if self.line.told().is_some() {
            self.line.take_back();
            return 1;
        }
        let mut gone = 0;
        while let Some(ply) = self.line.plies().last().cloned() {
            self.line.take_back();
            self.undone.push(ply);
            gone += 1;
            if self.is_persons_turn() {
                break;
            }
        }
        gone
    }

    /// Plays again what the last undo took back; how many turns.
    pub(super) fn redo(&mut self) -> usize {
        let mut played = 0;
        while let Some(ply) = self.undone.last().cloned() {
            if played > 0 && self.is_persons_turn() || self.play(ply).is_err() {
                break;
            }
            played += 1;
        }
        played
    }

    /// How the game ended, as a sentence; `None` while it goes on.
    pub(super) fn ending(&self) -> Option<String> {
        if let Some(Ending { winner, reason }) = self.line.told() {
            let how = reason.name();
            return Some(match (winner, reason) {
                (Some(side), Reason::Resign) => format!("{} resigns: {side} wins.", !side),
                (Some(side), Reason::Unknown) => format!("{side} has won; how is not told."),
                (Some(side), _) => format!("{side} has won ({how})."),
                (None, Reason::Unknown) => "The game is over; how it ended is not told.".to_owned(),
                (None, _) => format!("Drawn ({how})."),
            });
        }
        on_board(self.line.position()).map(|(winner, how)| match winner {
            Some(side) => format!("{side} wins {how}."),
            None => format!("Drawn: {how}."),
        })
    }

    /// What the opponent would play here.
    pub(super) fn think(&mut self, engine: &EngineOptions, stop: &dyn Fn() -> bool) -> Answer {
        think(&mut self.opponent, self.line.position(), engine, stop)
    }

    /// What the engine at its best would play here, and what it thinks of all moves.
    pub(super) fn advice(
        &mut self,
        engine: &EngineOptions,
        stop: &dyn Fn() -> bool,
    ) -> Result<(Answer, Vec<Candidate>)> {
        let adviser = match &mut self.adviser {
            Some(adviser) => adviser,
            none => none.insert(engine.player(self.line.position())?),
        };
        let answer = think(adviser, self.line.position(), engine, stop);
        Ok((answer, adviser.candidates()))
    }
}

/// Thinks within the engine's limits. `stop` ends a search of seconds early.
fn think(
    player: &mut Player,
    position: &Position,
    engine: &EngineOptions,
    stop: &dyn Fn() -> bool,
) -> Answer {
    player.set_position(position);
    let Some(end) = engine.deadline(None) else { return player.think(&engine.limits(None)) };
    let started = Instant::now();
    let tenths = |time: Duration| (time.as_millis() / 100) as u64;
    let is_hidden = !std::io::stderr().is_terminal();
    let mut bar = Progress::new(tenths(end - started), 0).silent(is_hidden);
    loop {
        let slice = (Instant::now() + Duration::from_millis(100)).min(end);
        let answer = player.think(&until(slice));
        bar.show(tenths(started.elapsed()), |pace| format!("thinking{}", pace.left_in_words()));
        let is_over = answer.proof != Proof::Open || player.is_known() || Instant::now() >= end;
        if is_over || stop() {
            return answer;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::SearchFlags;
    use engine::player::Level;
    use twixt::geometry::Size;

    #[test]
    fn hints_come_from_the_engine_at_its_best_whatever_the_level() {
        let engine = EngineOptions::counting(SearchFlags::default(), 1);
        let engine = EngineOptions { seconds: 0.3, ..engine };
        let level = engine.at(Level::new(1));
        let mut table =
            Table::new(Line::new(Position::new(Size::ARENA)), [true, false], &level).unwrap();
        for hole in ["F4", "G8"] {
            table.play(hole.parse().unwrap()).unwrap();
        }
        assert_eq!(level.nodes, Some(4));
        let (answer, candidates) = table.advice(&engine.full(), &|| false).unwrap();
        let visits: u32 = candidates.iter().map(|candidate| candidate.visits).sum();
        assert!(answer.ply.is_some() && visits > 8, "{visits}");
    }

    #[test]
    fn what_is_taken_back_is_played_again_and_no_more() {
        let engine = EngineOptions::counting(SearchFlags::default(), 1).at(Level::new(1));
        let mut table =
            Table::new(Line::new(Position::new(Size::MIN)), [true, false], &engine).unwrap();
        for hole in ["B1", "A3", "C3", "A4"] {
            table.play(hole.parse().unwrap()).unwrap();
        }
        assert_eq!((table.undo(), table.undo(), table.undo()), (2, 2, 0));
        assert_eq!((table.redo(), table.line.plies().len()), (2, 2));
        assert_eq!((table.redo(), table.redo(), table.line.plies().len()), (2, 0, 4));
        table.undo();
        table.play("D2".parse().unwrap()).unwrap();
        assert_eq!(table.redo(), 0);
    }
}
