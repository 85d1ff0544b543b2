//! Builds a game from the moves of a text.

use crate::ending::{Ending, Reason};
use crate::error::Fault;
use crate::game::{replay, transposed, Game};
use crate::marks::Mark;
use crate::properties::Property;
use crate::setup::Setup;
use crate::token::{self, Token};
use crate::tree::At;
use twixt::geometry::{Hole, Side};
use twixt::rules::{Ply, Position, SwapRule};

/// A game that accepts legal plies only.
///
/// Caches the positions of the most recent line. Another line is replayed from its branching point, so reading a
/// tree replays at most one game's length per line.
pub(crate) struct Builder {
    game: Game,
    start: Position,
    line: Vec<(usize, Position)>,
    pub(crate) last: At,
    /// The ending stated by a word among the moves (`resign`, `draw`), and its byte offset.
    pub(crate) ended: Option<(Ending, usize)>,
}

impl Builder {
    pub(crate) fn new(game: Game) -> Builder {
        Builder { start: game.start(), game, line: Vec::new(), last: None, ended: None }
    }

    pub(crate) const fn game(&self) -> &Game {
        &self.game
    }

    /// Adds a ply after `at`; `place` is the ply's byte offset in the text. A repeated continuation becomes
    /// a separate variation.
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

    /// Plays the next move of a text without variations. `mirrored` means that the text's board is reflected
    /// across the main diagonal.
    pub(crate) fn play(&mut self, word: &str, place: usize, mirrored: bool) -> Result<(), Fault> {
        self.check_not_ended()?;
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

    /// Plays `token`, the value of a property of `side`, after the ply `at`. Returns the new ply, or `at` if the token
    /// ends the game.
    /// `other` is the property name of the opponent's moves.
    pub(crate) fn play_property(
        &mut self,
        at: At,
        token: Token,
        property: &Property,
        side: Side,
        other: &str,
    ) -> Result<At, Fault> {
        if let Some((at, value)) = property.values.get(1) {
            return Err(Fault::expected(*at, "one move per property", value));
        }
        match token {
            Token::Ply(_) if self.mover(at) != side => {
                let expected = format!("{other}, the side to move");
                Err(Fault::expected(property.at, &expected, &property.name))
            }
            Token::Ply(ply) => self.add(at, ply, property.value().0),
            Token::End(end) => {
                self.ended = Some((end.by(side), property.at));
                Ok(at)
            }
        }
    }

    pub(crate) fn check_not_ended(&self) -> Result<(), Fault> {
        self.ended.map_or(Ok(()), |(_, place)| {
            let message = "expected the game to end here, found another move";
            Err(Fault::new(place, message))
        })
    }

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

    /// Adds a line to a ply's comment, or, at the start, to the game's comment.
    pub(crate) fn add_comment(&mut self, at: At, text: &str) {
        match at {
            Some(index) => self.game.plies.add_comment(index, text),
            None => self.game.add_comment(text),
        }
    }

    /// Adds a mark to the board after a ply, or, at the start, before the first ply. Returns whether the board has the
    /// mark's holes.
    pub(crate) fn set_mark(&mut self, at: At, mark: Mark) -> bool {
        let fits = mark.fits(self.game.size);
        match at {
            _ if !fits => {}
            Some(index) => self.game.plies.set_mark(index, mark),
            None => self.game.marks.set(mark),
        }
        fits
    }

    /// Returns the number of plies.
    pub(crate) fn plies(&self) -> usize {
        self.game.plies.len()
    }

    /// Returns the game. `stated` is an ending stated outside the moves, with its byte offset; a word among the moves
    /// supplies its reason.
    pub(crate) fn finish(mut self, stated: Option<(Ending, usize)>) -> Result<Game, Fault> {
        let end = self.game.main_line().last().map(|node| node.index);
        let ended = match (stated, self.ended) {
            (Some((stated, place)), Some((ended, _))) if stated.winner != ended.winner => {
                let why =
                    format!("the stated result is {stated}, but the last move states {ended}");
                return Err(Fault::new(place, why));
            }
            (Some((Ending { reason: Reason::Unknown, .. }, _)), ended @ Some(_)) => ended,
            (stated, ended) => stated.or(ended),
        };
        let (stated, place) = ended.map_or((None, 0), |(ending, place)| (Some(ending), place));
        let ending = Ending::reconcile(stated, self.position(end));
        self.game.ending = ending.map_err(|error| Fault::new(place, error))?;
        Ok(self.game)
    }
}

pub(crate) type Placed = (Side, Hole, usize);

/// Parses a list of pegs that starts at byte `at`, such as `vertical d6 f7 horizontal e8`.
pub(crate) fn pegs(text: &str, at: usize) -> Result<Vec<Placed>, Fault> {
    let (mut pegs, mut owner) = (Vec::new(), None);
    for (place, word) in token::split(text, at, |c| matches!(c, ' ' | '\t' | ',')) {
        match (token::side(word), owner) {
            (Some(side), _) => owner = Some(side),
            (None, None) => {
                return Err(Fault::expected(place, "vertical or horizontal before the pegs", word));
            }
            (None, Some(side)) => pegs.push((side, token::hole(word, place)?, place)),
        }
    }
    Ok(pegs)
}

/// Sets up pegs before the first move, and disables the swap. A fault has the offset of the first illegal
/// peg.
pub(crate) fn set_up(game: &mut Game, pegs: &[Placed], to_move: Option<Side>) -> Result<(), Fault> {
    let holes = pegs.iter().map(|&(side, hole, _)| (side, hole)).collect();
    let setup =
        Setup::new(game.size, game.rules.linking, holes, to_move).map_err(|(index, error)| {
            let (side, hole, at) = pegs[index];
            Fault::new(at, format!("cannot set up a peg of {side} on {hole}: {error}"))
        })?;
    game.rules.swap = SwapRule::None;
    game.setup = Some(setup);
    Ok(())
}
