use super::clock::Clock;
use crate::engine::EngineOptions;
use crate::line::Line;
use crate::view::View;
use engine::player::{Answer, Player};
use twixt::geometry::Size;
use twixt::rules::{Ply, Position, Rules, SwapRule, TurnError};

/// The game and the engine that a controller talks to.
pub(super) struct State {
    pub(super) engine: EngineOptions,
    pub(super) clock: Clock,
    pub(super) line: Line,
    /// The rules of the next game; its swap rule stays when a board that isn't square knows none.
    pub(super) rules: Rules,
    /// The swap rule, if it isn't to be the linking's usual one.
    pub(super) swap: Option<SwapRule>,
    /// The engine resigns below this expected result, from 0 to 1.
    pub(super) resign: Option<f32>,
    pub(super) view: View,
    pub(super) player: Player,
}

impl State {
    /// The engine, at the position.
    pub(super) fn player(&mut self) -> &mut Player {
        self.player.set_position(self.line.position());
        &mut self.player
    }

    /// Plays for the side to move.
    pub(super) fn play(&mut self, ply: Ply) -> Result<(), TurnError> {
        self.line.play(ply)?;
        // At once, since the tree is kept from one position to the next, but not to the one after.
        self.player();
        Ok(())
    }

    /// Plays what the engine thinks best, or gives up; what it did.
    pub(super) fn carry_out(&mut self, thought: &Answer) -> Result<String, String> {
        if self.gives_up(thought.value) {
            self.line.resign(self.line.position().to_move());
            return Ok("resign".to_owned());
        }
        let ply = thought.ply.clone().ok_or("the game is over")?;
        let text = ply.to_string();
        self.play(ply).map_err(|error| error.to_string())?;
        Ok(text)
    }

    /// Whether the engine gives up where it expects this result, from 0 to 1, for itself.
    pub(super) fn gives_up(&self, value: f32) -> bool {
        self.resign.is_some_and(|least| value < least)
    }

    /// Starts a game of these rules on a board of this size; answers nothing.
    pub(super) fn restart(&mut self, size: Size, rules: Rules) -> Result<String, String> {
        self.begin(Line::new(Position::with_rules(size, rules)))?;
        self.rules = rules;
        Ok(String::new())
    }

    /// Starts at a line's start.
    pub(super) fn begin(&mut self, line: Line) -> Result<(), String> {
        let start = line.start();
        self.player = self.engine.player(start).map_err(|error| error.to_string())?;
        let Rules { linking, swap } = start.rules();
        self.rules.linking = linking;
        if line.setup().is_none() && start.size().is_square() {
            self.rules.swap = swap;
        }
        self.line = line;
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::State;
    use crate::gtp::Options;
    use clap::{Args, Command, FromArgMatches};
    use twixt::geometry::Size;
    use twixt::rules::Rules;

    /// A game of 12 by 12 in PP with an engine of these flags.
    pub(in crate::gtp) fn state(flags: &str) -> State {
        state_of(flags, Size::ARENA, Rules::ARENA)
    }

    /// A game of this size and these rules.
    pub(in crate::gtp) fn state_of(flags: &str, size: Size, rules: Rules) -> State {
        let command = Options::augment_args(Command::new("gtp").no_binary_name(true));
        let options = Options::from_arg_matches(&command.get_matches_from(flags.split(' ')));
        let mut state = options.expect("flags").state().expect("sound weights");
        state.restart(size, rules).expect("sound weights");
        state
    }
}
