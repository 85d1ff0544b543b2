//! Marks in SGF: `AR[d6:f7]` is an arrow, `CR`, `TR`, `SQ` and `MA` are shapes, `LB[g9:A]` is a label.
//!
//! SGF has no colours; this crate writes its own properties `RED` and `BLUE`, which list the holes of the node's marks in
//! these colours: `RED[d6:f7][e8]`. Other programs ignore them.

use crate::marks::{Colour, Mark, Marks, Shape};
use crate::properties::{push_value, Property, RawNode};
use crate::token;
use twixt::geometry::Hole;

const ARROW: &str = "AR";

const LABEL: &str = "LB";

const SHAPES: [(Shape, &str); 4] =
    [(Shape::Circle, "CR"), (Shape::Triangle, "TR"), (Shape::Square, "SQ"), (Shape::Cross, "MA")];

const COLOURS: [(Colour, &str); 2] = [(Colour::Red, "RED"), (Colour::Blue, "BLUE")];

/// The names of all properties of marks.
pub(super) const NAMES: [&str; 8] = ["AR", "LB", "CR", "TR", "SQ", "MA", "RED", "BLUE"];

/// Returns the marks of a node. Values that are not holes are ignored: a file remains readable without its marks.
pub(super) fn read(node: &RawNode) -> Vec<Mark> {
    let marks = node.properties.iter().flat_map(|property| {
        let shape = SHAPES.iter().find(|(_, name)| *name == property.name).map(|(shape, _)| *shape);
        let mark = move |text: &str| {
            let colour = || colour(node, text);
            match (&*property.name, shape) {
                (ARROW, _) => {
                    let (from, to) = text.split_once(':')?;
                    Mark::arrow(hole(from)?, hole(to)?, colour())
                }
                (LABEL, _) => {
                    let (at, text) = text.split_once(':')?;
                    Mark::label(hole(at)?, text)
                }
                (_, shape) => {
                    Some(Mark::Shape { hole: hole(text)?, shape: shape?, colour: colour() })
                }
            }
        };
        property.values.iter().filter_map(move |(_, text)| mark(text))
    });
    marks.collect()
}

fn hole(text: &str) -> Option<Hole> {
    let word = text.trim();
    token::letters(word).or_else(|| word.parse().ok())
}

fn colour(node: &RawNode, text: &str) -> Colour {
    let is_listed = |name: &str| {
        let values = node.get(name).map(|property: &Property| property.values.iter());
        values
            .into_iter()
            .flatten()
            .any(|(_, value)| value.trim().eq_ignore_ascii_case(text.trim()))
    };
    let listed = COLOURS.iter().find(|(_, name)| is_listed(name));
    listed.map_or(Colour::Green, |(colour, _)| *colour)
}

/// Writes the properties of a position's marks.
pub(super) fn write(text: &mut String, marks: &Marks) {
    let lower = |hole: &Hole| hole.to_string().to_lowercase();
    let place = |mark: &Mark| match mark {
        Mark::Arrow { from, to, .. } => format!("{}:{}", lower(from), lower(to)),
        Mark::Shape { hole, .. } | Mark::Label { hole, .. } => lower(hole),
    };
    let mut list = |name: &str, is_listed: &dyn Fn(&Mark) -> bool| {
        let mut listed = marks.iter().filter(|mark| is_listed(mark)).peekable();
        if listed.peek().is_some() {
            text.push_str(name);
        }
        for mark in listed {
            match mark {
                Mark::Label { hole, text: label } => push_label(text, &lower(hole), label),
                mark => push_value(text, &place(mark)),
            }
        }
    };
    list(ARROW, &|mark| matches!(mark, Mark::Arrow { .. }));
    for (wanted, name) in SHAPES {
        list(name, &|mark| matches!(mark, Mark::Shape { shape, .. } if *shape == wanted));
    }
    list(LABEL, &|mark| matches!(mark, Mark::Label { .. }));
    for (wanted, name) in COLOURS {
        list(name, &|mark| match mark {
            Mark::Arrow { colour, .. } | Mark::Shape { colour, .. } => *colour == wanted,
            Mark::Label { .. } => false,
        });
    }
}

/// Writes a hole and a text. In such a pair SGF requires a backslash before a colon of the text.
fn push_label(text: &mut String, hole: &str, label: &str) {
    text.push_str(&format!("[{hole}:"));
    for c in label.chars() {
        if matches!(c, ']' | '\\' | ':') {
            text.push('\\');
        }
        text.push(c);
    }
    text.push(']');
}
