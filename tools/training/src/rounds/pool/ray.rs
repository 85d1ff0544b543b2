//! The workers of a Ray cluster, by a driver in Python (`ray/driver.py`) that reads commands as lines of
//! JSON and leaves their files in folders here.
//!
//! To the driver, first: `{"programs": {NAME: FILE}, "address": A, "workers": N, "niceness": N}`, then
//! `{"task": ID, "program": NAME, "arguments": [..], "inputs": {NAME: FILE}, "out": DIR}` and
//! `{"give_up": true}`. From it: `{"room": N}` (tasks that it takes, at first and when that changes),
//! `{"done": ID}`, `{"failed": ID, "why": TEXT}`, and `{"error": TEXT}` before it ends. The end of its
//! input is the end of the driver, so it does not outlive the loop.

use super::{carried, Pool};
use crate::rounds::child::{last_words, Running, Tools, NICENESS};
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

/// The driver's source travels in this program.
const DRIVER: &str = include_str!("../../../ray/driver.py");

/// How long a call of [`Pool::wait`] waits.
const PAUSE: Duration = Duration::from_millis(200);

/// How long a driver that is told to end may take before it is ended.
const GRACE: Duration = Duration::from_secs(10);

/// A message of the driver.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Message {
    Room(usize),
    Done(u64),
    Failed { id: u64, why: String },
    Error(String),
}

/// Workers of a Ray cluster.
#[derive(Debug)]
pub struct RayPool {
    driver: Running,
    said: Receiver<String>,
    log: PathBuf,
    folder: PathBuf,
    room: usize,
    started: u64,
}

impl RayPool {
    /// Joins the cluster at `address`, or starts one here with so many workers if that is `local`.
    ///
    /// # Errors
    ///
    /// If Ray is not there, or the cluster cannot be reached.
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
        // Ctrl-C is for the loop alone, which lets the driver go by itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let driver = command.stderr(File::create(&log)?).spawn();
        let mut driver = driver.with_context(|| format!("cannot run {}", python.display()))?;
        let (tell, said) = mpsc::channel();
        if let Some(out) = driver.stdout.take() {
            std::thread::spawn(move || {
                let lines = BufReader::new(out).lines().map_while(Result::ok);
                let _ = lines.into_iter().try_for_each(|line| tell.send(line));
            });
        }
        let (driver, folder) = (Running(driver), folder.to_owned());
        let mut pool = RayPool { driver, said, log, folder, room: 0, started: 0 };
        let head = json!({ "programs": tools.programs, "address": address,
            "workers": workers, "niceness": NICENESS });
        pool.tell(&head).with_context(|| format!("--ray {address}"))?;
        while pool.room == 0 {
            pool.hear(Duration::from_secs(1)).with_context(|| format!("--ray {address}"))?;
        }
        Ok(pool)
    }

    fn out(&self, id: u64) -> PathBuf {
        self.folder.join(format!("done-{id}"))
    }

    fn tell(&mut self, what: &Value) -> Result<()> {
        let sent = self.driver.0.stdin.as_mut().map(|to| writeln!(to, "{what}"));
        if sent.is_some_and(|sent| sent.is_ok()) {
            return Ok(());
        }
        // It may have said why.
        let end = Instant::now() + GRACE;
        while Instant::now() < end {
            self.hear(PAUSE)?;
        }
        bail!("the Ray driver takes no more tasks; the same command goes on")
    }

    /// Receives the driver's next message, if there is one soon. Returns the command that has ended.
    fn hear(&mut self, patience: Duration) -> Result<Option<(u64, Result<PathBuf, String>)>> {
        let line = match self.said.recv_timeout(patience) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.driver.0.wait()?;
                let why = last_words(&fs::read(&self.log).unwrap_or_default(), status);
                bail!("the Ray driver has ended: {why}; the same command goes on");
            }
        };
        let message = serde_json::from_str(&line);
        match message.with_context(|| format!("the Ray driver said {line:?}"))? {
            Message::Error(why) => bail!("{why}"),
            Message::Room(room) => self.room = room,
            Message::Done(id) => return Ok(Some((id, Ok(self.out(id))))),
            Message::Failed { id, why } => return Ok(Some((id, Err(why)))),
        }
        Ok(None)
    }
}

impl Pool for RayPool {
    fn room(&self) -> usize {
        self.room
    }

    fn start(&mut self, command: &Command) -> Result<u64> {
        let id = self.started;
        self.started += 1;
        let (arguments, inputs) = carried(&command.arguments);
        self.tell(&json!({ "task": id, "program": command.program, "arguments": arguments,
            "inputs": inputs, "out": self.out(id) }))?;
        Ok(id)
    }

    fn wait(&mut self) -> Result<Option<(u64, Result<PathBuf, String>)>> {
        self.hear(PAUSE)
    }

    fn give_up(&mut self) {
        // A driver that is gone has cancelled them already; the next command reports it.
        let _ = self.tell(&json!({ "give_up": true }));
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
