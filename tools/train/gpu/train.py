"""Trains a network on the arrays that `train planes` made, on a GPU if JAX finds one.

Leaves in --out: checkpoint.npz, from which the same command goes on after it was stopped; net.tpn,
the integer network; and in the end result.json. All of them are whole at any moment.
"""

from __future__ import annotations

import argparse
import functools
import io
import json
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

import net
import weights
from data import Board, Plan, Rows, load, mirrored
from losses import VALUE_WEIGHT, Extra, counts, losses

WARM_UP: Final = 0.03
"""Part of the run in which the learning rate rises."""
LONGEST: Final = 5.0
"""The longest that a gradient may be; longer ones are shortened."""
KEEP: Final = (0.9, 0.999)
"""What Adam's two averages keep of themselves at a step."""
AHEAD: Final = 32
"""Steps that may wait for the device."""
MEASURED: Final = 512
"""Held-out positions that are measured at a time."""
FIGURES: Final = ("policy", "top1", "top5", "value", "reply", "reply_top1", "chain", "soft")
State = dict[str, Any]


class Method(NamedTuple):
    """What stays the same at every step."""

    decay: float
    """Weight decay."""
    average: float
    """What the average of the weights keeps of itself at a step, in the long run."""
    extra: Extra


def fresh(params: net.Params) -> State:
    """The state before the first step."""
    zeros = jax.tree.map(jnp.zeros_like, params)
    return {
        "params": params,
        # Copies of their own: a step gives the state's memory away.
        "average": jax.tree.map(jnp.copy, params),
        "mean": zeros,
        "square": jax.tree.map(jnp.copy, zeros),
        "step": jnp.int32(0),
        # Sums of the policy's and the value's losses and their number, since the last report.
        "recent": jnp.zeros(3),
    }


@functools.partial(jax.jit, static_argnames=("quantise", "method"), donate_argnums=0)
def step(
    state: State, data: Rows, chosen: jax.Array, rate: float, quantise: bool, method: Method
) -> State:
    """One step of AdamW (Loshchilov and Hutter 2019) on the chosen positions, mirrored.

    The average keeps less of itself in the first steps, so that it soon forgets the beginning.
    """
    rows = mirrored(Rows(*(array[chosen] for array in data)))
    grads, figures = jax.grad(losses, has_aux=True)(state["params"], rows, quantise, method.extra)
    length = jnp.sqrt(sum(jnp.sum(g * g) for g in jax.tree.leaves(grads)))
    grads = jax.tree.map(lambda g: g * jnp.minimum(1, LONGEST / length), grads)
    count = state["step"] + 1
    square = jax.tree.map(lambda g: g * g, grads)
    moments = [
        jax.tree.map(lambda a, b, k=k: k * a + (1 - k) * b, state[name], new)
        for k, name, new in zip(KEEP, ("mean", "square"), (grads, square), strict=True)
    ]

    def moved(p: jax.Array, mean: jax.Array, square: jax.Array) -> jax.Array:
        # What the averages that began at 0 lack; biases do not decay.
        mean, square = mean / (1 - KEEP[0] ** count), square / (1 - KEEP[1] ** count)
        return p - rate * (mean / (jnp.sqrt(square) + 1e-8) + method.decay * p * (p.ndim > 1))

    params = jax.tree.map(moved, state["params"], *moments)
    kept = jnp.minimum(method.average, count / (count + 9))
    return {
        "params": params,
        "average": jax.tree.map(lambda a, p: p + kept * (a - p), state["average"], params),
        "mean": moments[0],
        "square": moments[1],
        "step": count,
        "recent": state["recent"] + jnp.stack([figures["policy"], figures["value"], 1.0]),
    }


@functools.partial(jax.jit, static_argnames=("quantise", "extra"))
def _sums(params: net.Params, rows: Rows, quantise: bool, extra: Extra) -> tuple[dict, dict]:
    """Sums of the figures over some positions, and what they have to be divided by."""
    told, figures = counts(rows), losses(params, rows, quantise, extra)[1]
    return {name: figure * told[name] for name, figure in figures.items()}, told


def measure(params: net.Params, rows: list[Rows], quantise: bool, extra: Extra) -> dict:
    """Figures of positions; 0 where there is nothing to tell."""
    sums, totals = dict.fromkeys(FIGURES, 0.0), dict.fromkeys(FIGURES, 0.0)
    for all_of in rows:
        for start in range(0, len(all_of.reply), MEASURED):
            part = Rows(*(array[start : start + MEASURED] for array in all_of))
            figures, told = jax.device_get(_sums(params, part, quantise, extra))
            for name, figure in figures.items():
                sums[name] += float(figure)
                totals[name] += float(told[name])
    return {name: sums[name] / totals[name] if totals[name] > 0 else 0.0 for name in FIGURES}


def learning_rate(peak: float, done: float) -> float:
    """A short rise, then a cosine down to a hundredth at the end (Loshchilov, Hutter 2017)."""
    if done < WARM_UP:
        return peak * (0.05 + 0.95 * done / WARM_UP)
    part = min((done - WARM_UP) / (1 - WARM_UP), 1.0)
    return peak * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * part)))


class Run:
    """A training run: what it learns from, its state, its clock."""

    def __init__(self, options: argparse.Namespace) -> None:
        """Loads everything; goes on where an earlier run was stopped."""
        self.options = options
        boards, self.head = load(options.planes)
        wanted = dict(options.board)
        self.boards: dict[str, Board] = {
            b.name: b for b in boards if not wanted or b.name in wanted
        }
        lengths = {b.name: len(b.training.reply) if b.training else 0 for b in boards}
        self.plan = Plan(lengths, wanted, options.seed)
        extra = Extra(options.reply_weight, options.chain_weight, options.soft_weight)
        self.method = Method(options.decay, options.average, extra)
        params = net.init(options.seed, options.channels, options.pairs)
        if options.start:
            params = weights.to_params(weights.from_bytes(options.start.read_bytes()))
        self.state = fresh(params)
        self.samples, self.spent, self.done = 0, 0.0, 0.0
        options.out.mkdir(parents=True, exist_ok=True)
        self.checkpoint = options.out / "checkpoint.npz"
        if self.checkpoint.exists():
            self.resume()
        self.begun = time.monotonic() - self.spent

    def resume(self) -> None:
        """Reads the checkpoint."""
        with np.load(self.checkpoint) as file:
            progress = json.loads(bytes(file["progress"]))
            leaves, form = jax.tree.flatten(self.state)
            old = [file[f"a{i}"] for i in range(len(file.files) - 1)]
        if [a.shape for a in old] != [a.shape for a in leaves]:
            raise ValueError(
                f"{self.checkpoint}: of another network; name another --out, or the same "
                "--channels, --pairs and --start"
            )
        self.state = jax.tree.unflatten(form, [jnp.asarray(a) for a in old])
        self.samples, self.spent, self.done = (progress[k] for k in ("samples", "spent", "done"))
        self.plan.drawn = progress["drawn"]

    def save(self) -> None:
        """Writes the weights and the checkpoint."""
        network = weights.to_bytes(weights.quantise(self.network))
        weights.replace(self.options.out / "net.tpn", network)
        progress = {"samples": self.samples, "spent": self.spent, "done": self.done}
        progress = json.dumps({**progress, "drawn": self.plan.drawn}).encode()
        leaves = {f"a{i}": np.asarray(a) for i, a in enumerate(jax.tree.leaves(self.state))}
        content = io.BytesIO()
        np.savez(content, progress=np.frombuffer(progress, "u1"), **leaves)
        weights.replace(self.checkpoint, content.getvalue())

    @property
    def network(self) -> net.Params:
        """The parameters that are exported and measured."""
        return self.state["average" if self.method.average > 0 else "params"]

    def held_out(self, quantise: bool, names: list[str] | None = None) -> dict | None:
        """Figures of held-out positions, of all boards or of some."""
        boards = (self.boards[name] for name in names or self.boards)
        rows = [board.held_out for board in boards if board.held_out]
        return measure(self.network, rows, quantise, self.method.extra) if rows else None

    def loop(self) -> None:
        """Trains to the end."""
        options = self.options
        told = saved = time.monotonic()
        every, since = options.report_seconds, self.samples
        quantise = False
        while self.done < 1:
            quantise = self.done >= options.quantise_from
            rate = learning_rate(options.rate, self.done)
            name, chosen = self.plan.draw(options.batch)
            data = self.boards[name].training
            self.state = step(self.state, data, chosen, rate, quantise, self.method)
            self.samples += options.batch
            if (self.samples // options.batch) % AHEAD == 0:
                # Steps are queued; waiting now and then keeps clock and work together.
                self.state["recent"].block_until_ready()
            now = time.monotonic()
            self.spent = now - self.begun
            if options.samples:
                part = self.samples / options.samples
            else:
                part = self.spent / (60 * options.minutes)
            self.done = min(part, 1.0)
            if now - told >= every or self.done >= 1:
                self.state["recent"].block_until_ready()
                now = time.monotonic()
                self.report(quantise, (self.samples - since) / (now - told))
                told, since = time.monotonic(), self.samples
                # Reports take at most a twentieth of the time.
                every = max(options.report_seconds, 20 * (told - now))
            if now - saved >= 60 * options.save_minutes or self.done >= 1:
                self.save()
                saved = time.monotonic()

    def report(self, quantise: bool, speed: float) -> None:
        """Prints a progress line."""
        policy, value, count = (float(x) for x in self.state["recent"])
        self.state["recent"] = jnp.zeros(3)
        policy, value = policy / count, value / count
        if not math.isfinite(policy + value):
            raise ValueError("the training has diverged: try a lower --rate")
        line = f"step {int(self.state['step'])}  loss {policy + VALUE_WEIGHT * value:.3f} "
        line += f"(policy {policy:.3f}, value {value:.3f})"
        held = self.held_out(quantise)
        if held:
            line += f"  held out: policy {held['policy']:.3f}, top-1 {100 * held['top1']:.1f} %, "
            line += f"top-5 {100 * held['top5']:.1f} %, value {held['value']:.3f}, "
            line += f"reply {held['reply']:.3f}, chain {held['chain']:.4f}"
            line += f", soft {held['soft']:.3f}" * (self.method.extra.soft > 0)
        kind = "integer" if quantise else "float"
        left = self.spent / max(self.done, 1e-9) * (1 - self.done) / 60
        print(f"{line}  {kind}  {speed:.0f} samples/s, {left:.1f} min left", flush=True)

    def finish(self) -> None:
        """Writes the result."""
        boards = {name: self.held_out(True, [name]) for name in self.boards}
        result = {
            "done": True,
            "steps": int(self.state["step"]),
            "samples": self.samples,
            "seconds": self.spent,
            "samples_per_second": self.samples / max(self.spent, 1e-9),
            "held_out": self.held_out(True),
            "boards": {name: figures for name, figures in boards.items() if figures},
            "search_share": self.head["search_share"],
        }
        weights.replace(self.options.out / "result.json", json.dumps(result).encode())
        print(f"{self.options.out / 'net.tpn'}: take this folder back, for train unpack")


def share(text: str) -> tuple[str, float]:
    """Reads SIZExRULES:SHARE."""
    board, _, part = text.partition(":")
    size, _, rules = board.partition("x")
    if not size.isdigit() or not rules or not float(part) > 0:
        raise ValueError
    return f"{size} {rules}", float(part)


def within(low: float, high: float = math.inf) -> Callable[[str], float]:
    """Reads a number within limits."""

    def number(text: str) -> float:
        if not low <= float(text) <= high:
            raise argparse.ArgumentTypeError(f"{text} is not within {low} to {high}")
        return float(text)

    return number


def parse() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    add = parser.add_argument
    add("planes", type=Path, help="the arrays that train planes made")
    add("--out", type=Path, required=True, help="the folder for everything that the run leaves")
    length = parser.add_mutually_exclusive_group(required=True)
    length.add_argument("--samples", type=int, help="stop after so many positions")
    length.add_argument("--minutes", type=within(1e-3), help="stop after so long")
    add("--channels", type=int, choices=(16, 32, 48, 64), default=16, help="of the tower")
    add("--pairs", type=int, choices=range(1, 17), default=8, help="residual pairs")
    add("--batch", type=int, default=1024, help="positions a step")
    add("--rate", type=within(0), default=0.004, help="highest learning rate")
    add("--decay", type=within(0), default=1e-4, help="weight decay")
    add("--quantise-from", type=within(0, 1), default=0.7, help="in plain floats before this part")
    add("--reply-weight", type=within(0), default=0.15, help="of guessing the next move")
    add("--chain-weight", type=within(0), default=1.0, help="of guessing the winning chain")
    add("--soft-weight", type=within(0), default=0.0, help="of guessing the softened policy")
    add("--average", type=within(0, 0.999999), default=0.999, help="what the average keeps a step")
    add("--seed", type=int, default=1, help="of everything random")
    add("--start", type=Path, help="begin with this network, of its size")
    add(
        "--board",
        type=share,
        action="append",
        default=[],
        metavar="SIZExRULES:SHARE",
        help="how large a part of the training is of which board; by their positions by default",
    )
    add("--save-minutes", type=within(0), default=1.0, help="how far apart checkpoints are")
    add("--report-seconds", type=within(0), default=15.0, help="how far apart reports are")
    options = parser.parse_args()
    if options.batch < 1 or (options.samples is not None and options.samples < 1):
        parser.error("--batch and --samples are at least 1")
    return options


def main() -> None:
    """Trains, or says in one line why not."""
    options = parse()
    try:
        run = Run(options)
        print(
            f"{sum(run.plan.counts.values())} positions to learn from, "
            f"on {jax.devices()[0].device_kind}",
            flush=True,
        )
        run.loop()
        run.finish()
    except (OSError, ValueError) as error:
        sys.exit(f"train.py: {error}")


if __name__ == "__main__":
    main()
