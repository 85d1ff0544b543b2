//! A training run: training loop, progress lines, checkpoints and exports.

use crate::fit::checkpoint::{self, Progress, Report};
use crate::fit::curve;
use crate::fit::draw::{evenly, Draw, Feed, Plan};
use crate::fit::losses::{Figures, Scales, Sums, VALUE_WEIGHT};
use crate::fit::optimiser::{learning_rate, State};
use crate::fit::options::Options;
use crate::fit::origin;
use crate::fit::params::Params;
use crate::fit::source::{Board, Part};
use crate::fit::team::Team;
use crate::fit::units::Network;
use crate::fit::weights;
use anyhow::{bail, ensure, Context, Result};
use common::file;
use common::progress::Progress as Bar;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Maximum number of held-out positions in an evaluation.
pub const HELD_OUT: usize = 4096;

/// Evaluations take at most this fraction of the time, as a divisor.
const REPORT_PART: u32 = 20;

/// Resolution of the progress bar.
const PARTS: u64 = 10_000;

/// Result of a run, written to `result.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// Whether the run is complete.
    pub done: bool,
    /// Optimiser steps.
    pub steps: u64,
    /// Samples trained on.
    pub samples: u64,
    /// Training time.
    pub seconds: f64,
    /// Samples divided by seconds.
    pub samples_per_second: f64,
    /// Metrics on held-out positions, if there are any.
    pub held_out: Option<Figures>,
    /// Metrics on held-out positions by board.
    pub boards: BTreeMap<String, Figures>,
}

/// Trains a network; writes `checkpoint.bin`, `net.tpn`, `loss.svg` and `result.json`.
///
/// # Errors
///
/// If games or a network cannot be read, a file cannot be written, or the training diverges.
pub fn train(options: &Options) -> Result<()> {
    options.check()?;
    let sources = options.folders.open()?;
    std::fs::create_dir_all(&options.out)
        .with_context(|| format!("cannot make the folder {}", options.out.display()))?;
    let mut feeds = Vec::new();
    let mut held_out = Vec::new();
    for (number, source) in sources.iter().enumerate() {
        for (shelf, place) in source.library.shelves().iter().enumerate() {
            let (name, share) = (source.name.clone(), source.share);
            let (board, count) = (place.board(), place.positions(Part::Training));
            feeds.push(Feed { source: number, name, shelf, board, count, share });
            held_out.push((number, shelf, board, place.positions(Part::HeldOut)));
        }
    }
    let plan = Plan::new(feeds, &options.board, options.seed)?;
    let wanted = &options.board;
    held_out.retain(|(_, _, board, count)| {
        *count > 0 && (wanted.is_empty() || wanted.iter().any(|(other, _)| other == board))
    });
    let most = HELD_OUT.div_ceil(held_out.len().max(1));
    let held_out = held_out
        .into_iter()
        .map(|(source, shelf, board, count)| (board, evenly(source, shelf, count, most)));
    let path = options.out.join("checkpoint.bin");
    let (state, progress) = begin(options, &path)?;
    let mut run = Run {
        options,
        plan,
        held_out: held_out.collect(),
        state,
        earlier: progress.seconds,
        before: progress.done,
        progress,
        started: Instant::now(),
        bar: Bar::new(PARTS, 0).silent(!std::io::stderr().is_terminal()),
    };
    run.plan.go_on(&run.progress.drawn);
    let (shape, threads) = (options.shape()?, options.threads());
    let mut team = Team::start(&sources, options.targets, shape, options.kernel, threads)?;
    if run.progress.done >= 1.0 {
        common::output!("{}: this run is finished; begin a new one with --start", path.display());
    } else {
        run.announce();
        run.go(&mut team)?;
    }
    run.finish(&mut team)
}

/// Returns the initial or resumed state.
fn begin(options: &Options, path: &std::path::Path) -> Result<(State, Progress)> {
    let averages = options.method.average > 0.0;
    let shape = options.shape()?;
    if options.resume && path.exists() {
        let (mut state, progress) = checkpoint::load(path)?;
        ensure!(
            state.params.shape == shape,
            "{}: a network of {} channels and {} pairs; go on with the same",
            path.display(),
            state.params.shape.channels(),
            state.params.shape.pairs()
        );
        state.average =
            averages.then(|| state.average.take().unwrap_or_else(|| state.params.clone()));
        return Ok((state, progress));
    }
    let params = match &options.start {
        Some(file) => origin::begin(file, shape, options.seed)?,
        None => Params::random(shape, options.seed),
    };
    Ok((State::new(params, averages), Progress::default()))
}

/// A run in progress.
struct Run<'a> {
    options: &'a Options,
    plan: Plan,
    /// Held-out samples by board.
    held_out: Vec<(Board, Vec<Draw>)>,
    state: State,
    /// Up to date, except for `drawn`, which excludes the batch that was prefetched.
    progress: Progress,
    /// Training time and completed fraction at the start of this process.
    earlier: f64,
    before: f64,
    started: Instant,
    bar: Bar,
}

impl Run<'_> {
    fn announce(&self) {
        let held_out: usize = self.held_out.iter().map(|(_, draws)| draws.len()).sum();
        let (shape, workers) = (self.state.params.shape, self.options.threads());
        let kernel = self.options.kernel;
        common::output!(
            "{} positions to learn from, {held_out} held out to measure; {} channels, {} pairs, \
             {workers} worker{}, {kernel}",
            self.plan.examples(),
            shape.channels(),
            shape.pairs(),
            if workers == 1 { "" } else { "s" }
        );
    }

    /// Trains to the end of the run.
    fn go(&mut self, team: &mut Team<'_>) -> Result<()> {
        let options = self.options;
        let (mut reported, mut saved) = (Instant::now(), Instant::now());
        let seconds = Duration::from_secs_f64;
        let mut report_every = seconds(options.report_seconds);
        let (mut recent, mut gradient) = (Sums::default(), Params::zeros(self.state.params.shape));
        let draws = self.plan.batch(options.batch);
        team.read(&draws)?;
        let mut drawn = self.plan.drawn();
        while self.progress.done < 1.0 {
            let quantise = self.progress.done >= options.quantise_from;
            let rate = learning_rate(options.rate, self.progress.done);
            let next = self.plan.batch(options.batch);
            let network = Network::new(&self.state.params, quantise);
            let scales = Scales::of(team.counts(), options.extra);
            let (sums, figures) = team.learn(&network, scales, &next)?;
            network.gradient_of_params(sums, &mut gradient);
            ensure!(
                figures.figures().policy.is_finite() && figures.figures().value.is_finite(),
                "the training has diverged after {} steps: try a lower --rate",
                self.state.steps
            );
            self.state.step(&gradient, rate, options.method);
            recent.add(&figures);
            self.progress.samples += options.batch as u64;
            self.progress.drawn = std::mem::replace(&mut drawn, self.plan.drawn());
            self.progress.seconds = self.earlier + self.started.elapsed().as_secs_f64();
            self.progress.done = self.done();
            let (done, left) = (self.progress.done, self.left());
            self.bar.show((PARTS as f64 * done) as u64, |_| {
                format!("{:.2} %, {left:.1} min left", 100.0 * done)
            });
            let over = self.progress.done >= 1.0;
            if over || reported.elapsed() >= report_every {
                let begun = Instant::now();
                self.report(team, &recent, reported.elapsed(), quantise)?;
                report_every = seconds(options.report_seconds).max(REPORT_PART * begun.elapsed());
                (recent, reported) = (Sums::default(), Instant::now());
            }
            if over || saved.elapsed() >= seconds(60.0 * options.save_minutes) {
                self.save()?;
                saved = Instant::now();
            }
        }
        Ok(())
    }

    /// Returns the completed fraction of the run.
    fn done(&self) -> f64 {
        let samples = self.progress.samples as f64;
        let part = match self.options {
            Options { samples: Some(all), .. } => samples / *all as f64,
            Options { minutes: Some(minutes), .. } => self.progress.seconds / (60.0 * minutes),
            Options { epochs, .. } => {
                samples / (epochs.unwrap_or_default() * self.plan.examples() as f64)
            }
        };
        part.min(1.0)
    }

    /// Returns the estimated minutes left, at the speed since the start of this process.
    fn left(&self) -> f64 {
        let Progress { seconds, done, .. } = self.progress;
        (seconds - self.earlier) / (done - self.before).max(1e-9) * (1.0 - done) / 60.0
    }

    /// Evaluates the held-out samples, in total and by board.
    fn measure(
        &self,
        team: &mut Team<'_>,
        quantise: bool,
    ) -> Result<(Sums, BTreeMap<String, Sums>)> {
        let network = Network::new(self.state.network(), quantise);
        let scales = Scales::measuring(self.options.extra);
        let (mut all, mut boards) = (Sums::default(), BTreeMap::<String, Sums>::new());
        for (board, draws) in &self.held_out {
            let sums = team.measure(&network, scales, draws)?;
            all.add(&sums);
            boards.entry(board.to_string()).or_default().add(&sums);
        }
        Ok((all, boards))
    }

    /// Prints a progress line and updates the loss curve.
    fn report(
        &mut self,
        team: &mut Team<'_>,
        recent: &Sums,
        time: Duration,
        quantise: bool,
    ) -> Result<()> {
        let speed = recent.examples() / time.as_secs_f64();
        let (held_out, _) = self.measure(team, quantise)?;
        let held_out = (held_out.examples() > 0.0).then(|| held_out.figures());
        let training = recent.figures();
        let loss = training.policy + f64::from(VALUE_WEIGHT) * training.value;
        let mut line = format!(
            "step {}  loss {loss:.3} (policy {:.3}, value {:.3})",
            self.state.steps, training.policy, training.value
        );
        let extra = self.options.extra;
        if let Some(figures) = held_out {
            line += &format!(
                "  held out: policy {:.3}, top-1 {:.1} %, top-5 {:.1} %, value {:.3}",
                figures.policy,
                100.0 * figures.top1,
                100.0 * figures.top5,
                figures.value
            );
            if extra.reply > 0.0 {
                let hits = 100.0 * figures.reply_top1;
                line += &format!(", reply {:.3}, top-1 {hits:.1} %", figures.reply);
            }
            if extra.chain > 0.0 {
                line += &format!(", chain {:.4}", figures.chain);
            }
            if extra.soft > 0.0 {
                line += &format!(", soft {:.3}", figures.soft);
            }
        }
        let kind = if quantise { "integer" } else { "float" };
        let left = self.left();
        self.bar.output(&format!("{line}  {kind}  {speed:.0} samples/s, {left:.1} min left"));
        self.progress.history.push(Report { step: self.state.steps, training, held_out });
        self.render()
    }

    /// Writes the loss curve.
    fn render(&self) -> Result<()> {
        match curve::render(&self.progress.history, self.options.extra) {
            Some(svg) => file::write(&self.options.out.join("loss.svg"), svg),
            None => Ok(()),
        }
    }

    /// Writes the weights and the checkpoint.
    fn save(&self) -> Result<()> {
        let weights = weights::to_bytes(self.state.network())?;
        file::write(&self.options.out.join("net.tpn"), &weights)?;
        checkpoint::save(&self.options.out.join("checkpoint.bin"), &self.state, &self.progress)
    }

    /// Writes the result.
    fn finish(&self, team: &mut Team<'_>) -> Result<()> {
        let (all, boards) = self.measure(team, true)?;
        let Progress { samples, seconds, .. } = self.progress;
        let summary = Summary {
            done: true,
            steps: self.state.steps,
            samples,
            seconds,
            samples_per_second: samples as f64 / seconds.max(1e-9),
            held_out: (all.examples() > 0.0).then(|| all.figures()),
            boards: boards.into_iter().map(|(board, sums)| (board, sums.figures())).collect(),
        };
        let path = self.options.out.join("result.json");
        file::write(&path, &serde_json::to_vec(&summary)?)?;
        let net = self.options.out.join("net.tpn");
        match std::fs::metadata(&net) {
            Ok(data) => common::output!("{}: {} bytes", net.display(), data.len()),
            Err(error) => bail!("{}: {error}", net.display()),
        }
        Ok(())
    }
}
