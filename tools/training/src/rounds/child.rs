//! Child processes with low priority that, on Linux, are killed when the loop dies.
//!
//! The loop starts a copy of itself with [`FLAG`], which sets niceness, session and parent death signal and
//! then execs the program. So the loop needs no code of its own between fork and exec.

use crate::rounds::command::Command;
use anyhow::{bail, Context, Result};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode, ExitStatus, Stdio};

/// First argument of a process that execs another program; the loop's process id and the program's command line
/// follow.
pub const FLAG: &str = "--as-child";

/// Niceness of children, added to that of the loop.
pub const NICENESS: i32 = 10;

/// The programs that the loop runs.
#[derive(Clone, Debug)]
pub struct Tools {
    /// Paths of `train` and `lab`, by name.
    pub programs: BTreeMap<String, PathBuf>,
    /// This program, which execs the others.
    pub wrapper: PathBuf,
}

impl Tools {
    /// Copies all programs into a folder, so that a later build does not replace them while the loop runs.
    pub fn copy_to(&self, folder: &Path) -> Result<Tools> {
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

    /// Returns the builder of a process that runs a command as a child without input. A program that is not in
    /// `programs` is searched for in the running program's folder, then in the PATH.
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

    /// Runs a command and returns its standard output. Fails if the command fails.
    pub fn output(&self, command: &Command) -> Result<String> {
        let Command { program, arguments, .. } = command;
        let done = self.child(command).output();
        let done = done.with_context(|| format!("cannot run {program}"))?;
        if !done.status.success() {
            let why = failure_reason(&done.stderr, done.status);
            bail!("{program} {} failed: {why}", arguments.first().map_or("", String::as_str));
        }
        Ok(String::from_utf8_lossy(&done.stdout).into_owned())
    }
}

/// A running program, killed on drop.
#[derive(Debug)]
pub struct Running(pub process::Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns the reason for a program's failure: the last line of its output or, if there is none, its exit status.
#[must_use]
pub fn failure_reason(output: &[u8], status: ExitStatus) -> String {
    let text = String::from_utf8_lossy(output);
    let last = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
    last.map_or_else(|| format!("{status}, without output"), str::to_owned)
}

/// Execs the program given by the arguments after [`FLAG`]; returns only on failure.
pub fn become_child(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let parent = arguments.next().and_then(|text| text.to_str()?.parse::<u32>().ok());
    let (Some(parent), Some(program)) = (parent, arguments.next()) else {
        common::note!("train {FLAG}: expected the loop's process id and a program");
        return ExitCode::from(2);
    };
    if !set_up_child(parent) {
        return ExitCode::FAILURE;
    }
    let error = exec(process::Command::new(&program).args(arguments));
    common::note!("cannot run {}: {error}", Path::new(&program).display());
    ExitCode::from(127)
}

/// Sets session, parent death signal and niceness; returns whether the loop is still running.
#[cfg(target_os = "linux")]
fn set_up_child(parent: u32) -> bool {
    use rustix::process::{nice, set_parent_process_death_signal, setsid, Signal};
    // In a session of its own, the child does not get the terminal's Ctrl-C; the loop does.
    let has_session = setsid().is_ok();
    if set_parent_process_death_signal(Some(Signal::KILL)).is_err() {
        common::note!("train: cannot set a parent death signal; children can outlive the loop");
    }
    let total = nice(NICENESS).unwrap_or(NICENESS);
    // Under autogroup scheduling, niceness counts only within a session, so the session's own niceness is set
    // as well, but never that of the terminal's session.
    if has_session {
        let _ = fs::write("/proc/self/autogroup", total.to_string());
    }
    // The loop can die before the death signal is set.
    std::os::unix::process::parent_id() == parent
}

#[cfg(not(target_os = "linux"))]
fn set_up_child(_parent: u32) -> bool {
    true
}

/// Replaces this process by a program; returns only on failure.
#[cfg(unix)]
fn exec(command: &mut process::Command) -> std::io::Error {
    std::os::unix::process::CommandExt::exec(command)
}

/// Runs a program and exits with its status; returns only if it cannot be started.
#[cfg(not(unix))]
fn exec(command: &mut process::Command) -> std::io::Error {
    match command.status() {
        Ok(status) => process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}
