//! Answers of bots: the lines that they print on stdout.

use super::block;
use crate::builder::Builder;
use crate::ending::{Ending, Reason};
use crate::error::{quoted, Fault};
use crate::game::Game;
use crate::token::offset;
use std::borrow::Cow;
use twixt::geometry::Size;
use twixt::rules::{Ply, Rules};

/// An answer; only its first word is the move.
#[derive(Clone, Debug)]
pub(super) struct Answer<'a> {
    /// Byte offset in the text.
    pub(super) at: usize,
    pub(super) text: Cow<'a, str>,
}

impl Answer<'_> {
    /// Returns the move; `None` if the text starts with anything else.
    pub(super) fn ply(&self) -> Option<Ply> {
        let ply: Ply = self.text.split_whitespace().next()?.parse().ok()?;
        match &ply {
            Ply::Turn(turn) if *turn != turn.peg.into() => None,
            _ => Some(ply),
        }
    }
}

/// The headings of the arena's console, in lower case. The first two precede an answer.
const HEADINGS: [&str; 6] = [
    "standard output stream",
    "stdout",
    "standard error stream",
    "stderr",
    "game information",
    "game summary",
];

/// Returns the heading on a line as an index of [`HEADINGS`], and the rest of the line.
fn heading(line: &str) -> Option<(usize, &str)> {
    let (name, rest) = line.trim().split_once(':')?;
    let name = name.trim().to_ascii_lowercase();
    Some((HEADINGS.iter().position(|known| *known == name)?, rest.trim()))
}

/// Returns the first line after each heading of stdout.
pub(super) fn in_sections(text: &str) -> Vec<Answer<'_>> {
    let (mut answers, mut awaits) = (Vec::new(), false);
    for line in text.lines() {
        let line = match heading(line) {
            Some((index, rest)) => {
                awaits = index < 2;
                rest
            }
            None => line.trim(),
        };
        if awaits && !line.is_empty() {
            awaits = false;
            answers.push(Answer { at: offset(text, line), text: line.into() });
        }
    }
    answers
}

/// Returns the first line after a byte offset if it starts with a hole or a swap in capitals, as the arena requires.
pub(super) fn after(text: &str, at: usize) -> Option<Answer<'_>> {
    let line = text[at..].lines().map(block::content).find(|line| !line.is_empty())?;
    let word = line.split_whitespace().next()?;
    let answer = Answer { at: offset(text, line), text: line.into() };
    (word.to_ascii_uppercase() == word && answer.ply().is_some()).then_some(answer)
}

/// A game from answers.
pub(super) struct Played {
    pub(super) builder: Builder,
    /// The ending, if the last answer was not a legal move, with its byte offset.
    pub(super) forfeit: Option<(Ending, usize)>,
    pub(super) notes: Vec<String>,
}

/// Plays the answers of both players in turn. The arena ends a game with an illegal answer, so only the last answer may
/// be illegal.
pub(super) fn play(answers: &[Answer], size: Size) -> Result<Played, Fault> {
    let mut builder = Builder::new(Game::new(size, Rules::ARENA));
    for (index, answer) in answers.iter().enumerate() {
        let text = answer.text.trim();
        let added = match answer.ply() {
            Some(ply) => builder.add(builder.last, ply, answer.at),
            None => Err(Fault::expected(answer.at, "an answer such as D6 or SWAP", text)),
        };
        match added {
            Ok(at) => builder.last = at,
            Err(fault) if index == 0 || index + 1 < answers.len() => return Err(fault),
            Err(_) => {
                let side = builder.mover(builder.last);
                let note = format!(
                    "the last answer, {}, is not a legal move of {side}, which loses the game",
                    quoted(text)
                );
                let forfeit = Some((Ending::won(!side, Reason::Forfeit), answer.at));
                return Ok(Played { builder, forfeit, notes: vec![note] });
            }
        }
    }
    Ok(Played { builder, forfeit: None, notes: Vec::new() })
}

/// Returns the game that consists of these answers.
pub(super) fn game(answers: &[Answer], size: Size) -> Result<Game, Fault> {
    let Played { builder, forfeit, notes } = play(answers, size)?;
    let game = builder.finish(forfeit)?;
    Ok(Game { notes, ..game })
}
