"""The integer network's arithmetic, step by step as the bot computes it.

A convolution keeps two 16-bit lanes an output channel. Each tap's input channels go by fours: the
first two products of a four belong to lane 0, the other two to lane 1. The fours of a row of taps
are taken two by two; the lanes saturate after each two.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twixt_train.net import ACTIVATION_MAX, ACTIVATION_SCALE, HEAD_UNIT
from twixt_train.weights import Conv, Weights

CHUNK: Final = 32
"""Positions at a time: keeps the lanes in the cache."""

Ints = NDArray[np.int32]
Floats = NDArray[np.float32]


class Output(NamedTuple):
    """What the network says of each position, seen by the mover."""

    tower: Ints
    """``[position, row, column, channel]``, 0..=127."""
    policy_sums: Ints
    """``[position, hole]``, the logits before scaling."""
    policy: Floats
    """``[position, hole]`` logits, all holes."""
    value: Floats
    """``[position, 3]`` logits of win, draw, loss."""
    saturated: int
    """How many sums were cut off on the way."""


def _saturate(values: Ints) -> Ints:
    return np.clip(values, -32768, 32767)


def conv_sums(conv: Conv, q: Ints) -> tuple[Ints, int]:
    """The saturating sums ``[position, row, column, out]``, and how many of them were cut off."""
    count, edge, _, inputs = q.shape
    spare = -inputs % 4
    padded = np.pad(q, ((0, 0), (1, 1), (1, 1), (0, spare)))
    kernel = np.pad(conv.weights.astype(np.int32), ((0, 0), (0, 0), (0, spare)))
    lanes = np.zeros((2, count, edge, edge, len(conv.bias)), np.int32)
    lanes[0] = conv.bias
    cut = np.zeros(lanes.shape[1:], bool)
    fours = list(range(0, inputs + spare, 4))
    for row in range(3):
        # The fours of a row's three taps are taken two by two, and saturate after both.
        order = [(column, first) for column in range(3) for first in fours]
        for start in range(0, len(order), 2):
            exact = lanes.copy()
            for column, first in order[start : start + 2]:
                window = padded[:, row : row + edge, column : column + edge, :]
                for a in range(first, first + 4):
                    lane = (a - first) // 2
                    exact[lane] += window[..., a, None] * kernel[:, 3 * row + column, a]
            lanes = _saturate(exact)
            cut |= (lanes != exact).any(axis=0)
    exact = lanes[0] + lanes[1]
    sums = _saturate(exact)
    return sums, int(np.count_nonzero(cut | (sums != exact)))


def scaled(conv: Conv, sums: Ints) -> Ints:
    """The sums times the multiplier over 2**15, rounded half up (the instruction mulhrs)."""
    return (sums * conv.multiplier.astype(np.int32) + 0x4000) >> 15


def tower(weights: Weights, planes: NDArray[np.uint8]) -> tuple[Ints, int]:
    """The last activations, and how many sums were cut off."""
    first, *rest = weights.convs
    sums, cut = conv_sums(first, planes.astype(np.int32))
    q = np.clip(scaled(first, sums), 0, ACTIVATION_MAX)
    for one, two in zip(rest[::2], rest[1::2], strict=True):
        sums, more = conv_sums(one, q)
        inner = np.clip(scaled(one, sums), 0, ACTIVATION_MAX)
        cut += more
        sums, more = conv_sums(two, inner)
        q = np.clip(scaled(two, sums) + q, 0, ACTIVATION_MAX)
        cut += more
    return q, cut


def value_logits(weights: Weights, q: Ints) -> Floats:
    """The value head in 32-bit floats: the mean over all holes, then the maximum."""
    flat = q.reshape(len(q), -1, q.shape[-1])
    scale = np.float32(ACTIVATION_SCALE / flat.shape[1])
    mean = flat.sum(axis=1).astype(np.float32) * scale
    largest = flat.max(axis=1).astype(np.float32) * np.float32(ACTIVATION_SCALE)
    w1, b1, w2, b2 = (a.astype(np.float32) / np.float32(HEAD_UNIT) for a in weights.head)
    hidden = np.maximum(np.concatenate([mean, largest], axis=1) @ w1.T + b1, 0)
    return hidden @ w2.T + b2


def forward(weights: Weights, planes: NDArray[np.uint8]) -> Output:
    """Runs the network on quantised inputs ``[position, row, column, 25]``, any board edge."""
    parts = []
    for start in range(0, len(planes), CHUNK):
        q, cut = tower(weights, planes[start : start + CHUNK])
        sums = (q @ weights.policy.astype(np.int32)).reshape(len(q), -1)
        logits = sums.astype(np.float32) * weights.policy_scale
        parts.append((q, sums, logits, value_logits(weights, q), cut))
    columns = list(zip(*parts, strict=True))
    return Output(*(np.concatenate(c) for c in columns[:4]), sum(columns[4]))
