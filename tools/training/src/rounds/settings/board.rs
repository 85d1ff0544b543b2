//! Boards that a track plays on: size, rules and how much of the games each gets.

use anyhow::{ensure, Context, Result};
use std::fmt;

/// By which rules: whether own links may cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rules {
    /// Own links may cross.
    Pp,
    /// They may not.
    Standard,
}

impl Rules {
    /// As command lines spell it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Rules::Pp => "pp",
            Rules::Standard => "standard",
        }
    }
}

/// A board: `12 pp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Board {
    /// Holes an edge.
    pub size: u8,
    /// By which rules it is played on.
    pub rules: Rules,
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.size, self.rules.word())
    }
}

impl Board {
    /// As names of folders have it: `12-pp`.
    #[must_use]
    pub fn name(self) -> String {
        format!("{}-{}", self.size, self.rules.word())
    }

    /// Flags that `train` and `lab` take.
    #[must_use]
    pub fn flags(self) -> [String; 4] {
        let rules = self.rules.word().to_owned();
        ["--size".to_owned(), self.size.to_string(), "--rules".to_owned(), rules]
    }

    /// Reads a board, and hands back what follows it: `12 pp REST`.
    ///
    /// # Errors
    ///
    /// If the text does not begin with a size and rules that there are.
    pub fn read(text: &str) -> Result<(Board, &str)> {
        let wanted = || format!("{text:?}: it should begin with a board such as 12 pp");
        let (size, rest) = text.split_once(' ').with_context(wanted)?;
        let (rules, rest) = rest.trim_start().split_once(' ').unwrap_or((rest.trim(), ""));
        let size = size.parse().ok().filter(|size| (5..=24).contains(size));
        let size = size.with_context(|| format!("{text:?}: boards have 5 to 24 holes an edge"))?;
        let rules = match rules {
            "pp" => Rules::Pp,
            "standard" => Rules::Standard,
            _ => anyhow::bail!("{text:?}: the rules are pp or standard"),
        };
        Ok((Board { size, rules }, rest.trim()))
    }
}

/// Boards with their parts of the whole, which sum to 1.
///
/// # Errors
///
/// If there is none, one stands twice, or a part is not a number above 0.
pub fn shared(texts: &[String]) -> Result<Vec<(Board, f64)>> {
    ensure!(!texts.is_empty(), "boards: list at least one, such as \"12 pp 1\"");
    let mut found: Vec<(Board, f64)> = Vec::new();
    for text in texts {
        let (board, share) = Board::read(text).context("boards")?;
        let share = share.parse().ok().filter(|share: &f64| share.is_finite() && *share > 0.0);
        let share =
            share.with_context(|| format!("boards: {text:?}: a share above 0 should follow"))?;
        ensure!(found.iter().all(|(other, _)| *other != board), "boards: {board} stands twice");
        found.push((board, share));
    }
    let total: f64 = found.iter().map(|(_, share)| share).sum();
    Ok(found.into_iter().map(|(board, share)| (board, share / total)).collect())
}

/// Files by board: `12 pp FILE`.
///
/// # Errors
///
/// If one of the texts is something else.
pub fn files(name: &str, texts: &[String]) -> Result<Vec<(Board, String)>> {
    texts
        .iter()
        .map(|text| {
            let (board, file) = Board::read(text).with_context(|| name.to_owned())?;
            ensure!(!file.is_empty(), "{name}: {text:?}: a file should follow the board");
            Ok((board, file.to_owned()))
        })
        .collect()
}
