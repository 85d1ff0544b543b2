//! The pool of a Ray cluster's workers, controlled through a driver in Python (`tools/training/ray/driver.py`).
//!
//! Loop and driver exchange lines of JSON. The loop first sends `{"programs": {NAME: FILE}, "address": A,
//! "workers": N, "niceness": N}`. Then it sends `{"task": ID, "program": NAME, "arguments": [..], "inputs": {NAME:
//! FILE}, "out": DIR}` to start a task, and `{"give_up": true}` to cancel all tasks. The driver sends `{"room": N}`
//! (its capacity, initially and after changes), `{"done": ID}` once the output folder is complete, `{"failed": {"id":
//! ID, "why": TEXT}}`, and `{"error": TEXT}` before it exits on an error. The driver exits at the end of its input, so
//! it does not outlive the loop.

use super::{localize, Pool};
use crate::rounds::child::{failure_reason, Running, Tools, NICENESS};
use crate::rounds::command::Command;
use anyhow::{bail, Context, Result};
use serde::Deserialize;
use serde_json::{json, Value};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

const DRIVER: &str = include_str!("../../../ray/driver.py");

/// Maximum duration of a call to [`Pool::wait`].
const PAUSE: Duration = Duration::from_millis(200);

/// Time for the driver to exit before it is killed.
const GRACE: Duration = Duration::from_secs(10);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum DriverMessage {
    Room(usize),
    Done(u64),
    Failed { id: u64, why: String },
    Error(String),
}

/// Runs commands on the workers of a Ray cluster.
#[derive(Debug)]
pub struct RayPool {
    driver: Running,
    messages: Receiver<String>,
    log: PathBuf,
    folder: PathBuf,
    capacity: usize,
    started: u64,
}

impl RayPool {
    /// Connects to the cluster at `address`, or for `local` starts one with `workers` workers on this machine.
    /// Fails if Ray is not installed or the cluster cannot be reached.
    pub fn new(
        tools: &Tools,
        python: &Path,
        address: &str,
        workers: usize,
        folder: &Path,
    ) -> Result<RayPool> {
        let (source, log) = (folder.join("driver.py"), folder.join("driver.log"));
        common::file::write(&source, DRIVER.as_bytes())?;
        let mut command = process::Command::new(python);
        command.arg("-u").arg(&source).stdin(Stdio::piped()).stdout(Stdio::piped());
        // The driver has a process group of its own, so Ctrl-C reaches only the loop, which then ends the driver.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let driver = command.stderr(File::create(&log)?).spawn();
        let mut driver = driver.with_context(|| format!("cannot run {}", python.display()))?;
        let (sender, messages) = mpsc::channel();
        if let Some(out) = driver.stdout.take() {
            std::thread::spawn(move || {
                let lines = BufReader::new(out).lines().map_while(Result::ok);
                let _ = lines.into_iter().try_for_each(|line| sender.send(line));
            });
        }
        let (driver, folder) = (Running(driver), folder.to_owned());
        let mut pool = RayPool { driver, messages, log, folder, capacity: 0, started: 0 };
        let head = json!({ "programs": tools.programs, "address": address,
            "workers": workers, "niceness": NICENESS });
        pool.send(&head).with_context(|| format!("--ray {address}"))?;
        while pool.capacity == 0 {
            pool.receive(Duration::from_secs(1)).with_context(|| format!("--ray {address}"))?;
        }
        Ok(pool)
    }

    fn out(&self, id: u64) -> PathBuf {
        self.folder.join(format!("done-{id}"))
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        let sent = self.driver.0.stdin.as_mut().map(|to| writeln!(to, "{message}"));
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

    /// Receives the driver's next message. If it reports that a command has ended, returns the command as in
    /// [`Pool::wait`].
    fn receive(&mut self, timeout: Duration) -> Result<Option<(u64, Result<PathBuf, String>)>> {
        let line = match self.messages.recv_timeout(timeout) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.driver.0.wait()?;
                let why = failure_reason(&fs::read(&self.log).unwrap_or_default(), status);
                bail!("the Ray driver has exited: {why}; run the same command to resume");
            }
        };
        let message = serde_json::from_str(&line);
        match message.with_context(|| format!("cannot parse the Ray driver's message {line:?}"))? {
            DriverMessage::Error(why) => bail!("{why}"),
            DriverMessage::Room(capacity) => self.capacity = capacity,
            DriverMessage::Done(id) => return Ok(Some((id, Ok(self.out(id))))),
            DriverMessage::Failed { id, why } => return Ok(Some((id, Err(why)))),
        }
        Ok(None)
    }
}

impl Pool for RayPool {
    fn capacity(&self) -> usize {
        self.capacity
    }

    fn start(&mut self, command: &Command) -> Result<u64> {
        let id = self.started;
        self.started += 1;
        let (arguments, inputs) = localize(&command.arguments);
        self.send(&json!({ "task": id, "program": command.program, "arguments": arguments,
            "inputs": inputs, "out": self.out(id) }))?;
        Ok(id)
    }

    fn wait(&mut self) -> Result<Option<(u64, Result<PathBuf, String>)>> {
        self.receive(PAUSE)
    }

    fn cancel(&mut self) {
        // If this fails, the driver and its tasks have ended; the next command reports the error.
        let _ = self.send(&json!({ "give_up": true }));
    }
}

impl Drop for RayPool {
    fn drop(&mut self) {
        drop(self.driver.0.stdin.take());
        let end = Instant::now() + GRACE;
        while Instant::now() < end && self.driver.0.try_wait().is_ok_and(|status| status.is_none())
        {
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
