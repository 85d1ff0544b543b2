//! Threads that share a batch out among them.
//!
//! Every worker learns from its own part of the batch and sums its own gradient; the sums are added
//! in the workers' order, so that the same seed and number of workers give the same network. While
//! the first thread makes the step, nobody waits for reading: a worker reads its part of the next
//! batch when it is through with this one.

use crate::fit::draw::Draw;
use crate::fit::gradient::Gradient;
use crate::fit::kernel::Kernel;
use crate::fit::learner::Learner;
use crate::fit::losses::{Counts, Scales, Sums};
use crate::fit::shape::Shape;
use crate::fit::source::{Example, Examples, Part, Reader, Targets};
use crate::fit::units::Network;
use anyhow::{anyhow, Context, Result};
use std::sync::mpsc::{channel, Receiver, Sender};
use std::sync::Arc;
use std::thread::Scope;

/// What a worker is asked to do.
enum Job {
    /// Read examples, to learn from them next.
    Read(Vec<Draw>),
    /// Learn from what was read last, then read the next ones.
    Learn { network: Arc<Network>, scales: Scales, gradient: Gradient, next: Vec<Draw> },
    /// Measure held-out examples.
    Measure { network: Arc<Network>, scales: Scales, draws: Vec<Draw> },
}

/// What comes of it.
enum Outcome {
    Read(Counts),
    Learnt { gradient: Gradient, sums: Sums, counts: Counts },
    Measured(Sums),
}

/// A thread of the team, as the first thread sees it.
struct Worker {
    jobs: Sender<Job>,
    outcomes: Receiver<Result<Outcome>>,
}

/// The team.
pub struct Team {
    workers: Vec<Worker>,
    /// A worker's room for its sums, while it doesn't use it.
    gradients: Vec<Gradient>,
    /// What there is to learn from the batch that was read last.
    counts: Counts,
}

impl Team {
    /// Starts the threads; they end when the team is dropped.
    ///
    /// # Errors
    ///
    /// If a thread can't be started.
    pub fn start<'scope, 'env>(
        scope: &'scope Scope<'scope, 'env>,
        sources: &'env [Box<dyn Examples>],
        targets: Targets,
        shape: Shape,
        kernel: Kernel,
        workers: usize,
    ) -> Result<Team> {
        let mut team = Vec::new();
        for number in 0..workers {
            let (jobs, inbox) = channel();
            let (outbox, outcomes) = channel();
            let work = move || {
                let mut desk = Desk::new(sources, targets, kernel);
                for job in inbox {
                    // Nobody listens any more when the first thread has given up.
                    if outbox.send(desk.run(job)).is_err() {
                        break;
                    }
                }
            };
            let builder = std::thread::Builder::new().name(format!("worker {number}"));
            builder.spawn_scoped(scope, work).context("cannot start a thread")?;
            team.push(Worker { jobs, outcomes });
        }
        let gradients = (0..workers).map(|_| Gradient::zeros(shape)).collect();
        Ok(Team { workers: team, gradients, counts: Counts::default() })
    }

    /// Reads a batch, to learn from it next.
    ///
    /// # Errors
    ///
    /// If an example can't be read.
    pub fn read(&mut self, draws: &[Draw]) -> Result<()> {
        for (worker, draws) in self.workers.iter().zip(parts(draws, self.workers.len())) {
            worker.send(Job::Read(draws.to_vec()))?;
        }
        self.counts = Counts::default();
        for worker in &self.workers {
            if let Outcome::Read(counts) = worker.receive()? {
                self.counts.add(counts);
            }
        }
        Ok(())
    }

    /// What there is to learn from the batch that was read last.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Learns from the batch that was read last and reads the next one; gives the gradient and the
    /// figures.
    ///
    /// # Errors
    ///
    /// If an example can't be read.
    pub fn learn(
        &mut self,
        network: &Arc<Network>,
        scales: Scales,
        next: &[Draw],
    ) -> Result<(&Gradient, Sums)> {
        for (worker, draws) in self.workers.iter().zip(parts(next, self.workers.len())) {
            let mut gradient =
                self.gradients.pop().unwrap_or_else(|| Gradient::zeros(network.shape));
            gradient.clear();
            let network = Arc::clone(network);
            worker.send(Job::Learn { network, scales, gradient, next: draws.to_vec() })?;
        }
        self.counts = Counts::default();
        let mut all = Sums::default();
        for worker in &self.workers {
            if let Outcome::Learnt { gradient, sums, counts } = worker.receive()? {
                self.counts.add(counts);
                all.add(&sums);
                if let Some(sum) = self.gradients.first_mut() {
                    sum.add(&gradient);
                }
                self.gradients.push(gradient);
            }
        }
        Ok((self.gradients.first().context("a team has a worker")?, all))
    }

    /// Measures held-out examples.
    ///
    /// # Errors
    ///
    /// If an example can't be read.
    pub fn measure(&self, network: &Arc<Network>, scales: Scales, draws: &[Draw]) -> Result<Sums> {
        for (worker, draws) in self.workers.iter().zip(parts(draws, self.workers.len())) {
            let (network, draws) = (Arc::clone(network), draws.to_vec());
            worker.send(Job::Measure { network, scales, draws })?;
        }
        let mut all = Sums::default();
        for worker in &self.workers {
            if let Outcome::Measured(sums) = worker.receive()? {
                all.add(&sums);
            }
        }
        Ok(all)
    }
}

/// The draws in as many runs of about the same length.
fn parts(draws: &[Draw], count: usize) -> impl Iterator<Item = &[Draw]> {
    let end = move |i: usize| draws.len() * i / count;
    (0..count).map(move |i| &draws[end(i)..end(i + 1)])
}

impl Worker {
    fn send(&self, job: Job) -> Result<()> {
        self.jobs.send(job).map_err(|_| anyhow!("a worker has stopped"))
    }

    fn receive(&self) -> Result<Outcome> {
        self.outcomes.recv().map_err(|_| anyhow!("a worker has stopped"))?
    }
}

/// What a worker works with.
struct Desk<'a> {
    learner: Learner,
    /// By source: for learning and for measuring, which goes by the games' results alone.
    readers: Vec<[Box<dyn Reader + 'a>; 2]>,
    /// What was read last.
    examples: Vec<Example>,
    /// For measuring.
    example: Example,
}

impl<'a> Desk<'a> {
    fn new(sources: &'a [Box<dyn Examples>], targets: Targets, kernel: Kernel) -> Desk<'a> {
        let readers = sources.iter().map(|s| [targets, Targets::default()].map(|t| s.reader(t)));
        Desk {
            learner: Learner::new(kernel),
            readers: readers.collect(),
            examples: Vec::new(),
            example: Example::default(),
        }
    }

    fn run(&mut self, job: Job) -> Result<Outcome> {
        match job {
            Job::Read(draws) => Ok(Outcome::Read(self.read(&draws)?)),
            Job::Learn { network, scales, mut gradient, next } => {
                let mut sums = Sums::default();
                for example in &self.examples {
                    self.learner.learn(&network, example, scales, &mut gradient, &mut sums);
                }
                let counts = self.read(&next)?;
                Ok(Outcome::Learnt { gradient, sums, counts })
            }
            Job::Measure { network, scales, draws } => {
                let mut sums = Sums::default();
                for draw in draws {
                    let reader = &mut self.readers[draw.source][1];
                    let Draw { shelf, index, mirror, .. } = draw;
                    reader.read(shelf, Part::HeldOut, index, mirror, &mut self.example)?;
                    self.learner.measure(&network, &self.example, scales, &mut sums);
                }
                Ok(Outcome::Measured(sums))
            }
        }
    }

    fn read(&mut self, draws: &[Draw]) -> Result<Counts> {
        self.examples.resize_with(draws.len(), Example::default);
        for (draw, example) in draws.iter().zip(&mut self.examples) {
            let reader = &mut self.readers[draw.source][0];
            reader.read(draw.shelf, Part::Training, draw.index, draw.mirror, example)?;
        }
        Ok(Counts::of(&self.examples))
    }
}
