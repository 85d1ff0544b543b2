//! Boards in settings: `12 pp SHARE`, `12 pp FILE`.

use crate::fit::source::Board;
use anyhow::{anyhow, ensure, Context, Result};

/// Reads a board, and returns what follows it: `12 pp REST`.
fn board(text: &str) -> Result<(Board, &str)> {
    let wanted = || format!("{text:?}: it should start with a board such as 12 pp");
    let (size, rest) = text.split_once(' ').with_context(wanted)?;
    let (rules, rest) = rest.trim_start().split_once(' ').unwrap_or((rest.trim(), ""));
    let board = format!("{size}x{rules}").parse().map_err(|error| anyhow!("{text:?}: {error}"))?;
    Ok((board, rest.trim()))
}

/// Boards with their shares of the whole, which sum to 1.
///
/// # Errors
///
/// If there is none, one is there twice, or a share is not a number above 0.
pub fn shared(texts: &[String]) -> Result<Vec<(Board, f64)>> {
    ensure!(!texts.is_empty(), "boards: list at least one, such as \"12 pp 1\"");
    let mut found: Vec<(Board, f64)> = Vec::new();
    for text in texts {
        let (board, share) = board(text).context("boards")?;
        let share = share.parse().ok().filter(|share: &f64| share.is_finite() && *share > 0.0);
        let share =
            share.with_context(|| format!("boards: {text:?}: a share above 0 should follow"))?;
        ensure!(found.iter().all(|(other, _)| *other != board), "boards: {board} is there twice");
        found.push((board, share));
    }
    let total: f64 = found.iter().map(|(_, share)| share).sum();
    Ok(found.into_iter().map(|(board, share)| (board, share / total)).collect())
}

/// Files by board: `12 pp FILE`.
///
/// # Errors
///
/// If one of the texts is anything else.
pub fn files(name: &str, texts: &[String]) -> Result<Vec<(Board, String)>> {
    texts
        .iter()
        .map(|text| {
            let (board, file) = board(text).with_context(|| name.to_owned())?;
            ensure!(!file.is_empty(), "{name}: {text:?}: a file should follow the board");
            Ok((board, file.to_owned()))
        })
        .collect()
}
