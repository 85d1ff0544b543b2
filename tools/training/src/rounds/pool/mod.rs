//! Where tasks are worked off: on this machine or on many.

pub mod local;
pub mod ray;

use anyhow::Result;
use common::stop::Stop;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folder, in the one that a program runs in, whose files are the task's result.
pub const OUT: &str = "out";

/// A program run once in an empty folder, and the files that it leaves there. Runs that are alike
/// leave the same files, wherever they run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// What it is called where it fails.
    pub name: String,
    /// Which of the pool's programs.
    pub program: String,
    /// Paths in them are relative: inputs by their names, results under [`OUT`].
    pub arguments: Vec<String>,
    /// Files that the program finds in its folder, by name.
    pub inputs: BTreeMap<String, PathBuf>,
}

/// A task that has ended well.
#[derive(Debug)]
pub struct Ended {
    /// What [`Pool::start`] called it.
    pub id: u64,
    /// The folder with its files, which whoever gets this may move away.
    pub out: PathBuf,
}

/// Works off tasks, several at a time.
pub trait Pool {
    /// How many tasks more it would take now.
    fn room(&self) -> usize;

    /// Begins a task; its number.
    ///
    /// # Errors
    ///
    /// If it cannot be begun.
    fn start(&mut self, task: &Task) -> Result<u64>;

    /// A task that has ended; waits for a moment only.
    ///
    /// # Errors
    ///
    /// If a task's program failed, or the workers are gone.
    fn wait(&mut self) -> Result<Option<Ended>>;

    /// Gives up what is still running.
    fn give_up(&mut self);
}

/// Tasks that are made as they are wanted, and what becomes of their results.
pub trait Work {
    /// Another task and a number of its own; `None` if no more is to be begun.
    fn next(&mut self) -> Option<(u32, Task)>;

    /// Takes the files of the task of this number.
    ///
    /// # Errors
    ///
    /// If they are not what was wanted.
    fn ended(&mut self, number: u32, out: &Path) -> Result<()>;

    /// Whether enough is known, and what is running can be given up.
    fn over(&self) -> bool;

    /// Called now and then while nothing ends.
    fn idle(&mut self);
}

/// Works off all tasks, or so many that the work is over.
///
/// # Errors
///
/// If a task fails, its result is refused, or the loop is to stop.
pub fn work_off(pool: &mut dyn Pool, stop: &Stop, work: &mut dyn Work) -> Result<()> {
    let done = rounds(pool, stop, work);
    pool.give_up();
    done
}

fn rounds(pool: &mut dyn Pool, stop: &Stop, work: &mut dyn Work) -> Result<()> {
    let mut running = BTreeMap::new();
    loop {
        while !work.over() && pool.room() > 0 {
            let Some((number, task)) = work.next() else { break };
            running.insert(pool.start(&task)?, number);
        }
        if work.over() || running.is_empty() {
            return Ok(());
        }
        stop.check()?;
        match pool.wait()? {
            None => work.idle(),
            Some(Ended { id, out }) => {
                if let Some(number) = running.remove(&id) {
                    work.ended(number, &out)?;
                }
                // Nothing is left of it, if it was moved away.
                let _ = std::fs::remove_dir_all(&out);
            }
        }
    }
}
