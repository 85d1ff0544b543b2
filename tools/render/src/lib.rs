//! Renders boards as text and SVG, games as animated SVG, and [charts](chart) as SVG.
//!
//! A [`Diagram`] is plain data and can hold any board, including unreachable ones. The vertical side is solid
//! (orange) and the horizontal one hollow or dotted (blue), so that images are readable without colour. A
//! game, with one diagram per ply, is rendered as an animation ([`game_svg`]) or as a sheet of small boards
//! ([`sheet_svg`]). [`plan_svg`] and [`signs`] render other data per hole, such as values of first pegs.
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

/// The content of a board image. All holes must be on a board of `size`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// Board size.
    pub size: Grid,
    /// Pegs and their owners.
    pub pegs: Vec<(Hole, Side)>,
    /// Links and their owners.
    pub links: Vec<(Link, Side)>,
    /// The last placed peg, which is highlighted.
    pub last: Option<Hole>,
    /// Pegs of the winning chain in any order, highlighted with their links; empty if there is none.
    pub winning: Vec<Hole>,
    /// Short texts at holes, such as move numbers or visit shares. More than three characters overlap
    /// neighbouring holes.
    pub labels: Vec<(Hole, String)>,
}

impl Diagram {
    /// Returns an empty board.
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

    /// Returns the diagram of a position, with the winning chain if there is one.
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

    /// Returns the links in drawing order, with those of the winning chain last and thus on top.
    fn links_bottom_up(&self) -> impl Iterator<Item = (Link, Side, bool)> + '_ {
        [false, true].into_iter().flat_map(move |strong| {
            self.links
                .iter()
                .filter(move |(link, _)| self.is_winning_link(*link) == strong)
                .map(move |&(link, side)| (link, side, strong))
        })
    }

    /// Returns the owner of the winning chain.
    fn winner(&self) -> Option<Side> {
        self.winning.first().and_then(|&hole| self.owner(hole))
    }

    /// Returns the owner of the peg in `hole`.
    fn owner(&self, hole: Hole) -> Option<Side> {
        let peg = self.pegs.iter().find(|(at, _)| *at == hole);
        peg.map(|&(_, side)| side)
    }
}

/// Returns the letter of a column, counted from 0.
fn column_letter(column: u8) -> char {
    char::from(b'A' + column)
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod text_tests;
