use super::clock::Clock;
use crate::history::History;
use crate::view::View;
use analysis::options::EngineOptions;
use engine::player::{Answer, Player};
use twixt::geometry::Size;
use twixt::rules::{Ply, Position, Rules, SwapRule, TurnError};

/// State of a GTP session.
pub(super) struct State {
    pub(super) engine: EngineOptions,
    pub(super) clock: Clock,
    pub(super) history: History,
    /// Rules of the next game, with a swap rule even if the current game has none because its board
    /// is not square or its first pegs were set up.
    pub(super) rules: Rules,
    /// Swap rule set by a flag or `twixt-swap`; `None`: the default of the rules.
    pub(super) swap: Option<SwapRule>,
    /// Expected score below which the engine resigns, from 0 to 1.
    pub(super) resign: Option<f32>,
    pub(super) view: View,
    pub(super) player: Player,
}

impl State {
    /// Returns the player, set to the current position.
    pub(super) fn player(&mut self) -> &mut Player {
        self.player.set_position(self.history.position());
        &mut self.player
    }

    pub(super) fn play(&mut self, ply: Ply) -> Result<(), TurnError> {
        self.history.play(ply)?;
        // Advances the search after every ply, since a jump over several plies may discard its tree.
        self.player();
        Ok(())
    }

    /// Plays the result of a search, or resigns; returns the move as text.
    pub(super) fn play_answer(&mut self, answer: &Answer) -> Result<String, String> {
        if self.resigns(answer.value) {
            self.history.resign(self.history.position().to_move());
            return Ok("resign".to_owned());
        }
        let ply = answer.ply.clone().ok_or("the game is over")?;
        let text = ply.to_string();
        self.play(ply).map_err(|error| error.to_string())?;
        Ok(text)
    }

    /// Whether the engine resigns at this expected score, from 0 to 1.
    pub(super) fn resigns(&self, value: f32) -> bool {
        self.resign.is_some_and(|least| value < least)
    }

    /// Starts a new game; returns an empty response.
    pub(super) fn restart(&mut self, size: Size, rules: Rules) -> Result<String, String> {
        self.set_history(History::new(Position::with_rules(size, rules)))?;
        self.rules = rules;
        Ok(String::new())
    }

    pub(super) fn set_history(&mut self, history: History) -> Result<(), String> {
        let start = history.start();
        self.player = self.engine.player(start).map_err(|error| error.to_string())?;
        let Rules { linking, swap } = start.rules();
        self.rules.linking = linking;
        if history.setup().is_none() && start.size().is_square() {
            self.rules.swap = swap;
        }
        self.history = history;
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

    /// Returns the state of a PP game on 12 x 12.
    pub(in crate::gtp) fn state(flags: &str) -> State {
        state_of(flags, Size::ARENA, Rules::ARENA)
    }

    pub(in crate::gtp) fn state_of(flags: &str, size: Size, rules: Rules) -> State {
        let command = Options::augment_args(Command::new("gtp").no_binary_name(true));
        let options = Options::from_arg_matches(&command.get_matches_from(flags.split(' ')));
        let mut state = options.expect("flags").state().expect("sound weights");
        state.restart(size, rules).expect("sound weights");
        state
    }
}
