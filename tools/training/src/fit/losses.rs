//! Losses and metrics.

use crate::fit::heads::Outputs;
use crate::fit::math::{exp, largest, sum};
use crate::fit::shape::{CHAIN, POLICY, REPLY, SOFT};
use crate::fit::source::{Example, BYTES_PER_HOLE};
use clap::Args;
use common::cli::{amount, single};
use kernels::lanes::Lanes;
use kernels::VectorTask;
use serde::{Deserialize, Serialize};

/// Weight of the value loss; the policy loss has weight 1.
pub const VALUE_WEIGHT: f32 = 1.5;

const SOFT_POWER: f32 = 0.25;

/// Weights of the losses of the auxiliary heads, which the bot does not evaluate; 0 turns a head
/// off.
#[derive(Clone, Copy, PartialEq, Debug, Default, Args)]
pub struct Auxiliary {
    /// Weight of the auxiliary loss for the opponent's reply; 0 turns it off
    #[arg(long = "reply-weight", value_name = "WEIGHT", default_value_t = 0.15, value_parser = single(amount))]
    pub reply: f32,
    /// Weight of the auxiliary loss for the winning chain; 0 turns it off
    #[arg(long = "chain-weight", value_name = "WEIGHT", default_value_t = 1.0, value_parser = single(amount))]
    pub chain: f32,
    /// Weight of the auxiliary loss for the soft policy (policy to the power 1/4); 0 turns it off
    #[arg(long = "soft-weight", value_name = "WEIGHT", default_value_t = 0.0, value_parser = single(amount))]
    pub soft: f32,
}

/// Number of examples with each kind of target.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TargetCounts {
    /// Examples with a policy target.
    pub policy: f64,
    /// Examples with a reply target.
    pub reply: f64,
    /// Examples with a chain target.
    pub chain: f64,
    /// All examples.
    pub all: f64,
}

impl TargetCounts {
    /// Counts the targets of some examples.
    pub fn of<'a>(examples: impl IntoIterator<Item = &'a Example>) -> TargetCounts {
        let mut counts = TargetCounts::default();
        for example in examples {
            counts.policy += f64::from(u8::from(example.legal_policy().next().is_some()));
            counts.reply += f64::from(u8::from(example.legal_reply().is_some()));
            counts.chain += f64::from(u8::from(!example.chain.is_empty()));
            counts.all += 1.0;
        }
        counts
    }

    /// Adds other counts.
    pub fn add(&mut self, other: TargetCounts) {
        self.policy += other.policy;
        self.reply += other.reply;
        self.chain += other.chain;
        self.all += other.all;
    }
}

/// Factors for an example's losses, chosen so that the batch's loss is the sum over its examples.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Scales {
    policy: f32,
    value: f32,
    reply: f32,
    chain: f32,
    soft: f32,
}

impl Scales {
    /// Returns scales for evaluation, where it matters only whether a scale is 0.
    pub fn for_evaluation(auxiliary: Auxiliary) -> Scales {
        Scales::of(TargetCounts { policy: 1.0, reply: 1.0, chain: 1.0, all: 1.0 }, auxiliary)
    }

    /// Returns the scales for a batch: each loss is a mean over the examples that have its target.
    pub fn of(counts: TargetCounts, auxiliary: Auxiliary) -> Scales {
        let share = |weight: f32, count: f64| {
            if count > 0.0 {
                (f64::from(weight) / count) as f32
            } else {
                0.0
            }
        };
        Scales {
            policy: share(1.0, counts.policy),
            value: share(VALUE_WEIGHT, counts.all),
            reply: share(auxiliary.reply, counts.reply),
            chain: share(auxiliary.chain, counts.chain),
            soft: share(auxiliary.soft, counts.policy),
        }
    }
}

/// Losses (in nats) and hits (targets whose logit is the largest or among the five largest), summed
/// over examples.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Losses {
    counts: TargetCounts,
    sums: Metrics,
}

/// Mean losses and hit rates over examples.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Metrics {
    /// Cross-entropy of the policy, in nats.
    pub policy: f64,
    /// Fraction of positions in which the hole with the largest target has the largest logit.
    pub top1: f64,
    /// Fraction of positions in which the hole with the largest target has one of the five largest
    /// logits.
    pub top5: f64,
    /// Cross-entropy of the value, in nats.
    pub value: f64,
    /// Cross-entropy of the reply, in nats.
    pub reply: f64,
    /// Fraction of positions in which the reply target has the largest logit.
    pub reply_top1: f64,
    /// Binary cross-entropy of the winning chain in nats: sum over both sides, mean over the holes.
    pub chain: f64,
    /// Cross-entropy of the soft policy, in nats.
    pub soft: f64,
}

impl Losses {
    /// Adds the sums of other examples.
    pub fn add(&mut self, other: &Losses) {
        self.counts.add(other.counts);
        let (to, from) = (&mut self.sums, &other.sums);
        to.policy += from.policy;
        to.top1 += from.top1;
        to.top5 += from.top5;
        to.value += from.value;
        to.reply += from.reply;
        to.reply_top1 += from.reply_top1;
        to.chain += from.chain;
        to.soft += from.soft;
    }

    /// Returns the number of examples.
    pub fn examples(&self) -> f64 {
        self.counts.all
    }

    /// Returns the means, each over the examples that have the target; 0 if there are none.
    pub fn metrics(&self) -> Metrics {
        let mean = |sum: f64, count: f64| if count > 0.0 { sum / count } else { 0.0 };
        let Losses { counts, sums } = self;
        Metrics {
            policy: mean(sums.policy, counts.policy),
            top1: mean(sums.top1, counts.policy),
            top5: mean(sums.top5, counts.policy),
            value: mean(sums.value, counts.all),
            reply: mean(sums.reply, counts.reply),
            reply_top1: mean(sums.reply_top1, counts.reply),
            chain: mean(sums.chain, counts.chain),
            soft: mean(sums.soft, counts.policy),
        }
    }
}

impl Example {
    fn is_vacant(&self, hole: usize) -> bool {
        let planes = &self.planes[hole * BYTES_PER_HOLE..];
        planes[0] != 64 && planes[1] != 64
    }

    /// Returns whether the mover may play in a hole; the left and right columns are the opponent's.
    fn is_open(&self, hole: usize) -> bool {
        let column = hole % self.edge;
        column > 0 && column + 1 < self.edge && self.is_vacant(hole)
    }

    /// Returns whether the opponent may play in a hole; the top and bottom rows are the mover's.
    fn is_open_to_reply(&self, hole: usize) -> bool {
        let row = hole / self.edge;
        row > 0 && row + 1 < self.edge && self.is_vacant(hole)
    }

    fn legal_policy(&self) -> impl Iterator<Item = (usize, f32)> + '_ {
        let shares = self.policy.iter().map(|&(hole, share)| (usize::from(hole), share));
        shares.filter(|&(hole, share)| share > 0.0 && self.is_open(hole))
    }

    fn legal_reply(&self) -> Option<usize> {
        self.reply.map(usize::from).filter(|&hole| self.is_open_to_reply(hole))
    }
}

/// Buffers that are reused for every example.
#[derive(Clone, Debug, Default)]
pub struct LossScratch {
    powers: Vec<f32>,
    open: Vec<f32>,
    target: Vec<f32>,
}

/// Adds the losses of an example to the sums and writes their scaled gradient with respect to the
/// outputs to `gradient`.
pub(crate) struct AddLosses<'a> {
    pub(crate) example: &'a Example,
    pub(crate) outputs: &'a Outputs,
    pub(crate) scales: Scales,
    pub(crate) scratch: &'a mut LossScratch,
    pub(crate) gradient: &'a mut Outputs,
    pub(crate) sums: &'a mut Losses,
}

impl VectorTask for AddLosses<'_> {
    #[inline(always)]
    unsafe fn run<V: Lanes>(self) {
        let AddLosses { example, outputs, scales, scratch: buf, gradient, sums } = self;
        let count = example.edge * example.edge;
        let Losses { counts, sums } = sums;
        gradient.clear(count);
        buf.open.resize(count, 0.0);
        buf.target.resize(count, 0.0);
        counts.all += 1.0;
        sums.value += f64::from(value_loss(outputs, example.wdl, scales.value, gradient));
        let total: f32 = example.legal_policy().map(|(_, share)| share).sum();
        if total > 0.0 {
            (0..count)
                .for_each(|hole| buf.open[hole] = if example.is_open(hole) { 1.0 } else { 0.0 });
            buf.target.fill(0.0);
            example.legal_policy().for_each(|(hole, share)| buf.target[hole] = share / total);
            let logits = &outputs.logits[POLICY];
            let loss = buf.cross_entropy(logits, scales.policy, &mut gradient.logits[POLICY]);
            let rank = buf.rank(logits, first_largest(&buf.target));
            counts.policy += 1.0;
            sums.policy += f64::from(loss);
            sums.top1 += f64::from(u8::from(rank < 1));
            sums.top5 += f64::from(u8::from(rank < 5));
            if scales.soft > 0.0 {
                buf.soften();
                let (logits, to) = (&outputs.logits[SOFT], &mut gradient.logits[SOFT]);
                sums.soft += f64::from(buf.cross_entropy(logits, scales.soft, to));
            }
        }
        if let Some(reply) = example.legal_reply().filter(|_| scales.reply > 0.0) {
            for hole in 0..count {
                buf.open[hole] = if example.is_open_to_reply(hole) { 1.0 } else { 0.0 };
            }
            buf.target.fill(0.0);
            buf.target[reply] = 1.0;
            let logits = &outputs.logits[REPLY];
            counts.reply += 1.0;
            let to = &mut gradient.logits[REPLY];
            sums.reply += f64::from(buf.cross_entropy(logits, scales.reply, to));
            sums.reply_top1 += f64::from(u8::from(buf.rank(logits, reply) < 1));
        }
        if scales.chain > 0.0 && !example.chain.is_empty() {
            counts.chain += 1.0;
            for side in 0..2 {
                let is_winners = (side == 0) == example.chain_is_movers;
                buf.target.fill(0.0);
                for &hole in example.chain.iter().filter(|_| is_winners) {
                    buf.target[usize::from(hole)] = 1.0;
                }
                let (logits, to) =
                    (&outputs.logits[CHAIN + side], &mut gradient.logits[CHAIN + side]);
                sums.chain += f64::from(buf.binary_cross_entropy(logits, scales.chain, to));
            }
        }
    }
}

#[inline(always)]
fn value_loss(outputs: &Outputs, wdl: [f32; 3], scale: f32, gradient: &mut Outputs) -> f32 {
    let most = outputs.value.iter().fold(f32::MIN, |a, &b| a.max(b));
    let powers = outputs.value.map(|logit| (logit - most).exp());
    let total: f32 = powers.iter().sum();
    let mut loss = 0.0;
    for i in 0..3 {
        loss += wdl[i] * (total.ln() + most - outputs.value[i]);
        gradient.value[i] = (powers[i] / total - wdl[i]) * scale;
    }
    loss
}

fn first_largest(target: &[f32]) -> usize {
    let most = largest(target);
    target.iter().position(|&share| share == most).unwrap_or(0)
}

impl LossScratch {
    /// Returns the softmax cross-entropy over the open holes; writes its gradient times `scale` to
    /// `to`.
    #[inline(always)]
    fn cross_entropy(&mut self, logits: &[f32], scale: f32, to: &mut [f32]) -> f32 {
        let LossScratch { powers, open, target } = self;
        powers.resize(logits.len(), 0.0);
        for ((power, logit), open) in powers.iter_mut().zip(logits).zip(open.iter()) {
            *power = if *open > 0.0 { *logit } else { -1e9 };
        }
        let most = largest(powers);
        for (power, open) in powers.iter_mut().zip(open.iter()) {
            *power = open * exp(*power - most);
        }
        let total = sum(powers);
        let constant = total.ln() + most;
        let mut loss = 0.0;
        for (share, logit) in target.iter().zip(logits).filter(|(share, _)| **share > 0.0) {
            loss += share * (constant - logit);
        }
        for ((to, power), share) in to.iter_mut().zip(powers.iter()).zip(target.iter()) {
            *to = (power / total - share) * scale;
        }
        loss
    }

    /// Returns the number of open holes with a larger logit than `hole`.
    #[inline(always)]
    fn rank(&self, logits: &[f32], hole: usize) -> usize {
        let least = logits[hole];
        let larger = logits.iter().zip(&self.open);
        larger.filter(|(logit, open)| **open > 0.0 && **logit > least).count()
    }

    fn soften(&mut self) {
        self.target.iter_mut().for_each(|share| *share = share.powf(SOFT_POWER));
        let total = sum(&self.target);
        self.target.iter_mut().for_each(|share| *share /= total);
    }

    /// Returns the binary cross-entropy of the target, averaged over the holes; writes its gradient
    /// times `scale` to `to`. Overwrites the target.
    #[inline(always)]
    fn binary_cross_entropy(&mut self, logits: &[f32], scale: f32, to: &mut [f32]) -> f32 {
        let LossScratch { powers, target, .. } = self;
        let holes = logits.len() as f32;
        let scale = scale / holes;
        powers.resize(logits.len(), 0.0);
        // The cross-entropy of logit x for target t is log(1 + e^x) − t x; e^−|x| avoids overflow.
        for ((logit, power), (to, share)) in
            logits.iter().zip(powers.iter_mut()).zip(to.iter_mut().zip(target.iter_mut()))
        {
            let small = exp(-logit.abs());
            let chance = if *logit >= 0.0 { 1.0 } else { small } / (1.0 + small);
            *to = (chance - *share) * scale;
            *power = 1.0 + small;
            *share = logit.max(0.0) - *share * logit;
        }
        // A product of 96 factors of at most 2 does not overflow, so one logarithm suffices for all
        // of them.
        let logarithms = powers.chunks(96).map(|chunk| chunk.iter().product::<f32>().ln());
        (sum(target) + logarithms.sum::<f32>()) / holes
    }
}
