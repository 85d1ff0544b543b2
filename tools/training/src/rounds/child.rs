//! Programs as children: they run at a low priority, and die with the loop.
//!
//! The loop starts a program through itself: its copy is started with [`FLAG`], makes its own
//! process such a child, and then becomes the program. So it needs no code between fork and exec.

use crate::rounds::command::Command;
use anyhow::{bail, Context, Result};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode, ExitStatus, Stdio};

/// The first argument of the loop's program where it is to become another one; the loop's process
/// number and the program's command line follow.
pub const FLAG: &str = "--as-child";

/// The niceness that children add to the loop's.
pub const NICENESS: i32 = 10;

/// The programs that the loop runs, copied so that a later build does not replace them.
#[derive(Clone, Debug)]
pub struct Tools {
    /// By name: `train` and `lab`.
    pub programs: BTreeMap<String, PathBuf>,
    /// This program, which runs others as its children.
    pub wrapper: PathBuf,
}

impl Tools {
    /// Copies the programs and this one into a folder.
    ///
    /// # Errors
    ///
    /// If one cannot be copied.
    pub fn copied(&self, folder: &Path) -> Result<Tools> {
        let copy = |from: &Path, name: &str| -> Result<PathBuf> {
            let to = folder.join(name);
            fs::copy(from, &to).with_context(|| format!("cannot copy {}", from.display()))?;
            Ok(to)
        };
        fs::create_dir_all(folder)?;
        let wrapper = copy(&self.wrapper, "loop")?;
        let programs = self.programs.iter();
        let programs = programs.map(|(name, path)| Ok((name.clone(), copy(path, name)?)));
        Ok(Tools { programs: programs.collect::<Result<_>>()?, wrapper })
    }

    /// A command that runs as a child, without input. Another program than the copied ones is run from the
    /// folder of the running one, or from the PATH.
    #[must_use]
    pub fn child(&self, command: &Command) -> process::Command {
        let name = &command.program;
        let beside = || {
            let own = std::env::current_exe().ok()?;
            Some(own.parent()?.join(name)).filter(|path| path.is_file())
        };
        let program = self.programs.get(name).cloned().or_else(beside);
        let mut child = process::Command::new(&self.wrapper);
        child.arg(FLAG).arg(process::id().to_string()).arg(program.unwrap_or_else(|| name.into()));
        child.args(&command.arguments).stdin(Stdio::null());
        child
    }

    /// The standard output of a command.
    ///
    /// # Errors
    ///
    /// If it fails.
    pub fn output(&self, command: &Command) -> Result<String> {
        let Command { program, arguments, .. } = command;
        let done = self.child(command).output();
        let done = done.with_context(|| format!("cannot run {program}"))?;
        if !done.status.success() {
            let why = last_words(&done.stderr, done.status);
            bail!("{program} {} failed: {why}", arguments.first().map_or("", String::as_str));
        }
        Ok(String::from_utf8_lossy(&done.stdout).into_owned())
    }
}

/// A running program. Dropping it ends it.
#[derive(Debug)]
pub struct Running(pub process::Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Why a program failed: the last line that it printed.
#[must_use]
pub fn last_words(printed: &[u8], status: ExitStatus) -> String {
    let text = String::from_utf8_lossy(printed);
    let last = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
    last.map_or_else(|| format!("it ended with {status} and said nothing"), str::to_owned)
}

/// Runs a program whose first argument was [`FLAG`]: the process becomes the program that the other
/// arguments name.
pub fn become_child(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let parent = arguments.next().and_then(|text| text.to_str()?.parse::<u32>().ok());
    let (Some(parent), Some(program)) = (parent, arguments.next()) else {
        common::note!("train {FLAG}: the loop's process number and a program should follow");
        return ExitCode::from(2);
    };
    if !step_back(parent) {
        return ExitCode::FAILURE;
    }
    let error = replace(process::Command::new(&program).args(arguments));
    common::note!("cannot run {}: {error}", Path::new(&program).display());
    ExitCode::from(127)
}

/// Makes this process a child of the loop. Returns whether the loop still runs.
#[cfg(target_os = "linux")]
fn step_back(parent: u32) -> bool {
    use rustix::process::{nice, set_parent_process_death_signal, setsid, Signal};
    // Ctrl-C is for the loop alone, which ends its children by itself.
    let alone = setsid().is_ok();
    if set_parent_process_death_signal(Some(Signal::KILL)).is_err() {
        common::note!("train: this system does not let a program die with the loop");
    }
    let total = nice(NICENESS).unwrap_or(NICENESS);
    // Linux may share the processor among sessions first; a process's niceness then counts within
    // its own session only. Never that of the terminal, though.
    if alone {
        let _ = fs::write("/proc/self/autogroup", total.to_string());
    }
    // It may have died before it could be noticed.
    std::os::unix::process::parent_id() == parent
}

#[cfg(not(target_os = "linux"))]
fn step_back(_parent: u32) -> bool {
    true
}

/// Replaces this process by a program; returns only if it cannot be run.
#[cfg(unix)]
fn replace(command: &mut process::Command) -> std::io::Error {
    std::os::unix::process::CommandExt::exec(command)
}

/// Runs a program and ends as it does; returns only if it cannot be run.
#[cfg(not(unix))]
fn replace(command: &mut process::Command) -> std::io::Error {
    match command.status() {
        Ok(status) => process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}
