//! The search: determinism, correct proofs, memory limits, reuse of trees, swaps.

use crate::exhaustive::solve;
use crate::late::late_positions;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use twixt::evaluate::{by_distance, with_network, Detail, Evaluator, MoveList, Value};
use twixt::geometry::{Side, Size};
use twixt::network::Network;
use twixt::rules::{Move, Outcome, Position, Proof};
use twixt::search::{Decision, Limits, Params, Search};
use twixt::tree::{Node, NodeId, Tree};

type Evaluators = fn(Size) -> Box<dyn Evaluator>;

const DISTANCE: Evaluators = by_distance;
const NETWORK: Evaluators = |size| with_network(Network::built_in().expect("valid weights"), size);

fn search(position: &Position, evaluator: Evaluators, capacity: usize) -> Search {
    let evaluator = evaluator(position.size());
    Search::new(position.clone(), evaluator, Params::default(), capacity)
}

fn best_two(search: &Search) -> [Move; 2] {
    let (tree, root) = (search.tree(), search.tree().root());
    let best = tree.child(root, search.chosen_child().expect("a move"));
    let answer = search.best_child(best).expect("an answer");
    [tree.node(best).mv, tree.children(best)[answer].mv]
}

fn think(position: &Position, evaluator: Evaluators, nodes: u64) -> Decision {
    search(position, evaluator, 200_000).think(&Limits::nodes(nodes))
}

/// Plays a line of holes such as `f6 g8`.
fn position(edge: u8, line: &str) -> Position {
    let mut position = Position::new(Size::new(edge).unwrap());
    for text in line.split_whitespace() {
        let hole = text.parse().unwrap();
        position.play(Move::Peg(hole)).unwrap();
    }
    position
}

#[test]
fn proofs_are_correct() {
    let mut proven = [0; 3];
    for (edge, left, count) in [(5, 9, 300), (6, 11, 300), (7, 11, 200), (8, 11, 120)] {
        for position in late_positions(edge, left, count) {
            let truth = solve(&position);
            let mut search = search(&position, DISTANCE, 200_000);
            let report = search.think(&Limits::nodes(3000));
            let claimed = match report.proof {
                Proof::Open => continue,
                Proof::Won => 1,
                Proof::Drawn => 0,
                Proof::Lost => -1,
            };
            assert_eq!(claimed, truth, "{:?}\n{position:?}", report.best);
            proven[(claimed + 1) as usize] += 1;
            let mut after = position.clone();
            after.play(report.best.unwrap()).unwrap();
            assert_eq!(-solve(&after), truth, "{:?} changes the result\n{position:?}", report.best);
        }
    }
    assert!(proven.iter().all(|&count| count > 50), "losses, draws, wins: {proven:?}");
}

#[test]
fn searches_are_deterministic() {
    let start = position(12, "f6 h4 e9");
    for evaluator in [DISTANCE, NETWORK] {
        let run = || {
            let mut search = search(&start, evaluator, 300_000);
            let report = search.think(&Limits::nodes(3000));
            (report, search.tree().len())
        };
        assert_eq!(run(), run(), "{evaluator:?}");
    }
}

#[test]
fn win_in_one_is_played_at_once() {
    // Vertical has the chain c1-d3-c5-d7 on 9 × 9 and wins with a peg in row 9.
    let position = position(9, "c1 a4 d3 a5 c5 a6 d7 a7");
    let report = think(&position, DISTANCE, 1000);
    assert_eq!(report.proof, Proof::Won);
    assert!(report.evals < 3);
    let mut after = position;
    after.play(report.best.unwrap()).unwrap();
    assert_eq!(after.outcome(), Some(Outcome::Won(Side::Vertical)));
}

#[test]
fn threats_are_answered_or_proven_lost() {
    for edge in [6, 7, 8] {
        for position in late_positions(edge, 14, 40) {
            let mut passed = Position::from_board(position.board().clone(), !position.to_move());
            let wins = |p: &Position| {
                p.moves().any(|mv| {
                    let mut p = p.clone();
                    p.play(mv).unwrap();
                    matches!(p.outcome(), Some(Outcome::Won(_)))
                })
            };
            if wins(&position) || !wins(&passed) {
                continue;
            }
            let report = think(&position, DISTANCE, 200);
            passed = position.clone();
            passed.play(report.best.unwrap()).unwrap();
            assert!(report.proof == Proof::Lost || !wins(&passed), "{position:?}");
        }
    }
}

#[test]
fn full_tree_stops_expansion_but_not_the_search() {
    let position = position(12, "f6 h4");
    let mut search = search(&position, DISTANCE, 500);
    let report = search.think(&Limits::nodes(5000));
    assert_eq!(report.evals, 5000);
    assert!(search.tree().len() <= 500);
    assert!(position.check(report.best.unwrap()).is_ok());
}

/// Counts the evaluations of each position, except those that refine priors.
struct Counting {
    evaluator: Box<dyn Evaluator>,
    counts: Arc<Mutex<HashMap<u64, u32>>>,
}

impl Evaluator for Counting {
    fn evaluate(&mut self, position: &Position, detail: Detail, list: &mut MoveList) -> Value {
        if detail != Detail::Refined {
            *self.counts.lock().unwrap().entry(position.key()).or_default() += 1;
        }
        self.evaluator.evaluate(position, detail, list)
    }
}

#[test]
fn no_position_is_evaluated_twice() {
    // Some positions of the second search do not fit into its tree.
    for capacity in [300_000, 10_000] {
        let position = position(12, "f6 h4 e9 g8");
        let counts = Arc::new(Mutex::default());
        let counting =
            Counting { evaluator: NETWORK(position.size()), counts: Arc::clone(&counts) };
        let params = Params::default();
        let mut search = Search::new(position, Box::new(counting), params, capacity);
        search.think(&Limits::nodes(3000));
        let counts = counts.lock().unwrap();
        assert!(counts.len() > 1000, "{} positions", counts.len());
        assert!(
            counts.values().all(|&count| count == 1),
            "{capacity}: {:?}",
            counts.values().max()
        );
    }
}

/// Returns whether each node below `id` has as many children as its visits need.
fn widens(tree: &Tree, id: NodeId, position: &Position, at_root: bool) -> bool {
    let (node, children) = (tree.node(id), tree.children(id));
    let all = position.moves().count();
    let few = Params::default().reeval_visits as usize;
    let is_right = match children.len() {
        0 => true,
        count if at_root => count <= all && !node.holds_back,
        count if node.is_refined => count <= all,
        // A node with a threat to answer has fewer.
        count => count <= few && (!node.holds_back || count == few),
    };
    is_right
        && (0..children.len()).all(|index| {
            let mut after = position.clone();
            after.play(children[index].mv).unwrap();
            widens(tree, tree.child(id, index), &after, false)
        })
}

#[test]
fn nodes_hold_moves_back_until_their_reevaluation() {
    let position = position(12, "f6 h4 e9");
    for evaluator in [DISTANCE, NETWORK] {
        let mut search = search(&position, evaluator, 300_000);
        search.think(&Limits::nodes(2000));
        let tree = search.tree();
        let most = tree.children(tree.root()).iter().max_by_key(|child| child.visits).unwrap();
        assert!(most.is_refined && tree.children(tree.root()).len() == position.moves().count());
        assert!(widens(tree, tree.root(), &position, true));
        let line = best_two(&search);
        // The new root gets all its moves at once.
        search.advance(&line);
        search.think(&Limits::nodes(1));
        let tree = search.tree();
        assert_eq!(tree.children(tree.root()).len(), search.position().moves().count());
    }
}

#[test]
fn kept_tree_is_the_subtree_of_the_moves() {
    let mut search = search(&position(12, "f6 h4"), DISTANCE, 300_000);
    let first = search.think(&Limits::nodes(20_000));
    let line = best_two(&search);
    let expected = first.visits;
    assert!(expected > 1000);
    search.advance(&line);
    let kept = search.tree().node(search.tree().root()).visits;
    assert!(kept > 100 && kept < expected, "{kept} of {expected}");
    let mut by_hand = position(12, "f6 h4");
    line.iter().for_each(|&mv| by_hand.play(mv).unwrap());
    assert_eq!(*search.position(), by_hand);
    assert!(by_hand.check(search.think(&Limits::nodes(100)).best.unwrap()).is_ok());
}

#[test]
fn reevaluation_keeps_the_order_of_moves() {
    let position = position(12, "f6 h4 e9");
    let look = |reeval_visits, nodes| {
        let evaluator = NETWORK(position.size());
        let params = Params { reeval_visits, ..Params::default() };
        let mut search = Search::new(position.clone(), evaluator, params, 200_000);
        search.think(&Limits::nodes(nodes));
        let tree = search.tree();
        tree.children(tree.root()).to_vec()
    };
    assert!(
        look(16.0, 16).iter().zip(look(1e6, 16)).all(|(a, b)| (a.mv, a.prior) == (b.mv, b.prior)),
        "before the 16th visit nothing changes"
    );
    let (before, after) = (look(16.0, 16), look(16.0, 200));
    let prior = |moves: &[Node], mv| moves.iter().find(|child| child.mv == mv).unwrap().prior;
    assert!(before.iter().any(|child| (prior(&after, child.mv) - child.prior).abs() > 0.01));
    let visited = after.iter().take_while(|child| child.visits > 0).count();
    assert!(visited > 1 && after[visited..].iter().all(|child| child.visits == 0));
    assert!(after[visited..].is_sorted_by(|a, b| a.prior >= b.prior));
}

#[test]
fn swap_is_listed_once_where_legal() {
    for evaluator in [DISTANCE, NETWORK] {
        for (line, swaps) in [("f6", 1), ("", 0), ("f6 g8", 0)] {
            let mut search = search(&position(12, line), evaluator, 200_000);
            search.think(&Limits::nodes(300));
            let offered = |search: &Search| {
                let children = search.tree().children(search.tree().root());
                children.iter().filter(|child| child.mv == Move::Swap).count()
            };
            assert_eq!(offered(&search), swaps, "{line}");
            // After the first peg, the swap is offered.
            if line.is_empty() {
                search.advance(&best_two(&search)[..1]);
                search.think(&Limits::nodes(300));
                assert_eq!(offered(&search), 1);
            }
        }
    }
}

#[test]
fn search_with_the_network_swaps_good_first_pegs() {
    let best = |line: &str| think(&position(12, line), NETWORK, 80).best;
    let swaps = |peg: &&str| best(peg) == Some(Move::Swap);
    assert!(["d4", "d6", "e6", "f6"].iter().all(swaps));
    assert!(!["b1", "f1", "c2", "b3"].iter().any(swaps));
    // The swap is no longer legal after the second peg.
    assert_ne!(best("f6 l11"), Some(Move::Swap));
}
