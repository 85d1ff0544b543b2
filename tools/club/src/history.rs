//! A game in progress. All its positions are kept, so that turns can be taken back.

use formats::{Ending, Game, Reason, Setup};
use render::Diagram;
use twixt::geometry::Side;
use twixt::rules::{Ply, Position, Rules, SwapRule, TurnError};

/// Positions of a game, the plies between them, and its ending.
#[derive(Clone, Debug)]
pub struct History {
    /// The start position and all later ones; never empty.
    positions: Vec<Position>,
    plies: Vec<Ply>,
    /// Pegs that were set up before the first ply.
    setup: Option<Setup>,
    /// The ending, unless it follows from the board.
    declared: Option<Ending>,
    /// The game as it was read from a file.
    origin: Option<Game>,
}

impl History {
    /// Starts a game at a position.
    pub fn new(start: Position) -> History {
        let (plies, positions) = (Vec::new(), vec![start]);
        History { positions, plies, setup: None, declared: None, origin: None }
    }

    /// Plays the main line of a file's game, at most `limit` plies. Fails if it breaks a rule.
    pub fn of(game: Game, limit: usize) -> Result<History, TurnError> {
        let mut history = History { setup: game.setup.clone(), ..History::new(game.start()) };
        game.main_line().take(limit).try_for_each(|node| history.play(node.ply))?;
        if history.plies.len() == game.main_line().count() {
            history.declared =
                game.ending.filter(|_| Ending::on_board(history.position()).is_none());
        }
        Ok(History { origin: Some(game), ..history })
    }

    /// Returns the start position.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// Returns the plies played.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Returns the pegs that were set up before the first ply.
    pub const fn setup(&self) -> Option<&Setup> {
        self.setup.as_ref()
    }

    /// Returns the rules of the game; without a swap if pegs were set up.
    pub fn rules(&self) -> Rules {
        let rules = self.start().rules();
        let swap = if self.setup.is_some() { SwapRule::None } else { rules.swap };
        Rules { swap, ..rules }
    }

    /// Plays a ply for the side to move. A ply that breaks a rule leaves the game unchanged.
    pub fn play(&mut self, ply: Ply) -> Result<(), TurnError> {
        let mut next = self.position().clone();
        next.play_ply(&ply)?;
        self.positions.push(next);
        self.plies.push(ply);
        Ok(())
    }

    /// Returns a game that starts at the current position, set up with the other side to move; `None` if pegs do not
    /// describe the position, because links were removed.
    pub fn with_other_side(&self) -> Option<History> {
        let position = self.position();
        let mut pegs = self.setup.as_ref().map(|setup| setup.pegs().to_vec()).unwrap_or_default();
        for (before, ply) in self.positions.iter().zip(&self.plies) {
            match ply {
                Ply::Turn(turn) => pegs.push((before.to_move(), turn.peg)),
                Ply::Swap if self.rules().swap == SwapRule::Mirror => {
                    pegs = pegs.iter().map(|&(side, peg)| (!side, peg.transposed())).collect();
                }
                Ply::Swap => {}
            }
        }
        let Rules { linking, .. } = position.rules();
        let setup = Setup::new(position.size(), linking, pegs, Some(!position.to_move())).ok()?;
        let is_same = setup.start().board() == position.board();
        let start = setup.start().clone();
        let origin = self.origin.clone();
        is_same.then(|| History { setup: Some(setup), origin, ..History::new(start) })
    }

    /// Takes back the declared ending, or else the last ply; returns false if there is neither.
    pub fn take_back(&mut self) -> bool {
        if self.declared.take().is_some() {
            return true;
        }
        if self.plies.pop().is_none() {
            return false;
        }
        self.positions.pop();
        true
    }

    /// Ends the game by resignation of `side`.
    pub fn resign(&mut self, side: Side) {
        self.declared = Some(Ending::won(!side, Reason::Resign));
    }

    /// Returns the ending, unless it follows from the board.
    pub const fn declared(&self) -> Option<Ending> {
        self.declared
    }

    /// Returns the ending; `None` in an unfinished game.
    pub fn ending(&self) -> Option<Ending> {
        self.declared.or_else(|| Ending::on_board(self.position()))
    }

    /// Returns the board with the last peg marked.
    pub fn diagram(&self) -> Diagram {
        let mut diagram = Diagram::of(self.position());
        if let Some(Ply::Turn(turn)) = self.plies.last() {
            diagram.last = Some(turn.peg);
        }
        diagram
    }

    /// Returns the game as it is stored in files, with the other data of its file if it was loaded, and a warning if
    /// turns of the file are omitted.
    pub fn game(&self) -> (Game, Option<String>) {
        let start = match &self.setup {
            Some(setup) => Game::with_setup(setup.clone()),
            None => Game::new(self.start().size(), self.start().rules()),
        };
        let game = start.and_plies(self.plies.iter().cloned()).expect("the plies were played");
        let ending = self.ending();
        let Some(origin) = self.origin.clone() else { return (Game { ending, ..game }, None) };
        // After a move out of turn the file's moves are pegs that were set up; names and comment remain.
        let is_new = origin.setup != game.setup;
        let tree = if is_new { Default::default() } else { origin.plies.clone() };
        let (plies, left_out) = tree.with_main_line(self.plies.iter().cloned());
        // Other data of a JSON record, such as times, is kept only if turns and ending are unchanged.
        let is_same = plies == origin.plies && ending == origin.ending;
        let extra = if is_same { origin.extra } else { game.extra };
        let turns = if left_out == 1 { "turn" } else { "turns" };
        let note = || format!("omitted {left_out} {turns} of the file after this position");
        let left_out = (left_out > 0).then(note);
        let Game { setup, rules, .. } = game;
        (Game { plies, ending, extra, setup, rules, ..origin }, left_out)
    }
}
