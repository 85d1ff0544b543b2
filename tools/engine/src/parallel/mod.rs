//! One search on several threads.
//!
//! All threads run simulations in one tree under one lock, which a thread releases while it evaluates a position.
//! An evaluation with a network takes 10 to 50 times as long as the rest of a simulation, so the threads rarely wait
//! for one another.

mod cache;
#[cfg(all(test, feature = "shuttle"))]
mod schedules;

pub use cache::SharedCache;

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

use std::ops::{Deref, DerefMut};
use std::sync::PoisonError;
use twixt::rules::Position;
use twixt::search::{Access, Decision, Limits, Path, Search, SharedTree, Simulator};

/// Whether the system has threads. WebAssembly does not, so the compiler removes code for threads.
pub const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// Searches until a limit is reached or the position is proven, on this thread and one more for each of `helpers`. Never
/// exceeds a node budget.
pub fn think(search: &mut Search, helpers: &mut [Simulator], limits: &Limits) -> Decision {
    let (tree, own, position) = search.parts();
    if helpers.is_empty() || position.outcome().is_some() || !HAS_THREADS {
        return search.think(limits);
    }
    let paths = (0..=helpers.len()).map(|_| IndexPath::default()).collect();
    let state = Mutex::new(State { tree, paths, is_started: false, is_over: false, evals: 0 });
    thread::scope(|scope| {
        let threads = helpers.len();
        for (thread, helper) in helpers.iter_mut().enumerate() {
            let state = &state;
            scope.spawn(move || work(state, thread, helper, position, limits));
        }
        work(&state, threads, own, position, limits);
    });
    let evals = lock(&state).evals;
    search.decide(evals)
}

/// State shared by the threads.
struct State<'a> {
    tree: &'a mut SharedTree,
    /// By thread.
    paths: Vec<IndexPath>,
    /// Whether a simulation was started.
    is_started: bool,
    /// Whether a thread has panicked, which ends the search.
    is_over: bool,
    /// The number of completed simulations that were evaluations.
    evals: u64,
}

/// The path of a thread's simulation. Indices remain valid when nodes move.
#[derive(Default)]
struct IndexPath {
    /// Whether the simulation is in progress.
    is_running: bool,
    /// The index of each node among its siblings, without the root.
    indices: Vec<u16>,
}

impl State<'_> {
    /// Returns the number of evaluations, if all simulations in progress become evaluations.
    fn expected_evals(&self) -> u64 {
        self.evals + self.paths.iter().filter(|path| path.is_running).count() as u64
    }
}

/// Locks the state. After a panic the other threads end, too, and the panic continues when they are joined.
fn lock<'a, 'b>(state: &'a Mutex<State<'b>>) -> MutexGuard<'a, State<'b>> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs simulations until a limit is reached or the position is proven.
fn work(
    state: &Mutex<State>,
    thread: usize,
    simulator: &mut Simulator,
    position: &Position,
    limits: &Limits,
) {
    let mut access = ThreadAccess::new(state, thread);
    loop {
        // The copy is made without the lock.
        let position = position.clone();
        if !access.start(limits) {
            return;
        }
        let is_eval = simulator.simulate(&mut access, position);
        access.finish(is_eval);
    }
}

/// A thread's access to the tree. It holds the lock except during evaluations and between simulations.
struct ThreadAccess<'a, 'b> {
    state: &'a Mutex<State<'b>>,
    thread: usize,
    guard: Option<MutexGuard<'a, State<'b>>>,
    /// The other threads whose paths start with this thread's path.
    companions: Vec<usize>,
    /// The indices of the current node's children through which the companions' paths continue.
    continuations: Vec<u16>,
}

impl<'a, 'b> ThreadAccess<'a, 'b> {
    fn new(state: &'a Mutex<State<'b>>, thread: usize) -> Self {
        let (companions, continuations) = (Vec::new(), Vec::new());
        ThreadAccess { state, thread, guard: None, companions, continuations }
    }

    /// Starts a simulation; returns false if the search is over.
    fn start(&mut self, limits: &Limits) -> bool {
        // The stop condition may take longer than a lock should be held.
        let is_stopped = limits.stop.as_ref().is_some_and(|stop| stop());
        let mut state = lock(self.state);
        let is_reached = is_stopped || limits.reached(state.expected_evals(), false);
        if state.is_over || state.tree.is_solved() || state.is_started && is_reached {
            return false;
        }
        state.is_started = true;
        let path = &mut state.paths[self.thread];
        path.is_running = true;
        path.indices.clear();
        self.guard = Some(state);
        self.find_companions();
        true
    }

    /// Ends a simulation.
    fn finish(&mut self, is_eval: bool) {
        if let Some(mut state) = self.guard.take() {
            state.paths[self.thread].is_running = false;
            state.evals += u64::from(is_eval);
        }
    }

    /// Finds the companions, which may have changed while the lock was released.
    fn find_companions(&mut self) {
        let state = self.guard.as_ref().expect(HELD);
        let own = &state.paths[self.thread].indices;
        self.companions.clear();
        self.companions.extend((0..state.paths.len()).filter(|&other| {
            let IndexPath { is_running, indices } = &state.paths[other];
            other != self.thread && *is_running && indices.starts_with(own)
        }));
        self.find_continuations();
    }

    fn find_continuations(&mut self) {
        let state = self.guard.as_ref().expect(HELD);
        let depth = state.paths[self.thread].indices.len();
        let next = |&other: &usize| state.paths[other].indices.get(depth).copied();
        self.continuations.clear();
        self.continuations.extend(self.companions.iter().filter_map(next));
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
    fn descend(&mut self, path: &mut Path, index: usize) {
        let depth = path.len() - 1;
        path.push(self.tree.child(path[depth], index));
        let index = index as u16;
        let state = self.guard.as_mut().expect(HELD);
        state.paths[self.thread].indices.push(index);
        self.companions.retain(|&other| state.paths[other].indices.get(depth) == Some(&index));
        self.find_continuations();
    }

    fn while_unlocked<R>(&mut self, path: &mut Path, evaluate: impl FnOnce() -> R) -> R {
        self.guard = None;
        let result = evaluate();
        let state = self.guard.insert(lock(self.state));
        // Nodes may have moved.
        for (depth, &index) in state.paths[self.thread].indices.iter().enumerate() {
            path[depth + 1] = state.tree.tree.child(path[depth], usize::from(index));
        }
        self.find_companions();
        result
    }

    fn running(&self) -> u32 {
        self.companions.len() as u32
    }

    fn running_through(&self, index: usize) -> u32 {
        self.continuations.iter().filter(|&&other| usize::from(other) == index).count() as u32
    }
}
