//! Defaults for a board and rules that a file does not state. Words such as
//! `size=24 rules=standard result=vertical+resign` state them in comments of lists and T1j files.

use crate::ending::Ending;
use crate::error::Fault;
use crate::game::Game;
use crate::token::{self, parse, split};
use twixt::geometry::Size;
use twixt::rules::{Linking, Rules, SwapRule};

/// Board and rules for files that do not state them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assume {
    /// The board.
    pub size: Size,
    /// Rules for lists and JSON records. LittleGolem, T1j and SGF have their own defaults.
    pub rules: Rules,
    /// Linking rule that a file must have. It is the default if the file states none; a file that states
    /// another one is rejected.
    pub required: Option<Linking>,
    /// Swap rule for files that state none; if `None`, the default of the format and the linking rule.
    pub swap: Option<SwapRule>,
}

impl Assume {
    /// Returns the linking rule. `stated` is the file's own rule and its byte offset, `usual` is the
    /// format's default.
    pub(crate) fn linking(
        &self,
        stated: Option<(Linking, usize)>,
        usual: Linking,
    ) -> Result<Linking, Fault> {
        match (stated, self.required) {
            (Some((stated, at)), Some(required)) if stated != required => Err(Fault::new(
                at,
                format!(
                    "expected the requested rules {required}, found {stated}; request no rules to read \
                     the game with its own"
                ),
            )),
            (stated, required) => Ok(stated.map(|stated| stated.0).or(required).unwrap_or(usual)),
        }
    }

    pub(crate) fn swap(&self, linking: Linking) -> SwapRule {
        self.swap.unwrap_or(match linking == self.rules.linking {
            true => self.rules.swap,
            false => Rules::usual(linking).swap,
        })
    }
}

impl Default for Assume {
    fn default() -> Assume {
        Assume { size: Size::ARENA, rules: Rules::ARENA, required: None, swap: None }
    }
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Words {
    size: Option<Size>,
    linking: Option<(Linking, usize)>,
    swap: Option<SwapRule>,
    pub(crate) ending: Option<(Ending, usize)>,
}

const KEYS: [&str; 4] = ["size", "rules", "swap", "result"];

/// Returns whether a word has the form `KEY=VALUE` with one of [`KEYS`], in upper or lower case.
pub(crate) fn is_word(word: &str) -> bool {
    word.split_once('=').is_some_and(|(key, _)| KEYS.contains(&&*key.to_ascii_lowercase()))
}

/// Returns whether a comment consists of such words. An invalid `result` makes it a text; invalid values of the other
/// keys are errors.
pub(crate) fn are_words(comment: &str) -> bool {
    let is_result = |word: &str| word.to_ascii_lowercase().starts_with("result=");
    let is_valid =
        |word| is_word(word) && (!is_result(word) || Words::default().take(word, 0).is_ok());
    !comment.trim().is_empty() && comment.split_whitespace().all(is_valid)
}

/// Returns whether a word of a comment states board, rules or swap.
pub(crate) fn has_board(comment: &str) -> bool {
    let mut words = Words::default();
    let _ = words.take_all(comment, 0);
    words.size.is_some() || words.linking.is_some() || words.swap.is_some()
}

impl Words {
    /// Parses a word at byte `at`; ignores unknown words.
    fn take(&mut self, word: &str, at: usize) -> Result<(), Fault> {
        let Some((key, value)) = word.split_once('=') else { return Ok(()) };
        let (place, lower) = (at + key.len() + 1, value.to_ascii_lowercase());
        match &*key.to_ascii_lowercase() {
            "size" => self.size = Some(token::size(value, 'x', place)?),
            "rules" => self.linking = Some((parse(&lower, value, place)?, place)),
            "swap" => self.swap = Some(parse(&lower, value, place)?),
            "result" => self.ending = Some((parse(&lower, value, place)?, place)),
            _ => {}
        }
        Ok(())
    }

    /// Parses the words of a comment; returns the first error after all words.
    pub(crate) fn take_all(&mut self, comment: &str, at: usize) -> Result<(), Fault> {
        let words = split(comment, at, char::is_whitespace);
        words.map(|(place, word)| self.take(word, place)).fold(Ok(()), Result::and)
    }

    /// Returns the rules, given the default linking rule and a default swap rule for each linking rule.
    pub(crate) fn rules(
        &self,
        usual: Linking,
        swap: impl FnOnce(Linking) -> SwapRule,
        assume: &Assume,
    ) -> Result<Rules, Fault> {
        let linking = assume.linking(self.linking, usual)?;
        Ok(Rules { linking, swap: self.swap.unwrap_or_else(|| swap(linking)) })
    }

    pub(crate) fn board(&self, assume: &Assume) -> Result<(Size, Rules), Fault> {
        let size = self.size.unwrap_or(assume.size);
        let rules = self.rules(assume.rules.linking, |linking| assume.swap(linking), assume)?;
        Ok((size, rules))
    }
}

pub(crate) fn words_of_rules(game: &Game) -> String {
    format!("rules={} swap={}", game.rules.linking, game.rules.swap)
}

pub(crate) fn words_of_board(size: Size) -> String {
    match size.is_square() {
        true => format!("size={}", size.get()),
        false => format!("size={}x{}", size.columns(), size.rows()),
    }
}
