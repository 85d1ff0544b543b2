//! Decisions between the book and the proofs of the search.

use super::sample::{
    add_prefixes, hole, holes, openings, packed, sample, without_answers, Openings,
};
use engine::book::quarter;
use engine::player::Player;
use engine::{candidates, Evaluators, Policy};
use twixt::evaluate::by_distance;
use twixt::geometry::{Hole, Size};
use twixt::opening::{Opening, PackedBook};
use twixt::random::Random;
use twixt::rules::{Linking, Move, Ply, Position, Proof, Rules, SwapRule};
use twixt::search::{Decision, Limits, Params, Search};

pub(crate) fn peg_of(ply: &Ply) -> Option<Hole> {
    match ply {
        Ply::Turn(turn) => Some(turn.peg),
        Ply::Swap => None,
    }
}

pub(crate) fn searched(position: &Position, nodes: u64) -> (Search, Decision) {
    let evaluator = by_distance(position.size());
    let mut search = Search::new(position.clone(), evaluator, Params::default(), 200_000);
    let report = search.think(&Limits::nodes(nodes));
    (search, report)
}

fn position(edge: u8, line: &[Hole]) -> Position {
    let mut position = Position::new(Size::new(edge).unwrap());
    line.iter().for_each(|&peg| position.play(Move::Peg(peg)).unwrap());
    position
}

#[test]
fn book_move_is_played_with_its_value_in_the_search() {
    let position = position(12, &holes("b6 g7 f5"));
    let (search, report) = searched(&position, 30);
    let candidates = candidates(&search);
    let second = &candidates[1];
    let peg = peg_of(&second.ply).expect("a peg");
    let decided = Opening { swap: None, peg: Some(peg) }.decide(report.clone(), &search);
    assert_eq!((decided.best, decided.visits), (Some(Move::Peg(peg)), second.visits));
    assert_eq!(decided.value, second.value);
    assert_eq!((decided.evals, decided.proof), (report.evals, report.proof));
    // A move that the search did not visit, and one that it did not list.
    let unseen = candidates.last().filter(|last| last.visits == 0).expect("an unvisited move");
    let far =
        position.moves().find(|mv| candidates.iter().all(|known| known.ply != position.ply(*mv)));
    for ply in [Some(unseen.ply.clone()), far.map(|mv| position.ply(mv))].into_iter().flatten() {
        let peg = peg_of(&ply).expect("a peg");
        let decided = Opening { swap: None, peg: Some(peg) }.decide(report.clone(), &search);
        assert_eq!((decided.best, decided.visits), (Some(Move::Peg(peg)), 0));
        assert_eq!(decided.value, report.value);
    }
    let nothing = Opening { swap: None, peg: None };
    assert_eq!(nothing.decide(report.clone(), &search), report);
}

/// Returns unfinished random games on 7 × 7, as lines and positions; the first peg is in the [`quarter`].
pub(crate) fn random_lines(count: u64) -> impl Iterator<Item = (Vec<Hole>, Position)> {
    let size = Size::new(7).unwrap();
    (0..count).filter_map(move |seed| {
        let mut random = Random::new(seed);
        let mut below = |bound: usize| random.below(bound as u32) as usize;
        let firsts: Vec<Hole> = quarter(size).collect();
        let mut line = vec![firsts[below(firsts.len())]];
        let mut position = position(7, &line).without_swap();
        for _ in 0..4 + below(6) {
            let vacant: Vec<Hole> = position.board().vacant(position.to_move()).collect();
            line.push(vacant[below(vacant.len())]);
            position.play(Move::Peg(line[line.len() - 1])).unwrap();
        }
        position.outcome().is_none().then_some((line, position))
    })
}

#[test]
fn book_move_proven_lost_is_not_played() {
    let mut played = [0; 2];
    for (line, position) in random_lines(600) {
        let (search, report) = searched(&position, 1000);
        if report.proof != Proof::Open {
            continue;
        }
        let mut both = [0; 2];
        for candidate in candidates(&search).iter().skip(1) {
            let peg = peg_of(&candidate.ply).expect("a peg");
            let follows = candidate.proof != Proof::Won;
            both[usize::from(follows)] += 1;
            if both[usize::from(follows)] > 2 {
                continue;
            }
            let mut book = without_answers(7, 40);
            add_prefixes(&mut book, &[&line[..], &[peg]].concat());
            let opening = openings(&book).of(&position);
            assert_eq!(opening.peg, Some(peg), "{line:?}");
            let decided = opening.decide(report.clone(), &search).best;
            let expected = if follows { Some(Move::Peg(peg)) } else { report.best };
            assert_eq!(decided, expected, "{line:?} {peg}");
            played[usize::from(follows)] += 1;
        }
    }
    assert!(played.iter().all(|&count| count > 20), "{played:?}");
}

#[test]
fn book_move_missing_in_a_complete_list_is_not_played() {
    let mut refused = 0;
    for (line, position) in random_lines(100) {
        let (search, report) = searched(&position, 2);
        let tree = search.tree();
        if report.proof != Proof::Open || tree.node(tree.root()).holds_back {
            continue;
        }
        let known = candidates(&search);
        let is_known = |mv| known.iter().any(|candidate| candidate.ply == position.ply(mv));
        for mv in position.moves().filter(|&mv| !is_known(mv)) {
            let Move::Peg(peg) = mv else { panic!("a swap") };
            let decided = Opening { swap: None, peg: Some(peg) }.decide(report.clone(), &search);
            assert_eq!(decided, report, "{line:?} {peg}");
            refused += 1;
        }
    }
    assert!(refused > 50, "{refused}");
}

#[test]
fn proven_win_overrides_the_book() {
    let position = position(9, &holes("c1 a4 d3 a5 c5 a6 d7 a7"));
    let (search, report) = searched(&position, 100);
    assert_eq!(report.proof, Proof::Won);
    for swap in [None, Some(true), Some(false)] {
        let opening = Opening { swap, peg: Some(hole("h8")) };
        assert_eq!(opening.decide(report.clone(), &search), report, "{swap:?}");
    }
}

#[test]
fn swap_decision_holds_unless_a_proof_contradicts() {
    let position = position(12, &holes("f6")).without_swap();
    let (search, report) = searched(&position, 300);
    for (proof, decided, swaps) in [
        (Proof::Open, true, true),
        (Proof::Open, false, false),
        (Proof::Won, true, false),
        (Proof::Won, false, false),
        (Proof::Lost, true, true),
        (Proof::Lost, false, true),
        (Proof::Drawn, true, true),
        (Proof::Drawn, false, false),
    ] {
        let report = Decision { proof, value: 0.25, ..report.clone() };
        let opening = Opening { swap: Some(decided), peg: None };
        let played = opening.decide(report.clone(), &search);
        assert_eq!(played.best == Some(Move::Swap), swaps, "{proof:?} {decided}");
        if swaps {
            let certain = if proof == Proof::Lost { Proof::Won } else { proof };
            assert_eq!((played.value, played.proof), (0.75, certain));
        } else {
            assert_eq!(played, report);
        }
    }
}

#[test]
fn searched_swap_is_a_move_like_any_other() {
    let position = position(12, &holes("f6"));
    let unknown =
        Openings(PackedBook::default(), Policy { judges: true, ..Policy::default() }).of(&position);
    assert_eq!((unknown.swap, unknown.peg), (None, None));
    assert!(unknown.searched(position.clone()).may_swap());
    let (search, report) = searched(&position, 300);
    assert_eq!(candidates(&search).iter().filter(|known| known.ply == Ply::Swap).count(), 1);
    // Without reliable values the ellipse decides.
    assert_eq!(Openings(PackedBook::default(), Policy::default()).of(&position).swap, Some(true));
    let peg = Opening { swap: None, peg: Some(hole("g7")) };
    let swap = Decision { best: Some(Move::Swap), ..report.clone() };
    assert_eq!(peg.decide(swap.clone(), &search), swap);
    let other = Decision { best: Some(Move::Peg(hole("e7"))), ..report };
    assert_eq!(peg.decide(other, &search).best, Some(Move::Peg(hole("g7"))));
}

#[test]
fn player_follows_the_book_only_under_its_rules() {
    let answer = |linking, swap, pegs: &str, value| {
        let mut position = Position::with_rules(Size::ARENA, Rules { linking, swap });
        holes(pegs).iter().for_each(|&peg| position.play(Move::Peg(peg)).unwrap());
        let mut book = sample();
        book.first = hole("e2");
        book.pegs.iter_mut().for_each(|first| first.value = value);
        let distance = Evaluators::distance();
        let player = Player::with_book(position, &distance, 100_000, packed(&book));
        let mut player = player;
        let answer = player.think(&Limits::nodes(200));
        assert!((0.0..=1.0).contains(&answer.value));
        answer.ply.unwrap()
    };
    let peg = |text: &str| Ply::Turn(hole(text).into());
    let (pp, standard) = (Linking::Pp, Linking::Standard);
    for swap in [SwapRule::Mirror, SwapRule::Sides] {
        assert_eq!(answer(pp, swap, "", 50), peg("e2"), "{swap}");
        assert_eq!(answer(pp, swap, "b6", 60), Ply::Swap, "{swap}");
        assert_eq!(answer(pp, swap, "b6", 40), peg("g7"), "{swap}");
        assert_eq!(answer(pp, swap, "b6 g7 f9", 60), peg("h9"), "{swap}");
        assert_ne!(answer(standard, swap, "", 50), peg("e2"), "{swap}");
        assert_ne!(answer(standard, swap, "d3 e7", 60), peg("f4"), "{swap}");
    }
    assert_eq!(answer(pp, SwapRule::None, "", 50), peg("g7"), "the middle");
    assert_eq!(answer(pp, SwapRule::None, "b6", 60), peg("g7"));
    assert_eq!(answer(pp, SwapRule::None, "b6 g7 f9", 60), peg("h9"));
}
