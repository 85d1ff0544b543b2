//! Alpha-beta compared with plain minimax, with the same candidates and static evaluation.

use crate::common::positions;
use sparring::alphabeta::order::candidates;
use sparring::alphabeta::params::Params;
use sparring::alphabeta::search::Search;
use sparring::alphabeta::value::{is_decided, static_eval, terminal_score, Score, StaticEval};
use twixt::distance::Distances;
use twixt::geometry::Hole;
use twixt::rules::Position;
use twixt::search::Limits;

/// Minimax without pruning, table, ordering or windows. The root searches all moves and has no
/// threat extension.
struct Minimax<const N: usize> {
    params: Params,
    distances: Box<Distances<N>>,
    /// Number of nodes with a threat to answer.
    threats: u32,
}

impl<const N: usize> Minimax<N> {
    fn value(&mut self, position: &Position, depth: i32, ply: usize) -> Score {
        if let Some(score) = terminal_score(position) {
            return score;
        }
        let eval = static_eval(position, &mut self.distances, &self.params.weights);
        let (depth, moves) = match eval {
            StaticEval::Proven(score) => return score,
            StaticEval::Threatened(value, answers) => {
                self.threats += 1;
                match depth + i32::from(self.params.extend && ply > 0) {
                    0 => return value,
                    depth => (depth, answers),
                }
            }
            StaticEval::Estimate(value) if depth == 0 => return value,
            StaticEval::Estimate(_) => (depth, self.moves(position, ply)),
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

/// Compares scores at these depths; returns the number of scores that are wins or losses, and of nodes with a
/// threat.
fn compare<const N: usize>(edge: u8, count: usize, depths: &[u8], params: &Params) -> (u32, u32) {
    let mut minimax =
        Minimax::<N> { params: params.clone(), distances: Box::default(), threats: 0 };
    let mut decided = 0;
    for (number, position) in positions(edge, count).iter().enumerate() {
        for &depth in depths {
            let mut search = Search::<N>::new(params.clone());
            search.max_depth = depth;
            let report = search.think(position, &Limits::default());
            let expected = minimax.value(position, depth.into(), 0);
            assert_eq!(report.score, expected, "{number} on {edge}, depth {depth}\n{position:?}");
            decided += u32::from(is_decided(expected));
        }
    }
    (decided, minimax.threats)
}

fn params(table: u32, extend: bool) -> Params {
    let exact = Params { reduce: false, pass: false, table, extend, ..Params::default() };
    Params { width: 5, near_width: 8, near: 1, ..exact }
}

#[test]
fn search_with_a_table_agrees_with_minimax() {
    // Without extensions the remaining depth does not depend on the path, so the table does not change
    // scores.
    let params = params(1, false);
    let mut found = (0, 0);
    for (edge, count, depths) in [(5, 60, 5), (6, 60, 4), (8, 40, 4), (12, 24, 3)] {
        let depths: Vec<u8> = (1..=depths).collect();
        let (decided, threats) = compare::<4>(edge, count, &depths, &params);
        found = (found.0 + decided, found.1 + threats);
    }
    assert!(found.0 > 50 && found.1 > 1000, "too few: {found:?}");
    compare::<12>(17, 6, &[1, 2], &params);
}

#[test]
fn search_with_extensions_agrees_with_minimax() {
    let params = params(0, true);
    let mut found = (0, 0);
    for (edge, count, depths) in [(5, 60, 4), (6, 60, 4), (8, 40, 3), (12, 24, 3)] {
        let depths: Vec<u8> = (1..=depths).collect();
        let (decided, threats) = compare::<4>(edge, count, &depths, &params);
        found = (found.0 + decided, found.1 + threats);
    }
    assert!(found.0 > 50 && found.1 > 1000, "too few: {found:?}");
}
