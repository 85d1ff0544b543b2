//! Games in files: notes and warnings, board sizes as text, and the positions as diagrams.

use anyhow::{ensure, Result};
use formats::{Format, Game};
use render::{plies, Diagram};
use twixt::geometry::Size;
use twixt::rules::Ply;

/// Returns the parser's notes on the first game that has any, and a line with the number of further
/// games with notes.
pub fn notes(games: &[Game]) -> Vec<String> {
    let mut noted = games.iter().enumerate().filter(|(_, game)| !game.notes.is_empty());
    let Some((index, game)) = noted.next() else { return Vec::new() };
    let note = |note: &String| match games.len() {
        1 => note.clone(),
        _ => format!("game {}: {note}", index + 1),
    };
    let mut notes: Vec<String> = game.notes.iter().map(note).collect();
    match noted.count() {
        0 => {}
        more => notes.push(format!("{more} more games in this file have such notes")),
    }
    notes
}

/// Checks that `ply` is at most `last`; ply 0 is the start position.
pub fn checked_ply(ply: usize, last: usize) -> Result<usize> {
    ensure!(ply <= last, "cannot show ply {ply}: the game has {}; pass 0 to {last}", plies(last));
    Ok(ply)
}

/// Returns a warning for each part of the game that the format cannot represent.
pub fn left_out(format: Format, game: &Game) -> Vec<String> {
    format
        .loses(game)
        .into_iter()
        .map(|what| format!("omitted, not supported by {format}: {what}"))
        .collect()
}

/// Returns the start position and the board after each ply; pegs are numbered by ply if `numbered`.
pub fn frames(game: &Game, numbered: bool) -> Result<Vec<Diagram>> {
    let mut position = game.start();
    let mut frames = vec![Diagram::of(&position)];
    let mut labels = Vec::new();
    for (index, node) in game.main_line().enumerate() {
        position.play_ply(&node.ply)?;
        let mut diagram = Diagram::of(&position);
        match &node.ply {
            Ply::Turn(turn) => {
                diagram.last = Some(turn.peg);
                labels.push((turn.peg, (index + 1).to_string()));
            }
            // The mirror swap moves the first peg, which keeps its number.
            Ply::Swap => {
                labels = diagram.pegs.iter().map(|&(peg, _)| (peg, "1".to_owned())).collect();
            }
        }
        if numbered {
            diagram.labels.clone_from(&labels);
        }
        frames.push(diagram);
    }
    Ok(frames)
}

/// Parses a size such as `12` or `18x24`, with 5 to 24 holes per edge.
pub fn size(text: &str) -> Result<Size, String> {
    let (columns, rows) = text.split_once('x').unwrap_or((text, text));
    let read = columns.parse().ok().zip(rows.parse().ok());
    read.and_then(|(columns, rows)| Size::rectangle(columns, rows)).ok_or_else(|| {
        "expected 5 to 24 holes per edge, or columns and rows such as 18x24".to_owned()
    })
}
