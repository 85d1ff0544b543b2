//! Marks on the board, to which notes refer: arrows, shapes and labels.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use twixt::geometry::{Hole, Size};

/// Colour of an arrow or a shape.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// Green, the default.
    #[default]
    Green,
    /// Red.
    Red,
    /// Blue.
    Blue,
}

/// Shape on a hole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// A circle.
    Circle,
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A diagonal cross.
    Cross,
}

const COLOURS: [(Colour, &str); 3] =
    [(Colour::Green, "green"), (Colour::Red, "red"), (Colour::Blue, "blue")];

const SHAPES: [(Shape, &str); 4] = [
    (Shape::Circle, "circle"),
    (Shape::Triangle, "triangle"),
    (Shape::Square, "square"),
    (Shape::Cross, "cross"),
];

/// A mark on the board. Its text form is `arrow D6 F7`, `red circle E8` or `label G9 A`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mark {
    /// An arrow between two different holes.
    Arrow {
        /// Start.
        from: Hole,
        /// Tip.
        to: Hole,
        /// Colour.
        colour: Colour,
    },
    /// A shape on a hole.
    Shape {
        /// The hole.
        hole: Hole,
        /// The shape.
        shape: Shape,
        /// Colour.
        colour: Colour,
    },
    /// A text on a hole.
    Label {
        /// The hole.
        hole: Hole,
        /// The text: one line, not empty, without spaces around it.
        text: String,
    },
}

/// The error for a text that is not a mark.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected a mark such as \"arrow D6 F7\", \"red circle E8\" or \"label G9 A\"")]
pub struct ParseMarkError;

impl Mark {
    /// Returns a label; `None` if the text is blank. Line ends in the text become spaces.
    pub fn label(hole: Hole, text: &str) -> Option<Mark> {
        let text = text.replace(char::is_control, " ").trim().to_owned();
        (!text.is_empty()).then_some(Mark::Label { hole, text })
    }

    /// Returns an arrow; `None` if both holes are the same.
    pub fn arrow(from: Hole, to: Hole, colour: Colour) -> Option<Mark> {
        (from != to).then_some(Mark::Arrow { from, to, colour })
    }

    /// Returns whether the board has the mark's holes.
    pub fn fits(&self, size: Size) -> bool {
        match *self {
            Mark::Arrow { from, to, .. } => size.contains(from) && size.contains(to),
            Mark::Shape { hole, .. } | Mark::Label { hole, .. } => size.contains(hole),
        }
    }

    /// Returns the mark's kind and holes. A position has at most one mark per place.
    const fn place(&self) -> (u8, Hole, Hole) {
        match self {
            Mark::Arrow { from, to, .. } => (0, *from, *to),
            Mark::Shape { hole, .. } => (1, *hole, *hole),
            Mark::Label { hole, .. } => (2, *hole, *hole),
        }
    }

    pub(crate) fn transposed(self) -> Mark {
        match self {
            Mark::Arrow { from, to, colour } => {
                Mark::Arrow { from: from.transposed(), to: to.transposed(), colour }
            }
            Mark::Shape { hole, shape, colour } => {
                Mark::Shape { hole: hole.transposed(), shape, colour }
            }
            Mark::Label { hole, text } => Mark::Label { hole: hole.transposed(), text },
        }
    }
}

fn name<T: Copy + PartialEq>(names: &[(T, &'static str)], wanted: T) -> &'static str {
    names.iter().find(|(known, _)| *known == wanted).map_or("", |(_, name)| name)
}

fn named<T: Copy>(names: &[(T, &str)], wanted: &str) -> Option<T> {
    names.iter().find(|(_, name)| name.eq_ignore_ascii_case(wanted)).map(|(known, _)| *known)
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = |colour: Colour| match colour {
            Colour::Green => String::new(),
            colour => format!("{} ", name(&COLOURS, colour)),
        };
        match self {
            Mark::Arrow { from, to, colour } => write!(f, "{}arrow {from} {to}", prefix(*colour)),
            Mark::Shape { hole, shape, colour } => {
                write!(f, "{}{} {hole}", prefix(*colour), name(&SHAPES, *shape))
            }
            Mark::Label { hole, text } => write!(f, "label {hole} {text}"),
        }
    }
}

impl FromStr for Mark {
    type Err = ParseMarkError;

    fn from_str(text: &str) -> Result<Mark, ParseMarkError> {
        parse(text).ok_or(ParseMarkError)
    }
}

fn parse(text: &str) -> Option<Mark> {
    let (first, rest) = word(text);
    let colour = named(&COLOURS, first);
    let (kind, rest) = if colour.is_some() { word(rest) } else { (first, rest) };
    let (hole, rest) = word(rest);
    let hole = hole.parse().ok()?;
    if kind.eq_ignore_ascii_case("label") {
        return Mark::label(hole, rest).filter(|_| colour.is_none());
    }
    let colour = colour.unwrap_or_default();
    let (to, rest) = word(rest);
    if !rest.trim().is_empty() {
        return None;
    }
    if kind.eq_ignore_ascii_case("arrow") {
        return Mark::arrow(hole, to.parse().ok()?, colour);
    }
    let shape = named(&SHAPES, kind).filter(|_| to.is_empty())?;
    Some(Mark::Shape { hole, shape, colour })
}

/// Splits off the first word.
fn word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// The marks on a position's board, sorted by kind and hole.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Marks(Vec<Mark>);

impl Marks {
    /// Adds a mark. It replaces an arrow between the same holes, a shape on the same hole, or a label on the same hole.
    pub fn set(&mut self, mark: Mark) {
        match self.0.binary_search_by_key(&mark.place(), Mark::place) {
            Ok(index) => self.0[index] = mark,
            Err(index) => self.0.insert(index, mark),
        }
    }

    /// Iterates over the marks.
    pub fn iter(&self) -> impl Iterator<Item = &Mark> {
        self.0.iter()
    }

    /// Returns the number of marks.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no marks.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_round_trip_as_text() {
        for text in
            ["arrow D6 F7", "blue arrow F7 D6", "red cross E8", "triangle A2", "label G9 a b"]
        {
            assert_eq!(text.parse::<Mark>().unwrap().to_string(), text);
        }
        assert_eq!("  Green  ARROW d6  f7 ".parse::<Mark>().unwrap().to_string(), "arrow D6 F7");
        assert_eq!("label d6 a\nb ".parse::<Mark>().unwrap().to_string(), "label D6 a b");
    }

    #[test]
    fn other_texts_are_not_marks() {
        for text in [
            "",
            "D6",
            "arrow D6",
            "arrow D6 D6",
            "arrow D6 F7 G9",
            "red label D6 a",
            "label D6 ",
            "circle D6 E8",
            "star D6",
            "red",
        ] {
            assert_eq!(text.parse::<Mark>(), Err(ParseMarkError), "{text}");
        }
    }

    #[test]
    fn a_later_mark_replaces_the_one_at_the_same_place() {
        let mut marks = Marks::default();
        for text in
            ["circle D6", "arrow F7 D6", "label D6 a", "red square D6", "arrow D6 F7", "label D6 b"]
        {
            marks.set(text.parse().unwrap());
        }
        let texts: Vec<String> = marks.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["arrow D6 F7", "arrow F7 D6", "red square D6", "label D6 b"]);
    }
}
