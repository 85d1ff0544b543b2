//! Turns that name links by their middles: `-i5'/h'6k6` takes away the link through the middle of I5
//! and I6, makes the rising one through the middle of H6 and I6, and pegs K6, which then links itself
//! to all that it can.
//!
//! A middle lies halfway between two holes of a column (`i5'`, steep links) or of a row (`h'6`,
//! shallow links). Two links share it, a rising one, `/`, and a falling one, `\`; of these only one
//! can be on the board, so that a link that goes needs no slope.

use crate::error::Fault;
use crate::token;
use twixt::geometry::{Direction, Hole, Link, Size};
use twixt::rules::{Ply, Position, Turn};

/// Whether the word starts as such a turn does.
pub(super) fn is_likely(word: &str) -> bool {
    word.starts_with(['-', '/', '\\'])
}

/// Reads a turn from byte `place` on; `mirrored` as the file's board is to the position's.
pub(super) fn turn(
    word: &str,
    place: usize,
    position: &Position,
    mirrored: bool,
) -> Result<Ply, Fault> {
    let mut reader = Reader { word, at: 0, place };
    let (mut unlink, mut link) = (Vec::new(), Vec::new());
    while let Some(sign) = reader.sign() {
        let at = place + reader.at;
        let (x, y) = reader.middle()?;
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
    let hole = reader.hole()?;
    let peg = if mirrored { hole.transposed() } else { hole };
    if !position.size().contains(peg) || link.is_empty() {
        return Ok(Ply::Turn(Turn { peg, unlink, link: None }));
    }
    Ok(Ply::Turn(with_own_links(Turn { peg, unlink, link: Some(link) }, position)))
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

struct Reader<'a> {
    word: &'a str,
    /// Bytes read.
    at: usize,
    /// Byte of the text where the word starts.
    place: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.word[self.at..]
    }

    fn sign(&mut self) -> Option<char> {
        let sign = self.rest().chars().next().filter(|sign| "-/\\".contains(*sign))?;
        self.at += 1;
        Some(sign)
    }

    /// A middle, as a point of the doubled grid.
    fn middle(&mut self) -> Result<(i32, i32), Fault> {
        let start = self.at;
        let column = self.rest().bytes().next().filter(u8::is_ascii_alphabetic);
        self.at += usize::from(column.is_some());
        let half_column = self.half();
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let row: Option<i32> = self.rest()[..digits].parse().ok();
        self.at += digits;
        let half_row = self.half();
        let most = i32::from(Size::MAX.get());
        match (column, row) {
            (Some(letter), Some(row)) if half_column != half_row && (1..=most).contains(&row) => {
                let column = i32::from(letter.to_ascii_lowercase() - b'a');
                Ok((2 * column + i32::from(half_column), 2 * (row - 1) + i32::from(half_row)))
            }
            _ => {
                let expected = "the middle of a link, such as i5' or h'6";
                Err(Fault::expected(self.place + start, expected, &self.word[start..]))
            }
        }
    }

    fn half(&mut self) -> bool {
        let half = self.rest().starts_with(['\'', '*']);
        self.at += usize::from(half);
        half
    }

    fn hole(&self) -> Result<Hole, Fault> {
        let rest = self.rest();
        let place = self.place + self.at;
        let hole = token::letters(rest).or_else(|| rest.parse().ok());
        let expected = "the peg's hole, such as D6, or -, / or \\ and another link";
        hole.ok_or_else(|| Fault::expected(place, expected, rest))
    }
}
