//! Trees of hand-made search results: minimax values, proofs, transpositions, next frontier edge.

use engine::book::quarter;
use openings::line::{canonical, line_text, position};
use openings::search::{SearchResult, SearchedMove};
use openings::tree::{FrontierEdge, Tree};
use openings::verdict::verdicts;
use twixt::geometry::{Hole, Size};
use twixt::rules::Proof;

pub(crate) fn holes(text: &str) -> Vec<Hole> {
    text.split(' ').map(|word| word.parse().unwrap()).collect()
}

/// Returns a search result after `line`. `moves` are sorted by value, best first, with values in percent for the side to
/// move. Each gets 100 visits.
pub(crate) fn result(line: &str, moves: &[(&str, u32)]) -> SearchResult {
    let moves: Vec<SearchedMove> = moves
        .iter()
        .map(|&(hole, percent)| SearchedMove {
            hole: hole.parse().unwrap(),
            visits: 100,
            value: percent as f32 / 100.0,
            proof: Proof::Open,
        })
        .collect();
    SearchResult { line: holes(line), nodes: 300, value: moves[0].value, proof: Proof::Open, moves }
}

fn proven(line: &str, proof: Proof) -> SearchResult {
    SearchResult { proof, ..result(line, &[("G7", 50)]) }
}

fn value(tree: &Tree, peg: &str) -> (u32, Proof) {
    let peg: Hole = peg.parse().unwrap();
    let verdict = verdicts(tree).into_iter().find(|verdict| verdict.peg == peg).unwrap();
    ((100.0 * verdict.value).round() as u32, verdict.proof)
}

fn best_line(tree: &Tree, peg: &str) -> String {
    let peg: Hole = peg.parse().unwrap();
    let verdict = verdicts(tree).into_iter().find(|verdict| verdict.peg == peg).unwrap();
    line_text(&verdict.line)
}

pub(crate) fn tree(results: &[SearchResult]) -> Tree {
    let mut tree = Tree::new(Size::ARENA);
    results.iter().for_each(|result| {
        tree.add(result).unwrap();
    });
    tree
}

#[test]
fn a_position_has_the_value_of_its_best_move() {
    let mut tree = tree(&[result("B4", &[("G9", 60), ("D4", 55), ("F9", 20)])]);
    assert_eq!((value(&tree, "B4"), best_line(&tree, "B4").as_str()), ((40, Proof::Open), "G9"));
    // G9 turns out worse than estimated. The prior keeps the estimate of the second best move below its search
    // value.
    tree.add(&result("B4 G9", &[("E7", 70), ("E6", 40)])).unwrap();
    let (percent, _) = value(&tree, "B4");
    assert!((44..=47).contains(&percent), "{percent}");
    assert_eq!(best_line(&tree, "B4"), "D4");
    tree.add(&result("B4 D4", &[("C6", 80)])).unwrap();
    tree.add(&result("B4 F9", &[("C6", 90)])).unwrap();
    assert_eq!(value(&tree, "B4"), (70, Proof::Open));
    assert_eq!(best_line(&tree, "B4"), "G9 E7");
}

#[test]
fn proofs_are_backed_up_and_proven_first_pegs_are_not_searched() {
    let mut tree = tree(&[result("C3", &[("F5", 60), ("G9", 50)]), result("C3 F5", &[("H5", 60)])]);
    tree.add(&proven("C3 F5 H5", Proof::Lost)).unwrap();
    assert_eq!(value(&tree, "C3").1, Proof::Open);
    assert_eq!(best_line(&tree, "C3"), "G9");
    tree.add(&proven("C3 G9", Proof::Lost)).unwrap();
    // The reply G9 wins, so the peg loses.
    assert_eq!(value(&tree, "C3"), (0, Proof::Lost));
    let root = tree.roots().iter().position(|root| root.hole == holes("C3")[0]).unwrap();
    assert!(tree.cost(root).is_infinite());
}

#[test]
fn a_position_is_lost_only_if_every_legal_move_loses() {
    let mut tree = tree(&[result("C3", &[("F5", 60)]), result("C3 F5", &[("H5", 60)])]);
    tree.add(&proven("C3 F5 H5", Proof::Won)).unwrap();
    // The result contained only H5; the other moves were added as frontier edges.
    let (percent, proof) = value(&tree, "C3");
    assert!(percent < 5 && proof == Proof::Open, "{percent} {proof:?}");
    let at = tree.find(&position(Size::ARENA, &holes("C3 F5"))).unwrap();
    assert_eq!(tree.node(at).edges.len(), 12 * 10 - 2);
}

#[test]
fn transpositions_and_reflections_share_a_node() {
    let mut tree = tree(&[
        result("B4", &[("G9", 50)]),
        result("B4 G9", &[("E7", 50)]),
        result("B4 G9 E7", &[("H5", 50)]),
    ]);
    let count = tree.len();
    // The same position rotated by 180 degrees, in another move order.
    let mut other = result("H6 F4 K9", &[("E8", 70)]);
    other.nodes = 9000;
    tree.add(&other).unwrap();
    assert_eq!(tree.len(), count);
    let id = tree.find(&position(Size::ARENA, &holes("K4 F9 H7"))).unwrap();
    assert_eq!((tree.node(id).nodes, tree.node(id).value), (9000, 0.7));
    // The longer search replaced the shorter one, and the line is in the reflection of the first peg.
    assert_eq!(best_line(&tree, "B4"), "G9 E7 H5");
    tree.add(&result("B4 G9", &[("C3", 10)])).unwrap();
    assert_eq!(tree.node(id).value, 0.7);
}

#[test]
fn the_cheapest_frontier_edge_is_searched_next() {
    let pegs: Vec<Hole> = quarter(Size::ARENA).collect();
    let mut tree = Tree::new(Size::ARENA);
    for peg in &pegs {
        let at = tree.next_frontier_edge().unwrap();
        let edge = pegs.iter().position(|other| other == peg).unwrap();
        assert_eq!(at, FrontierEdge { node: 0, edge });
        assert_eq!(tree.reserve(at), [*peg]);
        let balanced = peg.to_string() == "B4";
        let value = if balanced { 52 } else { 95 };
        tree.add(&result(&peg.to_string(), &[("G9", value), ("C11", value - 2)])).unwrap();
    }
    let key = |line: &[Hole]| canonical(&position(Size::ARENA, line)).1;
    let next = |tree: &mut Tree| {
        let edge = tree.next_frontier_edge().unwrap();
        key(&tree.reserve(edge))
    };
    // The balanced first peg comes first, with its best reply before the other; reserved edges are skipped.
    assert_eq!(next(&mut tree), key(&holes("B4 G9")));
    assert_eq!(next(&mut tree), key(&holes("B4 C11")));
    let others = ["G9", "C11"].map(|reply| key(&holes(&format!("B4 {reply}"))));
    assert!(!others.contains(&next(&mut tree)));
}

#[test]
fn results_with_illegal_moves_are_rejected() {
    let mut tree = Tree::new(Size::ARENA);
    let empty = SearchResult { line: Vec::new(), ..result("B4", &[("G9", 50)]) };
    for wrong in [result("A4", &[("G9", 50)]), result("B4", &[("B4", 50)]), empty] {
        assert!(tree.add(&wrong).is_err(), "{wrong:?}");
    }
    assert!(tree.is_empty());
}
