//! Commands that run on this machine alone, one after the other: the steps of a stage, and the training.

use crate::rounds::child::{last_words, Running};
use crate::rounds::command::Command;
use crate::rounds::games::{counted, Count};
use crate::rounds::generation::Generation;
use crate::rounds::settings::stage::Stage;
use crate::rounds::state::{self, Minutes};
use anyhow::{bail, Context, Result};
use common::progress::Progress;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::time::{Duration, Instant};

/// Time between two checks of the program.
const PAUSE: Duration = Duration::from_millis(50);
/// Time after which the time spent is noted.
const NOTED: Duration = Duration::from_secs(10);

/// Losses and shares on held-out positions, by name.
pub type HeldOut = BTreeMap<String, Option<f64>>;

/// The result of a finished training.
#[derive(Debug, Deserialize)]
struct Found {
    done: bool,
    /// Missing where no game was held out.
    held_out: Option<HeldOut>,
}

/// The figures of a finished training's folder; none if it is not finished.
///
/// # Errors
///
/// If they are damaged.
pub fn trained(net: &Path) -> Result<Option<HeldOut>> {
    let found = state::noted::<Found>(&net.join("result.json"))?.filter(|found| found.done);
    Ok(found.map(|found| found.held_out.unwrap_or_default()))
}

/// Runs the commands of a stage that are not done yet, and adopts the network that they leave. Returns the number
/// of their games, and the figures on held-out positions.
///
/// # Errors
///
/// If a command fails or leaves no network, or the loop is to stop.
pub fn stage(part: &Generation<'_>, stage: &Stage) -> Result<(Count, HeldOut)> {
    let commands = stage.commands(&part.settings().words)?;
    let note = part.folder().join("steps.json");
    let done: usize = state::noted(&note)?.unwrap_or(0);
    for (number, command) in commands.iter().enumerate().skip(done) {
        let ran = run(part, command).with_context(|| command.to_string());
        ran.with_context(|| format!("stage {}", stage.name))?;
        state::note(&note, &(number + 1))?;
    }
    let base = part.shared.state.folder();
    let net = base.join(&stage.network);
    part.adopt(&net.join("net.tpn"))?;
    let mut games = Count::default();
    for command in commands.iter().filter(|command| command.is_train("play")) {
        let folder = command.value("--out").context("train play without --out")?;
        games += counted(&part.shared.tools, &base.join(folder))?;
    }
    Ok((games, trained(&net)?.unwrap_or_default()))
}

/// Runs a command to its end in the loop's folder, unless the file that it makes is there. Its output goes to that
/// file or is appended to `train.log`, whose last line is the progress.
///
/// # Errors
///
/// If it fails, or the loop is to stop.
pub fn run(part: &Generation<'_>, command: &Command) -> Result<()> {
    let base = part.shared.state.folder();
    let made = command.stdout.as_ref().or(command.unless.as_ref());
    if made.is_some_and(|file| base.join(file).exists()) {
        return Ok(());
    }
    let what = if command.is_train("fit") { "training" } else { "games" };
    let log = part.folder().join("train.log");
    let cannot = || format!("cannot write {}", log.display());
    let errors = OpenOptions::new().create(true).append(true).open(&log).with_context(cannot)?;
    let at = errors.metadata()?.len();
    let printed = part.shared.state.temporary().join("stdout");
    let stdout = match command.stdout {
        Some(_) => File::create(&printed)?,
        None => errors.try_clone()?,
    };
    let mut child = part.shared.tools.child(command);
    let child = child.current_dir(base).stdout(stdout).stderr(errors).spawn();
    let mut child = Running(child.with_context(|| format!("{what}: cannot run the program"))?);
    let mut minutes = Minutes::new(&part.folder())?;
    let mut noted = Instant::now();
    let mut progress = Progress::new(0, 0);
    let status = loop {
        if let Some(status) = child.0.try_wait()? {
            break status;
        }
        if let Err(stopped) = part.shared.stop.check() {
            minutes.lap(what)?;
            return Err(stopped.into());
        }
        let end = tail(&log, at)?;
        progress.show(0, |_| format!("{}: {}", part.title(what), pace(&end).unwrap_or("starts")));
        if noted.elapsed() > NOTED {
            minutes.lap(what)?;
            noted = Instant::now();
        }
        std::thread::sleep(PAUSE);
    };
    minutes.lap(what)?;
    drop(progress);
    if !status.success() {
        let why = last_words(tail(&log, at)?.as_bytes(), status);
        bail!("{what} failed: {why}; see {}", log.display());
    }
    match &command.stdout {
        Some(file) => common::file::write(&base.join(file), fs::read(&printed)?),
        None => Ok(()),
    }
}

/// The end of the text that was written to a file from a place on.
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
