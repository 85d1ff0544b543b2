//! Board and rules of a text: what the caller assumes, and what words such as `size=24 rules=standard
//! swap=sides handicap=2 result=vertical+resign` in comments of lists and of T1j's files state.

use crate::ending::Ending;
use crate::error::Fault;
use crate::game::{Game, Handicap};
use crate::token::{self, parse, split};
use twixt::geometry::Size;
use twixt::rules::{Linking, Rules, SwapRule};

/// Board and rules of a text that states none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assume {
    /// The board.
    pub size: Size,
    /// The rules of a list or a record. LittleGolem, T1j and SGF have default rules of their own.
    pub rules: Rules,
    /// The linking that the caller requests. A text that states none is read with this one instead of
    /// its format's default, and a text that states another is refused.
    pub asked: Option<Linking>,
    /// The swap rule that the caller requests for a text that states none, instead of the usual one of
    /// its linking.
    pub swap: Option<SwapRule>,
}

impl Assume {
    /// The linking of a text that states this one at that byte, or none; `usual` is its format's.
    pub(crate) fn linking(
        &self,
        told: Option<(Linking, usize)>,
        usual: Linking,
    ) -> Result<Linking, Fault> {
        match (told, self.asked) {
            (Some((told, at)), Some(asked)) if told != asked => Err(Fault::new(
                at,
                format!(
                    "expected the rules {asked}, which were asked for, found {told}: ask for none to \
                     read the game by its own"
                ),
            )),
            (told, asked) => Ok(told.map(|(told, _)| told).or(asked).unwrap_or(usual)),
        }
    }

    /// The swap rule of a text with this linking that states none.
    pub(crate) fn swap(&self, linking: Linking) -> SwapRule {
        self.swap.unwrap_or(match linking == self.rules.linking {
            true => self.rules.swap,
            false => Rules::usual(linking).swap,
        })
    }
}

impl Default for Assume {
    /// The arena's board and rules.
    fn default() -> Assume {
        Assume { size: Size::ARENA, rules: Rules::ARENA, asked: None, swap: None }
    }
}

/// What such words state.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Words {
    size: Option<Size>,
    handicap: Option<(i8, usize)>,
    linking: Option<(Linking, usize)>,
    swap: Option<SwapRule>,
    /// How the game ended, and the byte of the text that says so.
    pub(crate) ending: Option<(Ending, usize)>,
}

const KEYS: [&str; 5] = ["size", "handicap", "rules", "swap", "result"];

/// Whether the word has the form of such a word, whatever its value.
pub(crate) fn is_word(word: &str) -> bool {
    word.split_once('=').is_some_and(|(key, _)| KEYS.contains(&key))
}

impl Words {
    /// Reads a word that starts at byte `at`; other words are skipped.
    fn take(&mut self, word: &str, at: usize) -> Result<(), Fault> {
        let Some((key, value)) = word.split_once('=') else { return Ok(()) };
        let place = at + key.len() + 1;
        match key {
            "size" => self.size = Some(token::size(value, 'x', place)?),
            "handicap" => {
                let number = value.parse().ok().filter(|given: &i8| (-19..20).contains(given));
                let expected = "how many columns (or, below zero, rows) are taken off";
                let given = number.ok_or_else(|| Fault::expected(place, expected, value))?;
                self.handicap = Some((given, place));
            }
            "rules" => self.linking = Some((parse(value, place)?, place)),
            "swap" => self.swap = Some(parse(value, place)?),
            "result" => self.ending = Some((parse(value, place)?, place)),
            _ => {}
        }
        Ok(())
    }

    /// Reads all such words of a comment that starts at byte `at`.
    pub(crate) fn take_all(&mut self, comment: &str, at: usize) -> Result<(), Fault> {
        let mut words = split(comment, at, char::is_whitespace);
        words.try_for_each(|(place, word)| self.take(word, place))
    }

    /// The rules; `usual` is the linking of a text that states none, and `swap` the swap rule of its
    /// linking.
    pub(crate) fn rules(
        &self,
        usual: Linking,
        swap: impl FnOnce(Linking) -> SwapRule,
        assume: &Assume,
    ) -> Result<Rules, Fault> {
        let linking = assume.linking(self.linking, usual)?;
        Ok(Rules { linking, swap: self.swap.unwrap_or_else(|| swap(linking)) })
    }

    /// The board and the rules.
    pub(crate) fn board(&self, assume: &Assume) -> Result<(Size, Rules), Fault> {
        let whole = self.size.unwrap_or(assume.size);
        let size = match self.handicap {
            None => whole,
            Some((given, at)) => {
                let left = whole.is_square().then(|| Handicap { edge: whole.get(), given }.size());
                left.flatten().ok_or_else(|| {
                    let expected = "a handicap that leaves 5 to 24 holes an edge of a square board";
                    Fault::expected(at, expected, &given.to_string())
                })?
            }
        };
        let rules = self.rules(assume.rules.linking, |linking| assume.swap(linking), assume)?;
        Ok((size, rules))
    }
}

/// The words for a game's rules.
pub(crate) fn words_of_rules(game: &Game) -> String {
    format!("rules={} swap={}", game.rules.linking, game.rules.swap)
}

/// The words for a board.
pub(crate) fn words_of_board(size: Size) -> String {
    let Handicap { edge, given } = Handicap::of(size);
    match given {
        0 => format!("size={edge}"),
        _ => format!("size={edge} handicap={given}"),
    }
}
