use crate::ending::{Ending, Reason};
use crate::setup::Setup;
use crate::tree::{add_line, Node, Tree};
use serde_json::Value;
use std::collections::BTreeMap;
use thiserror::Error;
use twixt::geometry::{Hole, Side, Size};
use twixt::rules::{Ply, Position, Rules, SwapRule, Turn, TurnError};

/// A game, played or being played, with what is said of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// The board.
    pub size: Size,
    /// The rules; on a board that isn't square the swap rule is [`SwapRule::None`].
    pub rules: Rules,
    /// The pegs that stand there before the first move, by the same rules on the same board.
    pub setup: Option<Setup>,
    /// Who opens, then who answers.
    pub players: [Option<String>; 2],
    /// The tournament or the like.
    pub event: Option<String>,
    /// The day, as it is written.
    pub date: Option<String>,
    /// Where it was played.
    pub place: Option<String>,
    /// How it ended; `None` while it goes on.
    pub ending: Option<Ending>,
    /// What is said of the whole game; empty if nothing is.
    pub comment: String,
    /// What is played, with its variations.
    pub plies: Tree,
    /// What else a file says of the game: keys of a record, or properties of a tree, those as lists
    /// of texts. Kept so that they can be written again.
    pub extra: BTreeMap<String, Value>,
    /// What the reader changed in the file's game, a sentence each, for people. No format writes them.
    pub notes: Vec<String>,
}

/// The first ply of a game that breaks a rule.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("move {number}, {ply}: {error}")]
pub struct IllegalPly {
    /// Which one, counted from 1 along its line.
    pub number: usize,
    /// The ply.
    pub ply: Ply,
    /// The rule.
    pub error: TurnError,
}

impl Game {
    /// A game without a move.
    #[must_use]
    pub fn new(size: Size, rules: Rules) -> Game {
        Game {
            size,
            rules: Position::with_rules(size, rules).rules(),
            setup: None,
            players: [None, None],
            event: None,
            date: None,
            place: None,
            ending: None,
            comment: String::new(),
            plies: Tree::default(),
            extra: BTreeMap::new(),
            notes: Vec::new(),
        }
    }

    /// A game without a move that begins with pegs set up.
    #[must_use]
    pub fn with_setup(setup: Setup) -> Game {
        let start = setup.start();
        let rules = Rules { swap: SwapRule::None, ..start.rules() };
        Game { setup: Some(setup.clone()), ..Game::new(start.size(), rules) }
    }

    /// This game with these plies and no variation instead of its own; it ends as the board says.
    ///
    /// # Errors
    ///
    /// The first ply that breaks a rule.
    pub fn and_plies(mut self, plies: impl IntoIterator<Item = Ply>) -> Result<Game, IllegalPly> {
        self.plies = Tree::line(plies.into_iter().map(|ply| (ply, String::new())));
        self.ending = Ending::on_board(&self.position()?);
        Ok(self)
    }

    /// Who opens, who answers, event, date and place.
    pub(crate) const fn names(&self) -> [&Option<String>; 5] {
        let [opens, answers] = &self.players;
        [opens, answers, &self.event, &self.date, &self.place]
    }

    /// As [`Game::names`].
    pub(crate) fn names_mut(&mut self) -> [&mut Option<String>; 5] {
        let [opens, answers] = &mut self.players;
        [opens, answers, &mut self.event, &mut self.date, &mut self.place]
    }

    /// Adds a line to the comment.
    pub(crate) fn say(&mut self, text: &str) {
        add_line(&mut self.comment, text);
    }

    /// Leaves in names no ends of lines and no blanks around them, ends lines of comments by line feeds
    /// alone, and leaves out empty lines around a comment, so that every format can write what any
    /// other one had.
    pub(crate) fn tidy(&mut self) {
        for name in self.names_mut() {
            let line = name.take().map(|name| name.replace(['\r', '\n'], " ").trim().to_owned());
            *name = line.filter(|line| !line.is_empty());
        }
        self.plies.comments_mut().chain([&mut self.comment]).for_each(|comment| {
            let lines = comment.replace("\r\n", "\n").replace('\r', "\n");
            *comment = lines.trim_matches('\n').to_owned();
        });
    }

    /// Notes that the board was transposed since the side that joins left and right opens in the file:
    /// `opener` there, and `exchange` describes the edit of a file that means the other side.
    pub(crate) fn note_transposed(&mut self, opener: &str, exchange: &str) {
        let moved = self.main_line().find_map(|node| match &node.ply {
            Ply::Turn(turn) => Some(turn.peg).filter(|peg| peg.transposed() != *peg),
            Ply::Swap => None,
        });
        let example = moved
            .map(|hole| format!("; the file's {} is {hole} here", hole.transposed()))
            .unwrap_or_default();
        self.notes.push(format!(
            "{opener} opens in this file and joins left and right, so the board is transposed: here the \
             side that opens joins top and bottom{example}. If {opener} joins top and bottom in this \
             file, {exchange}"
        ));
    }

    /// The main line: at each turn the first ply.
    pub fn main_line(&self) -> impl Iterator<Item = Node<'_>> {
        self.plies.main_line()
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(&self) -> Position {
        match &self.setup {
            Some(setup) => setup.start().clone(),
            None => Position::with_rules(self.size, self.rules),
        }
    }

    /// The position after the main line.
    ///
    /// # Errors
    ///
    /// Its first ply that breaks a rule.
    pub fn position(&self) -> Result<Position, IllegalPly> {
        let mut position = self.start();
        for (index, node) in self.main_line().enumerate() {
            play(&mut position, index + 1, &node.ply)?;
        }
        Ok(position)
    }

    /// The pegs of the main line as if nobody had swapped, up to the first turn that changes links.
    ///
    /// A swap of the mirroring kind turns the board and exchanges the sides: without it, the moves that
    /// follow are mirrored on the main diagonal. A swap of sides changes nothing on the board.
    #[must_use]
    pub fn pegs(&self) -> Vec<Hole> {
        let (mut position, mut mirrored) = (self.start(), false);
        let mut pegs = Vec::new();
        for node in self.main_line() {
            let before = position.clone();
            if position.play_ply(&node.ply).is_err() {
                break;
            }
            match &node.ply {
                Ply::Swap => mirrored = self.rules.swap == SwapRule::Mirror,
                Ply::Turn(turn) => {
                    let mut plain = before;
                    if plain.play_turn(&turn.peg.into()).is_err() || plain != position {
                        break;
                    }
                    pegs.push(if mirrored { turn.peg.transposed() } else { turn.peg });
                }
            }
        }
        pegs
    }

    /// Plays every ply of the main line and of all variations.
    ///
    /// # Errors
    ///
    /// The first that breaks a rule, a line before its variations.
    pub fn check(&self) -> Result<(), IllegalPly> {
        // The positions of the line that leads to the ply at hand.
        let mut line = vec![self.start()];
        for node in self.plies.nodes() {
            let number = node.number();
            line.truncate(number);
            let mut position = line[number - 1].clone();
            play(&mut position, number, &node.ply)?;
            line.push(position);
        }
        Ok(())
    }

    /// Whether the players have exchanged their sides on the main line.
    #[must_use]
    pub fn has_changed_sides(&self) -> bool {
        let swapped = || self.main_line().nth(1).is_some_and(|node| node.ply == Ply::Swap);
        self.rules.swap == SwapRule::Sides && swapped()
    }

    /// The word after the moves that shows how the game ended, if there is one: `resign` by the side to
    /// move, or `draw`.
    pub(crate) fn last_word(&self) -> Option<&'static str> {
        match self.ending? {
            Ending { winner: Some(side), reason: Reason::Resign } => {
                (self.position().ok()?.to_move() != side).then_some("resign")
            }
            Ending { winner: None, reason: Reason::Agreement } => Some("draw"),
            _ => None,
        }
    }

    /// Which of [`Game::players`] has this side at the end of the main line.
    #[must_use]
    pub fn player_of(&self, side: Side) -> usize {
        side.index() ^ usize::from(self.has_changed_sides())
    }
}

fn play(position: &mut Position, number: usize, ply: &Ply) -> Result<(), IllegalPly> {
    position.play_ply(ply).map_err(|error| IllegalPly { number, ply: ply.clone(), error })
}

/// Plays a ply that was checked before.
pub(crate) fn replay(position: &mut Position, ply: &Ply) {
    let played = position.play_ply(ply);
    debug_assert_eq!(played, Ok(()));
}

/// The ply mirrored on the main diagonal.
pub(crate) fn transposed(ply: &Ply) -> Ply {
    let links = |links: &[[Hole; 2]]| links.iter().map(|ends| ends.map(Hole::transposed)).collect();
    match ply {
        Ply::Swap => Ply::Swap,
        Ply::Turn(turn) => Ply::Turn(Turn {
            peg: turn.peg.transposed(),
            unlink: links(&turn.unlink),
            link: turn.link.as_deref().map(links),
        }),
    }
}

/// A board as the gamerz server names it: an edge, and a handicap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handicap {
    /// Holes along an edge of the whole board.
    pub edge: u8,
    /// How many columns are taken off, which makes it easier for the side that joins left and right;
    /// below zero, how many rows, which makes it easier for the side that joins top and bottom.
    pub given: i8,
}

impl Handicap {
    /// The board and the handicap that lead to this board.
    #[must_use]
    pub const fn of(size: Size) -> Handicap {
        Handicap { edge: size.get(), given: size.rows() as i8 - size.columns() as i8 }
    }

    /// The board that is left, or `None` if an edge would not have 5 to 24 holes.
    #[must_use]
    pub fn size(self) -> Option<Size> {
        let less = |taken: i8| self.edge.checked_sub(taken.max(0) as u8);
        Size::rectangle(less(self.given)?, less(self.given.checked_neg()?)?)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn pegs_without_a_mirrored_swap_are_the_same_game_turned() {
        let game = |text: &str| {
            let games = crate::read(text, None, &crate::Assume::default()).unwrap();
            games[0].pegs().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(game("b4 g9 e7"), "B4 G9 E7");
        assert_eq!(game("b4 swap i7 g5"), "B4 G9 E7");
        assert_eq!(game("# twixt size=12 swap=sides\nb4 swap i7 g5"), "B4 I7 G5");
        assert_eq!(
            game("# twixt size=12 rules=standard swap=none\nd4 g9 e6 h9 f8+ e11"),
            "D4 G9 E6 H9"
        );
    }
}
