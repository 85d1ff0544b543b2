"""Writes gradients.json and gradients.bin: what the trainer in Python makes of a few positions.

``PYTHONPATH=tools/train/gpu python tools/train/golden/make.py`` from the repository's root. The
trainer in Rust is held against these numbers by ``cargo test -p train``.

gradients.bin, little endian: the parameters (f32, in the order of ``arrays``), the gradients
computed in floats, those by the integers' roundings, then the input planes (u8, hole by hole).
"""

from __future__ import annotations

import json
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

import losses
import net
from data import Rows

EDGE, HOLES = 12, 144
PLANES = 25
"""All but the rule set's."""
CHANNELS, PAIRS, POSITIONS = 16, 2, 6
EXTRA = losses.Extra(reply=0.3, chain=0.7, soft=0.5)


def parameters() -> net.Params:
    """Random ones, some so large or small that every clip has something to do."""
    rng = np.random.default_rng(7)
    params = net.init(3, CHANNELS, PAIRS)
    params["convs"][0]["w"] = params["convs"][0]["w"][:, :, :PLANES]
    del params["aux"]["soft"]
    params = jax.tree_util.tree_map(
        lambda a: a + rng.normal(0, 0.05, a.shape).astype(np.float32), params
    )
    params["aux"]["soft"] = jnp.asarray(rng.normal(0, 0.25, CHANNELS), jnp.float32)
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


def positions() -> Rows:
    """Random ones with shared-out policies; one has no policy, one no reply, one no chain."""
    rng = np.random.default_rng(5)
    pegs = rng.integers(0, 6, (POSITIONS, HOLES))
    corners = [0, EDGE - 1, HOLES - EDGE, HOLES - 1]
    pegs[:, corners] = 5
    bits = rng.random((POSITIONS, 18, HOLES)) < 0.7
    bits[:, 0], bits[:, 1] = pegs == 0, pegs == 1
    bits[:, :, corners] = False
    near = np.round(64 * np.exp(-rng.integers(0, 12, (POSITIONS, 4, HOLES)) / 3))
    near[:, :, corners] = 0
    rows, columns = np.arange(HOLES) // EDGE, np.arange(HOLES) % EDGE
    borders = [rows % (EDGE - 1) == 0, columns % (EDGE - 1) == 0, rows >= 0]
    borders = np.broadcast_to(borders, (POSITIONS, 3, HOLES))
    planes = np.concatenate([64 * bits, near, 64 * borders], axis=1).transpose(0, 2, 1)
    # The draws that are not kept stand for what random positions had besides.
    rng.random(POSITIONS)
    may_reply = (pegs > 1) & (rows > 0) & (rows < EDGE - 1)
    reply = (near[:, 2] + 1e-3 * near[:, 3] + may_reply * 1000).argmax(axis=1)
    reply[rng.random(POSITIONS) >= 0.9] = -1
    lead = bits[:, 0].sum(axis=1) - bits[:, 1].sum(axis=1)
    value = np.clip(128 + 8 * lead, 0, 255).astype(np.float32) / 255
    # Wins are told by the pegs as they were drawn, results are then chosen.
    chain = np.where(lead[:, None] > 0, bits[:, 0], bits[:, 1]) & (lead[:, None] != 0)
    rng = np.random.default_rng(8)
    policy = rng.integers(0, 256, (POSITIONS, HOLES)) * (rng.random((POSITIONS, HOLES)) < 0.1)
    policy[2], reply[3], chain[4] = 0, -1, False
    result = np.array([2, 0, 2, 0, 1, 0])
    searched = np.stack([value, np.zeros_like(value), 1 - value], axis=1)
    share = np.full((POSITIONS, 1), 0.4, np.float32)
    wdl = (1 - share) * np.eye(3, dtype=np.float32)[2 - result] + share * searched
    owner = np.array([2, 0, 1])[result]
    return Rows(
        planes=planes.astype(np.uint8).reshape(POSITIONS, EDGE, EDGE, PLANES),
        policy=policy.astype(np.uint8),
        wdl=wdl,
        reply=reply,
        chain=chain * owner[:, None],
        weight=np.ones(POSITIONS, np.float32),
    )


def total(params: net.Params, data: Rows, quantise: bool) -> tuple[jax.Array, losses.Figures]:
    """The loss with all heads, and all figures.

    The tower runs a second time for the softened policy's head, as it did when these numbers were
    first written: gradients are otherwise summed up in another order and differ in their last bit.
    """
    loss, figures = losses.losses(params, data, quantise, EXTRA._replace(soft=0))
    logits = net.hole_logits(params, net.tower(params, data.planes, quantise), "soft")
    soft = losses.soft_loss(logits, losses.batch_of(data))
    return loss + EXTRA.soft * soft, {**figures, "soft": soft}


def arrays(params: net.Params) -> list[np.ndarray]:
    """All arrays in the order of the trainer in Rust, the first layer with a plane more."""
    out = []
    for i, layer in enumerate(params["convs"]):
        spare = ((0, 0), (0, 0), (0, 1 if i == 0 else 0), (0, 0))
        out += [np.pad(np.asarray(layer["w"]), spare), np.asarray(layer["b"])]
    aux = params["aux"]
    names = [params[n] for n in ("policy", "w1", "b1", "w2", "b2")]
    names += [aux[n] for n in ("reply", "chain", "chain_bias", "soft")]
    return out + [np.asarray(a) for a in names]


def check_clips(params: net.Params, data: Rows) -> None:
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
    params, data = parameters(), positions()
    check_clips(params, data)
    runs = [arrays(params)]
    figures = {}
    for name, quantise in (("floats", False), ("rounded", True)):
        grad = jax.grad(total, has_aux=True)
        gradient, parts = grad(params, data, quantise)
        runs.append(arrays(gradient))
        figures[name] = {key: float(value) for key, value in parts.items()}
    batch = jax.device_get(losses.batch_of(data))
    told = [
        {
            "policy": [
                [int(h), float(batch.policy[i, h])] for h in np.flatnonzero(batch.policy[i])
            ],
            "reply": int(batch.reply[i]) if batch.has_reply[i] else None,
            "wdl": [float(v) for v in data.wdl[i]],
            "chain": [int(h) for h in np.flatnonzero(batch.chain[i].any(axis=1))],
            "chain_is_movers": bool(batch.chain[i, :, 0].any()),
        }
        for i in range(POSITIONS)
    ]
    head = {
        "edge": EDGE,
        "planes": PLANES,
        "channels": CHANNELS,
        "pairs": PAIRS,
        "extra": EXTRA._asdict(),
        "figures": figures,
        "positions": told,
    }
    folder = Path(__file__).parent
    (folder / "gradients.json").write_text(json.dumps(head, separators=(",", ":")) + "\n")
    parts = [a.astype("<f4").tobytes() for run in runs for a in run]
    (folder / "gradients.bin").write_bytes(b"".join(parts) + data.planes.tobytes())


if __name__ == "__main__":
    main()
