//! Searches on several threads.

use engine::parallel::think;
use engine::player::Player;
use engine::regions::Regions;
use engine::Evaluators;
use std::hint::spin_loop;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use twixt::evaluate::{Detail, Evaluator, MoveList, Value};
use twixt::geometry::Size;
use twixt::rules::{Linking, Position, Rules, SwapRule};
use twixt::search::{Limits, Params, Search, Simulator};

/// Returns the same value for all positions, after some microseconds.
struct Uniform;

impl Evaluator for Uniform {
    fn evaluate(&mut self, position: &Position, _: Detail, list: &mut MoveList) -> Value {
        (0..200).for_each(|_| spin_loop());
        list.clear();
        list.extend(position.moves().map(|mv| (mv, 0.05)));
        Value::estimate(0.5)
    }
}

#[cfg(target_os = "linux")]
fn running_threads() -> usize {
    std::fs::read_dir("/proc/self/task").unwrap().count()
}

#[test]
fn searches_leave_no_thread_behind() {
    start_and_stop(1_000);
}

#[test]
#[ignore = "ten times as many searches as in the test above"]
fn many_searches_leave_no_thread_behind() {
    start_and_stop(10_000);
}

/// Starts and stops `count` searches on four threads, beside two other threads that keep the cores busy.
fn start_and_stop(count: u32) {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        // Load, so that threads are interrupted anywhere.
        for _ in 0..2 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    spin_loop()
                }
            });
        }
        let position = Position::new(Size::ARENA);
        let mut search = Search::new(position, Box::new(Uniform), Params::default(), 50_000);
        let mut helpers: Vec<_> =
            (0..3).map(|_| Simulator::new(Box::new(Uniform), Params::default())).collect();
        let mut regions = Regions::new(Size::ARENA);
        for start in 0..count {
            if start % 100 == 0 {
                search.reset(Position::new(Size::ARENA));
            }
            let left = AtomicU32::new(start % 30);
            let stop = move || {
                left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
                    .is_err()
            };
            let decision = think(&mut search, &mut helpers, &mut regions, &Limits::stop(stop));
            assert!(decision.best.is_some());
            assert!(decision.evals <= u64::from(start % 30) + 4);
        }
        is_over.store(true, Ordering::Relaxed);
    });
    // The threads of the searches, three for each, have ended; those of other tests may be running.
    #[cfg(target_os = "linux")]
    assert!(running_threads() < 1000);
}

/// Panics at an evaluation.
struct Broken;

impl Evaluator for Broken {
    fn evaluate(&mut self, _: &Position, _: Detail, _: &mut MoveList) -> Value {
        panic!("the evaluator is broken")
    }
}

#[test]
fn a_panic_of_one_thread_ends_the_search() {
    let position = Position::new(Size::ARENA);
    let mut search = Search::new(position, Box::new(Uniform), Params::default(), 50_000);
    let broken = || Simulator::new(Box::new(Broken), Params::default());
    let mut helpers = [broken(), broken()];
    // Nothing else stops this search.
    let endless = Limits::stop(|| false);
    let mut regions = Regions::new(Size::ARENA);
    let ended =
        catch_unwind(AssertUnwindSafe(|| think(&mut search, &mut helpers, &mut regions, &endless)));
    assert!(ended.is_err());
}

#[test]
fn several_threads_share_a_node_budget() {
    let rules = Rules { linking: Linking::Standard, swap: SwapRule::None };
    for (size, rules) in [(12, Rules::ARENA), (14, rules)] {
        let size = Size::new(size).unwrap();
        let mut position = Position::with_rules(size, rules);
        for peg in ["D6", "G5", "E8"] {
            position.play_ply(&peg.parse().unwrap()).unwrap();
        }
        let evaluators = Evaluators::network(None).unwrap();
        for threads in [1, 2, 5] {
            let evaluators = evaluators.clone().on_threads(threads);
            let mut player = Player::new(position.clone(), &evaluators, 100_000);
            assert_eq!(player.threads(), threads);
            let answer = player.think(&Limits::nodes(300));
            assert_eq!(answer.evals, 300, "{threads} threads");
            let candidates = player.candidates();
            let visits: u32 = candidates.iter().map(|candidate| candidate.visits).sum();
            assert!((250..1000).contains(&visits), "{visits} visits");
            position.clone().play_ply(&answer.ply.unwrap()).unwrap();
        }
    }
}

#[test]
fn link_distances_use_one_thread() {
    let evaluators = Evaluators::distance().on_threads(8);
    let player = Player::new(Position::new(Size::ARENA), &evaluators, 1000);
    assert_eq!(player.threads(), 1);
}

#[test]
fn a_restarted_player_answers_as_a_new_one() {
    let evaluators = Evaluators::network(None).unwrap();
    let mut position = Position::new(Size::ARENA);
    for peg in ["D6", "G5", "E8"] {
        position.play_ply(&peg.parse().unwrap()).unwrap();
    }
    let answer = |player: &mut Player, position: &Position| {
        player.restart(position);
        player.think(&Limits::nodes(200))
    };
    let mut player = Player::new(position.clone(), &evaluators, 100_000);
    let first = answer(&mut player, &position);
    let mut next = position.clone();
    next.play_ply(first.ply.as_ref().unwrap()).unwrap();
    let later = answer(&mut player, &next);
    let mut other = Player::new(next.clone(), &evaluators, 100_000);
    assert_eq!(later, answer(&mut other, &next));
    assert_eq!(first, answer(&mut player, &position));
}
