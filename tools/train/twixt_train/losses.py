"""What training minimises, and the figures that tell how far it has come."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from twixt_train import net
from twixt_train.batches import Batch, make_batch
from twixt_train.records import Records

VALUE_WEIGHT: Final = 1.5
HELD_OUT_RECORDS: Final = 4096
Figures = dict[str, Any]

COUNTED_BY: Final = {
    "policy": "policy",
    "top1": "policy",
    "top5": "policy",
    "value": "value",
    "reply": "reply",
    "reply_top1": "reply",
    "chain": "chain",
}
"""For each figure which records it is a mean of: those that have a policy, a reply, ..."""


class Extra(NamedTuple):
    """Weights of the losses that only shape the tower; 0 leaves the head out."""

    reply: float = 0.0
    chain: float = 0.0


ALONE: Final = Extra()
"""The policy's and the value's losses and no others."""


def masked_mean(each: jax.Array, mask: jax.Array) -> jax.Array:
    """The mean over the records that ``mask`` counts; 0 if there are none."""
    return jnp.sum(each * mask) / jnp.maximum(mask.sum(), 1)


def losses(
    params: net.Params, batch: Batch, quantise: bool, extra: Extra = ALONE
) -> tuple[jax.Array, Figures]:
    """The loss in nats, and its parts and hit rates as means over the batch."""
    q = net.tower(params, batch.planes, quantise)
    policy, value = net.heads(params, q, quantise)
    logits = jnp.where(batch.open, policy, -1e9)
    each = -jnp.sum(batch.policy * jax.nn.log_softmax(logits), axis=1)
    best = batch.policy.argmax(axis=1)
    rank = jnp.sum(logits > jnp.take_along_axis(logits, best[:, None], axis=1), axis=1)
    figures = {
        "policy": masked_mean(each, batch.has_policy),
        "value": -jnp.mean(jnp.sum(batch.wdl * jax.nn.log_softmax(value), axis=1)),
        "top1": masked_mean(rank < 1, batch.has_policy),
        "top5": masked_mean(rank < 5, batch.has_policy),
    }
    total = figures["policy"] + VALUE_WEIGHT * figures["value"]
    if extra.reply > 0:
        figures |= reply_figures(net.reply_logits(params, q), batch)
        total += extra.reply * figures["reply"]
    if extra.chain > 0:
        figures["chain"] = chain_loss(net.chain_logits(params, q), batch)
        total += extra.chain * figures["chain"]
    return total, figures


def reply_figures(logits: jax.Array, batch: Batch) -> Figures:
    """Cross-entropy of the opponent's next move, and how often it is the likeliest."""
    shares = jax.nn.log_softmax(jnp.where(batch.reply_open, logits, -1e9))
    told = jnp.take_along_axis(shares, batch.reply[:, None], axis=1)
    hit = jnp.sum(shares > told, axis=1) < 1
    return {
        "reply": masked_mean(-told[:, 0], batch.has_reply),
        "reply_top1": masked_mean(hit, batch.has_reply),
    }


def chain_loss(logits: jax.Array, batch: Batch) -> jax.Array:
    """Cross-entropy of the winning chain's pegs: both sides' sum, the mean over the holes."""
    # log(1 + e^x) - t x is the cross-entropy of the logit x for the target t.
    each = jax.nn.softplus(logits) - batch.chain * logits
    return masked_mean(each.sum(axis=2).mean(axis=1), batch.has_chain)


_evaluate_batch = jax.jit(
    lambda params, batch, quantise, extra: losses(params, batch, quantise, extra)[1],
    static_argnums=(2, 3),
)


def evaluate(
    params: net.Params, records: Records, quantise: bool, extra: Extra = ALONE
) -> dict[str, float]:
    """Figures of held-out records (at most 4096, evenly chosen); value against the results."""
    if len(records) == 0:
        return {}
    chosen = np.linspace(0, len(records) - 1, min(len(records), HELD_OUT_RECORDS)).astype(int)
    sums: dict[str, float] = {}
    totals: dict[str, float] = {}
    for start in range(0, len(chosen), 512):
        batch = make_batch(records[chosen[start : start + 512]])
        counts = {
            "policy": float(batch.has_policy.sum()),
            "value": float(len(batch.wdl)),
            "reply": float(batch.has_reply.sum()),
            "chain": float(batch.has_chain.sum()),
        }
        for name, figure in _evaluate_batch(params, batch, quantise, extra).items():
            count = counts[COUNTED_BY[name]]
            sums[name] = sums.get(name, 0.0) + float(figure) * count
            totals[name] = totals.get(name, 0.0) + count
    return {name: figure / max(totals[name], 1) for name, figure in sums.items()}
