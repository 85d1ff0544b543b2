//! The network's word on which moves to try first.
//!
//! A proof needs one move of the side that is right and all moves of the other: the sooner the right
//! ones are tried, the smaller it is. The network only changes first guesses of how much work a move
//! takes, so a wrong word of it costs time and can't make a proof wrong.

use crate::board::Board;
use crate::field::Field;
use crate::plane::Plane;
use crate::sweep::Need;
use crate::table::Numbers;
use twixt::distance::Distances;
use twixt::geometry::{Direction, Link, Side, Size};
use twixt::network::{index_of, Network, Output, Planes, Scratch};
use twixt::rules::Position;

/// A network with room for its work.
pub struct Guide {
    network: Network,
    size: Size,
    distances: Box<Distances<4>>,
    planes: Box<Planes>,
    scratch: Box<Scratch>,
    output: Box<Output>,
}

/// While both sides need so many pegs or more, the network is asked: closer to the end the pegs
/// needed tell as much, at a tenth of the time.
const ASKED_FROM: u8 = 3;

/// How much harder the guess makes a move that is *e* times as unlikely as the likeliest one.
const HARDER: f32 = 2.0;

/// Natural logarithms of how unlikely a move is: those who are more unlikely count as the last, and
/// the guess for the first stays as it is. Guesses with and without the network must be alike in the
/// mean, or the search runs away to where they are smaller.
const MOST_UNLIKELY: f32 = 8.0;
const USUAL: f32 = 2.0;

impl Guide {
    /// A guide by this network, for boards with `edge` holes along an edge; `None` if the engine
    /// doesn't know boards so small.
    #[must_use]
    pub fn new(network: Network, edge: u8) -> Option<Guide> {
        Some(Guide {
            network,
            size: Size::new(edge)?,
            distances: Box::new(Distances::new()),
            planes: Box::default(),
            scratch: Box::default(),
            output: Box::default(),
        })
    }

    /// Whether it is worth asking about a position where the sides need these pegs.
    pub(crate) fn is_worth_asking<P>(needs: [&Need<P>; 2]) -> bool {
        needs.iter().all(|need| need.pegs >= ASKED_FROM)
    }

    /// Changes first guesses about the positions after moves, seen from the side then to move: what is
    /// left to show that the move is right.
    pub(crate) fn change<'a, P: Plane>(
        &mut self,
        field: &Field<P>,
        board: &Board<P>,
        mover: Side,
        guesses: impl Iterator<Item = (u8, &'a mut Numbers)>,
    ) {
        let position = Position::from_board(self.board(field, board), mover);
        self.distances.measure(position.board());
        self.planes.fill(&position, &self.distances);
        self.network.evaluate(&self.planes, &mut self.scratch, &mut self.output);
        let logit = |index| self.output.logits[index_of(field.hole(index), self.size, mover)];
        let likeliest =
            board.vacant(field, mover).holes().map(logit).fold(f32::NEG_INFINITY, f32::max);
        for (index, numbers) in guesses {
            let unlikely = (likeliest - logit(index)).min(MOST_UNLIKELY);
            let harder = (1.0 + HARDER * unlikely) / (1.0 + HARDER * USUAL);
            numbers.delta = ((numbers.delta as f32 * harder) as u32).max(1);
        }
    }

    /// The same board as the engine has it.
    fn board<P: Plane>(&self, field: &Field<P>, board: &Board<P>) -> twixt::board::Board {
        let mut engines = twixt::board::Board::new(self.size);
        for side in Side::ALL {
            for index in board.pegs(side).holes() {
                let hole = field.hole(index);
                engines.set_peg(side, hole);
                let links = board.links_at(side, index).filter(|&(upper, _)| upper == index);
                let links =
                    links.filter_map(|(_, way)| Link::from(hole, Direction::ALL[way], self.size));
                links.for_each(|link| engines.link(side, link));
            }
        }
        engines
    }
}
