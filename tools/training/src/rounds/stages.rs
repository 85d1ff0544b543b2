//! Generations whose commands are written out in the settings.

use crate::rounds::games::{counted, Count};
use crate::rounds::here;
use crate::rounds::part::{Hands, Part};
use crate::rounds::settings::stage::{Command, Stage};
use crate::rounds::state;
use crate::rounds::training::{finished, HeldOut};
use anyhow::{Context, Result};
use std::fs::{self, File};

/// Runs the commands that are not done yet, in the loop's folder, and takes over the network that they leave.
/// Returns the number of their games, and the figures on held-out positions.
///
/// # Errors
///
/// If a command fails or leaves no network, or the loop is to stop.
pub fn make(part: &Part<'_>, hands: &mut Hands<'_>, stage: &Stage) -> Result<(Count, HeldOut)> {
    let commands = stage.commands(&part.settings.words)?;
    let note = part.folder().join("steps.json");
    let done: usize = state::noted(&note)?.unwrap_or(0);
    for (number, command) in commands.iter().enumerate().skip(done) {
        run(part, hands, command).with_context(|| format!("stage {}", stage.name))?;
        state::note(&note, &(number + 1))?;
    }
    let net = part.state.base().join(&stage.network);
    let network = part.state.network(part.number);
    if !network.exists() {
        let made = net.join("net.tpn");
        let weights = fs::read(&made).with_context(|| format!("cannot read {}", made.display()))?;
        state::make(&part.folder().join("net"))?;
        common::file::write(&network, weights)?;
    }
    let mut games = Count::default();
    for command in commands.iter().filter(|command| command.is_train("play")) {
        let folder = command.value("--out").context("train play without --out")?;
        games += counted(part.tools, &part.state.base().join(folder))?;
    }
    Ok((games, finished(&net)?.unwrap_or_default()))
}

fn run(part: &Part<'_>, hands: &mut Hands<'_>, step: &Command) -> Result<()> {
    let base = part.state.base();
    let made = step.stdout.as_ref().or(step.unless.as_ref()).map(|file| base.join(file));
    if made.is_some_and(|file| file.exists()) {
        return Ok(());
    }
    let log = part.folder().join("train.log");
    let printed = part.state.temporary().join("stdout");
    let stdout = step.stdout.as_ref().map(|_| File::create(&printed)).transpose()?;
    let what = if step.is_train("fit") { "training" } else { "games" };
    let mut command = part.tools.command(&step.program);
    command.args(&step.arguments).current_dir(base);
    here::run(part, hands.stop, what, &mut command, stdout, &log)
        .with_context(|| step.to_string())?;
    if let Some(file) = &step.stdout {
        common::file::write(&base.join(file), fs::read(&printed)?)?;
    }
    Ok(())
}
