//! Network evaluations per second of one search on several threads, beside as many independent searches:
//! `cargo bench -p engine --bench threads -- [SECONDS [THREADS]]`. Also the time that a search takes to stop.
//!
//! Transpositions and proofs end simulations without an evaluation by the network, so they do not count.

#![allow(missing_docs)]

use engine::parallel::think;
use engine::regions::Regions;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use twixt::evaluate::{with_network, Detail, Evaluator, MoveList, Value};
use twixt::geometry::Size;
use twixt::network::Network;
use twixt::rules::{Move, Position, Proof};
use twixt::search::{Limits, Params, Search, Simulator};
use twixt::time::until;

/// A tree's maximum number of nodes.
const CAPACITY: usize = 4_000_000;
/// The number of measurements of the time to stop.
const STOPS: u64 = 100;

/// Counts the evaluations of positions without a proof, each of which runs the network.
struct Counting {
    inner: Box<dyn Evaluator>,
    evals: Arc<AtomicU64>,
}

impl Evaluator for Counting {
    fn evaluate(&mut self, position: &Position, detail: Detail, list: &mut MoveList) -> Value {
        let value = self.inner.evaluate(position, detail, list);
        if value.proof == Proof::Open {
            self.evals.fetch_add(if detail == Detail::Refined { 4 } else { 1 }, Ordering::Relaxed);
        }
        value
    }
}

/// Searches in one tree.
struct Searcher {
    search: Search,
    helpers: Vec<Simulator>,
    evals: Arc<AtomicU64>,
}

impl Searcher {
    fn new(position: &Position, threads: usize) -> Searcher {
        let size = position.size();
        let evals = Arc::new(AtomicU64::new(0));
        let network = Network::built_in().expect("the built-in weights are valid");
        let evaluator = || -> Box<dyn Evaluator> {
            let inner = with_network(network.clone(), size);
            Box::new(Counting { inner, evals: Arc::clone(&evals) })
        };
        let params = Params::default();
        let search = Search::new(position.clone(), evaluator(), params.clone(), CAPACITY);
        let helpers = (1..threads).map(|_| Simulator::new(evaluator(), params.clone())).collect();
        Searcher { search, helpers, evals }
    }

    /// Returns the evaluations per second of a search of this duration.
    fn rate(&mut self, time: Duration) -> f64 {
        self.search.reset(self.search.position().clone());
        let (before, start) = (self.evals.load(Ordering::Relaxed), Instant::now());
        let mut regions = Regions::new(self.search.position().size());
        think(&mut self.search, &mut self.helpers, &mut regions, &until(start + time));
        (self.evals.load(Ordering::Relaxed) - before) as f64 / start.elapsed().as_secs_f64()
    }

    /// Returns the time from the request to stop until the search has ended.
    fn stop(&mut self, after: Duration) -> Duration {
        let (is_over, ended) = (Arc::new(AtomicBool::new(false)), Instant::now);
        let stop = Arc::clone(&is_over);
        let limits = Limits::stop(move || stop.load(Ordering::Relaxed));
        thread::scope(|scope| {
            let requested = scope.spawn(move || {
                thread::sleep(after);
                is_over.store(true, Ordering::Relaxed);
                Instant::now()
            });
            let mut regions = Regions::new(self.search.position().size());
            think(&mut self.search, &mut self.helpers, &mut regions, &limits);
            let ended = ended();
            ended.saturating_duration_since(requested.join().unwrap_or(ended))
        })
    }
}

fn main() {
    let numbers: Vec<f64> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let seconds = Duration::from_secs_f64(numbers.first().copied().unwrap_or(2.0));
    let threads = numbers.get(1).map_or(2, |&count| count as usize);
    for size in [12, 24] {
        let size = Size::new(size).expect("a size from 5 to 24");
        let mut position = Position::new(size);
        let middle = size.get() / 2;
        for (column, row) in [(0, 0), (2, 1), (1, 3), (4, 2)] {
            let peg = twixt::geometry::Hole::new(middle - 2 + column, middle - 2 + row);
            position.play(Move::Peg(peg)).expect("an empty hole");
        }
        let mut shared = Searcher::new(&position, threads);
        let mut independent: Vec<_> = (0..threads).map(|_| Searcher::new(&position, 1)).collect();
        let mut sums = [0.0; 2];
        for round in 1..=5 {
            let apart: f64 = thread::scope(|scope| {
                let searches = independent.iter_mut();
                let running: Vec<_> =
                    searches.map(|search| scope.spawn(|| search.rate(seconds))).collect();
                running.into_iter().map(|rate| rate.join().unwrap_or(0.0)).sum()
            });
            let together = shared.rate(seconds);
            sums[0] += together;
            sums[1] += apart;
            println!(
                "{size} round {round}: {together:.0} evals/s on {threads} threads of one search, {apart:.0} in \
                 {threads} searches, ratio {:.3}",
                together / apart
            );
        }
        println!("{size}: ratio {:.3}", sums[0] / sums[1]);
        let mut stops: Vec<_> =
            (0..STOPS).map(|i| shared.stop(Duration::from_millis(5 + i % 7))).collect();
        stops.sort();
        println!("{size}: stops within {:?} (median {:?})", stops[99], stops[50]);
    }
}
