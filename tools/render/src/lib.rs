//! Pictures for people: boards as characters for a terminal and as SVG, and [charts](chart) as SVG.
//!
//! A [`Diagram`] is plain data, so a picture can show any board, one that no game reaches too. In all
//! pictures the vertical side is solid (orange) and the horizontal one hollow or dotted (blue), so
//! that they read without colour as well. A whole game, a diagram a ply, becomes one moving picture
//! ([`game_svg`]) or a sheet of small boards ([`sheet_svg`]). What is no game, such as the worth of first
//! pegs, is drawn on the same board by [`plan_svg`] and [`signs`].
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
//! let picture = text(&diagram, style);
//! assert!(picture.starts_with(
//! r"      A   B   C   D   E
//!         =============
//!  1        #._ .   .        1
//!     :        `-._       :
//!  2  : .   .   .  `#   . :  2
//! "));
//! ```

#![forbid(unsafe_code)]

mod grid;
mod canvas;
mod text;
mod svg;
pub mod chart;

pub use grid::Grid;
pub use svg::{
    game_svg, plan_svg, sheet_svg, steps_svg, svg, Heading, Palette, Pen, SvgStyle, SHEET_SPACING,
};
pub use text::{signs, text, TextSize, TextStyle};

use twixt::geometry::{Hole, Link, Side};
use twixt::rules::Position;

/// What a picture shows. All holes are taken to lie on a board of `size`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The board's size.
    pub size: Grid,
    /// The pegs and their owners.
    pub pegs: Vec<(Hole, Side)>,
    /// The links and their owners.
    pub links: Vec<(Link, Side)>,
    /// The peg placed last, which gets a mark.
    pub last: Option<Hole>,
    /// The pegs of a winning chain, in any order, to be emphasised with the links among them;
    /// empty if there is none.
    pub winning: Vec<Hole>,
    /// Short texts at holes, such as move numbers at pegs or shares of visits at vacant holes.
    /// Two or three characters are legible, more run into their neighbours.
    pub labels: Vec<(Hole, String)>,
}

impl Diagram {
    /// An empty board, to be filled through the public fields.
    #[must_use]
    pub fn new(size: impl Into<Grid>) -> Diagram {
        Diagram {
            size: size.into(),
            pegs: Vec::new(),
            links: Vec::new(),
            last: None,
            winning: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// A position with its links and, once there is one, the winning chain.
    #[must_use]
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

    /// The links in drawing order: those of the winning chain last, so that they lie on top.
    fn links_bottom_up(&self) -> impl Iterator<Item = (Link, Side, bool)> + '_ {
        [false, true].into_iter().flat_map(move |strong| {
            self.links
                .iter()
                .filter(move |(link, _)| self.is_winning_link(*link) == strong)
                .map(move |&(link, side)| (link, side, strong))
        })
    }

    /// The side whose chain has won.
    fn winner(&self) -> Option<Side> {
        self.winning.first().and_then(|&hole| self.owner(hole))
    }

    /// The side with a peg in `hole`.
    fn owner(&self, hole: Hole) -> Option<Side> {
        let peg = self.pegs.iter().find(|(at, _)| *at == hole);
        peg.map(|&(_, side)| side)
    }
}

/// The letter over a column counted from 0.
fn column_letter(column: u8) -> char {
    char::from(b'A' + column)
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod text_tests;
