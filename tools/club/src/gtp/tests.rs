//! Commands after one another, without a program around them.

use super::commands::{run, Outcome};
use super::state::tests::state_of;
use super::state::State;
use twixt::geometry::Size;
use twixt::rules::{Linking, Rules, SwapRule};

/// What a command answers, which must be no refusal.
fn done(state: &mut State, line: &str) -> String {
    match run(state, line) {
        Ok(Outcome::Done(answer)) => answer,
        Err(complaint) => {
            let plies: Vec<String> = state.line.plies().iter().map(ToString::to_string).collect();
            panic!("{line} after {plies:?} on {:?}: {complaint}", state.line.start().rules())
        }
        _ => panic!("{line}: no answer"),
    }
}

/// Whoever swapped, and however the engine came there, what it plays is legal.
#[test]
fn a_move_after_a_swap_is_never_another_swap() {
    let mut swaps = 0;
    for edge in 5..=12 {
        let size = Size::new(edge).unwrap();
        for linking in [Linking::Pp, Linking::Standard] {
            for swap in [SwapRule::Mirror, SwapRule::Sides] {
                for nodes in [1, 2, 7, 40] {
                    let rules = Rules { linking, swap };
                    let mut state = state_of(&format!("--nodes {nodes} --memory 1"), size, rules);
                    for first in ["c3", "b4", "d2"] {
                        for before in ["", "reg_genmove b", "genmove b,undo"] {
                            done(&mut state, "clear_board");
                            done(&mut state, &format!("play w {first}"));
                            let before = before.split(',').filter(|line| !line.is_empty());
                            before.for_each(|line| drop(done(&mut state, line)));
                            done(&mut state, "play b swap");
                            for _ in 0..3 {
                                if state.line.ending().is_none() {
                                    assert_ne!(done(&mut state, "genmove"), "swap");
                                }
                            }
                        }
                    }
                    done(&mut state, "clear_board");
                    let answers = [(); 4].map(|()| done(&mut state, "genmove"));
                    assert!(answers[2..].iter().all(|answer| answer != "swap"), "{answers:?}");
                    swaps += usize::from(answers[1] == "swap");
                }
            }
        }
    }
    assert!(swaps > 10, "{swaps} swaps: too dull a test");
}

/// How often the search went through the position before it is asked anything.
fn visits(state: &mut State) -> u32 {
    state.player().candidates().iter().map(|candidate| candidate.visits).sum()
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    let mut state = super::state::tests::state("--nodes 400 --search distance");
    for line in ["play w f4", "play b g8", "genmove w"] {
        done(&mut state, line);
    }
    let reply = state.player().candidates()[0].clone();
    assert!(reply.visits > 0);
    done(&mut state, &format!("play b {}", twixt::rules::Ply::from(reply.mv)));
    let kept = visits(&mut state);
    assert!((1..=reply.visits).contains(&kept), "{kept} of {}", reply.visits);
    done(&mut state, "genmove w");
    done(&mut state, "undo");
    assert_eq!(visits(&mut state), 0);
}

/// A megabyte has room for 15,625 nodes. Each position gets sixteen children at first, so that the shorter
/// thought finds room in it and the longer one doesn't.
#[test]
fn more_memory_is_further_thought() {
    let rules = Rules { linking: Linking::Pp, swap: SwapRule::None };
    let thought = |nodes: u32, memory: u32| {
        let flags = format!("--search distance --nodes {nodes} --memory {memory}");
        let mut state = state_of(&flags, Size::MAX, rules);
        for line in ["play w k10", "play b n14", "play w m15", "reg_genmove"] {
            done(&mut state, line);
        }
        state.player().candidates()
    };
    assert!(thought(3000, 1) == thought(3000, 16), "a megabyte is too little for 3000 positions");
    assert!(thought(9000, 1) != thought(9000, 16), "a megabyte is as good as sixteen");
}

#[test]
fn the_engine_gives_up_when_it_is_told_to() {
    for (flags, answer) in [("--resign 100", "resign"), ("--resign 0", "swap or a peg")] {
        let mut state =
            super::state::tests::state(&format!("--nodes 20 --search distance {flags}"));
        done(&mut state, "play w d6");
        let gives_up = answer == "resign";
        assert_eq!(done(&mut state, "reg_genmove b") == "resign", gives_up);
        assert!(state.line.told().is_none());
        assert_eq!(done(&mut state, "genmove b") == "resign", gives_up);
        assert_eq!(done(&mut state, "final_score") == "W+R", gives_up);
    }
}

#[test]
fn open_games_are_estimated() {
    let mut state = super::state::tests::state("--nodes 50 --search distance --swap none");
    for line in ["play w f3", "play b b2", "play w g5", "play b b11", "play w f7", "play b k2"] {
        done(&mut state, line);
    }
    let score = done(&mut state, "final_score");
    assert!(score.starts_with("W+"), "{score}");
}
