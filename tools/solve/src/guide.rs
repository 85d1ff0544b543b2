//! Move ordering by the network's policy.
//!
//! In every position, a proof needs only one move of the side that reaches its goal, but all moves of the other
//! side; the search is shorter if the best moves are tried first. The network only scales initial proof
//! numbers, so its errors cost time but cannot make a proof wrong.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::distance::Distance;
use crate::field::Field;
use crate::table::ProofNumbers;
use twixt::distance::Distances;
use twixt::geometry::{Direction, Link, Side};
use twixt::network::{index_of, Network, Output, Planes, Scratch};
use twixt::rules::Position;

/// A network with its scratch buffers.
pub struct Guide {
    network: Network,
    distances: Box<Distances<4>>,
    planes: Box<Planes>,
    scratch: Box<Scratch>,
    output: Box<Output>,
}

/// Minimum link distance of both sides for an evaluation by the network. Nearer to the end, link distances
/// are as good at a tenth of the cost.
const MIN_DISTANCE: u8 = 3;

/// Increase of the estimated work per unit of log-odds below the most likely move.
const SLOPE: f32 = 2.0;

/// The maximum and the usual difference of a logit from that of the most likely move; the usual one leaves
/// the estimate unchanged. Estimates with and without the network must have similar means, or the search
/// prefers the kind of position with the smaller mean.
const MAX_LOG_ODDS: f32 = 8.0;
const USUAL_LOG_ODDS: f32 = 2.0;

impl Guide {
    /// Creates a guide.
    pub fn new(network: Network) -> Guide {
        Guide {
            network,
            distances: Box::new(Distances::new()),
            planes: Box::default(),
            scratch: Box::default(),
            output: Box::default(),
        }
    }

    /// Returns whether the network evaluates positions with these link distances.
    pub(crate) fn applies<P>(distances: [&Distance<P>; 2]) -> bool {
        distances.iter().all(|distance| distance.pegs >= MIN_DISTANCE)
    }

    /// Scales the initial `delta` of the positions after moves of `mover`: the work left to prove that the
    /// move succeeds.
    pub(crate) fn adjust<'a, P: Bitboard>(
        &mut self,
        field: &Field<P>,
        board: &Board<P>,
        mover: Side,
        guesses: impl Iterator<Item = (u8, &'a mut ProofNumbers)>,
    ) {
        let position = Position::from_board(engines_board(field, board), mover);
        self.distances.measure(position.board());
        self.planes.fill(&position, &self.distances);
        self.network.evaluate(&self.planes, &mut self.scratch, &mut self.output);
        let logit = |index| self.output.logits[index_of(P::hole(index), field.size, mover)];
        let likeliest =
            board.vacant(field, mover).holes().map(logit).fold(f32::NEG_INFINITY, f32::max);
        for (index, numbers) in guesses {
            let log_odds = (likeliest - logit(index)).min(MAX_LOG_ODDS);
            let factor = (1.0 + SLOPE * log_odds) / (1.0 + SLOPE * USUAL_LOG_ODDS);
            numbers.delta = ((numbers.delta as f32 * factor) as u32).max(1);
        }
    }
}

fn engines_board<P: Bitboard>(field: &Field<P>, board: &Board<P>) -> twixt::board::Board {
    let size = field.size;
    let mut engines = twixt::board::Board::new(size);
    for side in Side::ALL {
        for index in board.pegs[side].holes() {
            let hole = P::hole(index);
            engines.set_peg(side, hole);
            let links = board.links_at(side, index).filter(|&(upper, _)| upper == index);
            let links = links.filter_map(|(_, down)| Link::from(hole, Direction::ALL[down], size));
            links.for_each(|link| engines.link(side, link));
        }
    }
    engines
}
