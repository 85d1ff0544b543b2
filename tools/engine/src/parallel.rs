//! One search on one or several threads.
//!
//! All threads run simulations in one tree under one lock, which a thread releases while it evaluates a position.
//! An evaluation with a network takes 10 to 50 times as long as the rest of a simulation, so the threads rarely wait
//! for one another.

#[cfg(feature = "shuttle")]
use shuttle::{
    sync::{Mutex, MutexGuard},
    thread,
};
#[cfg(not(feature = "shuttle"))]
use std::{
    sync::{Mutex, MutexGuard},
    thread,
};

use crate::breadth::due_child;
use crate::regions::Regions;
use std::ops::{Deref, DerefMut};
use std::sync::PoisonError;
use twixt::rules::Position;
use twixt::search::{Access, Decision, Limits, Path, Search, SharedTree, Simulator};

/// Whether the system has threads. WebAssembly does not, so the compiler removes code for threads.
pub const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// Searches until a limit is reached or the position is proven, on this thread and one more for each of `helpers`. Never
/// exceeds a node budget. Long searches have more breadth than those of [`Search::think`], and `regions`, the table of the
/// same tree, proves more positions.
pub fn think(
    search: &mut Search,
    helpers: &mut [Simulator],
    regions: &mut Regions,
    limits: &Limits,
) -> Decision {
    let (tree, own, position) = search.parts();
    if position.outcome().is_some() {
        return search.result(0);
    }
    let state = State { tree, regions, running: 0, is_started: false, is_over: false, evals: 0 };
    let state = Mutex::new(state);
    if !HAS_THREADS || helpers.is_empty() {
        work(&state, own, position, limits);
    } else {
        thread::scope(|scope| {
            for helper in helpers {
                let state = &state;
                scope.spawn(move || work(state, helper, position, limits));
            }
            work(&state, own, position, limits);
        });
    }
    let evals = lock(&state).evals;
    search.result(evals)
}

/// State shared by the threads.
struct State<'a> {
    tree: &'a mut SharedTree,
    regions: &'a mut Regions,
    /// The number of simulations in progress.
    running: u64,
    /// Whether a simulation was started.
    is_started: bool,
    /// Whether a thread has panicked, which ends the search.
    is_over: bool,
    /// The number of completed simulations that were evaluations.
    evals: u64,
}

/// Locks the state. After a panic the other threads end, too, and the panic continues when they are joined.
fn lock<'a, 'b>(state: &'a Mutex<State<'b>>) -> MutexGuard<'a, State<'b>> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs simulations until a limit is reached or the position is proven.
fn work(state: &Mutex<State>, simulator: &mut Simulator, position: &Position, limits: &Limits) {
    let mut access = ThreadAccess { state, guard: None, path: Vec::new() };
    loop {
        // The copy is made without the lock.
        let root = position.clone();
        if !access.start(limits) {
            return;
        }
        let is_eval = simulator.simulate(&mut access, root);
        access.finish(is_eval, position);
    }
}

/// A thread's access to the tree. It holds the lock except during evaluations and between simulations.
struct ThreadAccess<'a, 'b> {
    state: &'a Mutex<State<'b>>,
    guard: Option<MutexGuard<'a, State<'b>>>,
    /// The index of each node of the simulation's path among its siblings, without the root. Indices remain valid when
    /// nodes move.
    path: Vec<usize>,
}

impl ThreadAccess<'_, '_> {
    /// Starts a simulation; returns false if the search is over.
    fn start(&mut self, limits: &Limits) -> bool {
        // The stop condition may take longer than a lock should be held.
        let is_stopped = limits.stop.as_ref().is_some_and(|stop| stop());
        let mut state = lock(self.state);
        // All simulations in progress may become evaluations.
        let is_reached = is_stopped || limits.reached(state.evals + state.running, false);
        if state.is_over || state.tree.is_solved() || state.is_started && is_reached {
            return false;
        }
        state.is_started = true;
        state.running += 1;
        self.path.clear();
        self.guard = Some(state);
        true
    }

    /// Ends a simulation from this position.
    fn finish(&mut self, is_eval: bool, root: &Position) {
        if let Some(mut state) = self.guard.take() {
            state.running -= 1;
            state.evals += u64::from(is_eval);
            let State { tree, regions, .. } = &mut *state;
            regions.update(&mut tree.tree, root, &self.path);
        }
    }
}

impl Drop for ThreadAccess<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut state = self.guard.take().unwrap_or_else(|| lock(self.state));
            state.is_over = true;
        }
    }
}

/// The reason why a simulation has the lock whenever it uses the tree.
const HELD: &str = "the lock is released only in `while_unlocked` and between simulations";

impl Deref for ThreadAccess<'_, '_> {
    type Target = SharedTree;

    fn deref(&self) -> &SharedTree {
        self.guard.as_ref().expect(HELD).tree
    }
}

impl DerefMut for ThreadAccess<'_, '_> {
    fn deref_mut(&mut self) -> &mut SharedTree {
        self.guard.as_mut().expect(HELD).tree
    }
}

impl Access for ThreadAccess<'_, '_> {
    fn descend(&mut self, index: usize) -> usize {
        let due = if self.path.is_empty() { due_child(&self.tree) } else { None };
        let index = due.unwrap_or(index);
        self.path.push(index);
        index
    }

    fn while_unlocked<R>(&mut self, path: &mut Path, evaluate: impl FnOnce() -> R) -> R {
        self.guard = None;
        let result = evaluate();
        let state = self.guard.insert(lock(self.state));
        // Nodes may have moved.
        for (depth, &index) in self.path.iter().enumerate() {
            path[depth + 1] = state.tree.tree.child(path[depth], index);
        }
        result
    }
}
