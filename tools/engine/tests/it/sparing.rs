//! With progressive widening the search makes the same decisions with fewer nodes.

use engine::{candidates, Evaluators};
use twixt::geometry::Size;
use twixt::rules::{Move, Position, Proof};
use twixt::search::{Limits, Params, Search};

/// Returns the position after pegs in holes such as `f6 g8`.
fn position(edge: u8, line: &str) -> Position {
    let mut position = Position::new(Size::new(edge).unwrap());
    line.split_whitespace().for_each(|text| {
        position.play(Move::Peg(text.parse().unwrap())).unwrap();
    });
    position
}

#[test]
fn widening_keeps_choices_with_fewer_nodes() {
    for (edge, line, nodes) in [(24, "k10 n14 m15", 400), (12, "", 800), (8, "d4", 3000)] {
        let position = position(edge, line);
        for evaluators in [Evaluators::distance(), Evaluators::network(None).unwrap()] {
            let run = |at_first: usize| {
                let evaluator = evaluators.clone().listing(at_first).build(position.size());
                let params = Params::default();
                let mut search = Search::new(position.clone(), evaluator, params, 4_000_000);
                let decision = search.think(&Limits::nodes(nodes));
                (decision, candidates(&search), search.tree().len())
            };
            let (whole, all, nodes) = run(usize::MAX);
            assert_eq!(whole.proof, Proof::Open, "too easy a position");
            for at_first in [3, 16] {
                let (spared, some, fewer) = run(at_first);
                assert_eq!((&spared, &some), (&whole, &all), "{edge} {at_first}");
                assert!(fewer < nodes, "{fewer} of {nodes}");
                if edge == 24 && at_first == 16 && evaluators.judge_first_pegs(position.size()) {
                    // The tree has all moves of the root, but only the most likely ones of other
                    // nodes.
                    assert!(fewer * 8 < nodes, "{fewer} of {nodes}");
                }
            }
        }
    }
}
