use super::clock::Clock;
use crate::engine::EngineOptions;
use anyhow::Result;
use twixt::geometry::{Side, Size};
use twixt::player::Player;
use twixt::rules::{Outcome, Ply, Position, Rules, TurnError};

/// The game and the engine that a controller talks to.
pub(super) struct State {
    pub(super) engine: EngineOptions,
    pub(super) clock: Clock,
    /// The start and all positions since; never empty.
    positions: Vec<Position>,
    pub(super) plies: Vec<Ply>,
    /// Who gave up.
    pub(super) resigned: Option<Side>,
    player: Player,
}

impl State {
    pub(super) fn new(start: Position, engine: EngineOptions) -> Result<State> {
        let player = engine.player(&start)?;
        let clock = Clock::default();
        Ok(State {
            engine,
            clock,
            positions: vec![start],
            plies: Vec::new(),
            resigned: None,
            player,
        })
    }

    pub(super) fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    pub(super) fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The engine, at the position.
    pub(super) fn player(&mut self) -> &mut Player {
        let last = self.positions.len() - 1;
        self.player.set(&self.positions[last]);
        &mut self.player
    }

    /// Begins anew with other rules or another size.
    pub(super) fn restart(&mut self, size: Size, rules: Rules) -> Result<(), String> {
        let start = Position::with_rules(size, rules);
        self.player = self.engine.player(&start).map_err(|error| error.to_string())?;
        self.positions = vec![start];
        self.plies.clear();
        self.resigned = None;
        Ok(())
    }

    /// Plays for the side to move.
    pub(super) fn play(&mut self, ply: Ply) -> Result<(), TurnError> {
        let mut next = self.position().clone();
        next.play_ply(&ply)?;
        self.positions.push(next);
        self.plies.push(ply);
        Ok(())
    }

    /// Takes the last turn back; whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let there = self.plies.pop().is_some();
        if there {
            self.positions.pop();
        }
        there
    }

    /// Who has won, or nobody; `None` while the game goes on.
    pub(super) fn result(&self) -> Option<Option<Side>> {
        if let Some(side) = self.resigned {
            return Some(Some(!side));
        }
        match self.position().outcome() {
            Some(Outcome::Won(side)) => Some(Some(side)),
            Some(Outcome::Drawn) => Some(None),
            None => twixt::rules::is_drawn(self.position()).then_some(None),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::State;
    use crate::engine::EngineOptions;
    use clap::{Args, Command, FromArgMatches};
    use twixt::geometry::Size;
    use twixt::rules::Position;

    /// A game of 12 by 12 in PP with an engine of these flags.
    pub(in crate::gtp) fn state(flags: &str) -> State {
        let command = EngineOptions::augment_args(Command::new("engine").no_binary_name(true));
        let engine = EngineOptions::from_arg_matches(&command.get_matches_from(flags.split(' ')));
        State::new(Position::new(Size::ARENA), engine.expect("flags")).expect("sound weights")
    }
}
