//! The game and the settings of a session.

use super::clock::Clock;
use super::columns::Columns;
use super::Options;
use crate::history::History;
use crate::view::View;
use analysis::options::EngineOptions;
use anyhow::Result;
use engine::player::{Answer, Player};
use twixt::geometry::{Side, Size};
use twixt::rules::{Ply, Position, Rules, SwapRule, TurnError};

/// State of a GTP session.
pub(super) struct State {
    pub(super) engine: EngineOptions,
    pub(super) clock: Clock,
    pub(super) history: History,
    /// Games that [`State::turn_to`] has replaced, for `undo`.
    earlier: Vec<History>,
    /// Rules of the next game, with a swap rule even if the current game has none because its board
    /// is not square or its first pegs were set up.
    pub(super) rules: Rules,
    /// Swap rule set by a flag or `twixt-swap`; `None`: the default of the rules.
    pub(super) swap: Option<SwapRule>,
    /// Expected score below which the engine resigns, from 0 to 1.
    pub(super) resign: Option<f32>,
    /// Whether the engine searches while the opponent thinks.
    pub(super) ponders: bool,
    /// Whether the last command has played a move of the engine.
    pub(super) has_answered: bool,
    pub(super) columns: Columns,
    pub(super) view: View,
    player: Player,
}

impl State {
    /// Starts a session with the flags of `club gtp`.
    pub(super) fn new(options: &Options) -> Result<State> {
        let start = options.start.position();
        let engine = options.engine.options(options.engine.budget());
        Ok(State {
            player: engine.player(&start)?,
            engine,
            clock: Clock::default(),
            history: History::new(start),
            earlier: Vec::new(),
            rules: options.start.rules(),
            swap: options.start.swap,
            resign: options.resign,
            ponders: options.ponder,
            has_answered: false,
            columns: if options.skip_i { Columns::WithoutI } else { Columns::All },
            view: options.view.view(),
        })
    }

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

    /// Gives the turn to `side`: clients set up positions with several pegs of one colour in a row. Returns whether the
    /// other side was to move; [`State::turn_back`] then restores the game.
    pub(super) fn turn_to(&mut self, side: Side) -> Result<bool, String> {
        if self.history.position().to_move() == side {
            return Ok(false);
        }
        let history = self.history.with_other_side();
        let history =
            history.ok_or("wrong colour: after the removal of links, the sides alternate")?;
        self.earlier.push(std::mem::replace(&mut self.history, history));
        self.player();
        Ok(true)
    }

    /// Restores the game before [`State::turn_to`], if nothing was played since.
    pub(super) fn turn_back(&mut self) {
        if let Some(before) = self.earlier.pop() {
            self.history = before;
        }
    }

    /// Takes back the last ply or ending; returns false if there is none.
    pub(super) fn take_back(&mut self) -> bool {
        // A game without plies that `turn_to` has made is part of the next ply.
        while self.history.plies().is_empty() && self.history.declared().is_none() {
            let Some(before) = self.earlier.pop() else { return false };
            self.history = before;
        }
        self.history.take_back()
    }

    /// Plays the result of a search, or resigns; returns the move as text.
    pub(super) fn play_answer(&mut self, answer: &Answer) -> Result<String, String> {
        if self.resigns(answer.value) {
            self.history.resign(self.history.position().to_move());
            return Ok("resign".to_owned());
        }
        let ply = answer.ply.clone().ok_or("the game is over")?;
        let text = self.columns.write(&ply);
        self.play(ply).map_err(|error| error.to_string())?;
        self.has_answered = true;
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
        self.earlier.clear();
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
        let mut state = State::new(&options.expect("flags")).expect("sound weights");
        state.restart(size, rules).expect("sound weights");
        state
    }
}
