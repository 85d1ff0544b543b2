//! The workers of a Ray cluster, controlled through a driver in Python (`tools/training/ray/driver.py`).
//!
//! Run and driver exchange lines of JSON. The run first sends `{"programs": {NAME: FILE}, "address": A, "workers":
//! N}`. Then it sends `{"task": ID, "program": NAME, "arguments": [..], "inputs": {NAME: FILE}, "out": DIR}` to start
//! a task. The driver sends `{"room": N}` (its capacity, initially and after changes), `{"done": ID}` once the output
//! folder is complete, `{"failed": {"id": ID, "why": TEXT}}`, and `{"error": TEXT}` before it exits on an error. The
//! driver exits at the end of its input, so it does not outlive the run, nor do its tasks.

use anyhow::{anyhow, bail, Context, Result};
use common::progress::Progress;
use common::stop::Stop;
use serde::Deserialize;
use serde_json::{json, Value};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Component, Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

const DRIVER: &str = include_str!("../../ray/driver.py");

/// Folder for outputs in a task's working directory. No stage can have this name.
pub const OUT: &str = ".out";

/// Maximum wait for a message.
const PAUSE: Duration = Duration::from_millis(200);

/// Time for the driver to exit before it is killed.
const GRACE: Duration = Duration::from_secs(10);

/// A command for a worker.
#[derive(Clone, Debug)]
pub struct Task {
    /// Name of the program.
    pub program: &'static str,
    /// Its arguments. Files that they name are copied to the worker if their paths are relative, and outputs belong
    /// in [`OUT`].
    pub arguments: Vec<String>,
    /// Name of the result in [`OUT`].
    pub output: String,
    /// Final path of the result.
    pub target: PathBuf,
    /// Number of games or pairs.
    pub units: u64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum DriverMessage {
    Room(usize),
    Done(u64),
    Failed { id: u64, why: String },
    Error(String),
}

/// A connection to a cluster.
#[derive(Debug)]
pub struct RayPool {
    driver: Child,
    messages: Receiver<String>,
    log: PathBuf,
    folder: PathBuf,
    capacity: usize,
    started: u64,
}

impl RayPool {
    /// Connects to the cluster at `address`, or for `local` starts one with `workers` workers on this machine. Outputs
    /// are stored in `folder`, which must be empty, until they are complete. Fails if Ray is not installed or the
    /// cluster cannot be reached.
    pub fn new(
        python: &Path,
        programs: &BTreeMap<&str, PathBuf>,
        address: &str,
        workers: usize,
        folder: &Path,
    ) -> Result<RayPool> {
        let (source, log) = (folder.join("driver.py"), folder.join("driver.log"));
        common::file::write(&source, DRIVER)?;
        let mut command = Command::new(python);
        command.arg("-u").arg(&source).stdin(Stdio::piped()).stdout(Stdio::piped());
        // The driver has a process group of its own, so Ctrl-C reaches only the run, which then ends the driver.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let driver = command.stderr(File::create(&log)?).spawn();
        let mut driver = driver.with_context(|| format!("cannot run {}", python.display()))?;
        let (sender, messages) = mpsc::channel();
        if let Some(out) = driver.stdout.take() {
            thread::spawn(move || {
                let lines = BufReader::new(out).lines().map_while(Result::ok);
                let _ = lines.into_iter().try_for_each(|line| sender.send(line));
            });
        }
        let folder = folder.to_owned();
        let mut pool = RayPool { driver, messages, log, folder, capacity: 0, started: 0 };
        let connect = |pool: &mut RayPool| -> Result<()> {
            pool.send(&json!({ "programs": programs, "address": address, "workers": workers }))?;
            while pool.capacity == 0 {
                pool.receive(PAUSE)?;
            }
            Ok(())
        };
        connect(&mut pool).with_context(|| format!("--ray {address}"))?;
        Ok(pool)
    }

    /// Runs all tasks and moves their results to the final paths. Fails if a task fails, the driver exits, or the run
    /// is stopped.
    pub fn run(&mut self, tasks: Vec<Task>, unit: &str, stop: &Stop) -> Result<()> {
        let total: u64 = tasks.iter().map(|task| task.units).sum();
        let (mut progress, mut done) = (Progress::new(total, 0), 0);
        let (mut waiting, mut running) = (tasks.into_iter(), BTreeMap::new());
        loop {
            let free = self.capacity.saturating_sub(running.len());
            for task in waiting.by_ref().take(free) {
                running.insert(self.start(&task)?, task);
            }
            if running.is_empty() {
                return Ok(());
            }
            stop.check()?;
            if let Some((id, ended)) = self.receive(PAUSE)? {
                let task = running.remove(&id).context("the driver reported an unknown task")?;
                ended.map_err(|why| anyhow!("{} failed: {why}", task.program))?;
                let out = self.out(id);
                File::open(out.join(&task.output))?.sync_all()?;
                common::file::rename(&out.join(&task.output), &task.target)?;
                fs::remove_dir_all(&out)?;
                done += task.units;
            }
            progress.show(done, |pace| format!("{done} of {total} {unit}{}", pace.left_in_words()));
        }
    }

    fn start(&mut self, task: &Task) -> Result<u64> {
        let id = self.started;
        self.started += 1;
        self.send(&json!({ "task": id, "program": task.program, "arguments": task.arguments,
            "inputs": inputs(&task.arguments), "out": self.out(id) }))?;
        Ok(id)
    }

    fn out(&self, id: u64) -> PathBuf {
        self.folder.join(format!("task-{id}"))
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        let sent = self.driver.stdin.as_mut().map(|to| writeln!(to, "{message}"));
        if sent.is_some_and(|sent| sent.is_ok()) {
            return Ok(());
        }
        // The driver has exited. `receive` fails with the driver's last message, which can contain the reason.
        let end = Instant::now() + GRACE;
        while Instant::now() < end {
            self.receive(PAUSE)?;
        }
        bail!("cannot send a task to the Ray driver; run the same command to resume")
    }

    /// Receives the driver's next message. If it reports the end of a task, returns the task's id, and the reason if
    /// the task failed.
    fn receive(&mut self, timeout: Duration) -> Result<Option<(u64, Result<(), String>)>> {
        let line = match self.messages.recv_timeout(timeout) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.driver.wait()?;
                let log = fs::read_to_string(&self.log).unwrap_or_default();
                let last = log.lines().rev().find(|line| !line.trim().is_empty());
                let why = last.map_or_else(|| status.to_string(), str::to_owned);
                bail!("the Ray driver has exited: {why}; run the same command to resume");
            }
        };
        let message = serde_json::from_str(&line);
        match message.with_context(|| format!("cannot parse the Ray driver's message {line:?}"))? {
            DriverMessage::Error(why) => bail!("{why}"),
            DriverMessage::Room(capacity) => self.capacity = capacity,
            DriverMessage::Done(id) => return Ok(Some((id, Ok(())))),
            DriverMessage::Failed { id, why } => return Ok(Some((id, Err(why)))),
        }
        Ok(None)
    }
}

impl Drop for RayPool {
    fn drop(&mut self) {
        drop(self.driver.stdin.take());
        let end = Instant::now() + GRACE;
        while Instant::now() < end && self.driver.try_wait().is_ok_and(|status| status.is_none()) {
            sleep(Duration::from_millis(20));
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Returns the files in the current folder or below that the arguments name, possibly after `=` or `:`, as in
/// `new=network:FILE`, with their absolute paths.
fn inputs(arguments: &[String]) -> BTreeMap<&str, PathBuf> {
    let named = arguments.iter().filter_map(|word| word.rsplit(['=', ':']).next());
    let is_below = |name: &&str| {
        let mut parts = Path::new(name).components();
        parts.all(|part| matches!(part, Component::Normal(_))) && Path::new(name).is_file()
    };
    let absolute = |name| Some((name, std::path::absolute(name).ok()?));
    named.filter(is_below).filter_map(absolute).collect()
}
