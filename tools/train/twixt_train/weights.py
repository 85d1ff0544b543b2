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

import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from twixt_train import net
from twixt_train.records import PLANES

MAGIC: Final = b"TPN1"
TEXT_BLOCKS: Final = ((0x3400, 0x19C0), (0x4E00, 0x5200), (0xAC00, 0x1440))
"""First characters and lengths of the blocks whose characters are the text form's digits."""


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


def from_weights(weights: Weights) -> net.Params:
    """Parameters that ``quantise`` turns into these weights again; the training heads are fresh."""
    params = net.init(0, weights.channels, weights.blocks)
    params["convs"] = [_float_conv(conv, first=i == 0) for i, conv in enumerate(weights.convs)]
    scale = weights.policy_scale / np.float32(net.ACTIVATION_SCALE)
    params["policy"] = jnp.asarray(weights.policy * scale, jnp.float32)
    for name, array in zip(net.HEAD_NAMES, weights.head, strict=True):
        params[name] = jnp.asarray(array / net.HEAD_UNIT, jnp.float32)
    return params


def _float_conv(conv: Conv, first: bool) -> net.Params:
    """A convolution in real units whose largest weights give its multipliers back."""
    multiplier = conv.multiplier.astype(np.float64)[:, None, None]
    in_scale, unit = net.conv_units(first)
    # A multiplier was rounded up from the largest weight's, which lies less than 1 below it, but
    # that weight was then rounded to an integer and may seem to lie elsewhere.
    kernel = conv.weights * multiplier / net.WEIGHT_MAX
    margin = 1e-6 * multiplier
    kernel = np.clip(kernel, margin - multiplier, multiplier - margin)
    size = np.abs(kernel)
    largest = size.max(axis=(1, 2), keepdims=True)
    low = (largest <= multiplier - 1) & (multiplier > 1) & (size == largest)
    kernel = np.where(low, np.sign(kernel) * (multiplier - 1 + margin), kernel)
    kernel = (kernel * net.WEIGHT_MAX / unit).transpose(1, 2, 0)
    bias = conv.bias * conv.multiplier.astype(np.float64) / unit * in_scale
    return {
        "w": jnp.asarray(kernel.reshape(3, 3, kernel.shape[1], -1), jnp.float32),
        "b": jnp.asarray(bias, jnp.float32),
    }


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
    """Reads a weights file, or its text if it is a ``.txt``; errors name it."""
    try:
        data = path.read_bytes()
        return from_bytes(text_bytes(data.decode()) if path.suffix == ".txt" else data)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def text_bytes(text: str) -> bytes:
    """The bytes that a text of 15 bits a character holds.

    Raises:
        ValueError: a character is no digit, or there are too few.
    """
    signs = np.frombuffer(text.encode("utf-32-le"), "<u4").astype(np.int64)
    digits = np.full(len(signs), -1)
    first = 0
    for start, length in TEXT_BLOCKS:
        inside = (signs >= start) & (signs < start + length)
        digits[inside] = signs[inside] - start + first
        first += length
    if len(digits) < 2 or digits.min() < 0 or digits.max() >> 15:
        raise ValueError("no weights as text of 15 bits a character")
    length = int(digits[0]) << 15 | int(digits[1])
    bits = digits[2:, None] >> np.arange(14, -1, -1) & 1
    if source_characters(length) != len(bits):
        raise ValueError(f"the text has {len(bits)} digits for {length} bytes")
    return np.packbits(bits.astype(np.uint8).reshape(-1)).tobytes()[:length]


def source_characters(size: int) -> int:
    """Characters that ``size`` bytes take in a source file at 15 bits a character."""
    return -(-size * 8 // 15)
