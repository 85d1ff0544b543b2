"""The integer network and its file.

The file, little endian: magic ``TPN1``, u8 channels, u8 residual pairs, u8 hidden width, u8 0;
every convolution (for each output channel i16 bias, i16 multiplier; then i8 weights
[out][tap][in]);
policy f32 scale and i8 weights; W1, b1, W2, b2 as i16 in units of 1/4096; FNV-1a of all before.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from twixt_train import net
from twixt_train.records import PLANES

MAGIC: Final = b"TPN1"


@dataclass(frozen=True)
class Conv:
    """A 3x3 convolution; ``weights`` are [out, tap, in], taps row by row."""

    weights: NDArray[np.int8]
    bias: NDArray[np.int16]
    multiplier: NDArray[np.int16]


@dataclass(frozen=True)
class Weights:
    """All numbers of the integer network."""

    convs: tuple[Conv, ...]
    policy_scale: np.float32
    policy: NDArray[np.int8]
    head: tuple[NDArray[np.int16], ...]
    """W1 [32, 2C], b1, W2 [3, 32], b2, in units of 1/4096."""

    @property
    def channels(self) -> int:
        """Channels of the tower."""
        return len(self.policy)

    @property
    def blocks(self) -> int:
        """Residual pairs."""
        return (len(self.convs) - 1) // 2


def fnv1a(data: bytes) -> int:
    """The 32-bit FNV-1a hash (Fowler, Noll, Vo)."""
    state = 2166136261
    for byte in data:
        state = (state ^ byte) * 16777619 & 0xFFFFFFFF
    return state


def _whole(name: str, array: object, low: int, high: int, dtype: type) -> NDArray:
    values = np.asarray(array, np.float64)
    if not np.all(np.isfinite(values)):
        raise ValueError(f"{name} has values that are not finite: the training has diverged")
    if values.min() < low or values.max() > high:
        raise ValueError(
            f"{name} spans {values.min():.0f}..{values.max():.0f}, beyond {low}..{high}; "
            "train with more weight decay or a lower learning rate"
        )
    return np.round(values).astype(dtype)


def quantise(params: net.Params) -> Weights:
    """The integer network that the quantised forward pass computes.

    Raises:
        ValueError: a number is not finite or does not fit its type.
    """
    convs = []
    for i, layer in enumerate(params["convs"]):
        conv = net.int_conv(layer, first=i == 0)
        out = conv.weights.shape[-1]
        kernel = np.asarray(conv.weights).reshape(9, -1, out).transpose(2, 0, 1)
        convs.append(
            Conv(
                _whole(f"conv {i}, weights", kernel, -63, 63, np.int8),
                _whole(f"conv {i}, bias", conv.bias, -32768, 32767, np.int16),
                _whole(f"conv {i}, multiplier", conv.multiplier, 1, 32767, np.int16),
            )
        )
    policy, scale = net.policy_weights(params)
    head = tuple(
        _whole(name, net.head_weights(params[name]), -net.HEAD_MAX, net.HEAD_MAX, np.int16)
        for name in net.HEAD_NAMES
    )
    return Weights(
        tuple(convs), np.float32(scale), _whole("policy", policy, -63, 63, np.int8), head
    )


def to_bytes(weights: Weights) -> bytes:
    """The weights file."""
    parts = [MAGIC, bytes([weights.channels, weights.blocks, net.HIDDEN, 0])]
    for conv in weights.convs:
        pairs = np.stack([conv.bias, conv.multiplier], axis=1)
        parts += [pairs.astype("<i2").tobytes(), conv.weights.tobytes()]
    parts += [np.array(weights.policy_scale, "<f4").tobytes(), weights.policy.tobytes()]
    parts += [array.astype("<i2").tobytes() for array in weights.head]
    body = b"".join(parts)
    return body + fnv1a(body).to_bytes(4, "little")


def from_bytes(data: bytes) -> Weights:
    """Reads a weights file.

    Raises:
        ValueError: wrong magic, length or hash.
    """
    if data[:4] != MAGIC or len(data) < 12:
        raise ValueError("no weights file: it does not start with TPN1")
    channels, blocks, hidden, _ = data[4:8]
    if fnv1a(data[:-4]) != int.from_bytes(data[-4:], "little"):
        raise ValueError("the hash does not match: the file is cut short or damaged")
    at = 8

    def take(dtype: str, *shape: int) -> NDArray:
        nonlocal at
        count = int(np.prod(shape))
        array = np.frombuffer(data, dtype, count, at).reshape(shape)
        at += array.nbytes
        return array

    convs = []
    for i in range(1 + 2 * blocks):
        pairs = take("<i2", channels, 2)
        kernel = take("i1", channels, 9, PLANES if i == 0 else channels)
        convs.append(Conv(kernel, pairs[:, 0], pairs[:, 1]))
    scale = np.float32(take("<f4", 1)[0])
    policy = take("i1", channels)
    shapes = ((hidden, 2 * channels), (hidden,), (3, hidden), (3,))
    head = tuple(take("<i2", *shape) for shape in shapes)
    if at + 4 != len(data):
        raise ValueError(f"the file has {len(data)} bytes, its header asks for {at + 4}")
    return Weights(tuple(convs), scale, policy, head)


def save(weights: Weights, path: Path) -> int:
    """Writes the file in one go (a reader never sees half of it); returns its size in bytes."""
    data = to_bytes(weights)
    part = path.with_suffix(path.suffix + ".part")
    part.write_bytes(data)
    part.replace(path)
    return len(data)


def load(path: Path) -> Weights:
    """Reads a weights file; errors name it."""
    try:
        return from_bytes(path.read_bytes())
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def source_characters(size: int) -> int:
    """Characters that ``size`` bytes take in a source file at 15 bits a character."""
    return -(-size * 8 // 15)
