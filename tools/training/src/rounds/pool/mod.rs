//! Worker pools on one or more machines, and tasks whose results are processed in order.

pub mod local;
pub mod ray;

use crate::rounds::chunks::Chunk;
use crate::rounds::command::Command;
use crate::rounds::state;
use anyhow::{anyhow, Result};
use common::progress::Progress;
use common::stop::Stop;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Name of the output folder in a task's working directory.
pub const OUT: &str = "out";

/// A command that plays a chunk of games or pairs, and the path of its result.
#[derive(Clone, Debug)]
pub struct ChunkTask {
    /// Name in error messages.
    pub name: String,
    /// Games or pairs to play.
    pub chunk: Chunk,
    /// The command, run in a working directory of its own: inputs have absolute paths, outputs are in [`OUT`].
    pub command: Command,
    /// Result file in [`OUT`]; empty if the whole folder is the result.
    pub output: &'static str,
    /// Final path of the result. If it exists, the task does not run.
    pub target: PathBuf,
}

/// Runs commands in parallel.
pub trait Pool {
    /// Returns the maximum number of running commands.
    fn capacity(&self) -> usize;

    /// Starts a command and returns its id.
    fn start(&mut self, command: &Command) -> Result<u64>;

    /// Waits briefly for a command to end, possibly a cancelled one; `None` if none ended. Returns the command's id
    /// with its output folder, which the caller removes, or with the reason for its failure. Fails if the pool has
    /// lost its workers.
    fn wait(&mut self) -> Result<Option<(u64, Result<PathBuf, String>)>>;

    /// Cancels the running commands.
    fn cancel(&mut self);
}

/// Replaces absolute file paths in the arguments by file names, and returns the paths by these names; the worker
/// provides the files in the working directory. Shards contain the engine's name, which would otherwise include a
/// network's path. A path can follow a prefix, as in `new=network:/FILE`.
fn localize(arguments: &[String]) -> (Vec<String>, BTreeMap<String, PathBuf>) {
    let mut files: BTreeMap<String, PathBuf> = BTreeMap::new();
    let replace = |(n, word): (usize, &String)| {
        let (prefix, path) = word.split_at(word.find('/').unwrap_or(word.len()));
        let path = Path::new(path);
        let Some(name) = path.file_name().filter(|_| path.is_file()) else { return word.clone() };
        let mut name = name.to_string_lossy().into_owned();
        if files.get(&name).is_some_and(|other| other != path) {
            name = format!("{n}-{name}");
        }
        let local = format!("{prefix}{name}");
        files.insert(name, path.to_owned());
        local
    };
    (arguments.iter().enumerate().map(replace).collect(), files)
}

/// The fixed parts of a progress line.
#[derive(Clone, Debug)]
pub struct ProgressLabel<'a> {
    /// Name of the work.
    pub name: String,
    /// Total number of units.
    pub total: u64,
    /// Name of the units.
    pub unit: &'a str,
}

/// Runs the tasks that have no stored result, until `count` returns true because the results suffice.
///
/// `read` reads the result at a path and returns it with its number of progress units. `count` receives the
/// results in task order, so neither the number of workers nor interruptions affect the outcome. Fails if a
/// command, `read` or `count` fails, or the loop is stopped.
pub fn run_tasks<R>(
    pool: &mut dyn Pool,
    stop: &Stop,
    label: &ProgressLabel<'_>,
    tasks: impl IntoIterator<Item = ChunkTask>,
    mut read: impl FnMut(&ChunkTask, &Path) -> Result<(u64, R)>,
    mut count: impl FnMut(&ChunkTask, R) -> Result<bool>,
) -> Result<()> {
    let (mut tasks, read) = ((0..).zip(tasks), &mut read);
    let (running, results) = (BTreeMap::new(), BTreeMap::new());
    let queue = TaskQueue { tasks: &mut tasks, read, running, results, done: 0 };
    let ran = queue.run(pool, stop, label, &mut count);
    pool.cancel();
    ran
}

/// Function that reads the result of a task at a path and returns its number of progress units with it.
type ReadResult<'a, R> = dyn FnMut(&ChunkTask, &Path) -> Result<(u64, R)> + 'a;

/// State of [`run_tasks`]. Tasks are numbered from 0.
struct TaskQueue<'a, R> {
    tasks: &'a mut dyn Iterator<Item = (u32, ChunkTask)>,
    read: &'a mut ReadResult<'a, R>,
    /// Running tasks with their numbers, by id in the pool.
    running: BTreeMap<u64, (u32, ChunkTask)>,
    /// Results that were not yet passed to `count`, by task number.
    results: BTreeMap<u32, (ChunkTask, R)>,
    /// Progress units of all results.
    done: u64,
}

impl<R> TaskQueue<'_, R> {
    fn run(
        mut self,
        pool: &mut dyn Pool,
        stop: &Stop,
        ProgressLabel { name, total, unit }: &ProgressLabel<'_>,
        count: &mut dyn FnMut(&ChunkTask, R) -> Result<bool>,
    ) -> Result<()> {
        let (mut next, mut progress) = (0, None);
        loop {
            if let Some((task, result)) = self.results.remove(&next) {
                next += 1;
                if count(&task, result)? {
                    return Ok(());
                }
            } else if !self.start_next(pool)? {
                if self.running.is_empty() {
                    return Ok(());
                }
                stop.check()?;
                let progress = progress.get_or_insert_with(|| Progress::new(*total, self.done));
                if let Some((id, ended)) = pool.wait()? {
                    self.finish(id, ended)?;
                }
                progress.show(self.done, |pace| {
                    format!("{name}: {} of {total} {unit}{}", pace.done, pace.left_in_words())
                });
            }
        }
    }

    /// Starts the next task or reads its stored result; returns false if the pool is full or no task is left.
    fn start_next(&mut self, pool: &mut dyn Pool) -> Result<bool> {
        if self.running.len() >= pool.capacity() {
            return Ok(false);
        }
        let Some((number, task)) = self.tasks.next() else { return Ok(false) };
        if task.target.exists() {
            let (units, result) = (self.read)(&task, &task.target)?;
            self.done += units;
            self.results.insert(number, (task, result));
        } else {
            self.running.insert(pool.start(&task.command)?, (number, task));
        }
        Ok(true)
    }

    fn finish(&mut self, id: u64, ended: Result<PathBuf, String>) -> Result<()> {
        let Some((number, task)) = self.running.remove(&id) else {
            let _ = ended.map(std::fs::remove_dir_all);
            return Ok(());
        };
        let failed = |why| anyhow!("{}: {} failed: {why}", task.name, task.command.program);
        let out = ended.map_err(failed)?;
        let output = if task.output.is_empty() { out.clone() } else { out.join(task.output) };
        let (units, result) = (self.read)(&task, &output)?;
        state::store(&output, &task.target)?;
        // This fails if the whole folder was the result and has been moved.
        let _ = std::fs::remove_dir_all(&out);
        self.done += units;
        self.results.insert(number, (task, result));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fake(Vec<u64>, u64, PathBuf);

    impl Pool for Fake {
        fn capacity(&self) -> usize {
            4
        }

        fn start(&mut self, _: &Command) -> Result<u64> {
            self.1 += 1;
            Ok(self.1 - 1)
        }

        fn wait(&mut self) -> Result<Option<(u64, Result<PathBuf, String>)>> {
            if self.0.is_empty() {
                anyhow::bail!("waited although no task is running");
            }
            let id = self.0.remove(0);
            let out = self.2.join(format!("done-{id}"));
            std::fs::create_dir(&out)?;
            Ok(Some((id, Ok(out))))
        }

        fn cancel(&mut self) {}
    }

    /// Runs tasks, which end in this order, until the sum of their results reaches 33; the result of task `n` is
    /// `10 + n`. Returns the numbers of the counted tasks.
    fn counted(order: &[u64]) -> Vec<u32> {
        let folder = tempfile::tempdir().expect("a folder");
        let mut pool = Fake(order.to_vec(), 0, folder.path().to_owned());
        let board = "12xpp".parse().expect("a board");
        let tasks = (0..order.len() as u32).map(|number| ChunkTask {
            name: String::new(),
            chunk: Chunk { number, size: 2, board },
            command: Command::default(),
            output: "",
            target: folder.path().join(format!("stored/{number}")),
        });
        let label = ProgressLabel { name: String::new(), total: 33, unit: "units" };
        let (mut numbers, mut sum) = (Vec::new(), 0);
        let read = |task: &ChunkTask, _: &Path| Ok((1, 10 + task.chunk.number));
        run_tasks(&mut pool, &Stop::default(), &label, tasks, read, |task, units| {
            numbers.push(task.chunk.number);
            sum += units;
            Ok(sum >= 33)
        })
        .expect("all ran");
        numbers
    }

    #[test]
    fn results_are_counted_in_task_order_until_enough() {
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
            assert_eq!(counted(&order), [0, 1, 2], "10 + 11 + 12 = 33");
        }
        assert_eq!(counted(&[1, 0]), [0, 1], "all results count if they do not reach 33");
    }

    #[test]
    fn file_arguments_become_local_names() {
        let folder = tempfile::tempdir().expect("a folder");
        let [one, two] = ["one", "two"].map(|name| folder.path().join(name).join("net.tpn"));
        for file in [&one, &two] {
            std::fs::create_dir(file.parent().expect("a folder")).expect("made");
            std::fs::write(file, "").expect("written");
        }
        let network = format!("network:{}", one.display());
        let other = format!("old=network:{}", two.display());
        let arguments =
            ["--engine", &network, "--start", &one.display().to_string(), &other, "out/x"];
        let (local, files) = localize(&arguments.map(str::to_owned));
        let expected =
            ["--engine", "network:net.tpn", "--start", "net.tpn", "old=network:4-net.tpn", "out/x"];
        assert_eq!(local, expected);
        let named = [("net.tpn", one), ("4-net.tpn", two)];
        assert_eq!(files, named.map(|(name, file)| (name.to_owned(), file)).into());
    }
}
