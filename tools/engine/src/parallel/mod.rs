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
use twixt::search::{Access, Decision, Limits, Search, SharedTree, Simulator};
use twixt::tree::NodeId;

/// Whether the system has threads. WebAssembly does not, so the compiler removes code for threads.
pub const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// Searches until a limit is reached or the position is proven, on this thread and one more for each of `helpers`. A
/// node budget can be exceeded by no evaluation.
pub fn think(search: &mut Search, helpers: &mut [Simulator], limits: &Limits) -> Decision {
    let (tree, own, position) = search.parts();
    if helpers.is_empty() || position.outcome().is_some() || !HAS_THREADS {
        return search.think(limits);
    }
    let simulators = helpers.iter_mut().chain([own]);
    let evals = run(tree, simulators, position, limits);
    search.decide(evals)
}

/// Runs simulations on one thread for each simulator, the last of which is this thread. Returns the evaluations.
fn run<'a>(
    tree: &mut SharedTree,
    simulators: impl Iterator<Item = &'a mut Simulator>,
    position: &Position,
    limits: &Limits,
) -> u64 {
    let mut simulators: Vec<_> = simulators.collect();
    let paths = simulators.iter().map(|_| Path::default()).collect();
    let state = Mutex::new(State { tree, paths, started: 0, evals: 0 });
    let own = simulators.pop();
    thread::scope(|scope| {
        for (thread, simulator) in simulators.into_iter().enumerate() {
            let state = &state;
            scope.spawn(move || work(state, thread, simulator, position, limits));
        }
        let last = lock(&state).paths.len() - 1;
        own.into_iter().for_each(|own| work(&state, last, own, position, limits));
    });
    let evals = lock(&state).evals;
    evals
}

/// What the threads share.
struct State<'a> {
    tree: &'a mut SharedTree,
    /// By thread.
    paths: Vec<Path>,
    /// The number of simulations that were started.
    started: u64,
    /// The number of completed simulations that were evaluations.
    evals: u64,
}

/// The path of a thread's simulation.
#[derive(Default)]
struct Path {
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

/// Locks the state. A panic of another thread ends the search when the threads are joined.
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
    /// The nodes of the thread's path, from the root.
    nodes: Vec<NodeId>,
    /// The other threads whose paths start with this thread's path.
    companions: Vec<usize>,
    /// The indices of the current node's children through which the companions' paths continue.
    continuations: Vec<u16>,
}

impl<'a, 'b> ThreadAccess<'a, 'b> {
    fn new(state: &'a Mutex<State<'b>>, thread: usize) -> Self {
        ThreadAccess {
            state,
            thread,
            guard: None,
            nodes: Vec::new(),
            companions: Vec::new(),
            continuations: Vec::new(),
        }
    }

    /// Starts a simulation; returns false if the search is over.
    fn start(&mut self, limits: &Limits) -> bool {
        let mut state = lock(self.state);
        let is_first = state.started == 0;
        if state.tree.is_solved() || !is_first && limits.reached(state.expected_evals(), true) {
            return false;
        }
        state.started += 1;
        let path = &mut state.paths[self.thread];
        path.is_running = true;
        path.indices.clear();
        self.guard = Some(state);
        self.locate();
        true
    }

    /// Ends a simulation.
    fn finish(&mut self, is_eval: bool) {
        let thread = self.thread;
        let state = self.held_mut();
        state.paths[thread].is_running = false;
        state.evals += u64::from(is_eval);
        self.guard = None;
    }

    /// Finds the path's nodes and the companions, which may have changed while the lock was released.
    fn locate(&mut self) {
        let mut nodes = std::mem::take(&mut self.nodes);
        let mut companions = std::mem::take(&mut self.companions);
        let (state, thread) = (self.held(), self.thread);
        let own = &state.paths[thread].indices;
        let tree = &state.tree.tree;
        nodes.clear();
        nodes.push(tree.root());
        for &index in own {
            nodes.push(tree.child(nodes[nodes.len() - 1], usize::from(index)));
        }
        companions.clear();
        companions.extend((0..state.paths.len()).filter(|&other| {
            let Path { is_running, indices } = &state.paths[other];
            other != thread && *is_running && indices.starts_with(own)
        }));
        (self.nodes, self.companions) = (nodes, companions);
        self.continue_paths();
    }

    /// Updates the continuations of the companions' paths.
    fn continue_paths(&mut self) {
        let mut continuations = std::mem::take(&mut self.continuations);
        let (state, depth) = (self.held(), self.nodes.len() - 1);
        let next = |&other: &usize| state.paths[other].indices.get(depth).copied();
        continuations.clear();
        continuations.extend(self.companions.iter().filter_map(next));
        self.continuations = continuations;
    }

    fn held(&self) -> &State<'b> {
        self.guard.as_ref().expect(HELD)
    }

    fn held_mut(&mut self) -> &mut State<'b> {
        self.guard.as_mut().expect(HELD)
    }
}

/// The reason why a simulation has the lock whenever it uses the tree.
const HELD: &str = "the lock is released only inside of `while_unlocked` and between simulations";

impl Deref for ThreadAccess<'_, '_> {
    type Target = SharedTree;

    fn deref(&self) -> &SharedTree {
        self.held().tree
    }
}

impl DerefMut for ThreadAccess<'_, '_> {
    fn deref_mut(&mut self) -> &mut SharedTree {
        self.held_mut().tree
    }
}

impl Access for ThreadAccess<'_, '_> {
    fn path(&self) -> &[NodeId] {
        &self.nodes
    }

    fn descend(&mut self, index: usize) {
        let (thread, depth) = (self.thread, self.nodes.len() - 1);
        let child = self.tree.child(self.current(), index);
        self.nodes.push(child);
        let index = index as u16;
        let mut companions = std::mem::take(&mut self.companions);
        let state = self.held_mut();
        state.paths[thread].indices.push(index);
        companions.retain(|&other| state.paths[other].indices.get(depth) == Some(&index));
        self.companions = companions;
        self.continue_paths();
    }

    fn while_unlocked<R>(&mut self, evaluate: impl FnOnce() -> R) -> R {
        self.guard = None;
        let result = evaluate();
        self.guard = Some(lock(self.state));
        self.locate();
        result
    }

    fn running(&self) -> u32 {
        self.companions.len() as u32
    }

    fn running_through(&self, index: usize) -> u32 {
        self.continuations.iter().filter(|&&other| usize::from(other) == index).count() as u32
    }
}
