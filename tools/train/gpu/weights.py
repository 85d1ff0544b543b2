"""The integer network and its file.

The file, little endian: magic ``TPN1`` (weights for 25 input planes) or ``TPN2`` (for the rule
set's plane too); u8 channels, u8 residual pairs, u8 hidden width, u8 0; every convolution (for each
output channel i16 bias, i16 multiplier; then i8 weights [out][tap][in]); policy f32 scale and i8
weights; W1, b1, W2, b2 as i16 in units of 1/4096; FNV-1a of all before.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import jax.numpy as jnp
import numpy as np

import net

MAGIC: Final = {b"TPN1": net.PLANES - 1, b"TPN2": net.PLANES}
"""How a file begins, and the input planes that it has weights for."""


@dataclass(frozen=True)
class Conv:
    """A 3x3 convolution in integers; ``weights`` are [out, tap, in], taps row by row."""

    weights: np.ndarray
    bias: np.ndarray
    multiplier: np.ndarray


@dataclass(frozen=True)
class Weights:
    """All numbers of the integer network."""

    convs: tuple[Conv, ...]
    policy_scale: np.float32
    policy: np.ndarray
    head: tuple[np.ndarray, ...]
    """W1 [32, 2C], b1, W2 [3, 32], b2, in units of 1/4096."""


def fnv1a(data: bytes) -> int:
    """The 32-bit FNV-1a hash (Fowler, Noll, Vo)."""
    state = 2166136261
    for byte in data:
        state = (state ^ byte) * 16777619 & 0xFFFFFFFF
    return state


def _whole(name: str, array: object, low: int, high: int, dtype: str) -> np.ndarray:
    values = np.asarray(array, np.float64)
    if not np.all(np.isfinite(values)):
        raise ValueError(f"{name} has values that are not finite: the training has diverged")
    if values.min() < low or values.max() > high:
        raise ValueError(
            f"{name} spans {values.min():.0f} to {values.max():.0f}, beyond {low} to {high}; "
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
                _whole(f"conv {i}, weights", kernel, -63, 63, "i1"),
                _whole(f"conv {i}, bias", conv.bias, -32768, 32767, "<i2"),
                _whole(f"conv {i}, multiplier", conv.multiplier, 1, 32767, "<i2"),
            )
        )
    policy, scale = net.policy_weights(params)
    head = tuple(
        _whole(name, net.head_weights(params[name]), -net.HEAD_MAX, net.HEAD_MAX, "<i2")
        for name in net.HEAD_NAMES
    )
    policy = _whole("policy", policy, -63, 63, "i1")
    return Weights(tuple(convs), np.float32(scale), policy, head)


def to_params(weights: Weights) -> net.Params:
    """Parameters that ``quantise`` turns into these weights again; the training heads are fresh."""
    params = net.init(0, len(weights.policy), len(weights.convs) // 2)
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
    """The weights file: of the former kind where the rule set's plane has no say."""
    planes = net.PLANES - (not weights.convs[0].weights[..., -1].any())
    magic = next(name for name, count in MAGIC.items() if count == planes)
    parts = [magic, bytes([len(weights.policy), len(weights.convs) // 2, net.HIDDEN, 0])]
    for i, conv in enumerate(weights.convs):
        kernel = conv.weights[..., :planes] if i == 0 else conv.weights
        pairs = np.stack([conv.bias, conv.multiplier], axis=1)
        parts += [pairs.tobytes(), kernel.tobytes()]
    parts += [np.array(weights.policy_scale, "<f4").tobytes(), weights.policy.tobytes()]
    parts += [array.tobytes() for array in weights.head]
    body = b"".join(parts)
    return body + fnv1a(body).to_bytes(4, "little")


def from_bytes(data: bytes) -> Weights:
    """Reads a weights file.

    Raises:
        ValueError: wrong magic, length or hash.
    """
    planes = MAGIC.get(data[:4])
    if planes is None or len(data) < 12:
        raise ValueError("no weights file: it begins with neither TPN1 nor TPN2")
    channels, pairs, hidden, _ = data[4:8]
    if fnv1a(data[:-4]) != int.from_bytes(data[-4:], "little"):
        raise ValueError("the hash does not match: the file is cut short or damaged")
    at = 8

    def take(dtype: str, *shape: int) -> np.ndarray:
        nonlocal at
        array = np.frombuffer(data, dtype, int(np.prod(shape)), at).reshape(shape)
        at += array.nbytes
        return array

    convs = []
    for i in range(1 + 2 * pairs):
        units = take("<i2", channels, 2)
        kernel = take("i1", channels, 9, planes if i == 0 else channels)
        if i == 0:
            kernel = np.pad(kernel, ((0, 0), (0, 0), (0, net.PLANES - planes)))
        convs.append(Conv(kernel, units[:, 0], units[:, 1]))
    scale = np.float32(take("<f4", 1)[0])
    policy = take("i1", channels)
    shapes = ((hidden, 2 * channels), (hidden,), (3, hidden), (3,))
    head = tuple(take("<i2", *shape) for shape in shapes)
    if at + 4 != len(data):
        raise ValueError(f"the file has {len(data)} bytes, its header asks for {at + 4}")
    return Weights(tuple(convs), scale, policy, head)


def replace(path: Path, content: bytes) -> None:
    """Writes a file in one go: a reader finds the old content or the new."""
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
