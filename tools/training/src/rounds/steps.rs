//! Commands that run locally, one at a time: training, and the steps of a stage.

use crate::rounds::child::{failure_reason, Running};
use crate::rounds::command::Command;
use crate::rounds::games::{count_games, Count};
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

const PAUSE: Duration = Duration::from_millis(50);
/// Interval at which durations are written to disk.
const LAP: Duration = Duration::from_secs(10);

/// Metrics on held-out positions, by name.
pub type HeldOut = BTreeMap<String, Option<f64>>;

#[derive(Debug, Deserialize)]
struct TrainingResult {
    done: bool,
    /// `None` if no games were held out.
    held_out: Option<HeldOut>,
}

/// Returns the held-out metrics of a training run; `None` if it is unfinished.
pub fn training_result(net: &Path) -> Result<Option<HeldOut>> {
    let result = state::read_json::<TrainingResult>(&net.join("result.json"))?;
    let result = result.filter(|result| result.done);
    Ok(result.map(|result| result.held_out.unwrap_or_default()))
}

/// Runs the remaining commands of a stage and installs its network. Returns the counts of its games and the
/// held-out metrics. Fails if a command fails, the network is missing, or the loop is stopped.
pub fn stage(generation: &Generation<'_>, stage: &Stage) -> Result<(Count, HeldOut)> {
    let commands = stage.commands(&generation.settings().words)?;
    let file = generation.folder().join("steps.json");
    let done: usize = state::read_json(&file)?.unwrap_or(0);
    for (number, command) in commands.iter().enumerate().skip(done) {
        let ran = run(generation, command).with_context(|| command.to_string());
        ran.with_context(|| format!("stage {}", stage.name))?;
        state::write_json(&file, &(number + 1))?;
    }
    let base = generation.shared.state.folder();
    let net = base.join(&stage.network);
    generation.install_network(&net.join("net.tpn"))?;
    let mut games = Count::default();
    for command in commands.iter().filter(|command| command.is_train("play")) {
        let folder = command.value("--out").context("`train play` has no --out")?;
        games += count_games(&generation.shared.tools, &base.join(folder))?;
    }
    Ok((games, training_result(&net)?.unwrap_or_default()))
}

/// Runs a command in the loop's folder, unless its output file exists. Standard output goes to [`Command::stdout`] if
/// set. All other output goes to the end of `train.log`, whose last line is shown as progress. Fails if the command
/// fails or the loop is stopped.
pub fn run(generation: &Generation<'_>, command: &Command) -> Result<()> {
    let base = generation.shared.state.folder();
    let output = command.stdout.as_ref().or(command.unless.as_ref());
    if output.is_some_and(|file| base.join(file).exists()) {
        return Ok(());
    }
    let phase = if command.is_train("fit") { "training" } else { "games" };
    let log = generation.folder().join("train.log");
    let cannot = || format!("cannot write {}", log.display());
    let errors = OpenOptions::new().create(true).append(true).open(&log).with_context(cannot)?;
    let log_start = errors.metadata()?.len();
    let captured = generation.shared.state.temporary().join("stdout");
    let stdout = match command.stdout {
        Some(_) => File::create(&captured)?,
        None => errors.try_clone()?,
    };
    let mut child = generation.shared.tools.child(command);
    let child = child.current_dir(base).stdout(stdout).stderr(errors).spawn();
    let mut child = Running(child.with_context(|| format!("{phase}: cannot run the program"))?);
    let mut minutes = Minutes::new(&generation.folder())?;
    let mut last_lap = Instant::now();
    let mut progress = Progress::new(0, 0);
    let status = loop {
        if let Some(status) = child.0.try_wait()? {
            break status;
        }
        if let Err(stopped) = generation.shared.stop.check() {
            minutes.lap(phase)?;
            return Err(stopped.into());
        }
        let end = tail(&log, log_start)?;
        let status_text = || last_status(&end).unwrap_or("starting");
        progress.show(0, |_| format!("{}: {}", generation.label(phase), status_text()));
        if last_lap.elapsed() > LAP {
            minutes.lap(phase)?;
            last_lap = Instant::now();
        }
        std::thread::sleep(PAUSE);
    };
    minutes.lap(phase)?;
    drop(progress);
    if !status.success() {
        let why = failure_reason(tail(&log, log_start)?.as_bytes(), status);
        bail!("{phase} failed: {why}; see {}", log.display());
    }
    match &command.stdout {
        Some(file) => common::file::write(&base.join(file), fs::read(&captured)?),
        None => Ok(()),
    }
}

/// Returns the last 2,000 bytes of a log, but nothing before `start`.
fn tail(log: &Path, start: u64) -> Result<String> {
    let mut file = File::open(log)?;
    let end = file.metadata()?.len();
    file.seek(SeekFrom::Start(start.max(end.saturating_sub(2000))))?;
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Returns the part after the last two consecutive spaces in the last non-empty line, where the trainer prints speed
/// and remaining time. Carriage returns, which separate its progress lines, also end a line.
fn last_status(text: &str) -> Option<&str> {
    let line = text.rsplit(['\n', '\r']).map(str::trim).find(|line| !line.is_empty());
    line?.rsplit("  ").next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_is_the_end_of_the_last_line() {
        let text = "step 1  9 samples/s\nstep 2\rstep 3  loss 2  80 samples/s, 1.0 min left  \n\n";
        assert_eq!(last_status(text), Some("80 samples/s, 1.0 min left"));
        assert_eq!(last_status("reads games\n"), Some("reads games"));
        assert_eq!(last_status(" \n"), None);
    }
}
