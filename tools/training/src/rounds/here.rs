//! Programs that run on this machine alone, one at a time, with their own output as the progress.

use crate::rounds::child::last_words;
use crate::rounds::part::Part;
use crate::rounds::state::Minutes;
use anyhow::{bail, Context, Result};
use common::progress::Progress;
use common::stop::Stop;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Time between two checks of the program.
const PAUSE: Duration = Duration::from_millis(50);
/// Time after which the time spent is noted.
const NOTED: Duration = Duration::from_secs(10);

/// Runs a program to its end. What it prints is appended to `log`, or its stdout goes to a file; the time
/// counts for the part of the generation that `what` names.
///
/// # Errors
///
/// If it fails, or the loop is to stop.
pub(super) fn run(
    part: &Part<'_>,
    stop: &Stop,
    what: &str,
    command: &mut Command,
    stdout: Option<File>,
    log: &Path,
) -> Result<()> {
    let cannot = || format!("cannot write {}", log.display());
    let errors = OpenOptions::new().create(true).append(true).open(log).with_context(cannot)?;
    let at = errors.metadata()?.len();
    command.stdout(Stdio::from(stdout.map_or_else(|| errors.try_clone(), Ok)?)).stderr(errors);
    let mut minutes = Minutes::new(&part.folder())?;
    let mut noted = Instant::now();
    let mut progress = Progress::new(0, 0);
    let mut child = command.spawn().with_context(|| format!("{what}: cannot run the program"))?;
    let ended: Result<_> = loop {
        if let Some(status) = child.try_wait()? {
            break Ok(status);
        }
        if let Err(stopped) = stop.check() {
            break Err(stopped.into());
        }
        let printed = tail(log, at)?;
        progress
            .show(0, |_| format!("{}: {}", part.title(what), pace(&printed).unwrap_or("starts")));
        if noted.elapsed() > NOTED {
            minutes.lap(what)?;
            noted = Instant::now();
        }
        std::thread::sleep(PAUSE);
    };
    let _ = child.kill();
    let _ = child.wait();
    minutes.lap(what)?;
    drop(progress);
    let status = ended?;
    if !status.success() {
        let why = last_words(tail(log, at)?.as_bytes(), &status);
        bail!("{what} failed: {why}; see {}", log.display());
    }
    Ok(())
}

/// The end of what was written to a file from a place on.
fn tail(log: &Path, at: u64) -> Result<String> {
    let mut file = File::open(log)?;
    let end = file.metadata()?.len();
    file.seek(SeekFrom::Start(at.max(end.saturating_sub(2000))))?;
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The end of the last line that is not empty: the trainer prints its speed and the time left behind two
/// spaces. A progress bar may write over its line.
fn pace(text: &str) -> Option<&str> {
    let line = text.rsplit(['\n', '\r']).map(str::trim).find(|line| !line.is_empty());
    line?.rsplit("  ").next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_the_end_of_the_last_line() {
        let text = "step 1  9 samples/s\nstep 2\rstep 3  loss 2  80 samples/s, 1.0 min left  \n\n";
        assert_eq!(pace(text), Some("80 samples/s, 1.0 min left"));
        assert_eq!(pace("reads games\n"), Some("reads games"));
        assert_eq!(pace(" \n"), None);
    }
}
