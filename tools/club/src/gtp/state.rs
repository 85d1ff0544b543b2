use super::clock::Clock;
use crate::engine::EngineOptions;
use crate::line::Line;
use anyhow::Result;
use formats::Setup;
use twixt::geometry::{Side, Size};
use twixt::player::Player;
use twixt::rules::{Outcome, Position, Rules};

/// The game and the engine that a controller talks to.
pub(super) struct State {
    pub(super) engine: EngineOptions,
    pub(super) clock: Clock,
    pub(super) line: Line,
    /// The pegs that were set up before the first turn.
    pub(super) setup: Option<Setup>,
    /// Who gave up.
    pub(super) resigned: Option<Side>,
    player: Player,
}

impl State {
    pub(super) fn new(start: Position, engine: EngineOptions) -> Result<State> {
        let player = engine.player(&start)?;
        let (clock, line) = (Clock::default(), Line::new(start));
        Ok(State { engine, clock, line, setup: None, resigned: None, player })
    }

    pub(super) fn position(&self) -> &Position {
        self.line.position()
    }

    /// The engine, at the position.
    pub(super) fn player(&mut self) -> &mut Player {
        self.player.set(self.line.position());
        &mut self.player
    }

    /// Begins anew with other rules or another size.
    pub(super) fn restart(&mut self, size: Size, rules: Rules) -> Result<(), String> {
        self.begin(Position::with_rules(size, rules), None)
    }

    /// Begins in a position, which these pegs make if it isn't empty.
    pub(super) fn begin(&mut self, start: Position, setup: Option<Setup>) -> Result<(), String> {
        self.player = self.engine.player(&start).map_err(|error| error.to_string())?;
        self.line = Line::new(start);
        self.resigned = None;
        self.setup = setup;
        Ok(())
    }

    /// Takes the last turn back, or a resignation; whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        self.resigned.take().is_some() || self.line.take_back()
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
