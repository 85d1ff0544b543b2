//! Worker threads for batches.
//!
//! Each worker accumulates the gradient of a fixed part of the batch. The gradients are added in
//! worker order, so the same seed and number of workers give the same network. Each worker
//! prefetches its part of the next batch, so no thread waits for reading.

use crate::examples::library::Reader;
use crate::fit::gradient::Gradient;
use crate::fit::learner::Learner;
use crate::fit::losses::{Losses, Scales, TargetCounts};
use crate::fit::sampler::Sample;
use crate::fit::shape::Shape;
use crate::fit::source::{Example, Source, Split};
use crate::fit::units::FitNet;
use anyhow::{Context, Result};
use kernels::Kernel;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Threads that compute the gradients of batches.
pub struct WorkerPool<'a> {
    pool: ThreadPool,
    workers: Vec<Worker<'a>>,
    /// Target counts of the last batch that was read.
    pub counts: TargetCounts,
}

impl<'a> WorkerPool<'a> {
    /// Starts the threads; dropping the pool ends them. `search_share` is the weight of the search value in the value
    /// targets of the training.
    pub fn start(
        sources: &'a [Source],
        search_share: f32,
        shape: Shape,
        kernel: Kernel,
        workers: usize,
    ) -> Result<WorkerPool<'a>> {
        let pool = ThreadPoolBuilder::new().num_threads(workers).build();
        let worker = |_| {
            let reader = |source: &'a Source, share| Reader::new(&source.library, share);
            let readers =
                sources.iter().map(|source| [search_share, 0.0].map(|share| reader(source, share)));
            Worker {
                learner: Learner::new(kernel),
                gradient: Gradient::zeros(shape),
                readers: readers.collect(),
                examples: Vec::new(),
                example: Example::default(),
            }
        };
        Ok(WorkerPool {
            pool: pool.context("cannot start threads")?,
            workers: (0..workers).map(worker).collect(),
            counts: TargetCounts::default(),
        })
    }

    /// Distributes the samples among the workers; returns the results in the order of the workers.
    fn each<T: Send>(
        &mut self,
        samples: &[Sample],
        work: impl Fn(&mut Worker<'a>, &[Sample]) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        let WorkerPool { pool, workers, .. } = self;
        let count = workers.len();
        let end = |i: usize| samples.len() * i / count;
        let workers = workers.par_iter_mut().with_max_len(1).enumerate();
        pool.install(|| {
            workers.map(|(i, worker)| work(worker, &samples[end(i)..end(i + 1)])).collect()
        })
    }

    /// Reads the next batch.
    pub fn read(&mut self, samples: &[Sample]) -> Result<()> {
        let read = self.each(samples, Worker::read)?;
        self.counts = TargetCounts::default();
        read.into_iter().for_each(|counts| self.counts.add(counts));
        Ok(())
    }

    /// Computes the gradient and losses of the last batch that was read, and reads the next one.
    pub fn train_batch(
        &mut self,
        network: &FitNet,
        scales: Scales,
        next: &[Sample],
    ) -> Result<(&Gradient, Losses)> {
        let trained = self.each(next, |worker, next| {
            let Worker { learner, gradient, examples, .. } = worker;
            let mut sums = Losses::default();
            gradient.clear();
            for example in examples {
                learner.backpropagate(network, example, scales, gradient, &mut sums);
            }
            Ok((sums, worker.read(next)?))
        })?;
        self.counts = TargetCounts::default();
        let mut all = Losses::default();
        for (sums, counts) in trained {
            all.add(&sums);
            self.counts.add(counts);
        }
        let (first, others) = self.workers.split_first_mut().context("the pool has no workers")?;
        others.iter().for_each(|worker| first.gradient.add(&worker.gradient));
        Ok((&first.gradient, all))
    }

    /// Evaluates held-out positions.
    pub fn evaluate(
        &mut self,
        network: &FitNet,
        scales: Scales,
        samples: &[Sample],
    ) -> Result<Losses> {
        let measured = self.each(samples, |worker, samples| {
            let mut sums = Losses::default();
            for sample in samples {
                let reader = &mut worker.readers[sample.source][1];
                let &Sample { group, index, reflection, .. } = sample;
                reader.read(group, Split::HeldOut, index, reflection, &mut worker.example)?;
                worker.learner.evaluate(network, &worker.example, scales, &mut sums);
            }
            Ok(sums)
        })?;
        let mut all = Losses::default();
        measured.iter().for_each(|sums| all.add(sums));
        Ok(all)
    }
}

struct Worker<'a> {
    learner: Learner,
    gradient: Gradient,
    /// For each source: a reader for training, and one for evaluation, whose value target is the
    /// game's result.
    readers: Vec<[Reader<'a>; 2]>,
    /// This worker's part of the last batch that was read.
    examples: Vec<Example>,
    example: Example,
}

impl Worker<'_> {
    fn read(&mut self, samples: &[Sample]) -> Result<TargetCounts> {
        self.examples.resize_with(samples.len(), Example::default);
        for (sample, example) in samples.iter().zip(&mut self.examples) {
            let reader = &mut self.readers[sample.source][0];
            reader.read(sample.group, Split::Training, sample.index, sample.reflection, example)?;
        }
        Ok(TargetCounts::of(&self.examples))
    }
}
