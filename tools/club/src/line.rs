//! A game as it is played: every position since the start, so that turns can be taken back.

use formats::{Ending, Game, Reason, Setup};
use render::Diagram;
use twixt::geometry::Side;
use twixt::rules::{Ply, Position, Rules, SwapRule, TurnError};

/// The positions of a game, the plies between them, and how it ended.
#[derive(Clone, Debug)]
pub struct Line {
    /// The start and all positions since; never empty.
    positions: Vec<Position>,
    plies: Vec<Ply>,
    /// The pegs that were set up before the first ply.
    setup: Option<Setup>,
    /// How the game ended, if not on the board.
    told: Option<Ending>,
}

impl Line {
    /// A game that begins at `start`.
    #[must_use]
    pub fn new(start: Position) -> Line {
        Line { positions: vec![start], plies: Vec::new(), setup: None, told: None }
    }

    /// A game that begins where another one began.
    #[must_use]
    pub fn start_of(game: &Game) -> Line {
        Line { setup: game.setup.clone(), ..Line::new(game.start()) }
    }

    /// Where the game began.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Where it stands.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// What was played.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The pegs that were set up before the first ply.
    #[must_use]
    pub const fn setup(&self) -> Option<&Setup> {
        self.setup.as_ref()
    }

    /// The rules; where pegs were set up nobody may swap.
    #[must_use]
    pub fn rules(&self) -> Rules {
        let rules = self.start().rules();
        let swap = if self.setup.is_some() { SwapRule::None } else { rules.swap };
        Rules { swap, ..rules }
    }

    /// Plays for the side to move.
    ///
    /// # Errors
    ///
    /// The rule that the ply breaks; nothing has changed then.
    pub fn play(&mut self, ply: Ply) -> Result<(), TurnError> {
        let mut next = self.position().clone();
        next.play_ply(&ply)?;
        self.positions.push(next);
        self.plies.push(ply);
        Ok(())
    }

    /// Takes back how the game ended, or else the last ply; whether there was either.
    pub fn take_back(&mut self) -> bool {
        if self.told.take().is_some() {
            return true;
        }
        if self.plies.pop().is_none() {
            return false;
        }
        self.positions.pop();
        true
    }

    /// A side gives up.
    pub fn resign(&mut self, side: Side) {
        self.told = Some(Ending::won(!side, Reason::Resign));
    }

    /// Sets how the game ended, unless it ended on the board.
    pub fn tell(&mut self, ending: Option<Ending>) {
        self.told = ending.filter(|_| Ending::on_board(self.position()).is_none());
    }

    /// How the game ended, if not on the board.
    #[must_use]
    pub const fn told(&self) -> Option<Ending> {
        self.told
    }

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.told.or_else(|| Ending::on_board(self.position()))
    }

    /// The board, with the last peg marked.
    #[must_use]
    pub fn diagram(&self) -> Diagram {
        let mut diagram = Diagram::of(self.position());
        if let Some(Ply::Turn(turn)) = self.plies.last() {
            diagram.last = Some(turn.peg);
        }
        diagram
    }

    /// The game as it is written to a file.
    #[must_use]
    pub fn game(&self) -> Game {
        let start = match &self.setup {
            Some(setup) => Game::with_setup(setup.clone()),
            None => Game::new(self.start().size(), self.start().rules()),
        };
        let game = start.and_plies(self.plies.iter().cloned()).expect("the plies were played");
        Game { ending: self.ending(), ..game }
    }
}
