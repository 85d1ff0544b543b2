//! Small boards for the tests of text and SVG output.

use super::Diagram;
use twixt::geometry::{Direction, Hole, Link, Side, Size};

fn hole(name: &str) -> Hole {
    name.parse().expect("a hole's name")
}

fn add_pegs(diagram: &mut Diagram, side: Side, names: &str) {
    let pegs = names.split(' ').map(|name| (hole(name), side));
    diagram.pegs.extend(pegs);
}

fn add_links(diagram: &mut Diagram, side: Side, names: &str) {
    for pair in names.split(' ') {
        let (a, b) = pair.split_once('-').expect("two ends");
        let link = Link::between(hole(a), hole(b)).expect("a knight's move");
        diagram.links.push((link, side));
    }
}

/// Pegs of both sides, two own links that cross, and a peg without links.
pub(crate) fn middle_game() -> Diagram {
    let mut diagram = Diagram::new(Size::new(6).unwrap());
    add_pegs(&mut diagram, Side::Vertical, "B1 C3 B3 D2 E5");
    add_pegs(&mut diagram, Side::Horizontal, "A5 C4 C5 E4");
    add_links(&mut diagram, Side::Vertical, "B1-C3 B1-D2 B3-D2");
    add_links(&mut diagram, Side::Horizontal, "A5-C4 C5-E4");
    diagram.last = Some(hole("E4"));
    diagram
}

/// A board won by vertical with a chain of four pegs; D5 was last.
pub(crate) fn won() -> Diagram {
    let mut diagram = Diagram::new(Size::MIN);
    add_pegs(&mut diagram, Side::Vertical, "C1 D3 B4 D4 D5");
    add_pegs(&mut diagram, Side::Horizontal, "A2 C3 E4");
    add_links(&mut diagram, Side::Vertical, "C1-D3 D3-B4 B4-D5");
    add_links(&mut diagram, Side::Horizontal, "A2-C3");
    diagram.winning = ["C1", "D3", "B4", "D5"].map(hole).to_vec();
    diagram.last = Some(hole("D5"));
    diagram
}

/// A central peg with links in all eight directions.
pub(crate) fn star(side: Side) -> Diagram {
    let mut diagram = Diagram::new(Size::MIN);
    let centre = hole("C3");
    diagram.pegs.push((centre, side));
    for direction in Direction::ALL {
        let link = Link::from(centre, direction, Size::MIN).expect("on the board");
        diagram.pegs.push((link.other_end(centre), side));
        diagram.links.push((link, side));
    }
    diagram
}
