//! Renders boards as text and SVG, and games as animated SVG.
//!
//! A [`Diagram`] is plain data and can hold any board, including unreachable ones. The vertical side is solid
//! (orange) and the horizontal one hollow or dotted (blue), so that images are readable without colour. A
//! game, with one diagram per ply, is rendered as an animation ([`game_svg`]) or as the steps of a page
//! ([`steps_svg`]). [`signs`] renders other data per hole, such as results of first pegs.
//!
//! ```
//! use render::{text, Diagram, TextStyle};
//! use twixt::geometry::{Hole, Link, Side, Size};
//!
//! let (b1, d2): (Hole, Hole) = ("B1".parse().unwrap(), "D2".parse().unwrap());
//! let mut diagram = Diagram::new(Size::MIN);
//! diagram.pegs = vec![(b1, Side::Vertical), (d2, Side::Vertical)];
//! diagram.links = vec![(Link::between(b1, d2).unwrap(), Side::Vertical)];
//!
//! let style = TextStyle { unicode: false, ..TextStyle::default() };
//! let board = text(&diagram, style);
//! assert!(board.starts_with(
//! r"      A   B   C   D   E
//!         =============
//!  1        O._ .   .        1
//!     :        `-._       :
//!  2  : .   .   .  `O   . :  2
//! "));
//! ```

#![forbid(unsafe_code)]

mod words;
mod canvas;
mod text;
mod svg;

pub use svg::{escaped, game_svg, steps_svg, svg, Document, Heading, Palette, SvgStyle};
pub use text::{signs, text, TextSize, TextStyle};
pub use words::{plies, printable, printable_lines};

use twixt::geometry::{Hole, Link, Side, Size};
use twixt::rules::Position;

/// The content of a board image. All holes must be on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// Number of columns and rows.
    pub size: Size,
    /// Pegs and their owners.
    pub pegs: Vec<(Hole, Side)>,
    /// Links and their owners.
    pub links: Vec<(Link, Side)>,
    /// The last peg, highlighted.
    pub last: Option<Hole>,
    /// Pegs of the winning chain, in any order; highlighted with their links. Empty without a win.
    pub winning: Vec<Hole>,
    /// Texts at holes, such as move numbers. Texts of more than three characters overlap the neighbouring holes.
    pub labels: Vec<(Hole, String)>,
}

impl Diagram {
    /// Returns an empty board.
    pub fn new(size: Size) -> Diagram {
        Diagram {
            size,
            pegs: Vec::new(),
            links: Vec::new(),
            last: None,
            winning: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// Returns the diagram of a position, including its winning chain.
    pub fn of(position: &Position) -> Diagram {
        let board = position.board();
        let mut diagram = Diagram::new(position.size());
        for side in Side::ALL {
            diagram.pegs.extend(board.pegs(side).map(|peg| (peg, side)));
            diagram.links.extend(board.links(side).map(|link| (link, side)));
        }
        diagram.winning = position.winning_chain().to_vec();
        diagram
    }

    fn is_winning_link(&self, link: Link) -> bool {
        let (a, b) = link.ends();
        self.winning.contains(&a) && self.winning.contains(&b)
    }

    /// Returns the links, their owners, and whether they are in the winning chain; those of the chain come last,
    /// so that they are drawn on top.
    fn links_bottom_up(&self) -> impl Iterator<Item = (Link, Side, bool)> + '_ {
        [false, true].into_iter().flat_map(move |strong| {
            self.links
                .iter()
                .filter(move |(link, _)| self.is_winning_link(*link) == strong)
                .map(move |&(link, side)| (link, side, strong))
        })
    }

    fn winner(&self) -> Option<Side> {
        self.winning.first().and_then(|&hole| self.owner(hole))
    }

    fn owner(&self, hole: Hole) -> Option<Side> {
        let peg = self.pegs.iter().find(|(at, _)| *at == hole);
        peg.map(|&(_, side)| side)
    }
}

fn column_letter(column: u8) -> char {
    char::from(b'A' + column)
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod text_tests;
