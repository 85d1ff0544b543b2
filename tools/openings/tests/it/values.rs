//! Looks made by hand: what they say together, and where the tree would look next.

use openings::line::{canonical, position, words};
use openings::look::{Look, Seen};
use openings::tree::{Spot, Tree};
use openings::verdict::verdicts;
use twixt::geometry::{Hole, Size};
use twixt::rules::Proof;

pub(crate) fn holes(text: &str) -> Vec<Hole> {
    text.split(' ').map(|word| word.parse().unwrap()).collect()
}

/// A look after these moves: the moves seen, each with 100 visits and its worth in percent to who
/// plays it, the best first.
pub(crate) fn look(line: &str, seen: &[(&str, u32)]) -> Look {
    let moves: Vec<Seen> = seen
        .iter()
        .map(|&(hole, percent)| Seen {
            hole: hole.parse().unwrap(),
            visits: 100,
            value: percent as f32 / 100.0,
            proof: Proof::Open,
        })
        .collect();
    Look { line: holes(line), nodes: 300, value: moves[0].value, proof: Proof::Open, moves }
}

fn proven(line: &str, proof: Proof) -> Look {
    let mut look = look(line, &[("G7", 50)]);
    look.proof = proof;
    look
}

fn worth(tree: &Tree, peg: &str) -> (u32, Proof) {
    let peg: Hole = peg.parse().unwrap();
    let verdict = verdicts(tree).into_iter().find(|verdict| verdict.peg == peg).unwrap();
    ((100.0 * verdict.value).round() as u32, verdict.proof)
}

fn best_line(tree: &Tree, peg: &str) -> String {
    let peg: Hole = peg.parse().unwrap();
    let verdict = verdicts(tree).into_iter().find(|verdict| verdict.peg == peg).unwrap();
    words(&verdict.line)
}

pub(crate) fn tree(looks: &[Look]) -> Tree {
    let mut tree = Tree::new(Size::ARENA);
    looks.iter().for_each(|look| {
        tree.add(look).unwrap();
    });
    tree
}

#[test]
fn a_position_is_worth_what_its_best_move_is() {
    let mut tree = tree(&[look("B4", &[("G9", 60), ("D4", 55), ("F9", 20)])]);
    assert_eq!((worth(&tree, "B4"), best_line(&tree, "B4").as_str()), ((40, Proof::Open), "G9"));
    // The best reply turns out worse than thought: the next one counts, a little less than it was
    // seen, since it was seen by fewer passes.
    tree.add(&look("B4 G9", &[("E7", 70), ("E6", 40)])).unwrap();
    let (percent, _) = worth(&tree, "B4");
    assert!((44..=47).contains(&percent), "{percent}");
    assert_eq!(best_line(&tree, "B4"), "D4");
    tree.add(&look("B4 D4", &[("C6", 80)])).unwrap();
    tree.add(&look("B4 F9", &[("C6", 90)])).unwrap();
    assert_eq!(worth(&tree, "B4"), (70, Proof::Open));
    assert_eq!(best_line(&tree, "B4"), "G9 E7");
}

#[test]
fn proofs_go_up_and_a_proven_first_peg_is_left_alone() {
    let mut tree = tree(&[look("C3", &[("F5", 60), ("G9", 50)]), look("C3 F5", &[("H5", 60)])]);
    tree.add(&proven("C3 F5 H5", Proof::Lost)).unwrap();
    assert_eq!(worth(&tree, "C3").1, Proof::Open);
    assert_eq!(best_line(&tree, "C3"), "G9");
    tree.add(&proven("C3 G9", Proof::Lost)).unwrap();
    // Whoever replies has a move that wins, so the side of the peg has lost.
    assert_eq!(worth(&tree, "C3"), (0, Proof::Lost));
    let root = tree.roots().iter().position(|root| root.hole == holes("C3")[0]).unwrap();
    assert!(tree.cost(root).is_infinite());
}

#[test]
fn a_position_is_lost_only_when_every_legal_move_is() {
    let mut tree = tree(&[look("C3", &[("F5", 60)]), look("C3 F5", &[("H5", 60)])]);
    tree.add(&proven("C3 F5 H5", Proof::Won)).unwrap();
    // H5 was all that the look saw; the others are still to be looked at.
    let (percent, proof) = worth(&tree, "C3");
    assert!(percent < 5 && proof == Proof::Open, "{percent} {proof:?}");
    let at = tree.find(&position(Size::ARENA, &holes("C3 F5"))).unwrap();
    assert_eq!(tree.node(at).edges.len(), 12 * 10 - 2);
}

#[test]
fn lines_meet_and_mirror_images_are_one() {
    let mut tree = tree(&[
        look("B4", &[("G9", 50)]),
        look("B4 G9", &[("E7", 50)]),
        look("B4 G9 E7", &[("H5", 50)]),
    ]);
    let count = tree.len();
    // Turned by half, pegs in another order.
    let mut other = look("H6 F4 K9", &[("E8", 70)]);
    other.nodes = 9000;
    tree.add(&other).unwrap();
    assert_eq!(tree.len(), count);
    let id = tree.find(&position(Size::ARENA, &holes("K4 F9 H7"))).unwrap();
    assert_eq!((tree.node(id).nodes, tree.node(id).value), (9000, 0.7));
    // The longer look counts and the line is told as its first peg is seen.
    assert_eq!(best_line(&tree, "B4"), "G9 E7 H5");
    tree.add(&look("B4 G9", &[("C3", 10)])).unwrap();
    assert_eq!(tree.node(id).value, 0.7);
}

#[test]
fn the_next_look_is_where_a_verdict_could_soonest_change() {
    let pegs = openings::line::first_pegs(Size::ARENA);
    let mut tree = Tree::new(Size::ARENA);
    for peg in &pegs {
        let at = tree.nearest().unwrap();
        assert_eq!(at, Spot { node: 0, edge: pegs.iter().position(|other| other == peg).unwrap() });
        assert_eq!(tree.occupy(at), [*peg]);
        let even = peg.to_string() == "B4";
        let value = if even { 52 } else { 95 };
        tree.add(&look(&peg.to_string(), &[("G9", value), ("C11", value - 2)])).unwrap();
    }
    let key = |line: &[Hole]| canonical(&position(Size::ARENA, line)).1;
    let next = |tree: &mut Tree| {
        let spot = tree.nearest().unwrap();
        key(&tree.occupy(spot))
    };
    // What is even comes first, its best reply before the other; what is being looked at is not
    // looked at twice.
    assert_eq!(next(&mut tree), key(&holes("B4 G9")));
    assert_eq!(next(&mut tree), key(&holes("B4 C11")));
    let others = ["G9", "C11"].map(|reply| key(&holes(&format!("B4 {reply}"))));
    assert!(!others.contains(&next(&mut tree)));
}

#[test]
fn a_look_that_breaks_the_rules_is_refused() {
    let mut tree = Tree::new(Size::ARENA);
    let empty = Look { line: Vec::new(), ..look("B4", &[("G9", 50)]) };
    for wrong in [look("A4", &[("G9", 50)]), look("B4", &[("B4", 50)]), empty] {
        assert!(tree.add(&wrong).is_err(), "{wrong:?}");
    }
    assert!(tree.is_empty());
}
