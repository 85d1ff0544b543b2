//! Reviews: the engine's evaluation of every position of a game.

mod report;

pub use report::{Mark, Phase, PhaseName, PlayerSummary, ReviewReport, Reviewed};

use crate::options::{Budget, EngineChoice, EngineOptions, NODE_BYTES};
use crate::report::Evaluated;
use anyhow::{Context, Result};
use engine::parallel::HAS_THREADS;
use engine::player::{Answer, Player};
use formats::{Ending, Game};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;
use twixt::geometry::Side;
use twixt::rules::{Position, Proof};
use twixt::search::Limits;

/// Evaluation of one position. Reviews of parts of a game exchange evaluations as JSON.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Evaluation {
    /// Expected score of the player to move, from 0 to 1. With the `sides` swap that player may take
    /// the other side.
    value: f64,
    /// Expected score of the vertical side, from 0 to 1.
    pub vertical: f64,
    /// The engine's move; `None` in a terminal position.
    best: Option<String>,
    /// Principal variation, as holes or `SWAP`, without link changes.
    line: Vec<String>,
    /// The side with a proven win.
    proven: Option<String>,
}

impl Evaluation {
    /// Returns the evaluation of a position after the end of the game.
    fn over(position: &Position, winner: Option<Side>) -> Evaluation {
        let score = |side| winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)));
        Evaluation {
            value: score(position.to_move()),
            vertical: score(Side::Vertical),
            best: None,
            line: Vec::new(),
            proven: winner.map(|side| side.to_string()),
        }
    }

    fn new(position: &Position, answer: &Answer) -> Evaluation {
        let Evaluated { side, value, proven } = Evaluated::new(position, answer);
        Evaluation {
            value,
            vertical: if side == Side::Vertical { value } else { 1.0 - value },
            best: answer.ply.as_ref().map(ToString::to_string),
            line: answer.line.iter().map(ToString::to_string).collect(),
            proven: proven.map(|side| side.to_string()),
        }
    }
}

/// Memory of the tree per evaluation of a budget, in bytes: 64 nodes, more than an evaluation adds on average.
const BYTES_PER_EVAL: u64 = 64 * NODE_BYTES;

/// Progress of a review.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReviewProgress {
    /// Number of evaluations so far; an evaluated position counts with its whole budget.
    pub evals: u64,
    /// Number of positions times evaluations per position.
    pub of: u64,
}

/// A review that is computed in slices, so that the caller can report progress and stop it between them. Each position
/// is searched from scratch, so neither the slices nor the number of threads influence the result.
pub struct Review {
    game: Game,
    engine: EngineOptions,
    /// Evaluations per position.
    nodes: u64,
    /// The position before the first ply and after each ply.
    positions: Vec<Position>,
    /// By position; `None` until its search is complete.
    evaluations: Vec<Option<Evaluation>>,
    /// For each searcher, the positions that it searches next.
    queues: Vec<VecDeque<usize>>,
    searchers: Vec<Searcher>,
}

/// A thread's search of one position after another.
#[derive(Default)]
struct Searcher {
    /// Created for the first position, since it allocates the tree.
    player: Option<Player>,
    /// The position whose search has started, and the evaluations left of its budget.
    current: Option<(usize, u64)>,
}

impl Review {
    /// The usual number of evaluations per position.
    pub const NODES: u64 = 1024;

    /// The usual minimum loss of a blunder, as a difference of expected scores, in percent. The page's warning
    /// (`warn.js`) has the same threshold.
    pub const BLUNDER: u8 = 20;

    /// Starts the review of a game's main line with `nodes` evaluations per position, on `threads` threads with a tree
    /// of at most `memory` megabytes each.
    ///
    /// # Errors
    ///
    /// If the game breaks a rule.
    pub fn new(
        game: &Game,
        choice: EngineChoice,
        nodes: u64,
        threads: usize,
        memory: u64,
    ) -> Result<Review> {
        let mut positions = vec![game.start()];
        for node in game.main_line() {
            let mut position = positions[positions.len() - 1].clone();
            position.play_ply(&node.ply)?;
            positions.push(position);
        }
        let threads = if HAS_THREADS { threads.clamp(1, positions.len()) } else { 1 };
        let of = positions.len();
        let part = |index| (index * of / threads..(index + 1) * of / threads).collect();
        // The same for any number of threads, each of which has a tree.
        let memory = memory.min(1 + nodes.saturating_mul(BYTES_PER_EVAL) / 1_000_000);
        Ok(Review {
            game: game.clone(),
            engine: EngineOptions { memory, ..EngineOptions::new(choice, Budget::Nodes(nodes)) },
            nodes,
            evaluations: vec![None; positions.len()],
            queues: (0..threads).map(part).collect(),
            searchers: (0..threads).map(|_| Searcher::default()).collect(),
            positions,
        })
    }

    /// Restricts the review to every `of`-th position, starting with position `first`. Returns false, and changes
    /// nothing, unless `first` is less than `of`.
    #[must_use]
    pub fn restrict(&mut self, first: usize, of: usize) -> bool {
        if first < of {
            self.retain(|index| index % of == first);
        }
        first < of
    }

    /// Adds evaluations by the index of their position. Positions with an evaluation are not searched. Returns false if
    /// a value or an index is out of range.
    #[must_use]
    pub fn add(&mut self, known: Vec<(usize, Evaluation)>) -> bool {
        let is_score = |value: f64| (0.0..=1.0).contains(&value);
        let is_valid = known.iter().all(|(index, evaluation)| {
            *index < self.positions.len()
                && is_score(evaluation.value)
                && is_score(evaluation.vertical)
        });
        if is_valid {
            for (index, evaluation) in known {
                self.evaluations[index] = Some(evaluation);
            }
            let evaluations = std::mem::take(&mut self.evaluations);
            self.retain(|index| evaluations[index].is_none());
            self.evaluations = evaluations;
        }
        is_valid
    }

    /// Removes from the queues the positions for which `is_open` is false.
    fn retain(&mut self, is_open: impl Fn(usize) -> bool) {
        self.queues.iter_mut().for_each(|queue| queue.retain(|&index| is_open(index)));
    }

    /// Returns the evaluations so far, by the index of their position.
    pub fn evaluations(&self) -> impl Iterator<Item = (usize, &Evaluation)> {
        let all = self.evaluations.iter().enumerate();
        all.filter_map(|(index, evaluation)| Some((index, evaluation.as_ref()?)))
    }

    /// Returns the progress.
    pub fn progress(&self) -> ReviewProgress {
        let started = self.searchers.iter().filter_map(|searcher| searcher.current);
        let started: u64 = started.map(|(_, left)| self.nodes - left).sum();
        let evaluated = self.nodes.saturating_mul(self.evaluations().count() as u64);
        ReviewProgress {
            evals: evaluated.saturating_add(started),
            of: self.nodes.saturating_mul(self.positions.len() as u64),
        }
    }

    /// Searches until all positions are evaluated or `slice` stops the searches. Returns whether all are evaluated.
    ///
    /// # Errors
    ///
    /// If the engine cannot be set up.
    pub fn advance(&mut self, slice: &Limits) -> Result<bool> {
        let Review { engine, nodes, positions, evaluations, queues, searchers, .. } = self;
        let open = Mutex::new((queues.as_mut_slice(), evaluations.as_mut_slice()));
        let search = |(own, searcher): (usize, &mut Searcher)| {
            searcher.run(own, engine, *nodes, positions, &open, slice)
        };
        match searchers.as_mut_slice() {
            [only] => search((0, only))?,
            _ if !HAS_THREADS => (),
            all => thread::scope(|scope| {
                let all = all.iter_mut().enumerate();
                let running: Vec<_> = all.map(|each| scope.spawn(|| search(each))).collect();
                let join = |thread: thread::ScopedJoinHandle<_>| thread.join();
                let results: Vec<_> = running.into_iter().map(join).collect();
                results
                    .into_iter()
                    .try_for_each(|result| result.unwrap_or_else(|panic| resume_unwind(panic)))
            })?,
        }
        Ok(self.queues.iter().all(VecDeque::is_empty)
            && self.searchers.iter().all(|searcher| searcher.current.is_none()))
    }

    /// Returns the report of a complete review; a turn that loses at least `blunder`, from 0 to 1, is a blunder.
    ///
    /// # Errors
    ///
    /// If a position is not evaluated.
    pub fn report(&self, blunder: f64) -> Result<ReviewReport> {
        let evaluations: Option<Vec<Evaluation>> = self.evaluations.iter().cloned().collect();
        let evaluations = evaluations.context("not every position of the game is evaluated")?;
        ReviewReport::new(&self.game, &self.positions, &evaluations, self.nodes, blunder)
    }
}

/// The positions to search by searcher, and the evaluations, which the threads share.
type Open<'a> = Mutex<(&'a mut [VecDeque<usize>], &'a mut [Option<Evaluation>])>;

/// Returns the next position for a searcher. Neighboring positions go to the same one, since the search of a position
/// finds many of its evaluations in the cache that the search of the previous position has filled. A searcher without
/// positions takes half of the longest queue.
fn next(queues: &mut [VecDeque<usize>], own: usize) -> Option<usize> {
    if queues[own].is_empty() {
        let longest = queues.iter_mut().max_by_key(|queue| queue.len())?;
        queues[own] = longest.split_off(longest.len() / 2);
    }
    queues[own].pop_front()
}

impl Searcher {
    /// Searches positions of the queues until they are empty or `slice` stops the search.
    fn run(
        &mut self,
        own: usize,
        engine: &EngineOptions,
        nodes: u64,
        positions: &[Position],
        open: &Open,
        slice: &Limits,
    ) -> Result<()> {
        let lock = || open.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let is_new = self.current.is_none();
            let next = || Some((next(lock().0, own)?, nodes));
            let Some((index, left)) = self.current.take().or_else(next) else { return Ok(()) };
            let position = &positions[index];
            if let Some(end) = Ending::on_board(position) {
                lock().1[index] = Some(Evaluation::over(position, end.winner));
                continue;
            }
            let mut player = match self.player.take() {
                Some(mut player) if is_new => {
                    player.restart(position);
                    player
                }
                Some(player) => player,
                None => engine.player(position)?,
            };
            let answer = player.ponder(&Limits { nodes: Some(left), ..slice.clone() });
            let left = left.saturating_sub(answer.evals);
            if left == 0 || answer.proof != Proof::Open {
                lock().1[index] = Some(Evaluation::new(position, &answer));
            } else {
                self.current = Some((index, left));
            }
            self.player = Some(player);
            if slice.reached(0, true) {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::DEFAULT_MEMORY;
    use std::sync::atomic::{AtomicU32, Ordering};
    use twixt::geometry::Size;
    use twixt::rules::{Linking, Rules, SwapRule};

    /// Returns limits that stop a slice after a few simulations.
    fn short() -> Limits {
        let calls = AtomicU32::new(0);
        Limits::stop(move || calls.fetch_add(1, Ordering::Relaxed) > 4)
    }

    /// Completes a review; returns the number of slices.
    fn complete(review: &mut Review, slice: fn() -> Limits) -> usize {
        1 + std::iter::repeat_with(|| review.advance(&slice()).unwrap())
            .take_while(|&is_done| !is_done)
            .count()
    }

    #[test]
    fn slices_threads_and_parts_do_not_influence_a_review() {
        for (linking, size) in [(Linking::Pp, 12), (Linking::Standard, 10)] {
            let rules = Rules { linking, swap: SwapRule::None };
            let game = Game::new(Size::new(size).unwrap(), rules);
            let game = game.and_plies(["D6", "F4", "E8"].map(|ply| ply.parse().unwrap())).unwrap();
            let choice = EngineChoice::default();
            let review =
                |threads| Review::new(&game, choice.clone(), 107, threads, DEFAULT_MEMORY).unwrap();
            let json =
                |review: &Review| serde_json::to_string(&review.report(0.2).unwrap()).unwrap();
            let mut whole = review(1);
            assert_eq!(complete(&mut whole, Limits::default), 1);
            let mut sliced = review(1);
            assert!(complete(&mut sliced, short) > 10);
            assert_eq!(json(&sliced), json(&whole));
            let mut threaded = review(3);
            complete(&mut threaded, short);
            assert_eq!(json(&threaded), json(&whole));
            let mut joined = review(1);
            for first in 0..2 {
                let mut part = review(1);
                assert!(part.restrict(first, 2) && !part.restrict(2, 2));
                complete(&mut part, Limits::default);
                let found: Vec<_> = part.evaluations().collect();
                assert_eq!(found.len(), 2);
                let text = serde_json::to_string(&found).unwrap();
                assert!(joined.add(serde_json::from_str(&text).unwrap()));
                let mut wrong: Vec<(usize, Evaluation)> = serde_json::from_str(&text).unwrap();
                wrong[0].0 = 4;
                assert!(!joined.add(wrong.clone()));
                (wrong[0].0, wrong[0].1.value) = (0, 1.5);
                assert!(!joined.add(wrong));
            }
            assert!(joined.advance(&Limits::default()).unwrap());
            assert_eq!(json(&joined), json(&whole));
        }
    }

    #[test]
    fn progress_grows_within_a_position() {
        let game = Game::new(Size::ARENA, Rules::ARENA);
        let game = game.and_plies(["D6", "F4"].map(|ply| ply.parse().unwrap())).unwrap();
        let mut review =
            Review::new(&game, EngineChoice::default(), 20, 1, DEFAULT_MEMORY).unwrap();
        let mut seen = vec![review.progress().evals];
        while !review.advance(&short()).unwrap() {
            seen.push(review.progress().evals);
        }
        assert!(seen.is_sorted(), "{seen:?}");
        assert_eq!(seen[0], 0);
        seen.dedup();
        assert!(seen.len() > 6, "{seen:?}");
        assert_eq!(review.progress(), ReviewProgress { evals: 60, of: 60 });
    }
}
