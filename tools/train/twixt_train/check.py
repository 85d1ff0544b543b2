"""Holds the integer network against records, and writes examples for the bot's tests."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from twixt_train import int_net, weights
from twixt_train.batches import Batch, make_batch
from twixt_train.records import PLANES, Records, load, split


def some_records(path: Path, count: int) -> Records:
    """Evenly chosen held-out records; any records if none is held out."""
    records = load(path)
    _, rows = split(records)
    if len(rows) == 0:
        rows = np.arange(len(records))
    return records[rows[np.linspace(0, len(rows) - 1, min(count, len(rows))).astype(int)]]


def log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    """Logarithms of the shares, in nats."""
    shifted = logits.astype(np.float64) - logits.max(axis=1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))


def figures(policy: NDArray, value: NDArray, batch: Batch) -> dict[str, float]:
    """Policy cross-entropy and top-1, value log-loss, of given logits."""
    logits = np.where(batch.open, policy, -1e9)
    flagged = max(batch.has_policy.sum(), 1)
    each = -(batch.policy * log_softmax(logits)).sum(axis=1)
    hit = logits.argmax(axis=1) == batch.policy.argmax(axis=1)
    return {
        "policy": float((each * batch.has_policy).sum() / flagged),
        "top1": float((hit * batch.has_policy).sum() / flagged),
        "value": float(-(batch.wdl * log_softmax(value)).sum(axis=1).mean()),
    }


def golden(net: weights.Weights, records: Records) -> dict[str, object]:
    """Inputs and expected outputs of each record, arrays flattened [channel][row][column]."""
    batch = make_batch(records)
    out = int_net.forward(net, batch.planes)
    wdl = np.exp(log_softmax(out.value))
    positions = [
        {
            "planes": batch.planes[i].reshape(-1, PLANES).T.reshape(-1).tolist(),
            "tower": out.tower[i].reshape(-1, net.channels).T.reshape(-1).tolist(),
            "policy_sums": out.policy_sums[i].tolist(),
            "value_logits": [float(v) for v in out.value[i]],
            "wdl": [round(float(v), 7) for v in wdl[i]],
        }
        for i in range(len(records))
    ]
    data = weights.to_bytes(net)
    return {
        "weights_hash": int.from_bytes(data[-4:], "little"),
        "policy_scale": float(net.policy_scale),
        "edge": batch.planes.shape[1],
        "positions": positions,
    }


def write_golden(net: weights.Weights, records: Records, path: Path) -> None:
    """Writes ``golden`` as JSON."""
    path.write_text(json.dumps(golden(net, records), separators=(",", ":")) + "\n")
