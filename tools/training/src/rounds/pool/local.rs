//! Programs on this machine, so many at a time.

use super::{Ended, Pool, Task, OUT};
use crate::rounds::child::{last_words, Tools};
use crate::rounds::state;
use anyhow::{bail, Context, Result};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// How long looks at the programs that run are apart.
const PAUSE: Duration = Duration::from_millis(20);

/// What the programs print lies in a file of this name.
const ERRORS: &str = "stderr";

/// A program that runs. Dropping it ends it.
#[derive(Debug)]
struct Running {
    id: u64,
    name: String,
    program: String,
    folder: PathBuf,
    child: Child,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Programs on this machine, with a low priority. All are started by the thread that calls, since
/// the system has them die with that thread.
#[derive(Debug)]
pub struct LocalPool {
    tools: Tools,
    folder: PathBuf,
    workers: usize,
    running: Vec<Running>,
    begun: u64,
}

impl LocalPool {
    /// Programs run in folders of their own in `folder`.
    #[must_use]
    pub fn new(tools: Tools, folder: PathBuf, workers: usize) -> LocalPool {
        LocalPool { tools, folder, workers, running: Vec::new(), begun: 0 }
    }
}

impl Pool for LocalPool {
    fn room(&self) -> usize {
        self.workers.saturating_sub(self.running.len())
    }

    fn start(&mut self, task: &Task) -> Result<u64> {
        let id = self.begun;
        self.begun += 1;
        let folder = self.folder.join(format!("task-{id}"));
        state::make(&folder.join(OUT))?;
        for (name, path) in &task.inputs {
            let linked = link(path, &folder.join(name));
            linked.with_context(|| format!("{}: no {}", task.name, path.display()))?;
        }
        let errors = File::create(folder.join(ERRORS))?;
        let mut command = self.tools.command(&task.program);
        command.args(&task.arguments).current_dir(&folder);
        command.stdout(Stdio::from(errors.try_clone()?)).stderr(Stdio::from(errors));
        let child = command.spawn();
        let child = child.with_context(|| format!("{}: cannot run {}", task.name, task.program))?;
        let (name, program) = (task.name.clone(), task.program.clone());
        self.running.push(Running { id, name, program, folder, child });
        Ok(id)
    }

    fn wait(&mut self) -> Result<Option<Ended>> {
        for place in 0..self.running.len() {
            let Some(status) = self.running[place].child.try_wait()? else { continue };
            let ended = self.running.remove(place);
            if !status.success() {
                let printed = fs::read(ended.folder.join(ERRORS)).unwrap_or_default();
                let why = last_words(&printed, &status);
                bail!("{}: {} failed: {why}", ended.name, ended.program);
            }
            // Out of the task's folder, which is not wanted any more.
            let out = self.folder.join(format!("done-{}", ended.id));
            fs::rename(ended.folder.join(OUT), &out)?;
            fs::remove_dir_all(&ended.folder)?;
            return Ok(Some(Ended { id: ended.id, out }));
        }
        sleep(PAUSE);
        Ok(None)
    }

    fn give_up(&mut self) {
        for running in self.running.drain(..) {
            let folder = running.folder.clone();
            drop(running);
            let _ = fs::remove_dir_all(folder);
        }
    }
}

/// Puts a file into a task's folder.
#[cfg(unix)]
fn link(path: &Path, at: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(fs::canonicalize(path)?, at)
}

#[cfg(not(unix))]
fn link(path: &Path, at: &Path) -> std::io::Result<()> {
    fs::copy(path, at).map(drop)
}
