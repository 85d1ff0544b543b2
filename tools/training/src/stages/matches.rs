//! Matches: played by `lab match`, in one process or in parts on a Ray cluster.

use anyhow::{ensure, Context, Result};
use common::stop::Stop;
use records::journal;
use records::standings::Standings;
use records::stats::EloEstimate;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

const PAUSE: Duration = Duration::from_millis(50);

/// Plays the missing games of a match with these flags of `lab match`. Fails if `lab` fails or the run is stopped.
pub fn play(lab: &Path, flags: &[String], stop: &Stop) -> Result<()> {
    let mut command = Command::new(lab);
    command.arg("match").args(flags).stdin(Stdio::null()).stdout(Stdio::null());
    end_with_parent(&mut command);
    let mut child = command.spawn().with_context(|| format!("cannot run {}", lab.display()))?;
    loop {
        if let Some(status) = child.try_wait()? {
            stop.check()?;
            ensure!(status.success(), "lab failed: {status}");
            return Ok(());
        }
        if let Err(stopped) = stop.check() {
            child.kill()?;
            child.wait()?;
            return Err(stopped.into());
        }
        sleep(PAUSE);
    }
}

/// Lets a program die with this one, so that after a kill it does not hold the lock of its match.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn end_with_parent(command: &mut Command) {
    use rustix::process::{set_parent_process_death_signal, Signal};
    use std::os::unix::process::CommandExt;
    let signal = || set_parent_process_death_signal(Some(Signal::KILL)).map_err(Into::into);
    // SAFETY: between fork and exec, the closure makes one system call and allocates nothing.
    unsafe { command.pre_exec(signal) };
}

#[cfg(not(target_os = "linux"))]
fn end_with_parent(_command: &mut Command) {}

/// Returns the result of the games in these journals in words, from the point of view of the first player of their
/// plans. Fails if a journal is damaged or has no plan.
pub fn result(journals: &[PathBuf]) -> Result<String> {
    let (mut standings, mut names) = (Standings::default(), Vec::new());
    for (file, path) in (0..).zip(journals) {
        let content = journal::read(path)?;
        let plan = content.plan.with_context(|| format!("{} has no plan", path.display()))?;
        names = plan.names();
        ensure!(names.len() == 2, "{}: a stage plays a match of two bots", path.display());
        standings.add_players(names.clone());
        content.entries.iter().for_each(|entry| standings.add(entry, file));
    }
    let counts = standings.between(0, 1);
    Ok(format!(
        "{}: {} of {} points, {:.0} Elo, pairs {:?}",
        names.join(" against "),
        counts.wdl.points(),
        counts.wdl.games(),
        EloEstimate::of(&counts).elo,
        counts.pairs.0
    ))
}
