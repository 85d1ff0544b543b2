//! A training run: training loop, progress lines, checkpoints and exports.

use crate::fit::checkpoint::{self, TrainingProgress};
use crate::fit::losses::{Losses, Metrics, Scales, VALUE_WEIGHT};
use crate::fit::optimiser::{learning_rate, TrainingState};
use crate::fit::options::FitOptions;
use crate::fit::params::Params;
use crate::fit::sampler::{held_out, Dataset, Sample, Sampler};
use crate::fit::source::{self, Board, Split};
use crate::fit::units::FitNet;
use crate::fit::weights;
use crate::fit::workers::WorkerPool;
use crate::lock::lock;
use anyhow::{bail, ensure, Context, Result};
use common::file;
use common::stop::Stop;
use kernels::Kernel;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

/// Maximum number of held-out positions per evaluation.
pub const HELD_OUT: usize = 4096;

/// Minimum time between progress lines.
const REPORT_EVERY: Duration = Duration::from_secs(15);

/// Evaluations of held-out positions take at most 1 / `REPORT_COST` of the run time.
const REPORT_COST: u32 = 20;

/// Result of a run, written to `result.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FitSummary {
    /// Optimiser steps.
    pub steps: u64,
    /// Samples trained on.
    pub samples: u64,
    /// Training time, in seconds.
    pub seconds: f64,
    /// Samples divided by seconds.
    pub samples_per_second: f64,
    /// Metrics on held-out positions, if there are any.
    pub held_out: Option<Metrics>,
    /// Metrics on held-out positions, by board, such as `12 pp`.
    pub boards: BTreeMap<String, Metrics>,
}

/// Trains a network; writes `checkpoint.bin`, `net.tpn` and `result.json`. Fails if the
/// training diverges, another process trains in the folder, or with [`Stopped`](common::stop::Stopped) after a checkpoint if `stop` is raised.
pub fn train(options: &FitOptions, stop: &Stop) -> Result<FitSummary> {
    options.check()?;
    let sources = source::open(&options.folders)?;
    let _lock = lock(&options.out)?;
    let mut sets = Vec::new();
    for (number, source) in sources.iter().enumerate() {
        for (index, group) in source.library.groups.iter().enumerate() {
            let (name, share) = (source.name.clone(), source.share);
            let (board, count) = (group.board, group.positions(Split::Training));
            sets.push(Dataset { source: number, name, group: index, board, count, share });
        }
    }
    let sampler = Sampler::new(sets, &options.board, options.seed)?;
    let held_out = held_out(&sources, &options.board, HELD_OUT);
    let path = options.out.join("checkpoint.bin");
    let (state, progress) = initial_state(options, &path)?;
    let mut run = Run {
        options,
        sampler,
        held_out,
        state,
        earlier: progress.seconds,
        before: progress.done,
        progress,
        started: Instant::now(),
    };
    run.sampler.resume(&run.progress.drawn);
    let (shape, threads) = (options.shape()?, options.threads());
    let mut pool =
        WorkerPool::start(&sources, options.search_share, shape, Kernel::best(), threads)?;
    if run.progress.done >= 1.0 {
        common::output!(
            "{}: the run is already finished; pass another --out for a new one",
            path.display()
        );
    } else {
        run.announce();
        run.train_to_end(&mut pool, stop)?;
    }
    run.finish(&mut pool)
}

fn initial_state(options: &FitOptions, path: &Path) -> Result<(TrainingState, TrainingProgress)> {
    let shape = options.shape()?;
    if options.resume && path.exists() {
        let (state, progress) = checkpoint::load(path)?;
        let same = state.params.shape.ensure(shape);
        same.with_context(|| format!("cannot resume {}", path.display()))?;
        return Ok((state, progress));
    }
    ensure!(
        !path.exists(),
        "cannot start a training: {} exists; pass --resume to continue its training, or another --out",
        path.display()
    );
    let params = Params::random(shape, options.seed);
    Ok((TrainingState::new(params), TrainingProgress::default()))
}

struct Run<'a> {
    options: &'a FitOptions,
    sampler: Sampler,
    held_out: Vec<(Board, Vec<Sample>)>,
    state: TrainingState,
    /// Progress after the last step; `drawn` excludes the prefetched batch, which `sampler`
    /// already counts.
    progress: TrainingProgress,
    /// Training time and completed fraction at the start of this process.
    earlier: f64,
    before: f64,
    started: Instant,
}

impl Run<'_> {
    fn announce(&self) {
        let held_out: usize = self.held_out.iter().map(|(_, samples)| samples.len()).sum();
        let (shape, workers) = (self.state.params.shape, self.options.threads());
        common::output!(
            "{} training positions, {held_out} held out; {} channels, {} residual \
             blocks, {workers} worker{}, {}",
            self.sampler.examples(),
            shape.channels(),
            shape.blocks(),
            if workers == 1 { "" } else { "s" },
            Kernel::best()
        );
    }

    fn train_to_end(&mut self, pool: &mut WorkerPool<'_>, stop: &Stop) -> Result<()> {
        let options = self.options;
        let (mut reported, mut saved) = (Instant::now(), Instant::now());
        let save_every = Duration::from_secs_f64(60.0 * options.save_minutes);
        let mut report_every = REPORT_EVERY;
        let (mut recent, mut gradient) =
            (Losses::default(), Params::zeros(self.state.params.shape));
        let samples = self.sampler.batch(options.batch);
        pool.read(&samples)?;
        let mut drawn = self.sampler.drawn();
        while self.progress.done < 1.0 {
            let quantise = self.progress.done >= options.quantise_from;
            let rate = learning_rate(options.rate, self.progress.done);
            let next = self.sampler.batch(options.batch);
            let network = FitNet::new(&self.state.params, quantise);
            let scales = Scales::of(pool.counts, options.auxiliary);
            let (sums, losses) = pool.train_batch(&network, scales, &next)?;
            network.gradient_of_params(sums, &mut gradient);
            ensure!(
                losses.metrics().policy.is_finite() && losses.metrics().value.is_finite(),
                "training diverged after {} steps; lower --rate",
                self.state.steps
            );
            self.state.step(Kernel::best(), &gradient, rate, options.decay);
            recent.add(&losses);
            self.progress.samples += options.batch as u64;
            self.progress.drawn = std::mem::replace(&mut drawn, self.sampler.drawn());
            self.progress.seconds = self.earlier + self.started.elapsed().as_secs_f64();
            self.progress.done = self.done();
            let over = self.progress.done >= 1.0;
            if over || reported.elapsed() >= report_every {
                let start = Instant::now();
                self.report(pool, &recent, reported.elapsed(), quantise)?;
                report_every = REPORT_EVERY.max(REPORT_COST * start.elapsed());
                (recent, reported) = (Losses::default(), Instant::now());
            }
            if over || stop.is_raised() || saved.elapsed() >= save_every {
                self.save()?;
                saved = Instant::now();
            }
            if !over {
                stop.check()?;
            }
        }
        Ok(())
    }

    fn done(&self) -> f64 {
        (self.progress.samples as f64 / self.options.samples as f64).min(1.0)
    }

    /// Estimates the minutes left from the speed since the start of this process.
    fn left(&self) -> f64 {
        let TrainingProgress { seconds, done, .. } = self.progress;
        (seconds - self.earlier) / (done - self.before).max(1e-9) * (1.0 - done) / 60.0
    }

    fn evaluate(
        &self,
        pool: &mut WorkerPool<'_>,
        quantise: bool,
    ) -> Result<(Losses, BTreeMap<String, Losses>)> {
        let network = FitNet::new(&self.state.params, quantise);
        let scales = Scales::for_evaluation(self.options.auxiliary);
        let (mut all, mut boards) = (Losses::default(), BTreeMap::<String, Losses>::new());
        for (board, samples) in &self.held_out {
            let sums = pool.evaluate(&network, scales, samples)?;
            all.add(&sums);
            boards.entry(board.to_string()).or_default().add(&sums);
        }
        Ok((all, boards))
    }

    fn report(
        &self,
        pool: &mut WorkerPool<'_>,
        recent: &Losses,
        time: Duration,
        quantise: bool,
    ) -> Result<()> {
        let speed = recent.examples() / time.as_secs_f64();
        let (held_out, _) = self.evaluate(pool, quantise)?;
        let held_out = (held_out.examples() > 0.0).then(|| held_out.metrics());
        let training = recent.metrics();
        let loss = training.policy + f64::from(VALUE_WEIGHT) * training.value;
        let mut line = format!(
            "step {}  loss {loss:.3} (policy {:.3}, value {:.3})",
            self.state.steps, training.policy, training.value
        );
        let auxiliary = self.options.auxiliary;
        if let Some(metrics) = held_out {
            line += &format!(
                "  held out: policy {:.3}, top-1 {:.1} %, top-5 {:.1} %, value {:.3}",
                metrics.policy,
                100.0 * metrics.top1,
                100.0 * metrics.top5,
                metrics.value
            );
            if auxiliary.reply > 0.0 {
                let hits = 100.0 * metrics.reply_top1;
                line += &format!(", reply {:.3}, top-1 {hits:.1} %", metrics.reply);
            }
            if auxiliary.chain > 0.0 {
                line += &format!(", chain {:.4}", metrics.chain);
            }
            if auxiliary.soft > 0.0 {
                line += &format!(", soft {:.3}", metrics.soft);
            }
        }
        let kind = if quantise { "integer" } else { "float" };
        let left = self.left();
        common::output!("{line}  {kind}  {speed:.0} samples/s, {left:.1} min left");
        Ok(())
    }

    fn save(&self) -> Result<()> {
        let weights = weights::to_bytes(&self.state.params)?;
        file::write(&self.options.out.join("net.tpn"), &weights)?;
        checkpoint::save(&self.options.out.join("checkpoint.bin"), &self.state, &self.progress)
    }

    fn finish(&self, pool: &mut WorkerPool<'_>) -> Result<FitSummary> {
        let (all, boards) = self.evaluate(pool, true)?;
        let TrainingProgress { samples, seconds, .. } = self.progress;
        let summary = FitSummary {
            steps: self.state.steps,
            samples,
            seconds,
            samples_per_second: samples as f64 / seconds.max(1e-9),
            held_out: (all.examples() > 0.0).then(|| all.metrics()),
            boards: boards.into_iter().map(|(board, sums)| (board, sums.metrics())).collect(),
        };
        let path = self.options.out.join("result.json");
        file::write(&path, &serde_json::to_vec(&summary)?)?;
        let net = self.options.out.join("net.tpn");
        match std::fs::metadata(&net) {
            Ok(data) => common::output!("{}: {} bytes", net.display(), data.len()),
            Err(error) => bail!("cannot read {}: {error}", net.display()),
        }
        Ok(summary)
    }
}
