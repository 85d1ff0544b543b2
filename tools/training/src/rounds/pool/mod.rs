//! Worker pools on one or more machines, and tasks whose results are processed in order.

pub mod local;
pub mod ray;

use crate::rounds::chunks::Chunk;
use crate::rounds::command::Command;
use crate::rounds::state;
use anyhow::{bail, Result};
use common::progress::Progress;
use common::stop::Stop;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Name of the output folder in a task's working directory.
pub const OUT: &str = "out";

/// A command that plays a chunk of games, and the path where its result is stored.
#[derive(Clone, Debug)]
pub struct Task {
    /// Name in error messages.
    pub name: String,
    /// The chunk of games.
    pub chunk: Chunk,
    /// The command. It runs in a working directory of its own: inputs have absolute paths, outputs are in
    /// [`OUT`].
    pub command: Command,
    /// The file in [`OUT`] that is the result; empty if the whole folder is.
    pub output: &'static str,
    /// Final path of the result. A task whose result exists is not run.
    pub target: PathBuf,
}

/// Runs commands in parallel.
pub trait Pool {
    /// Returns the maximum number of running commands.
    fn capacity(&self) -> usize;

    /// Starts a command and returns its id.
    ///
    /// # Errors
    ///
    /// If the command cannot be started.
    fn start(&mut self, command: &Command) -> Result<u64>;

    /// Waits briefly for a command to end. Returns its id with its output folder, which the caller removes, or
    /// with the reason of its failure. The command can be a cancelled one.
    ///
    /// # Errors
    ///
    /// If the pool has lost its workers.
    fn wait(&mut self) -> Result<Option<(u64, Result<PathBuf, String>)>>;

    /// Cancels the running commands.
    fn cancel(&mut self);
}

/// Replaces absolute paths of files in the arguments by file names, and returns the files by name; the worker
/// provides them in the working directory. Without that, games would depend on the path of a network, because
/// shards contain the engine's name. A path can follow a prefix, as in `new=network:/FILE`.
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

/// The texts of a progress line.
#[derive(Clone, Debug)]
pub struct ProgressLabel<'a> {
    /// Name of the work.
    pub name: String,
    /// Total number of units.
    pub total: u64,
    /// Name of the units.
    pub unit: &'a str,
}

/// Runs all tasks without a result, until `count` returns true.
///
/// `read` reads the result of a task from a path, and returns it with its number of progress units. `count`
/// receives the results in the order of the tasks, not in the order of completion, so the outcome does not
/// depend on the number of workers or on interruptions; it returns whether no more results are needed.
///
/// # Errors
///
/// If a command fails, `read` or `count` fails, or the loop is stopped.
pub fn run_tasks<R>(
    pool: &mut dyn Pool,
    stop: &Stop,
    label: &ProgressLabel<'_>,
    tasks: impl IntoIterator<Item = Task>,
    mut read: impl FnMut(&Task, &Path) -> Result<(u64, R)>,
    mut count: impl FnMut(&Task, R) -> Result<bool>,
) -> Result<()> {
    let mut tasks = (0_u32..).zip(tasks);
    let mut running: BTreeMap<u64, (u32, Task)> = BTreeMap::new();
    let mut waiting: BTreeMap<u32, (Task, R)> = BTreeMap::new();
    let (mut next, mut done, mut progress) = (0, 0, None);
    let mut run = || loop {
        if let Some((task, result)) = waiting.remove(&next) {
            next += 1;
            if count(&task, result)? {
                return Ok(());
            }
            continue;
        }
        if let Some((number, task)) =
            (running.len() < pool.capacity()).then(|| tasks.next()).flatten()
        {
            if task.target.exists() {
                let (units, result) = read(&task, &task.target)?;
                done += units;
                waiting.insert(number, (task, result));
            } else {
                running.insert(pool.start(&task.command)?, (number, task));
            }
            continue;
        }
        if running.is_empty() {
            return Ok(());
        }
        stop.check()?;
        let progress = progress.get_or_insert_with(|| Progress::new(label.total, done));
        if let Some((id, ended)) = pool.wait()? {
            let Some((number, task)) = running.remove(&id) else {
                let _ = ended.map(std::fs::remove_dir_all);
                continue;
            };
            let out = match ended {
                Ok(out) => out,
                Err(why) => bail!("{}: {} failed: {why}", task.name, task.command.program),
            };
            let output = if task.output.is_empty() { out.clone() } else { out.join(task.output) };
            let (units, result) = read(&task, &output)?;
            state::store(&output, &task.target)?;
            // Fails if the whole folder was moved.
            let _ = std::fs::remove_dir_all(&out);
            done += units;
            waiting.insert(number, (task, result));
        }
        progress.show(done, |pace| {
            let ProgressLabel { name, total, unit } = label;
            format!("{name}: {} of {total} {unit}{}", pace.done, pace.left_in_words())
        });
    };
    let ran = run();
    pool.cancel();
    ran
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pool whose commands end in a given order.
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
                bail!("no task should be running");
            }
            let id = self.0.remove(0);
            let out = self.2.join(format!("done-{id}"));
            std::fs::create_dir(&out)?;
            Ok(Some((id, Ok(out))))
        }

        fn cancel(&mut self) {}
    }

    /// Runs tasks that end in this order until the results sum to 33; the result of task `n` is `10 + n`. Returns
    /// the numbers of the counted tasks.
    fn counted(order: &[u64]) -> Vec<u32> {
        let folder = tempfile::tempdir().expect("a folder");
        let mut pool = Fake(order.to_vec(), 0, folder.path().to_owned());
        let board = "12xpp".parse().expect("a board");
        let tasks = (0..order.len() as u32).map(|number| Task {
            name: String::new(),
            chunk: Chunk { number, size: 2, board },
            command: Command::default(),
            output: "",
            target: folder.path().join(format!("stored/{number}")),
        });
        let label = ProgressLabel { name: String::new(), total: 33, unit: "units" };
        let (mut numbers, mut sum) = (Vec::new(), 0);
        let read = |task: &Task, _: &Path| Ok((1, 10 + task.chunk.number));
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
