"""Writes gradients.json and gradients.bin: what the trainer in Python makes of a few positions.

``PYTHONPATH=tools/train python tools/train/golden/make.py`` from the repository's root. The trainer
in Rust is held against these numbers by ``cargo test -p train``.

gradients.bin, little endian: the parameters (f32, in the order of ``ARRAYS``), the gradients
computed in floats, those by the integers' roundings, then the input planes (u8, hole by hole).
"""

from __future__ import annotations

import json
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

from twixt_train import losses, net
from twixt_train.batches import Batch, make_batch
from twixt_train.records import EDGE, HOLES, PLANES, synthetic

CHANNELS, PAIRS, POSITIONS = 16, 2, 6
EXTRA = losses.Extra(reply=0.3, chain=0.7)
SOFT = 0.5


def parameters() -> net.Params:
    """Random ones, some so large or small that every clip has something to do."""
    rng = np.random.default_rng(7)
    params = net.init(3, CHANNELS, PAIRS)
    params = jax.tree_util.tree_map(
        lambda a: a + rng.normal(0, 0.05, a.shape).astype(np.float32), params
    )
    params["soft"] = jnp.asarray(rng.normal(0, 0.25, CHANNELS), jnp.float32)
    for i, layer in enumerate(params["convs"]):
        w, b = np.array(layer["w"]), np.array(layer["b"])
        # Small weights: sums reach the ends of 16 bits before activations reach 127.
        w[..., 0:2] *= 0.2
        for channel, share in ((0, 0.98), (1, 1.2), (2, -1.5)):
            in_scale, unit = net.conv_units(i == 0)
            scale = np.ceil(np.abs(w[..., channel]).max() / 63 * unit) / unit
            b[channel] = share * 32767 * scale * in_scale
        # Large weights: activations reach 127.
        w[..., 3:5] *= 4.0
        params["convs"][i] = {"w": jnp.asarray(w), "b": jnp.asarray(b)}
    params["w2"] = params["w2"].at[0, :2].set(jnp.array([8.5, -9.0]))
    # An output that is nothing but zeros: ties everywhere.
    params["convs"][1]["w"] = params["convs"][1]["w"].at[..., 5].set(0)
    params["convs"][1]["b"] = params["convs"][1]["b"].at[5].set(0)
    return params


def batch() -> Batch:
    """Positions with shared-out policies; one has no policy, one no reply, one no chain."""
    rng = np.random.default_rng(8)
    records = synthetic(POSITIONS, seed=5)
    records["policy"] = rng.integers(0, 256, (POSITIONS, HOLES)) * (
        rng.random((POSITIONS, HOLES)) < 0.1
    )
    records["has_policy"] = [1, 1, 0, 1, 1, 1]
    records["reply"][3] = 0
    records["result"] = [2, 0, 2, 0, 1, 0]
    records["chain"][4] = 0
    return make_batch(records, 0.4)


def total(params: net.Params, data: Batch, quantise: bool) -> tuple[jax.Array, losses.Figures]:
    """The loss with the head of the softened policy, and all figures."""
    rest = {name: part for name, part in params.items() if name != "soft"}
    loss, figures = losses.losses(rest, data, quantise, EXTRA)
    q = net.tower(rest, data.planes, quantise)
    logits = (q @ params["soft"] * net.ACTIVATION_SCALE).reshape(q.shape[0], -1)
    target = jnp.where(data.policy > 0, data.policy, 0) ** 0.25 * (data.policy > 0)
    target /= jnp.maximum(target.sum(axis=1, keepdims=True), 1e-9)
    shares = jax.nn.log_softmax(jnp.where(data.open, logits, -1e9))
    soft = losses.masked_mean(-(target * shares).sum(axis=1), data.has_policy)
    return loss + SOFT * soft, {**figures, "soft": soft}


def arrays(params: net.Params) -> list[np.ndarray]:
    """All arrays in the order of the trainer in Rust, the first layer with a plane more."""
    out = []
    for i, layer in enumerate(params["convs"]):
        spare = ((0, 0), (0, 0), (0, 1 if i == 0 else 0), (0, 0))
        out += [np.pad(np.asarray(layer["w"]), spare), np.asarray(layer["b"])]
    aux = params["aux"]
    names = [params[n] for n in ("policy", "w1", "b1", "w2", "b2")]
    names += [aux["reply"], aux["chain"], aux["chain_bias"], params["soft"]]
    return out + [np.asarray(a) for a in names]


def check_clips(params: net.Params, data: Batch) -> None:
    """Every clip must cut something, and ties must occur."""
    q = jnp.asarray(data.planes, jnp.float32)
    conv = net.int_conv(params["convs"][0], True)
    sums = conv.bias + jax.lax.conv_general_dilated(
        q, conv.weights, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )
    assert bool((sums > 32767).any()) and bool((sums < -32768).any())
    scaled = jnp.floor(jnp.clip(sums, -32768, 32767) * (conv.multiplier / 32768) + 0.5)
    assert bool((scaled == 0).any()) and bool((scaled > 127).any())
    assert bool(((sums > 32767) & (scaled < 127)).any())


def main() -> None:
    """Writes both files beside this one."""
    params, data = parameters(), batch()
    check_clips(params, data)
    runs = [arrays(params)]
    figures = {}
    for name, quantise in (("floats", False), ("rounded", True)):
        grad = jax.grad(total, has_aux=True)
        gradient, parts = grad(params, data, quantise)
        runs.append(arrays(gradient))
        figures[name] = {key: float(value) for key, value in parts.items()}
    chain = np.asarray(data.chain)
    positions = [
        {
            "policy": [
                [int(h), float(data.policy[i, h])]
                for h in np.flatnonzero(data.policy[i])
                if data.has_policy[i]
            ],
            "reply": int(data.reply[i]) if data.has_reply[i] else None,
            "wdl": [float(v) for v in data.wdl[i]],
            "chain": [int(h) for h in np.flatnonzero(chain[i].any(axis=1))],
            "chain_is_movers": bool(chain[i, :, 0].any()),
        }
        for i in range(POSITIONS)
    ]
    head = {
        "edge": EDGE,
        "planes": PLANES,
        "channels": CHANNELS,
        "pairs": PAIRS,
        "extra": {"reply": EXTRA.reply, "chain": EXTRA.chain, "soft": SOFT},
        "figures": figures,
        "positions": positions,
    }
    folder = Path(__file__).parent
    (folder / "gradients.json").write_text(json.dumps(head, separators=(",", ":")) + "\n")
    parts = [a.astype("<f4").tobytes() for run in runs for a in run]
    (folder / "gradients.bin").write_bytes(b"".join(parts) + data.planes.tobytes())


if __name__ == "__main__":
    main()
