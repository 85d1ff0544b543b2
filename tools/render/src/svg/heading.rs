//! Headings of images: players, and lines such as the result.

use super::pen::Pen;
use twixt::geometry::Side;

/// Text above an image; takes no space if empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Heading<'a> {
    /// Names of the vertical and the horizontal player, each shown beside a peg.
    pub players: Option<[&'a str; 2]>,
    /// Further lines, such as the result. Long lines wrap; long names are truncated.
    pub lines: &'a [String],
}

/// Line height, and inset of the text from the left and upper edges, in em.
const LEADING: f64 = 1.5;
const INSET: f64 = 0.9;
/// Mean width of a letter, in em, overestimated so that lines fit.
const LETTER: f64 = 0.56;

impl Heading<'_> {
    fn wrapped(&self, most: usize) -> Vec<String> {
        self.lines.iter().flat_map(|line| wrapped(line, most)).collect()
    }

    /// Returns the height in pixels, for an image width and a font size in pixels.
    pub(super) fn height(&self, width: f64, letter: f64) -> f64 {
        let count =
            self.wrapped(letters(width, letter)).len() + 2 * usize::from(self.players.is_some());
        match count {
            0 => 0.0,
            count => (letter * (1.5 * INSET + LEADING * count as f64)).round(),
        }
    }

    /// Draws the heading; width and font size are in pixels.
    pub(super) fn draw(&self, pen: &mut Pen<'_>, width: f64, letter: f64) {
        let ink = pen.palette.ink;
        let font =
            format!(r#"font-family="system-ui, sans-serif" font-size="{letter}" fill="{ink}""#);
        pen.open_group("heading", &font);
        let most = letters(width, letter);
        let line = |index: usize| letter * (INSET + LEADING * (index as f64 + 0.5));
        for (side, name) in self.players.iter().flat_map(|names| Side::ALL.into_iter().zip(names)) {
            let (x, y) = (INSET * letter, line(side.index()));
            let (colour, radius) = (pen.palette.of(side), 0.36 * letter);
            let fill = if side == Side::Vertical { colour } else { pen.palette.board };
            pen.put(format_args!(
                r#"<circle cx="{:.2}" cy="{y:.2}" r="{radius:.2}" fill="{fill}" stroke="{colour}" stroke-width="{:.2}"/>"#,
                x + radius,
                0.16 * letter
            ));
            // The names are bold, and bold letters are wider than `LETTER`.
            let name = cut(name, (most * 7 / 8).saturating_sub(3));
            pen.text((x + 1.4 * letter, y), &name, r#" font-weight="bold""#);
        }
        let first = 2 * usize::from(self.players.is_some());
        for (index, words) in self.wrapped(most).iter().enumerate() {
            pen.text((INSET * letter, line(first + index)), words, "");
        }
        pen.close_group();
    }
}

/// Returns the number of letters per line, for a width and a font size in pixels.
fn letters(width: f64, letter: f64) -> usize {
    ((width / letter - 2.0 * INSET) / LETTER).max(1.0) as usize
}

fn cut(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

/// Wraps a text into lines of at most `most` characters. Lines break after spaces and hyphens, and within
/// words that are longer than a line.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    let mut length = 0;
    for part in text.split_inclusive([' ', '-']) {
        if length > 0 && length + part.trim_end().chars().count() > most {
            lines.push(String::new());
            length = 0;
        }
        for letter in part.chars() {
            if length == most && letter != ' ' {
                lines.push(String::new());
                length = 0;
            }
            if let Some(line) = lines.last_mut() {
                line.push(letter);
            }
            length += 1;
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}
