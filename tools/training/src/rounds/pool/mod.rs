//! Tasks, the pools that run them on this machine or on many, and chunks of work that count in order.

pub mod local;
pub mod ray;

use crate::rounds::chunks::Chunk;
use crate::rounds::settings::stage::quoted;
use anyhow::{Context, Result};
use common::progress::Progress;
use common::stop::Stop;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// Name of the folder, in the one that a program runs in, whose files are the task's result.
pub const OUT: &str = "out";

/// A program run once in an empty folder, and the files that it leaves there. Equal tasks leave equal
/// files, wherever they run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its name in error messages.
    pub name: String,
    /// One of the pool's programs.
    pub program: String,
    /// Paths in them are relative: inputs by their names, results under [`OUT`].
    pub arguments: Vec<String>,
    /// Files that the program finds in its folder, by name.
    pub inputs: BTreeMap<String, PathBuf>,
}

impl fmt::Display for Task {
    /// As a shell reads it, inputs by their paths.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program)?;
        for word in &self.arguments {
            // An engine's file stands behind a colon.
            let (engine, name) = word.rsplit_once(':').unwrap_or(("", word));
            let word = match self.inputs.get(name) {
                Some(path) if engine.is_empty() => path.display().to_string(),
                Some(path) => format!("{engine}:{}", path.display()),
                None => word.clone(),
            };
            write!(f, " {}", quoted(&word))?;
        }
        Ok(())
    }
}

/// A task that has succeeded.
#[derive(Debug)]
pub struct Ended {
    /// The number that [`Pool::start`] returned.
    pub id: u64,
    /// The folder with its files, which the caller may move away.
    pub out: PathBuf,
}

/// Runs tasks, several at a time.
pub trait Pool {
    /// How many more tasks it can start now.
    fn room(&self) -> usize;

    /// Starts a task and returns its number.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    fn start(&mut self, task: &Task) -> Result<u64>;

    /// Returns a task that has ended; waits for a moment only.
    ///
    /// # Errors
    ///
    /// If a task's program failed, or the workers are gone.
    fn wait(&mut self) -> Result<Option<Ended>>;

    /// Cancels the running tasks.
    fn give_up(&mut self);
}

/// Chunks of work. Their results count in the order of the chunks, whichever ends first, so that the
/// outcome is the same with any number of workers, and however often the loop was killed.
pub trait Work {
    /// What a chunk comes to.
    type Result;

    /// The next chunk and the task that makes it; none if there are no more.
    ///
    /// # Errors
    ///
    /// If the task cannot be described.
    fn next(&mut self) -> Result<Option<(Chunk, Task)>>;

    /// The result of a chunk that an earlier start finished.
    ///
    /// # Errors
    ///
    /// If it is damaged.
    fn finished(&self, chunk: Chunk) -> Result<Option<Self::Result>>;

    /// Keeps the files of a chunk's task.
    ///
    /// # Errors
    ///
    /// If they are not as expected.
    fn keep(&mut self, chunk: Chunk, out: &Path) -> Result<Self::Result>;

    /// Units of progress in a result.
    fn units(&self, result: &Self::Result) -> u64;

    /// Counts the result of the next chunk in order; whether it is the last one that counts.
    ///
    /// # Errors
    ///
    /// If it cannot be judged.
    fn count(&mut self, chunk: Chunk, result: Self::Result) -> Result<bool>;
}

/// What progress shows of some work.
#[derive(Clone, Debug)]
pub struct Title<'a> {
    /// Its name.
    pub name: String,
    /// Units in all.
    pub total: u64,
    /// What they are.
    pub unit: &'a str,
}

/// Runs all chunks, or as many as count.
///
/// # Errors
///
/// If a task fails, its result is refused, or the loop is to stop.
pub fn work_off<W: Work>(
    pool: &mut dyn Pool,
    stop: &Stop,
    title: &Title<'_>,
    work: &mut W,
) -> Result<()> {
    let mut order = Order { work, waiting: BTreeMap::new(), next: 0, is_over: false, units: 0 };
    let worked = order.work_off(pool, stop, title);
    pool.give_up();
    worked
}

/// Results that wait for those of the chunks before them.
struct Order<'a, W: Work> {
    work: &'a mut W,
    waiting: BTreeMap<u32, (Chunk, W::Result)>,
    next: u32,
    is_over: bool,
    units: u64,
}

impl<W: Work> Order<'_, W> {
    fn work_off(&mut self, pool: &mut dyn Pool, stop: &Stop, title: &Title<'_>) -> Result<()> {
        let mut running: BTreeMap<u64, Chunk> = BTreeMap::new();
        let mut progress = None;
        loop {
            while !self.is_over && pool.room() > 0 {
                let Some((chunk, task)) = self.work.next()? else { break };
                match self.work.finished(chunk)? {
                    Some(result) => self.add(chunk, result)?,
                    None => drop(running.insert(pool.start(&task)?, chunk)),
                }
            }
            if self.is_over || running.is_empty() {
                return Ok(());
            }
            stop.check()?;
            let progress = progress.get_or_insert_with(|| Progress::new(title.total, self.units));
            if let Some(Ended { id, out }) = pool.wait()? {
                let chunk = running.remove(&id).context("a task ended that was not started")?;
                let result = self.work.keep(chunk, &out)?;
                // Nothing is left of it if it was moved away.
                let _ = std::fs::remove_dir_all(&out);
                self.add(chunk, result)?;
            }
            progress.show(self.units, |pace| {
                let Title { name, total, unit } = title;
                format!("{name}: {} of {total} {unit}{}", pace.done, pace.left_in_words())
            });
        }
    }

    fn add(&mut self, chunk: Chunk, result: W::Result) -> Result<()> {
        self.units += self.work.units(&result);
        self.waiting.insert(chunk.number, (chunk, result));
        while !self.is_over {
            let Some((chunk, result)) = self.waiting.remove(&self.next) else { break };
            self.next += 1;
            self.is_over = self.work.count(chunk, result)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;

    /// Ends its tasks in this order.
    struct Fake(Vec<u64>, u64);

    impl Pool for Fake {
        fn room(&self) -> usize {
            4 - self.1 as usize
        }

        fn start(&mut self, _: &Task) -> Result<u64> {
            self.1 += 1;
            Ok(self.1 - 1)
        }

        fn wait(&mut self) -> Result<Option<Ended>> {
            if self.0.is_empty() {
                bail!("no more is wanted");
            }
            let id = self.0.remove(0);
            Ok(Some(Ended { id, out: PathBuf::from(format!("/nowhere/{id}")) }))
        }

        fn give_up(&mut self) {}
    }

    /// Counts until 33 units; chunk `n` has `10 + n`.
    struct Units(std::ops::Range<u32>, Vec<u32>, u64);

    impl Work for Units {
        type Result = u64;

        fn next(&mut self) -> Result<Option<(Chunk, Task)>> {
            let board = "12xpp".parse().expect("a board");
            let (name, program, arguments) = (String::new(), String::new(), Vec::new());
            let task = Task { name, program, arguments, inputs: BTreeMap::new() };
            Ok(self.0.next().map(|number| (Chunk { number, size: 2, board }, task)))
        }

        fn finished(&self, _: Chunk) -> Result<Option<u64>> {
            Ok(None)
        }

        fn keep(&mut self, chunk: Chunk, _: &Path) -> Result<u64> {
            Ok(10 + u64::from(chunk.number))
        }

        fn units(&self, result: &u64) -> u64 {
            *result
        }

        fn count(&mut self, chunk: Chunk, result: u64) -> Result<bool> {
            self.1.push(chunk.number);
            self.2 += result;
            Ok(self.2 >= 33)
        }
    }

    #[test]
    fn chunks_count_in_their_order_until_there_are_enough() {
        let title = Title { name: String::new(), total: 33, unit: "units" };
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
            let mut work = Units(0..4, Vec::new(), 0);
            let mut pool = Fake(order.to_vec(), 0);
            work_off(&mut pool, &Stop::default(), &title, &mut work).expect("worked off");
            assert_eq!((work.1, work.2), (vec![0, 1, 2], 33), "10 + 11 + 12 units are enough");
        }
        let mut all = Units(0..2, Vec::new(), 0);
        let mut pool = Fake(vec![1, 0], 0);
        work_off(&mut pool, &Stop::default(), &title, &mut all).expect("worked off");
        assert_eq!(all.1, [0, 1], "without enough, all count");
    }
}
