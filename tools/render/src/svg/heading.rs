//! What stands over a picture of a game: who plays which side, how it ended.

use super::Pen;
use twixt::geometry::Side;

/// Lines over a picture; without any, nothing is added to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Heading<'a> {
    /// Who plays the vertical side and who the horizontal one, each on a line with a peg before it;
    /// `None` if that is not worth a line.
    pub players: Option<[&'a str; 2]>,
    /// Further lines, such as the result; long ones are folded, where names are cut off.
    pub lines: &'a [String],
}

/// From one line to the next, in heights of its letters, and from the picture's rim to the first.
const LEADING: f64 = 1.5;
const INSET: f64 = 0.9;
/// How wide a letter of this font is on average, in heights; a little more, so that lines fit.
const LETTER: f64 = 0.56;

impl Heading<'_> {
    /// Its further lines, folded for a picture that is so many letters wide.
    fn folded(&self, most: usize) -> Vec<String> {
        self.lines.iter().flat_map(|line| folded(line, most)).collect()
    }

    /// Its height in pixels over a picture of this width, if its letters are so many pixels high.
    pub(super) fn height(&self, width: f64, letter: f64) -> f64 {
        let count =
            self.folded(letters(width, letter)).len() + 2 * usize::from(self.players.is_some());
        match count {
            0 => 0.0,
            count => (letter * (1.5 * INSET + LEADING * count as f64)).round(),
        }
    }

    /// Draws it over a picture that is so many pixels wide, from the document's top on.
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
            // Bold letters are wider.
            let name = cut(name, (most * 7 / 8).saturating_sub(3));
            pen.text((x + 1.4 * letter, y), &name, r#" font-weight="bold""#);
        }
        let first = 2 * usize::from(self.players.is_some());
        for (index, words) in self.folded(most).iter().enumerate() {
            pen.text((INSET * letter, line(first + index)), words, "");
        }
        pen.close_group();
    }
}

/// How many letters of this height stand side by side over a picture of this width.
fn letters(width: f64, letter: f64) -> usize {
    ((width / letter - 2.0 * INSET) / LETTER).max(1.0) as usize
}

/// The text, or as much of it as `most` characters hold.
fn cut(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

/// The text in lines of at most so many characters, broken at blanks or behind the hyphens of a
/// chain, and within a word only if that is longer than a line.
fn folded(text: &str, most: usize) -> Vec<String> {
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
