//! Turns that name links by their middles: `-i5'/h'6k6` takes away the link through the middle of I5
//! and I6, makes the rising one through the middle of H6 and I6, and pegs K6, which then links itself
//! to all that it can.
//!
//! A middle lies halfway between two holes of a column (`i5'`, steep links) or of a row (`h'6`,
//! shallow links). Two links share it, a rising one, `/`, and a falling one, `\`; of these only one
//! can be on the board, so that a link that goes needs no slope.

use crate::error::Fault;
use crate::token;
use twixt::geometry::{Direction, Link, Size};
use twixt::rules::{Ply, Position, Turn};

/// The signs before the middles of links.
const SIGNS: [char; 3] = ['-', '/', '\\'];

/// Whether the word starts as such a turn does.
pub(super) fn is_likely(word: &str) -> bool {
    word.starts_with(SIGNS)
}

/// Reads a turn from byte `place` on; `mirrored` as the file's board is to the position's.
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
        let expected = "the middle of a link, such as i5' or h'6";
        let middle = middle(start).ok_or_else(|| Fault::expected(at, expected, start));
        let ((x, y), behind) = middle?;
        rest = behind;
        let (x, y) = if mirrored { (y, x) } else { (x, y) };
        // Mirrored on the main diagonal, what rises still rises.
        let slopes: &[usize] = match sign {
            '/' => &[1],
            '\\' => &[0],
            _ => &[0, 1],
        };
        let through = |slope: &usize| Link::at_midpoint(x, y, *slope, position.size());
        let mut links = slopes.iter().filter_map(through);
        if sign == '-' {
            let own = |link: &Link| position.board().has_link(position.to_move(), *link);
            let gone =
                links.find(own).ok_or_else(|| Fault::new(at, "no own link has this middle"))?;
            unlink.push(gone.ends().into());
        } else {
            let made = links.next().ok_or_else(|| Fault::new(at, "the board has no such link"))?;
            link.push(made.ends().into());
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

/// The middle of a link that a text starts with, as a point of the doubled grid, and the rest.
fn middle(text: &str) -> Option<((i32, i32), &str)> {
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

/// Whether a text starts with the sign of a half, and the rest.
fn half(text: &str) -> (bool, &str) {
    text.strip_prefix(['\'', '*']).map_or((false, text), |rest| (true, rest))
}

/// The turn with every link that its peg can make besides those that it names.
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
