//! The pool of local processes.

use super::{localize, Pool, OUT};
use crate::rounds::child::{failure_reason, Running, Tools};
use crate::rounds::command::Command;
use crate::rounds::state;
use anyhow::{Context, Result};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

const PAUSE: Duration = Duration::from_millis(20);

const ERRORS: &str = "stderr";

/// Runs commands as local processes with low priority. The thread that starts them must live as long as the
/// pool, because their death signal is tied to it.
#[derive(Debug)]
pub struct LocalPool {
    tools: Tools,
    folder: PathBuf,
    workers: usize,
    running: Vec<(u64, Running)>,
    started: u64,
}

impl LocalPool {
    /// Creates a pool that runs up to `workers` commands at a time, each in a subfolder of `folder`.
    #[must_use]
    pub const fn new(tools: Tools, folder: PathBuf, workers: usize) -> LocalPool {
        LocalPool { tools, folder, workers, running: Vec::new(), started: 0 }
    }

    fn task(&self, id: u64) -> PathBuf {
        self.folder.join(format!("task-{id}"))
    }
}

impl Pool for LocalPool {
    fn capacity(&self) -> usize {
        self.workers
    }

    fn start(&mut self, command: &Command) -> Result<u64> {
        let id = self.started;
        self.started += 1;
        let task = self.task(id);
        state::create_folder(&task.join(OUT))?;
        let errors = File::create(task.join(ERRORS))?;
        let (arguments, inputs) = localize(&command.arguments);
        for (name, path) in inputs {
            let linked = link(&path, &task.join(name));
            linked.with_context(|| format!("cannot link {}", path.display()))?;
        }
        let mut child = self.tools.child(&Command { arguments, ..command.clone() });
        let child = child.current_dir(&task).stdout(errors.try_clone()?).stderr(errors).spawn();
        let child = child.with_context(|| format!("cannot run {}", command.program))?;
        self.running.push((id, Running(child)));
        Ok(id)
    }

    fn wait(&mut self) -> Result<Option<(u64, Result<PathBuf, String>)>> {
        for index in 0..self.running.len() {
            let Some(status) = self.running[index].1 .0.try_wait()? else { continue };
            let (id, _) = self.running.remove(index);
            let task = self.task(id);
            if !status.success() {
                let printed = fs::read(task.join(ERRORS)).unwrap_or_default();
                return Ok(Some((id, Err(failure_reason(&printed, status)))));
            }
            let out = self.folder.join(format!("done-{id}"));
            fs::rename(task.join(OUT), &out)?;
            fs::remove_dir_all(&task)?;
            return Ok(Some((id, Ok(out))));
        }
        sleep(PAUSE);
        Ok(None)
    }

    fn cancel(&mut self) {
        for (id, running) in std::mem::take(&mut self.running) {
            drop(running);
            let _ = fs::remove_dir_all(self.task(id));
        }
    }
}

#[cfg(unix)]
fn link(path: &Path, at: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(path, at)
}

#[cfg(not(unix))]
fn link(path: &Path, at: &Path) -> std::io::Result<()> {
    fs::copy(path, at).map(drop)
}
