use super::clock::Clock;
use crate::engine::EngineOptions;
use crate::line::Line;
use crate::view::View;
use anyhow::Result;
use engine::player::{Answer, Player};
use formats::Setup;
use twixt::geometry::{Side, Size};
use twixt::rules::{Linking, Outcome, Ply, Position, Rules, SwapRule, TurnError};

/// The game and the engine that a controller talks to.
pub(super) struct State {
    pub(super) engine: EngineOptions,
    pub(super) clock: Clock,
    pub(super) line: Line,
    /// The pegs that were set up before the first turn.
    pub(super) setup: Option<Setup>,
    /// Who gave up.
    pub(super) resigned: Option<Side>,
    /// The rules of the next game; its swap rule stays when a board that isn't square knows none.
    pub(super) rules: Rules,
    settings: Settings,
    player: Player,
}

/// What the flags of `club gtp` say beside the game and the engine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// The swap rule, if it isn't to be the linking's usual one.
    pub(super) swap: Option<SwapRule>,
    /// The engine gives up below this expected result, from 0 to 1.
    pub(super) resign: Option<f32>,
    pub(super) view: View,
}

impl State {
    /// A game of these rules that begins at `start`, which knows no swap if it isn't square.
    pub(super) fn new(
        start: Position,
        rules: Rules,
        engine: EngineOptions,
        settings: Settings,
    ) -> Result<State> {
        let player = engine.player(&start)?;
        let (clock, line) = (Clock::default(), Line::new(start));
        Ok(State { engine, clock, line, setup: None, resigned: None, rules, settings, player })
    }

    pub(super) fn view(&self) -> View {
        self.settings.view
    }

    pub(super) fn position(&self) -> &Position {
        self.line.position()
    }

    /// The engine, at the position.
    pub(super) fn player(&mut self) -> &mut Player {
        self.player.set(self.line.position());
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
            self.resigned = Some(self.position().to_move());
            return Ok("resign".to_owned());
        }
        let ply = thought.ply.clone().ok_or("the game is over")?;
        let text = ply.to_string();
        self.play(ply).map_err(|error| error.to_string())?;
        Ok(text)
    }

    /// Whether the engine gives up where it expects this result, from 0 to 1, for itself.
    pub(super) fn gives_up(&self, value: f32) -> bool {
        self.settings.resign.is_some_and(|least| value < least)
    }

    /// Begins anew with other rules or another size.
    pub(super) fn restart(&mut self, size: Size, rules: Rules) -> Result<(), String> {
        self.begin(Position::with_rules(size, rules), None)?;
        self.rules = rules;
        Ok(())
    }

    /// The rules with this linking: the swap is the one that was asked for, or else the usual one.
    pub(super) fn rules_of(&self, linking: Linking) -> Rules {
        let usual = Rules::usual(linking);
        Rules { swap: self.settings.swap.unwrap_or(usual.swap), ..usual }
    }

    /// As [`State::restart`], with a swap rule that later changes of the linking leave as it is.
    pub(super) fn restart_with_swap(&mut self, swap: SwapRule) -> Result<(), String> {
        self.settings.swap = Some(swap);
        self.restart(self.line.start().size(), Rules { swap, ..self.rules })
    }

    /// The swap rule of the game that is on; where pegs were set up nobody may swap.
    pub(super) fn swap_rule(&self) -> SwapRule {
        let start = self.line.start();
        match self.setup.is_some() && !start.may_swap() {
            true => SwapRule::None,
            false => start.rules().swap,
        }
    }

    /// Begins in a position, which these pegs make if it isn't empty.
    pub(super) fn begin(&mut self, start: Position, setup: Option<Setup>) -> Result<(), String> {
        self.player = self.engine.player(&start).map_err(|error| error.to_string())?;
        let Rules { linking, swap } = start.rules();
        self.rules.linking = linking;
        if setup.is_none() && start.size().is_square() {
            self.rules.swap = swap;
        }
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
