//! The tree that the engine keeps from move to move, including swaps.

use twixt::engine::{Arena, Engine};
use twixt::evaluate::by_distance;
use twixt::geometry::Size;
use twixt::opening::PackedBook;
use twixt::rules::{Move, Position};
use twixt::search::{Limits, Params};

fn engine(position: &Position) -> Engine {
    let evaluator = by_distance(position.size());
    let (params, book) = (Params::default(), PackedBook::default());
    Engine::new(position.clone(), evaluator, params, 300_000, book, Arena)
}

fn peg(text: &str) -> Move {
    Move::Peg(text.parse().unwrap())
}

fn played(moves: &[Move]) -> Position {
    let mut position = Position::new(Size::ARENA);
    moves.iter().for_each(|&mv| position.play(mv).unwrap());
    position
}

fn root_visits(engine: &Engine) -> u32 {
    let tree = engine.search().tree();
    tree.node(tree.root()).visits
}

/// Returns the root's visits that the engine keeps when its position changes from `before` to `after`, and compares
/// its next search with that of a new engine.
fn kept(before: &[Move], after: &[Move]) -> u32 {
    let (from, to) = (played(before), played(after));
    let mut engine = engine(&from);
    let chosen = engine.think(&Limits::nodes(4000)).best;
    // If `after` is two moves later, the first of them must be the engine's choice.
    assert!(after.len() < before.len() + 2 || chosen == Some(after[before.len()]), "{chosen:?}");
    engine.set_position(&to);
    let visits = root_visits(&engine);
    assert_eq!(*engine.search().position(), to);
    let tree = engine.search().tree();
    assert!(tree.children(tree.root()).iter().all(|child| to.check(child.mv).is_ok()));
    let (mut fresh, limits) = (self::engine(&to), Limits::nodes(4000));
    let (found, expected) = (engine.think(&limits), fresh.think(&limits));
    assert!((found.value - expected.value).abs() < 0.05, "{found:?} {expected:?}");
    assert_eq!(found.proof, expected.proof);
    visits
}

#[test]
fn tree_is_kept_over_one_or_two_moves() {
    let line = [peg("f6"), peg("h4"), peg("e9")];
    assert!(kept(&line[..2], &line) > 0);
    let chosen = engine(&played(&line[..2])).think(&Limits::nodes(4000)).best.unwrap();
    let answer = played(&[line[0], line[1], chosen]);
    let answer = engine(&answer).think(&Limits::nodes(4000)).best.unwrap();
    assert!(kept(&line[..2], &[line[0], line[1], chosen, answer]) > 0);
}

#[test]
fn tree_is_kept_when_the_first_peg_is_swapped() {
    let first = engine(&played(&[])).think(&Limits::nodes(4000)).best.unwrap();
    // The tree is kept for the side whose peg is swapped, and for the side that swaps.
    assert!(kept(&[], &[first, Move::Swap]) > 0);
    assert!(kept(&[peg("f6")], &[peg("f6"), Move::Swap]) > 0);
}

#[test]
fn unrelated_position_starts_a_new_tree() {
    let mut engine = engine(&played(&[peg("f6"), peg("h4")]));
    engine.think(&Limits::nodes(500));
    engine.set_position(&played(&[peg("b3"), peg("h4")]));
    assert_eq!(root_visits(&engine), 0);
    engine.set_position(&played(&[peg("f6")]));
    engine.think(&Limits::nodes(500));
    assert!(root_visits(&engine) > 0);
    // The same board, but no swap is legal, so the tree cannot be reused.
    engine.set_position(&played(&[peg("f6")]).without_swap());
    assert_eq!(root_visits(&engine), 0);
}
