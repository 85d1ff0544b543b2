//! The words `size=24 rules=standard swap=sides handicap=2 result=vertical+resign` that comments of
//! lists and of T1j's files may carry.

use crate::assume::Assume;
use crate::ending::Ending;
use crate::fault::Fault;
use crate::game::{Game, Handicap};
use twixt::geometry::Size;
use twixt::rules::{Linking, Rules, SwapRule};

/// What was told by such words.
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
    /// Takes in a word that starts at byte `at`; another word than these is let be.
    pub(crate) fn take(&mut self, word: &str, at: usize) -> Result<(), Fault> {
        let Some((key, value)) = word.split_once('=') else { return Ok(()) };
        let place = at + key.len() + 1;
        match key {
            "size" => self.size = Some(size(value, place)?),
            "handicap" => {
                let number = value.parse().ok().filter(|given: &i8| (-19..20).contains(given));
                let expected = "how many columns (or, below zero, rows) are taken off";
                let given = number.ok_or_else(|| Fault::expected(place, expected, value))?;
                self.handicap = Some((given, place));
            }
            "rules" => {
                let named = value.parse();
                let named = named.map_err(|error| found(place, error, value))?;
                self.linking = Some((named, place));
            }
            "swap" => {
                self.swap = Some(value.parse().map_err(|error| found(place, error, value))?);
            }
            "result" => {
                let ending = value.parse().map_err(|error| found(place, error, value))?;
                self.ending = Some((ending, place));
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes in all such words of a comment that starts at byte `at`.
    pub(crate) fn take_all(&mut self, comment: &str, at: usize) -> Result<(), Fault> {
        split(comment, at).try_for_each(|(place, word)| self.take(word, place))
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

/// The swap rule that is usual with a linking rule.
pub(crate) const fn usual_swap(linking: Linking) -> SwapRule {
    Rules::usual(linking).swap
}

/// The words of a text that starts at byte `at`, with the bytes where they start.
pub(crate) fn split(text: &str, at: usize) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace()
        .map(move |word| (at + (word.as_ptr() as usize - text.as_ptr() as usize), word))
}

/// The words for a game's rules.
pub(crate) fn rules_of(game: &Game) -> String {
    format!("rules={} swap={}", game.rules.linking, game.rules.swap)
}

/// The words for a game's board.
pub(crate) fn board_of(size: Size) -> String {
    let Handicap { edge, given } = Handicap::of(size);
    match given {
        0 => format!("size={edge}"),
        _ => format!("size={edge} handicap={given}"),
    }
}

/// Reads `24`, or columns and rows, `22x24`.
fn size(value: &str, at: usize) -> Result<Size, Fault> {
    let (columns, rows) = value.split_once('x').unwrap_or((value, value));
    let size = columns.parse().ok().zip(rows.parse().ok());
    size.and_then(|(columns, rows)| Size::rectangle(columns, rows))
        .ok_or_else(|| Fault::expected(at, "a board size from 5 to 24, or such as 22x24", value))
}

/// A message that names what is expected, with what stands there.
fn found(at: usize, error: impl std::fmt::Display, value: &str) -> Fault {
    Fault::new(at, format!("{error}, found {}", crate::fault::quoted(value)))
}
