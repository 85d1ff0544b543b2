//! Worker threads for batches.
//!
//! Each worker processes a fixed part of the batch and accumulates its own gradient. The gradients
//! are added in the order of the workers, so the same seed and number of workers give the same
//! network. After its part, a worker prefetches its part of the next batch, so no thread waits for
//! reading during the optimiser step.

use crate::examples::library::Reader;
use crate::fit::draw::Draw;
use crate::fit::gradient::Gradient;
use crate::fit::kernel::Kernel;
use crate::fit::learner::Learner;
use crate::fit::losses::{Counts, Scales, Sums};
use crate::fit::shape::Shape;
use crate::fit::source::{Example, Part, Source, Targets};
use crate::fit::units::Network;
use anyhow::{Context, Result};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The worker threads.
pub struct Team<'a> {
    pool: ThreadPool,
    workers: Vec<Worker<'a>>,
    /// Target counts of the batch that was read last.
    counts: Counts,
}

impl<'a> Team<'a> {
    /// Starts the threads; dropping the pool ends them.
    ///
    /// # Errors
    ///
    /// If a thread cannot be started.
    pub fn start(
        sources: &'a [Source],
        targets: Targets,
        shape: Shape,
        kernel: Kernel,
        workers: usize,
    ) -> Result<Team<'a>> {
        let pool = ThreadPoolBuilder::new().num_threads(workers).build();
        let worker = |_| {
            let readers = sources.iter().map(|source| {
                [targets, Targets::default()].map(|targets| Reader::new(&source.library, targets))
            });
            Worker {
                learner: Learner::new(kernel),
                gradient: Gradient::zeros(shape),
                readers: readers.collect(),
                examples: Vec::new(),
                example: Example::default(),
            }
        };
        Ok(Team {
            pool: pool.context("cannot start threads")?,
            workers: (0..workers).map(worker).collect(),
            counts: Counts::default(),
        })
    }

    /// Distributes the samples among the workers; returns the results in the order of the workers.
    fn each<T: Send>(
        &mut self,
        draws: &[Draw],
        work: impl Fn(&mut Worker<'a>, &[Draw]) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        let Team { pool, workers, .. } = self;
        let count = workers.len();
        let end = |i: usize| draws.len() * i / count;
        let workers = workers.par_iter_mut().with_max_len(1).enumerate();
        pool.install(|| {
            workers.map(|(i, worker)| work(worker, &draws[end(i)..end(i + 1)])).collect()
        })
    }

    /// Reads the next batch.
    ///
    /// # Errors
    ///
    /// If an example cannot be read.
    pub fn read(&mut self, draws: &[Draw]) -> Result<()> {
        let read = self.each(draws, Worker::read)?;
        self.counts = Counts::default();
        read.into_iter().for_each(|counts| self.counts.add(counts));
        Ok(())
    }

    /// Returns the target counts of the batch that was read last.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Computes gradient and losses of the batch that was read last, and reads the next one.
    ///
    /// # Errors
    ///
    /// If an example cannot be read.
    pub fn learn(
        &mut self,
        network: &Network,
        scales: Scales,
        next: &[Draw],
    ) -> Result<(&Gradient, Sums)> {
        let learnt = self.each(next, |worker, next| {
            let Worker { learner, gradient, examples, .. } = worker;
            let mut sums = Sums::default();
            gradient.clear();
            for example in examples {
                learner.learn(network, example, scales, gradient, &mut sums);
            }
            Ok((sums, worker.read(next)?))
        })?;
        self.counts = Counts::default();
        let mut all = Sums::default();
        for (sums, counts) in learnt {
            all.add(&sums);
            self.counts.add(counts);
        }
        let (first, others) = self.workers.split_first_mut().context("a team has a worker")?;
        others.iter().for_each(|worker| first.gradient.add(&worker.gradient));
        Ok((&first.gradient, all))
    }

    /// Evaluates held-out positions.
    ///
    /// # Errors
    ///
    /// If an example cannot be read.
    pub fn measure(&mut self, network: &Network, scales: Scales, draws: &[Draw]) -> Result<Sums> {
        let measured = self.each(draws, |worker, draws| {
            let mut sums = Sums::default();
            for draw in draws {
                let reader = &mut worker.readers[draw.source][1];
                let &Draw { shelf, index, mirror, .. } = draw;
                reader.read(shelf, Part::HeldOut, index, mirror, &mut worker.example)?;
                worker.learner.measure(network, &worker.example, scales, &mut sums);
            }
            Ok(sums)
        })?;
        let mut all = Sums::default();
        measured.iter().for_each(|sums| all.add(sums));
        Ok(all)
    }
}

/// State of a worker.
struct Worker<'a> {
    learner: Learner,
    gradient: Gradient,
    /// By source: for training, and for evaluation, where the value target is the game's result.
    readers: Vec<[Reader<'a>; 2]>,
    /// The examples that were read last.
    examples: Vec<Example>,
    /// Buffer for evaluation.
    example: Example,
}

impl Worker<'_> {
    fn read(&mut self, draws: &[Draw]) -> Result<Counts> {
        self.examples.resize_with(draws.len(), Example::default);
        for (draw, example) in draws.iter().zip(&mut self.examples) {
            let reader = &mut self.readers[draw.source][0];
            reader.read(draw.shelf, Part::Training, draw.index, draw.mirror, example)?;
        }
        Ok(Counts::of(&self.examples))
    }
}
