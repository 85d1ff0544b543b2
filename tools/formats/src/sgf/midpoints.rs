//! Turns that name links by their midpoints: `-i5'/h'6k6` removes the link through the midpoint of I5 and I6,
//! adds the rising link through the midpoint of H6 and I6, and places a peg on K6 with all possible links.
//!
//! A midpoint is halfway between two holes of a column (`i5'`, steep links) or of a row (`h'6`, shallow
//! links). A rising link (`/`) and a falling one (`\`) cross at their common midpoint, so the board has at
//! most one of them and a removal needs no slope.

use crate::error::Fault;
use crate::token;
use twixt::geometry::{Direction, Link, Size};
use twixt::rules::{Ply, Position, Turn};

const SIGNS: [char; 3] = ['-', '/', '\\'];

pub(super) fn is_likely(word: &str) -> bool {
    word.starts_with(SIGNS)
}

/// Parses a turn at byte `place`. `mirrored` means that the file's board is reflected across the main diagonal.
pub(super) fn turn(
    word: &str,
    place: usize,
    position: &Position,
    mirrored: bool,
) -> Result<Ply, Fault> {
    let (mut unlink, mut link, mut rest) = (Vec::new(), Vec::new(), word);
    while let Some(sign) = rest.chars().next().filter(|sign| SIGNS.contains(sign)) {
        let start = &rest[1..];
        let at = place + token::offset(word, start);
        let expected = "a link's midpoint, such as i5' or h'6";
        let midpoint = midpoint(start).ok_or_else(|| Fault::expected(at, expected, start));
        let ((x, y), after) = midpoint?;
        rest = after;
        let (x, y) = if mirrored { (y, x) } else { (x, y) };
        // A rising link is still rising after the reflection.
        let slopes: &[usize] = match sign {
            '/' => &[1],
            '\\' => &[0],
            _ => &[0, 1],
        };
        let through = |slope: &usize| Link::at_midpoint(x, y, *slope, position.size());
        let mut links = slopes.iter().filter_map(through);
        if sign == '-' {
            let own = |link: &Link| position.board().has_link(position.to_move(), *link);
            let removed = links.find(own).ok_or_else(|| {
                Fault::new(at, "the player to move has no link with this midpoint")
            })?;
            unlink.push(removed.ends().into());
        } else {
            let added = links.next().ok_or_else(|| Fault::new(at, "the board has no such link"))?;
            link.push(added.ends().into());
        }
    }
    let hole = token::letters(rest).or_else(|| rest.parse().ok()).ok_or_else(|| {
        let expected = "the peg's hole, such as D6, or -, / or \\ and another link";
        Fault::expected(place + token::offset(word, rest), expected, rest)
    })?;
    let peg = if mirrored { hole.transposed() } else { hole };
    if !position.size().contains(peg) || link.is_empty() {
        return Ok(Ply::Turn(Turn { peg, unlink, link: None }));
    }
    Ok(Ply::Turn(with_own_links(Turn { peg, unlink, link: Some(link) }, position)))
}

/// Parses a midpoint; returns its coordinates in half spacings, and the rest of the text.
fn midpoint(text: &str) -> Option<((i32, i32), &str)> {
    let column = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
    let (half_column, text) = half(&text[1..]);
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let row: i32 = text[..text.len() - rest.len()].parse().ok()?;
    let (half_row, rest) = half(rest);
    let fits = half_column != half_row && (1..=i32::from(Size::MAX.get())).contains(&row);
    let column = i32::from(column.to_ascii_lowercase() - b'a');
    let point = (2 * column + i32::from(half_column), 2 * (row - 1) + i32::from(half_row));
    fits.then_some((point, rest))
}

fn half(text: &str) -> (bool, &str) {
    text.strip_prefix(['\'', '*']).map_or((false, text), |rest| (true, rest))
}

/// Adds all links that the turn's peg can make.
fn with_own_links(turn: Turn, position: &Position) -> Turn {
    Direction::ALL.into_iter().fold(turn, |turn, direction| {
        let Some(end) = turn.peg.step(direction, position.size()) else { return turn };
        let mut more = turn.clone();
        more.link.get_or_insert_default().push([turn.peg, end]);
        match position.clone().play_turn(&more) {
            Ok(()) => more,
            Err(_) => turn,
        }
    })
}
