use crate::ending::{Ending, Reason};
use crate::marks::Marks;
use crate::setup::Setup;
use crate::tree::{add_line, Node, Tree};
use render::printable_lines;
use serde_json::Value;
use std::collections::BTreeMap;
use thiserror::Error;
use twixt::geometry::{Hole, Side, Size};
use twixt::rules::{Ply, Position, Rules, SwapRule, Turn, TurnError};

/// A game, possibly unfinished, with comments and variations.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// The board.
    pub size: Size,
    /// The rules; a board that is not square has [`SwapRule::None`].
    pub rules: Rules,
    /// Pegs placed before the first move, on the same board and under the same rules.
    pub setup: Option<Setup>,
    /// Names of the first and the second player.
    pub players: [Option<String>; 2],
    /// Tournament or occasion.
    pub event: Option<String>,
    /// Date, as written in the file.
    pub date: Option<String>,
    /// Place.
    pub place: Option<String>,
    /// How the game ended; `None` while it is in progress.
    pub ending: Option<Ending>,
    /// Comment on the game; may be empty.
    pub comment: String,
    /// Marks on the board before the first ply, on its holes.
    pub marks: Marks,
    /// Main line and variations.
    pub plies: Tree,
    /// JSON members and SGF properties (as lists of strings) that the reader does not interpret, kept for writing.
    pub extra: BTreeMap<String, Value>,
    /// Sentences about changes that the reader made to the game; never written to a file.
    pub notes: Vec<String>,
}

/// The first illegal ply of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("move {number}, {ply}: {error}")]
pub struct IllegalPly {
    /// Number of the ply in its line, from 1.
    pub number: usize,
    /// The ply.
    pub ply: Ply,
    /// The rule that it breaks.
    pub error: TurnError,
}

impl Game {
    /// Creates a game without plies. A board that is not square gets [`SwapRule::None`].
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
            marks: Marks::default(),
            plies: Tree::default(),
            extra: BTreeMap::new(),
            notes: Vec::new(),
        }
    }

    /// Creates a game without plies from set-up pegs.
    pub fn with_setup(setup: Setup) -> Game {
        let start = setup.start();
        let rules = Rules { swap: SwapRule::None, ..start.rules() };
        Game { setup: Some(setup.clone()), ..Game::new(start.size(), rules) }
    }

    /// Replaces the plies with a single line, and the ending with that of the last position.
    ///
    /// # Errors
    ///
    /// The first illegal ply.
    pub fn and_plies(mut self, plies: impl IntoIterator<Item = Ply>) -> Result<Game, IllegalPly> {
        self.plies = Tree::line(plies.into_iter().map(|ply| (ply, String::new())));
        self.ending = Ending::on_board(&self.position()?);
        Ok(self)
    }

    pub(crate) const fn names(&self) -> [&Option<String>; 5] {
        let [opens, answers] = &self.players;
        [opens, answers, &self.event, &self.date, &self.place]
    }

    pub(crate) fn names_mut(&mut self) -> [&mut Option<String>; 5] {
        let [opens, answers] = &mut self.players;
        [opens, answers, &mut self.event, &mut self.date, &mut self.place]
    }

    pub(crate) fn add_comment(&mut self, text: &str) {
        add_line(&mut self.comment, text);
    }

    /// Normalises texts to a form that every format can represent and a terminal can print: names are trimmed and
    /// on one line; comments have LF line ends and no surrounding empty lines; control characters other than line
    /// feed and tab, and marks of the direction of text, are removed.
    pub(crate) fn tidy(&mut self) {
        for name in self.names_mut() {
            let line = name.take().map(|name| printable_lines(&name.replace(['\r', '\n'], " ")));
            *name = line.map(|line| line.trim().to_owned()).filter(|line| !line.is_empty());
        }
        self.plies.comments_mut().chain([&mut self.comment]).for_each(|comment| {
            let lines = printable_lines(&comment.replace("\r\n", "\n").replace('\r', "\n"));
            *comment = lines.trim_matches('\n').to_owned();
        });
    }

    /// Adds a note that the reader transposed the board. `opener` is the file's name for the first mover;
    /// `exchange` describes how to edit the file so that this side connects top and bottom.
    pub(crate) fn note_transposed(&mut self, opener: &str, exchange: &str) {
        let moved = self.main_line().find_map(|node| match &node.ply {
            Ply::Turn(turn) => Some(turn.peg).filter(|peg| peg.transposed() != *peg),
            Ply::Swap => None,
        });
        let example = moved
            .map(|hole| format!("; the file's {} is {hole} here", hole.transposed()))
            .unwrap_or_default();
        self.notes.push(format!(
            "{opener} moves first in this file and connects left and right, so the board is transposed: \
             the side that moves first connects top and bottom here{example}. If {opener} connects top \
             and bottom in this file, {exchange}"
        ));
    }

    /// Iterates over the plies of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = Node<'_>> {
        self.plies.main_line()
    }

    /// Returns the number of plies that the players did not choose: the opening of a match, as its record states it.
    pub fn opening_plies(&self) -> usize {
        let stated = self.extra.get("opening").and_then(Value::as_u64);
        stated.map_or(0, |plies| usize::try_from(plies).unwrap_or(usize::MAX))
    }

    /// Returns the position before the first ply.
    pub fn start(&self) -> Position {
        match &self.setup {
            Some(setup) => setup.start().clone(),
            None => Position::with_rules(self.size, self.rules),
        }
    }

    /// Returns the position after the main line.
    ///
    /// # Errors
    ///
    /// The first illegal ply.
    pub fn position(&self) -> Result<Position, IllegalPly> {
        let mut position = self.start();
        for (index, node) in self.main_line().enumerate() {
            play(&mut position, index + 1, &node.ply)?;
        }
        Ok(position)
    }

    /// Returns the main line's pegs without the swap, up to the first turn with link changes.
    ///
    /// After a mirroring swap, the later moves are reflected across the main diagonal, because without the swap
    /// the board is not reflected. A swap of sides does not change the board.
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

    /// Checks the plies of the main line and of all variations.
    ///
    /// # Errors
    ///
    /// The first illegal ply, in the order of [`Tree::nodes`].
    pub fn check(&self) -> Result<(), IllegalPly> {
        // Positions from the start to the current ply.
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

    /// Returns whether the players exchanged sides in the main line.
    pub fn has_changed_sides(&self) -> bool {
        let swapped = || self.main_line().nth(1).is_some_and(|node| node.ply == Ply::Swap);
        self.rules.swap == SwapRule::Sides && swapped()
    }

    /// Returns the word that states the ending after the moves, if any: `resign` (by the side to move) or `draw`.
    pub(crate) fn last_word(&self) -> Option<&'static str> {
        match self.ending? {
            Ending { winner: Some(side), reason: Reason::Resign } => {
                (self.position().ok()?.to_move() != side).then_some("resign")
            }
            Ending { winner: None, reason: Reason::Agreement } => Some("draw"),
            _ => None,
        }
    }

    /// Returns the index in [`Game::players`] of the player who has `side` after the main line.
    pub fn player_of(&self, side: Side) -> usize {
        side.index() ^ usize::from(self.has_changed_sides())
    }
}

fn play(position: &mut Position, number: usize, ply: &Ply) -> Result<(), IllegalPly> {
    position.play_ply(ply).map_err(|error| IllegalPly { number, ply: ply.clone(), error })
}

/// Plays a ply known to be legal.
pub(crate) fn replay(position: &mut Position, ply: &Ply) {
    let played = position.play_ply(ply);
    debug_assert_eq!(played, Ok(()));
}

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

#[cfg(test)]
mod tests {
    #[test]
    fn pegs_reflects_the_moves_after_a_mirroring_swap() {
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
