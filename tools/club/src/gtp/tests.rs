//! Tests of command sequences, executed within the test's process.

use super::commands::{run, Outcome};
use super::state::tests::state_of;
use super::state::State;
use twixt::geometry::Size;
use twixt::rules::{Linking, Rules, SwapRule};

/// Returns the response to a command that must succeed.
fn done(state: &mut State, line: &str) -> String {
    match run(state, line) {
        Ok(Outcome::Done(answer)) => answer,
        Err(error) => {
            let plies: Vec<String> =
                state.history.plies().iter().map(ToString::to_string).collect();
            panic!("{line} after {plies:?} on {:?}: {error}", state.history.start().rules())
        }
        _ => panic!("{line}: no answer"),
    }
}

#[test]
fn times_may_have_fractions_and_are_never_negative() {
    let mut state = state_of("--nodes 1 --memory 1", Size::new(5).unwrap(), Rules::ARENA);
    for line in ["time_settings 0 0.3 1", "time_settings 600 30 5", "time_left w 0.25 1"] {
        assert_eq!(done(&mut state, line), "");
    }
    for line in [
        "time_settings -1 0 0",
        "time_settings 0 NaN 1",
        "time_settings 0 1e999 1",
        "time_settings 0 1 1.5",
        "time_settings 0 1",
        "time_left w -3 1",
        "time_left w 3 -1",
    ] {
        let error = run(&mut state, line).err().unwrap_or_else(|| panic!("{line} is accepted"));
        assert!(error.contains("expected"), "{line}: {error}");
    }
}

#[test]
fn the_engine_never_swaps_after_a_swap() {
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
                                if state.history.ending().is_none() {
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
    assert!(swaps > 10, "{swaps} swaps: too few for this test");
}

/// Returns the number of visits in the tree kept from the last search.
fn visits(state: &mut State) -> u32 {
    state.player().candidates().iter().map(|candidate| candidate.visits).sum()
}

#[test]
fn the_tree_is_reused_between_moves_but_not_after_undo() {
    let mut state = super::state::tests::state("--nodes 400 --engine distance");
    for line in ["play w f4", "play b g8", "genmove w"] {
        done(&mut state, line);
    }
    let reply = state.player().candidates()[0].clone();
    assert!(reply.visits > 0);
    done(&mut state, &format!("play b {}", reply.ply));
    let kept = visits(&mut state);
    assert!((1..=reply.visits).contains(&kept), "{kept} of {}", reply.visits);
    done(&mut state, "genmove w");
    done(&mut state, "undo");
    assert_eq!(visits(&mut state), 0);
}

/// 1 MB holds 20,833 nodes: enough for the shorter search, too few for the longer one.
#[test]
fn a_full_tree_stops_growing() {
    let rules = Rules { linking: Linking::Pp, swap: SwapRule::None };
    let candidates = |nodes: u32, memory: u32| {
        let flags = format!("--engine distance --nodes {nodes} --memory {memory}");
        let mut state = state_of(&flags, Size::MAX, rules);
        for line in ["play w k10", "play b n14", "play w m15", "reg_genmove"] {
            done(&mut state, line);
        }
        state.player().candidates()
    };
    assert!(candidates(3000, 1) == candidates(3000, 16), "1 MB is too little for 3000 evaluations");
    assert!(candidates(9000, 1) != candidates(9000, 16), "1 MB suffices for 9000 evaluations");
}

#[test]
fn the_engine_resigns_below_the_threshold() {
    for (flags, answer) in [("--resign 100", "resign"), ("--resign 0", "swap or a peg")] {
        let mut state =
            super::state::tests::state(&format!("--nodes 20 --engine distance {flags}"));
        done(&mut state, "play w d6");
        let resigns = answer == "resign";
        assert_eq!(done(&mut state, "reg_genmove b") == "resign", resigns);
        assert!(state.history.declared().is_none());
        assert_eq!(done(&mut state, "genmove b") == "resign", resigns);
        assert_eq!(state.history.declared().is_some(), resigns);
    }
}
