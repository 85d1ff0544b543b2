//! A game while it is read.

use crate::ending::Ending;
use crate::error::Fault;
use crate::game::{replay, transposed, Game};
use crate::properties::Property;
use crate::setup::Setup;
use crate::token::{self, Token};
use crate::tree::At;
use twixt::geometry::{Hole, Side};
use twixt::rules::{Ply, Position, SwapRule};

/// A game whose tree of plies grows at any of its ends, each ply checked when it is added.
///
/// Positions are kept for one line only, the last one used; elsewhere in the tree, they are played again
/// from where the lines part. Reading a tree line by line costs no more than a game's length for that.
pub(crate) struct Builder {
    game: Game,
    start: Position,
    line: Vec<(usize, Position)>,
    /// The ply that [`Builder::play`] added last.
    pub(crate) last: At,
    /// How the moves end the game, and the byte of the text that says so.
    pub(crate) ended: Option<(Ending, usize)>,
}

impl Builder {
    /// Starts with a game that has no plies.
    pub(crate) fn new(game: Game) -> Builder {
        Builder { start: game.start(), game, line: Vec::new(), last: None, ended: None }
    }

    pub(crate) const fn game(&self) -> &Game {
        &self.game
    }

    /// Adds a ply that is at byte `place` of the text. A ply that follows `at` already is a variation's
    /// all the same.
    pub(crate) fn add(&mut self, at: At, ply: Ply, place: usize) -> Result<At, Fault> {
        let mut position = self.position(at).clone();
        let to_move = position.to_move();
        position.play_ply(&ply).map_err(|error| {
            let number = self.game.plies.depth(at) + 1;
            Fault::new(place, format!("move {number}, {ply} by {to_move}, breaks a rule: {error}"))
        })?;
        let index = self.game.plies.add(at, ply);
        self.line.push((index, position));
        Ok(Some(index))
    }

    /// Plays the next move of a text without variations. `mirrored` is whether the text's board is
    /// the game's mirrored on the main diagonal.
    pub(crate) fn play(&mut self, word: &str, place: usize, mirrored: bool) -> Result<(), Fault> {
        self.check_open()?;
        let side = self.mover(self.last);
        match token::token(word, place)? {
            Token::Ply(ply) => {
                let ply = if mirrored { transposed(&ply) } else { ply };
                self.last = self.add(self.last, ply, place)?;
            }
            Token::End(end) => self.ended = Some((end.by(side), place)),
        }
        Ok(())
    }

    /// Plays the move of a property of this side at `at`, which it returns if the move ends the game.
    /// `other` is the name of the opponent's properties.
    pub(crate) fn play_property(
        &mut self,
        at: At,
        token: Token,
        property: &Property,
        side: Side,
        other: &str,
    ) -> Result<At, Fault> {
        match token {
            Token::Ply(_) if self.mover(at) != side => {
                let expected = format!("{other}, who is to move");
                Err(Fault::expected(property.at, &expected, property.name))
            }
            Token::Ply(ply) => self.add(at, ply, property.value().0),
            Token::End(end) => {
                self.ended = Some((end.by(side), property.at));
                Ok(at)
            }
        }
    }

    /// The fault of a move after one that ended the game.
    pub(crate) fn check_open(&self) -> Result<(), Fault> {
        self.ended.map_or(Ok(()), |(_, place)| {
            let message = "expected this to be the game's last move, but another follows";
            Err(Fault::new(place, message))
        })
    }

    /// The position after `at`.
    pub(crate) fn position(&mut self, at: At) -> &Position {
        if self.line.last().map(|(index, _)| *index) != at {
            let tree = &self.game.plies;
            let mut path: Vec<_> = std::iter::successors(at, |&index| tree.parent(index)).collect();
            path.reverse();
            let kept = self.line.iter().map(|(index, _)| index).zip(&path);
            let kept = kept.take_while(|(kept, index)| kept == index).count();
            self.line.truncate(kept);
            for &index in &path[kept..] {
                let mut position = self.line.last().map_or(&self.start, |(_, last)| last).clone();
                replay(&mut position, &tree.ply(index));
                self.line.push((index, position));
            }
        }
        self.line.last().map_or(&self.start, |(_, last)| last)
    }

    pub(crate) fn mover(&mut self, at: At) -> Side {
        self.position(at).to_move()
    }

    /// Adds a line to the comment on `at`.
    pub(crate) fn say(&mut self, at: At, text: &str) {
        match at {
            Some(index) => self.game.plies.say(index, text),
            None => self.game.say(text),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.game.plies.is_empty()
    }

    /// The game; `told` is how it ended according to the text, if that says more than its moves, and the
    /// byte that says so.
    pub(crate) fn finish(mut self, told: Option<(Ending, usize)>) -> Result<Game, Fault> {
        let end = self.game.main_line().last().map(|node| node.index);
        let (told, place) =
            told.or(self.ended).map_or((None, 0), |(ending, place)| (Some(ending), place));
        let ending = Ending::settle(told, self.position(end));
        self.game.ending = ending.map_err(|error| Fault::new(place, error))?;
        Ok(self.game)
    }
}

/// A peg of a set-up, and the byte of the text where it stands.
pub(crate) type Placed = (Side, Hole, usize);

/// Reads `vertical d6 f7 horizontal e8`, which starts at byte `at` of the text.
pub(crate) fn pegs(text: &str, at: usize) -> Result<Vec<Placed>, Fault> {
    let (mut pegs, mut owner) = (Vec::new(), None);
    for (place, word) in token::split(text, at, |c| matches!(c, ' ' | '\t' | ',')) {
        match (token::side(word), owner) {
            (Some(side), _) => owner = Some(side),
            (None, None) => {
                return Err(Fault::expected(place, "vertical or horizontal before pegs", word));
            }
            (None, Some(side)) => pegs.push((side, token::hole(word, place)?, place)),
        }
    }
    Ok(pegs)
}

/// Sets up pegs before the first move of a game, which then has no swap; the fault names the place of
/// the first peg that breaks a rule.
pub(crate) fn set_up(game: &mut Game, pegs: &[Placed], to_move: Option<Side>) -> Result<(), Fault> {
    let holes = pegs.iter().map(|&(side, hole, _)| (side, hole)).collect();
    let setup =
        Setup::new(game.size, game.rules.linking, holes, to_move).map_err(|(index, error)| {
            let (side, hole, at) = pegs[index];
            Fault::new(at, format!("a peg of {side} can't be set up on {hole}: {error}"))
        })?;
    game.rules.swap = SwapRule::None;
    game.setup = Some(setup);
    Ok(())
}
