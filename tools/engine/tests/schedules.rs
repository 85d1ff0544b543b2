//! Tests of the parallel search under random thread schedules: `cargo test -p engine --features shuttle --test schedules`.

use engine::parallel::think;
use engine::regions::Regions;
use shuttle::thread;
use std::collections::HashSet;
use twixt::evaluate::{Detail, Evaluator, MoveList, Value};
use twixt::geometry::Size;
use twixt::rules::{Move, Position, Proof, Rules};
use twixt::search::{Limits, Params, Search, Simulator};
use twixt::tree::{NodeId, Tree};

/// The number of schedules of each test.
const SCHEDULES: usize = 10_000;

/// The expected results and priors are arbitrary functions of the board, and every call lets other threads run.
struct Arbitrary;

impl Arbitrary {
    fn hash(position: &Position, salt: u64) -> u64 {
        let key = position.board().key() ^ salt.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        key.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 32
    }

    fn prior(position: &Position, index: usize, refined: bool) -> f32 {
        (Self::hash(position, 2 * index as u64 + u64::from(refined)) % 100 + 1) as f32 / 1000.0
    }
}

impl Evaluator for Arbitrary {
    fn evaluate(&mut self, position: &Position, detail: Detail, list: &mut MoveList) -> Value {
        thread::yield_now();
        let moves = position.moves().filter(|mv| *mv != Move::Swap).enumerate();
        list.clear();
        list.extend(
            moves.map(|(i, mv)| (mv, Arbitrary::prior(position, i, detail == Detail::Refined))),
        );
        match Arbitrary::hash(position, 99) % 16 {
            0 => Value::certain(Proof::Lost),
            value => Value::estimate(value as f32 / 16.0),
        }
    }
}

fn evaluator() -> Box<dyn Evaluator> {
    Box::new(Arbitrary)
}

fn params() -> Params {
    Params { reeval_visits: 4.0, ..Params::default() }
}

/// Checks the visits, values and children of every node below `id`.
fn check(tree: &Tree, id: NodeId, depth: usize) {
    let (node, children) = (tree.node(id), tree.children(id));
    let through: u32 = children.iter().map(|child| child.visits).sum();
    assert!(through <= node.visits, "{through} of {} visits at depth {depth}", node.visits);
    assert!((0.0..=node.visits as f32).contains(&node.sum));
    let moves: HashSet<Move> = children.iter().map(|child| child.mv).collect();
    assert_eq!(moves.len(), children.len(), "a move has two nodes");
    let visited = children.iter().take_while(|child| child.visits > 0).count();
    assert!(children[visited..].iter().all(|child| child.visits == 0), "unvisited before visited");
    (0..visited).for_each(|index| check(tree, tree.child(id, index), depth + 1));
}

/// Searches with `evals` evaluations on `threads` threads, for many schedules.
fn explore(threads: usize, evals: u64, room: usize) {
    let searched = move || {
        let position = Position::with_rules(Size::new(5).unwrap(), Rules::ARENA);
        let mut search = Search::new(position, evaluator(), params(), room);
        let mut helpers: Vec<_> =
            (1..threads).map(|_| Simulator::new(evaluator(), params())).collect();
        let (mut regions, mut total) = (Regions::new(search.position().size()), 0);
        // The second search continues the first.
        for _ in 0..2 {
            let decision = think(&mut search, &mut helpers, &mut regions, &Limits::nodes(evals));
            assert!(decision.best.is_some());
            assert!(decision.evals <= evals);
            total += decision.evals;
            let tree = search.tree();
            check(tree, tree.root(), 0);
            assert!(u64::from(tree.node(tree.root()).visits) >= total);
        }
    };
    shuttle::check_random(searched, SCHEDULES);
}

#[test]
fn schedules_keep_the_tree_consistent() {
    explore(2, 40, 5_000);
    explore(4, 60, 5_000);
}

#[test]
fn schedules_keep_a_full_tree_consistent() {
    explore(3, 60, 60);
}
