"""What training minimises, and the figures that tell how far it has come."""

from __future__ import annotations

from typing import Final, NamedTuple

import jax
import jax.numpy as jnp

import net
from data import Rows

VALUE_WEIGHT: Final = 1.5
"""What a nat of the value's cross-entropy counts, the policy's counting 1."""
SOFT_POWER: Final = 0.25
"""The power that a policy is raised to for the softened one."""
PEG: Final = 64
"""What a peg is in the planes of pegs."""
Figures = dict[str, jax.Array]


class Extra(NamedTuple):
    """Weights of the losses that only shape the tower; 0 leaves the head out."""

    reply: float = 0.0
    chain: float = 0.0
    soft: float = 0.0


ALONE: Final = Extra()
"""The policy's and the value's losses and no others."""


class Batch(NamedTuple):
    """What there is to learn from positions."""

    open: jax.Array
    """``[position, hole]``: holes that the mover may peg."""
    policy: jax.Array
    """``[position, hole]``: shares that sum to 1, or all 0."""
    has_policy: jax.Array
    """1 where the policy is to be learnt, else 0."""
    weight: jax.Array
    """How much it counts then, else 0."""
    reply_open: jax.Array
    """``[position, hole]``: holes that the opponent may peg."""
    reply: jax.Array
    """``[position]``: the hole of the opponent's next move, any where there is none."""
    has_reply: jax.Array
    """1 where there is a reply to be learnt, else 0."""
    chain: jax.Array
    """``[position, hole, 2]``: 1 for a peg of the winning chain if it is the mover's, the
    opponent's."""
    has_chain: jax.Array
    """1 where there is a winning chain, else 0."""


def batch_of(rows: Rows) -> Batch:
    """Leaves out what cannot be: moves to holes with pegs, or beyond the other side's border."""
    count, edge = rows.planes.shape[:2]
    vacant = (rows.planes[..., 0] != PEG) & (rows.planes[..., 1] != PEG)
    inner = (jnp.arange(edge) > 0) & (jnp.arange(edge) < edge - 1)
    may = (vacant & inner[None, None, :]).reshape(count, -1)
    may_reply = (vacant & inner[None, :, None]).reshape(count, -1)
    policy = rows.policy.astype(jnp.float32) * may
    total = policy.sum(axis=1)
    has_policy = (total > 0).astype(jnp.float32)
    reply = jnp.maximum(rows.reply, 0).astype(jnp.int32)
    told = jnp.take_along_axis(may_reply, reply[:, None], axis=1)[:, 0] & (rows.reply >= 0)
    chain = jnp.stack([rows.chain == 1, rows.chain == 2], axis=2)
    return Batch(
        open=may,
        # Spread out first, since it would be multiplied by the reciprocal otherwise.
        policy=policy / jnp.broadcast_to(jnp.where(total > 0, total, 1)[:, None], policy.shape),
        has_policy=has_policy,
        weight=rows.weight * has_policy,
        reply_open=may_reply,
        reply=reply,
        has_reply=told.astype(jnp.float32),
        chain=chain.astype(jnp.float32),
        has_chain=chain.any(axis=(1, 2)).astype(jnp.float32),
    )


def weighted_mean(each: jax.Array, weight: jax.Array) -> jax.Array:
    """The mean over the positions by their weights; 0 if none has any."""
    total = weight.sum()
    return jnp.sum(each * weight) / jnp.where(total > 0, total, 1)


def losses(
    params: net.Params, rows: Rows, quantise: bool, extra: Extra = ALONE
) -> tuple[jax.Array, Figures]:
    """The loss in nats; and its parts and hit rates as means over the positions."""
    batch = batch_of(rows)
    q = net.tower(params, rows.planes, quantise)
    policy, value = net.heads(params, q, quantise)
    logits = jnp.where(batch.open, policy, -1e9)
    each = -jnp.sum(batch.policy * jax.nn.log_softmax(logits), axis=1)
    best = batch.policy.argmax(axis=1)
    rank = jnp.sum(logits > jnp.take_along_axis(logits, best[:, None], axis=1), axis=1)
    figures = {
        "policy": weighted_mean(each, batch.weight),
        "value": -jnp.mean(jnp.sum(rows.wdl * jax.nn.log_softmax(value), axis=1)),
        "top1": weighted_mean(rank < 1, batch.has_policy),
        "top5": weighted_mean(rank < 5, batch.has_policy),
    }
    total = figures["policy"] + VALUE_WEIGHT * figures["value"]
    if extra.reply > 0:
        figures |= reply_figures(net.hole_logits(params, q, "reply"), batch)
        total += extra.reply * figures["reply"]
    if extra.chain > 0:
        figures["chain"] = chain_loss(net.chain_logits(params, q), batch)
        total += extra.chain * figures["chain"]
    if extra.soft > 0:
        figures["soft"] = soft_loss(net.hole_logits(params, q, "soft"), batch)
        total += extra.soft * figures["soft"]
    return total, figures


def counts(rows: Rows) -> Figures:
    """What each figure is a mean over."""
    batch = batch_of(rows)
    policies, replies = batch.has_policy.sum(), batch.has_reply.sum()
    return {
        "policy": batch.weight.sum(),
        "value": jnp.float32(len(rows.wdl)),
        "top1": policies,
        "top5": policies,
        "reply": replies,
        "reply_top1": replies,
        "chain": batch.has_chain.sum(),
        "soft": batch.weight.sum(),
    }


def reply_figures(logits: jax.Array, batch: Batch) -> Figures:
    """Cross-entropy of the opponent's next move, and how often it is the likeliest."""
    shares = jax.nn.log_softmax(jnp.where(batch.reply_open, logits, -1e9))
    told = jnp.take_along_axis(shares, batch.reply[:, None], axis=1)
    hit = jnp.sum(shares > told, axis=1) < 1
    return {
        "reply": weighted_mean(-told[:, 0], batch.has_reply),
        "reply_top1": weighted_mean(hit, batch.has_reply),
    }


def chain_loss(logits: jax.Array, batch: Batch) -> jax.Array:
    """Cross-entropy of the winning chain's pegs: both sides' sum, the mean over the holes."""
    # log(1 + e^x) - t x is the cross-entropy of the logit x for the target t.
    each = jax.nn.softplus(logits) - batch.chain * logits
    return weighted_mean(each.sum(axis=2).mean(axis=1), batch.has_chain)


def soft_loss(logits: jax.Array, batch: Batch) -> jax.Array:
    """Cross-entropy of the policy to the power 1/4."""
    target = jnp.where(batch.policy > 0, batch.policy, 0) ** SOFT_POWER * (batch.policy > 0)
    target /= jnp.maximum(target.sum(axis=1, keepdims=True), 1e-9)
    shares = jax.nn.log_softmax(jnp.where(batch.open, logits, -1e9))
    return weighted_mean(-(target * shares).sum(axis=1), batch.weight)
