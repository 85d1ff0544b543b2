//! Programs as children: they step back behind other work, and die with the loop.
//!
//! The loop starts a program through itself: its copy is started with [`FLAG`], makes its own
//! process such a child, and then becomes the program. So it needs no code between fork and exec.

use anyhow::{bail, Context, Result};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// The first argument of the loop's program where it is to become another one; the loop's process
/// number and the program's command line follow.
pub const FLAG: &str = "--as-child";

/// How far children step back.
pub const NICENESS: i32 = 10;

/// The programs that the loop calls, copied so that building anew does not take them away.
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

    /// A command that runs one of the programs as a child, without input; another program is run from the
    /// folder of the running one, or from the PATH.
    #[must_use]
    pub fn command(&self, program: &str) -> Command {
        let beside = || {
            let own = std::env::current_exe().ok()?;
            Some(own.parent()?.join(program)).filter(|path| path.is_file())
        };
        let copied = self.programs.get(program).cloned();
        self.wrapped(copied.or_else(beside).unwrap_or_else(|| program.into()).as_os_str())
    }

    /// A command that runs any program as a child, without input.
    #[must_use]
    pub fn wrapped(&self, program: &OsStr) -> Command {
        let mut command = Command::new(&self.wrapper);
        command.arg(FLAG).arg(std::process::id().to_string()).arg(program).stdin(Stdio::null());
        command
    }

    /// What a program prints.
    ///
    /// # Errors
    ///
    /// If it fails.
    pub fn output(&self, program: &str, arguments: &[String]) -> Result<String> {
        let done = self.command(program).args(arguments).output();
        let done = done.with_context(|| format!("cannot run {program}"))?;
        if !done.status.success() {
            let what = arguments.first().map_or("", String::as_str);
            bail!("{program} {what} failed: {}", last_words(&done.stderr, &done.status));
        }
        Ok(String::from_utf8_lossy(&done.stdout).into_owned())
    }
}

/// Why a program failed: the last line that it printed.
#[must_use]
pub fn last_words(printed: &[u8], status: &std::process::ExitStatus) -> String {
    let text = String::from_utf8_lossy(printed);
    let last = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
    last.map_or_else(|| format!("it ended with {status} and said nothing"), str::to_owned)
}

/// What the process does whose first argument was [`FLAG`]: it becomes the program that the other
/// arguments tell.
pub fn become_child(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let parent = arguments.next().and_then(|text| text.to_str()?.parse::<u32>().ok());
    let (Some(parent), Some(program)) = (parent, arguments.next()) else {
        common::note!("train {FLAG}: the loop's process number and a program should follow");
        return ExitCode::from(2);
    };
    if !step_back(parent) {
        return ExitCode::FAILURE;
    }
    let error = replace(Command::new(&program).args(arguments));
    common::note!("cannot run {}: {error}", Path::new(&program).display());
    ExitCode::from(127)
}

/// Makes this process a child of the loop. Whether there is a loop still.
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

/// Replaces this process by a program; comes back only if it cannot be done.
#[cfg(unix)]
fn replace(command: &mut Command) -> std::io::Error {
    std::os::unix::process::CommandExt::exec(command)
}

/// Runs a program and ends as it does; comes back only if it cannot be run.
#[cfg(not(unix))]
fn replace(command: &mut Command) -> std::io::Error {
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}
