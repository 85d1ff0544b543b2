"""The network in floats, computed in the units of the integer network.

Activations are held as q, the integer network's 0..=127, and weights are divided by their channel's
scale, so every sum of the quantised forward pass is a whole number that a float holds exactly:
training sees what the integer network computes, but for the saturation inside a sum. Gradients
pass roundings as if they were not there (straight-through estimator, Bengio et al. 2013).

On a GPU the convolutions are left to compute in TF32, whose factors have 11 significant bits. That
costs the quantised forward pass nothing: weights are whole numbers up to 63 and activations up to
127, and the products, below 2**24 also in sum, are added up as 32-bit floats. (8 bits, those of
bfloat16, would do as well.) Gradients and plain floats lose their last bits, which training does
not notice.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

PLANES: Final = 26
"""Input planes; the last one tells the rule set."""
WEIGHT_MAX: Final = 63
"""Largest integer weight: two products of it with 127 and their sum fit in 16 bits."""
ACTIVATION_MAX: Final = 127
ACTIVATION_SCALE: Final = 1 / 32
"""Real value of a hidden activation of 1."""
INPUT_SCALE: Final = 1 / 64
HEAD_UNIT: Final = 4096
"""Head weights are stored in units of 1/4096."""
HEAD_MAX: Final = 8 * HEAD_UNIT - 1
HIDDEN: Final = 32
"""Width of the value head's hidden layer."""
HEAD_NAMES: Final = ("w1", "b1", "w2", "b2")
"""The value head's arrays, in the order of the weights file."""

CHAIN_BIAS: Final = -3.0
"""Where the chain head starts: about a hole in twenty is in each side's winning chain."""

Params = dict[str, Any]
Array = jax.Array


class IntConv(NamedTuple):
    """A 3x3 convolution in integers (held in floats while training)."""

    weights: Array
    """``[3, 3, in, out]``, -63..=63."""
    bias: Array
    """``[out]``, in the sum's unit, 16 bits."""
    multiplier: Array
    """``[out]``, 1..=32767: the sum times this over 2**15 is the output."""


def init(seed: int, channels: int = 16, pairs: int = 4) -> Params:
    """Random parameters in real units: He et al. 2015; the second layers of pairs start small.

    The plane of the rule set starts without a say: a network that never sees the classic rules
    then never gets weights for it.
    """
    rng = np.random.default_rng(seed)

    def conv(inputs: int, gain: float) -> Params:
        spread = gain * np.sqrt(2 / (9 * inputs))
        return {
            "w": jnp.asarray(rng.normal(0, spread, (3, 3, inputs, channels)), jnp.float32),
            "b": jnp.zeros(channels),
        }

    def dense(outputs: int, inputs: int) -> Array:
        return jnp.asarray(rng.normal(0, np.sqrt(1 / inputs), (outputs, inputs)), jnp.float32)

    first = conv(PLANES - 1, 1.0)
    first["w"] = jnp.pad(first["w"], ((0, 0), (0, 0), (0, 1), (0, 0)))
    return {
        "convs": [first] + [conv(channels, gain) for _ in range(pairs) for gain in (1.0, 0.4)],
        "policy": dense(1, channels)[0],
        "w1": dense(HIDDEN, 2 * channels),
        "b1": jnp.zeros(HIDDEN),
        "w2": dense(3, HIDDEN),
        "b2": jnp.zeros(3),
        "aux": {
            "reply": dense(1, channels)[0],
            "chain": 0.1 * dense(2, channels),
            "chain_bias": jnp.full(2, CHAIN_BIAS, jnp.float32),
            "soft": dense(1, channels)[0],
        },
    }


def _round(x: Array, quantise: bool) -> Array:
    """Rounds half up, as the integer network does; the gradient passes unchanged."""
    return x + jax.lax.stop_gradient(jnp.floor(x + 0.5) - x) if quantise else x


def conv_units(first: bool) -> tuple[float, float]:
    """The real value of an input of 1, and the multiplier of a weight scale of 1."""
    in_scale = INPUT_SCALE if first else ACTIVATION_SCALE
    return in_scale, 32768 * in_scale / ACTIVATION_SCALE


def int_conv(layer: Params, first: bool, quantise: bool = True) -> IntConv:
    """A layer's integer weights, bias and multiplier; unrounded without ``quantise``."""
    in_scale, unit = conv_units(first)
    # The multiplier is rounded up, so that the largest weight stays within 63.
    largest = jnp.max(jnp.abs(layer["w"]), axis=(0, 1, 2))
    multiplier = jnp.maximum(largest / WEIGHT_MAX * unit, 1.0)
    multiplier = jax.lax.stop_gradient(jnp.ceil(multiplier) if quantise else multiplier)
    scale = multiplier / unit
    weights = _round(layer["w"] / scale, quantise)
    bias = jnp.clip(layer["b"] / (scale * in_scale), -32767, 32767)
    return IntConv(weights, _round(bias, quantise), multiplier)


def _apply(conv: IntConv, q: Array, quantise: bool, residual: Array | None = None) -> Array:
    total = jax.lax.conv_general_dilated(
        q, conv.weights, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )
    total = jnp.clip(total + conv.bias, -32768, 32767)
    out = _round(total * (conv.multiplier / 32768), quantise)
    return jnp.clip(out if residual is None else out + residual, 0, ACTIVATION_MAX)


def policy_weights(params: Params, quantise: bool = True) -> tuple[Array, Array]:
    """The policy head's integer weights and the factor from their sum to a logit."""
    scale = jax.lax.stop_gradient(jnp.max(jnp.abs(params["policy"])) / WEIGHT_MAX + 1e-12)
    return _round(params["policy"] / scale, quantise), scale * ACTIVATION_SCALE


def head_weights(array: Array, quantise: bool = True) -> Array:
    """A value head's array in units of 1/4096, within 16 bits."""
    return _round(jnp.clip(array * HEAD_UNIT, -HEAD_MAX, HEAD_MAX), quantise)


def tower(params: Params, planes: Array, quantise: bool) -> Array:
    """The last activations q, ``[position, row, column, channel]``, 0..=127.

    ``planes`` are quantised inputs ``[position, row, column, plane]``, on a board of any edge; what
    follows the planes that there are weights for is left out.
    """
    first, *rest = params["convs"]
    planes = planes[..., : first["w"].shape[2]].astype(jnp.float32)
    q = _apply(int_conv(first, True, quantise), planes, quantise)
    for one, two in zip(rest[::2], rest[1::2], strict=True):
        inner = _apply(int_conv(one, False, quantise), q, quantise)
        q = _apply(int_conv(two, False, quantise), inner, quantise, q)
    return q


def heads(params: Params, q: Array, quantise: bool) -> tuple[Array, Array]:
    """Logits ``[position, hole]`` of the policy, and ``[position, win draw loss]``."""
    weights, scale = policy_weights(params, quantise)
    policy = (q @ weights * scale).reshape(q.shape[0], -1)
    flat = q.reshape(q.shape[0], -1, q.shape[-1])
    pooled = jnp.concatenate([flat.mean(axis=1), flat.max(axis=1)], axis=1) * ACTIVATION_SCALE
    w1, b1, w2, b2 = (head_weights(params[n], quantise) / HEAD_UNIT for n in HEAD_NAMES)
    # Sixteen bits are more than TF32 has.
    with jax.default_matmul_precision("highest"):
        hidden = jax.nn.relu(pooled @ w1.T + b1)
        return policy, hidden @ w2.T + b2


def hole_logits(params: Params, q: Array, head: str) -> Array:
    """Logits ``[position, hole]`` of the head ``reply`` or ``soft``, which only shape the tower."""
    return (q @ params["aux"][head] * ACTIVATION_SCALE).reshape(q.shape[0], -1)


def chain_logits(params: Params, q: Array) -> Array:
    """Logits ``[position, hole, own opponent's]`` of being a peg of the winning chain."""
    flat = q.reshape(q.shape[0], -1, q.shape[-1]) * ACTIVATION_SCALE
    return flat @ params["aux"]["chain"].T + params["aux"]["chain_bias"]
