//! The search against plain minimax over the same moves and the same values of leaves.

use crate::common::positions;
use sparring::alphabeta::order::candidates;
use sparring::alphabeta::params::Params;
use sparring::alphabeta::search::Search;
use sparring::alphabeta::value::{ended, is_decided, look, Look, Score};
use twixt::distance::Distances;
use twixt::geometry::Hole;
use twixt::rules::Position;
use twixt::search::Limits;

/// Minimax without pruning, table, order or windows. The root looks at all moves, and no deeper for
/// a threat than is asked.
struct Plain<const N: usize> {
    params: Params,
    distances: Box<Distances<N>>,
    /// Positions where a threat had to be answered.
    threats: u32,
}

impl<const N: usize> Plain<N> {
    fn value(&mut self, position: &Position, depth: i32, ply: usize) -> Score {
        if let Some(score) = ended(position) {
            return score;
        }
        let looked = look(position, &mut self.distances, &self.params.weights);
        let (depth, moves) = match looked {
            Look::Settled(score) => return score,
            Look::Threatened(value, answers) => {
                self.threats += 1;
                match depth + i32::from(self.params.extend && ply > 0) {
                    0 => return value,
                    depth => (depth, answers),
                }
            }
            Look::Open(value) if depth == 0 => return value,
            Look::Open(_) => (depth, self.moves(position, ply)),
        };
        let mut best = Score::MIN;
        for hole in moves {
            let mut after = position.clone();
            after.play_peg(hole);
            best = best.max(-self.value(&after, depth - 1, ply + 1));
        }
        best
    }

    fn moves(&self, position: &Position, ply: usize) -> Vec<Hole> {
        let most = if ply <= self.params.near { self.params.near_width } else { self.params.width };
        match ply {
            0 => position.board().vacant(position.to_move()).collect(),
            _ => candidates(position, &self.distances, most).iter().map(|c| c.hole).collect(),
        }
    }
}

/// Compares scores at the depths given and returns how many were decided and how many threats the
/// plain search met.
fn compare<const N: usize>(edge: u8, count: usize, depths: &[u8], params: &Params) -> (u32, u32) {
    let mut plain = Plain::<N> { params: params.clone(), distances: Box::default(), threats: 0 };
    let mut decided = 0;
    for (number, position) in positions(edge, count).iter().enumerate() {
        for &depth in depths {
            let mut search = Search::<N>::new(params.clone());
            search.deepest = depth;
            let report = search.think(position, &Limits::default());
            let expected = plain.value(position, depth.into(), 0);
            assert_eq!(report.score, expected, "{number} on {edge}, depth {depth}\n{position:?}");
            decided += u32::from(is_decided(expected));
        }
    }
    (decided, plain.threats)
}

fn params(table: u32, extend: bool) -> Params {
    let exact = Params { reduce: false, pass: false, table, extend, ..Params::default() };
    Params { width: 5, near_width: 8, near: 1, ..exact }
}

#[test]
fn with_a_table_it_finds_what_plain_minimax_finds() {
    // Without extensions a position has as many plies left whichever way it is come to, so that the
    // table leaves the scores as they are.
    let params = params(1, false);
    let mut found = (0, 0);
    for (edge, count, depths) in [(5, 60, 5), (6, 60, 4), (8, 40, 4), (12, 24, 3)] {
        let depths: Vec<u8> = (1..=depths).collect();
        let (decided, threats) = compare::<4>(edge, count, &depths, &params);
        found = (found.0 + decided, found.1 + threats);
    }
    assert!(found.0 > 50 && found.1 > 1000, "too tame: {found:?}");
    compare::<12>(17, 6, &[1, 2], &params);
}

#[test]
fn with_extensions_it_finds_what_plain_minimax_finds() {
    let params = params(0, true);
    let mut found = (0, 0);
    for (edge, count, depths) in [(5, 60, 4), (6, 60, 4), (8, 40, 3), (12, 24, 3)] {
        let depths: Vec<u8> = (1..=depths).collect();
        let (decided, threats) = compare::<4>(edge, count, &depths, &params);
        found = (found.0 + decided, found.1 + threats);
    }
    assert!(found.0 > 50 && found.1 > 1000, "too tame: {found:?}");
}
