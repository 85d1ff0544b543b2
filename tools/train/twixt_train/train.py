"""Training: the optimiser, and the loop with its progress lines, checkpoints and exports."""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from twixt_train import checkpoint, curve, net, origin, weights
from twixt_train.batches import Batch, Mixture, make_batch
from twixt_train.losses import ALONE, VALUE_WEIGHT, Extra, evaluate, losses

WARM_UP: Final = 0.03
"""Part of the run in which the learning rate rises."""
State = dict[str, Any]


class Method(NamedTuple):
    """What stays the same at every step."""

    decay: float = 0.0
    """Weight decay."""
    average: float = 0.0
    """What the average of the weights keeps of itself at a step, where the state has one."""
    extra: Extra = ALONE


@dataclass
class Options:
    """What a training run is asked to do; the command line's help says what each means."""

    out: Path
    channels: int = 16
    blocks: int = 4
    batch: int = 256
    epochs: float | None = None
    minutes: float | None = None
    rate: float = 0.004
    decay: float = 1e-4
    quantise_from: float = 0.0
    search_value_share: float = 0.0
    reply_weight: float = 0.15
    chain_weight: float = 1.0
    average: float = 0.999
    seed: int = 1
    start: Path | None = None
    resume: bool = False
    save_minutes: float = 3.0
    report_seconds: float = 15.0

    @property
    def method(self) -> Method:
        """What stays the same at every step."""
        extra = Extra(self.reply_weight, self.chain_weight)
        return Method(self.decay, self.average, extra)


def optimiser(decay: float) -> optax.GradientTransformation:
    """AdamW without its learning rate, which each step is given; biases do not decay."""
    return optax.chain(
        optax.clip_by_global_norm(5.0),
        optax.scale_by_adam(),
        optax.add_decayed_weights(decay, lambda p: jax.tree_util.tree_map(lambda a: a.ndim > 1, p)),
    )


def state_of(params: net.Params, options: Options) -> State:
    """The state before the first step.

    It is parameters, their average if one is kept, moments, step, part of the run done.
    """
    state = {
        "params": params,
        "moments": optimiser(options.decay).init(params),
        "step": jnp.int32(0),
        "done": jnp.float32(0),
    }
    if options.average > 0:
        # A copy of its own: a step gives the state's memory away.
        state["average"] = jax.tree_util.tree_map(jnp.copy, params)
    return state


def fresh(options: Options) -> State:
    """The state of a run with random parameters, before the first step."""
    return state_of(net.init(options.seed, options.channels, options.blocks), options)


@functools.partial(jax.jit, static_argnames=("quantise", "method"), donate_argnums=0)
def step(
    state: State, batch: Batch, rate: float, quantise: bool, method: Method
) -> tuple[State, State]:
    """One step of the optimiser; returns the new state and the batch's figures.

    The average keeps less of itself in the first steps, so that it soon forgets the beginning.
    """
    grads, figures = jax.grad(losses, has_aux=True)(state["params"], batch, quantise, method.extra)
    updates, moments = optimiser(method.decay).update(grads, state["moments"], state["params"])
    params = jax.tree_util.tree_map(lambda p, u: p - rate * u, state["params"], updates)
    new = {**state, "params": params, "moments": moments, "step": state["step"] + 1}
    if "average" in state:
        kept = jnp.minimum(method.average, (1 + state["step"]) / (10 + state["step"]))
        new["average"] = jax.tree_util.tree_map(
            lambda a, p: p + kept * (a - p), state["average"], params
        )
    return new, figures


def learning_rate(peak: float, done: float) -> float:
    """A short rise, then a cosine down to a hundredth at the end (Loshchilov, Hutter 2017)."""
    if done < WARM_UP:
        return peak * (0.05 + 0.95 * done / WARM_UP)
    part = min((done - WARM_UP) / (1 - WARM_UP), 1.0)
    return peak * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * part)))


@dataclass
class Run:
    """A training run: its state, its clock and what it has reported."""

    options: Options
    data: Mixture
    state: State
    done_before: float = 0.0
    started: float = field(default_factory=time.monotonic)
    steps: list[int] = field(default_factory=list)
    lines: dict[str, list[float]] = field(default_factory=dict)

    def done(self, steps: int) -> float:
        """Part of the whole run that is over, after ``steps`` steps of this process."""
        if self.options.minutes is not None:
            part = (time.monotonic() - self.started) / (60 * self.options.minutes)
        else:
            part = steps * self.options.batch / ((self.options.epochs or 1) * len(self.data))
        return self.done_before + (1 - self.done_before) * part

    @property
    def network(self) -> net.Params:
        """The parameters that are exported and measured: the average if one is kept."""
        return self.state.get("average", self.state["params"])

    def batches(self) -> Iterator[Batch]:
        """Mirrored training batches without end."""
        while True:
            records = self.data.draw(self.options.batch)
            yield make_batch(records, self.options.search_value_share, mirror=True)

    def report(self, recent: dict[str, float], speed: float, done: float, quantise: bool) -> None:
        """Prints a progress line and draws the curve."""
        held = evaluate(self.network, self.data.held_out, quantise, self.options.method.extra)
        spent = time.monotonic() - self.started
        left = spent * (1 - done) / max(done - self.done_before, 1e-6)
        at = int(self.state["step"])
        loss = recent["policy"] + VALUE_WEIGHT * recent["value"]
        text = f"step {at}  loss {loss:.3f} (policy {recent['policy']:.3f}, "
        text += f"value {recent['value']:.3f})"
        if held:
            text += f"  held out: policy {held['policy']:.3f}, top-1 {100 * held['top1']:.1f} %, "
            text += f"top-5 {100 * held['top5']:.1f} %, value {held['value']:.3f}"
            if "reply" in held:
                text += f", reply {held['reply']:.3f}, top-1 {100 * held['reply_top1']:.1f} %"
            if "chain" in held:
                text += f", chain {held['chain']:.4f}"
        kind = "integer" if quantise else "float"
        print(f"{text}  {kind}  {speed:.0f} samples/s, {left / 60:.1f} min left", flush=True)
        self.steps.append(at)
        shown = {"policy": recent["policy"], "value": recent["value"]}
        shown |= {
            f"{k}, held out": held[k] for k in ("policy", "value", "reply", "chain") if k in held
        }
        for name, figure in shown.items():
            self.lines.setdefault(name, []).append(figure)
        curve.write(self.options.out / "loss.svg", self.steps, self.lines)

    def save(self) -> None:
        """Writes the checkpoint and the weights."""
        checkpoint.save(self.options.out / "checkpoint.npz", self.state)
        path = self.options.out / "net.tpn"
        size = weights.save(weights.quantise(self.network), path)
        characters = weights.source_characters(size)
        print(f"{path}: {size} bytes, {characters} characters at 15 bits each", flush=True)

    def loop(self) -> None:
        """Trains to the end."""
        last_report = last_save = time.monotonic()
        seen: list[State] = []
        steps, done = 0, self.done_before
        batches = self.batches()
        while done < 1:
            quantise = done >= self.options.quantise_from
            rate = learning_rate(self.options.rate, done)
            self.state, figures = step(
                self.state, next(batches), rate, quantise, self.options.method
            )
            seen.append(figures)
            steps += 1
            if steps % 4 == 0:
                # Steps are queued; waiting now and then keeps clock and work together.
                jax.block_until_ready(figures)
            done = min(self.done(steps), 1.0)
            now = time.monotonic()
            if now - last_report > self.options.report_seconds or done >= 1:
                recent = {k: float(np.mean([f[k] for f in seen])) for k in ("policy", "value")}
                speed = len(seen) * self.options.batch / (now - last_report)
                self.report(recent, speed, done, quantise)
                seen, last_report = [], time.monotonic()
            if now - last_save > 60 * self.options.save_minutes or done >= 1:
                self.state["done"] = jnp.float32(done)
                self.save()
                last_save = time.monotonic()


def train(options: Options, files: list[tuple[Path, float | None]]) -> net.Params:
    """Trains as asked; leaves checkpoint, weights and curve in ``options.out``.

    Raises:
        ValueError: a record file or a checkpoint cannot be used.
    """
    data = Mixture(files, options.seed)
    state = fresh(options)
    options.out.mkdir(parents=True, exist_ok=True)
    old = options.out / "checkpoint.npz"
    if options.resume and old.exists():
        state = origin.resume(old, state)
        data.rng = np.random.default_rng([options.seed, int(state["step"])])
    elif options.start is not None:
        params = origin.begin(options.start, options.channels, options.blocks, options.seed)
        state = state_of(params, options)
    print(
        f"{len(data)} records to train on, {len(data.held_out)} held out; "
        f"{options.channels} channels, {options.blocks} pairs, on {jax.devices()[0].platform}",
        flush=True,
    )
    run = Run(options, data, state, done_before=float(state["done"]))
    if run.done_before >= 1:
        raise ValueError(f"{old}: this run is finished; start a new one from it with --start")
    run.loop()
    return run.state["params"]
