"""Growing a network without changing what it says (after Net2Net, Chen et al. 2016).

More residual pairs are appended as identities: their second convolution is 0. More channels come
with random weights in and none out to the old ones, which go on as if the new ones were not there;
they earn their way in by the gradient. Quantised, too, the old channels stay what they were: an
output channel's scale comes from its own largest weight, which zeros leave alone.
"""

from __future__ import annotations

import jax.numpy as jnp

from twixt_train import net


def grow(params: net.Params, channels: int, blocks: int, seed: int) -> net.Params:
    """The same function as a network of ``channels`` channels and ``blocks`` residual pairs.

    Raises:
        ValueError: the network is larger than that already.
    """
    old_channels, old_blocks = net.shape_of(params)
    if (old_channels, old_blocks) == (channels, blocks):
        return params
    if old_channels > channels or old_blocks > blocks:
        raise ValueError(
            f"it has {old_channels} channels and {old_blocks} pairs, a network only grows: "
            f"ask for at least --channels {old_channels} --blocks {old_blocks}"
        )
    new = net.init(seed, channels, blocks)
    convs = []
    for i, fresh in enumerate(new["convs"]):
        if i < len(params["convs"]):
            convs.append(_wider(params["convs"][i], fresh, first=i == 0))
        elif i % 2 == 0:
            convs.append({"w": jnp.zeros_like(fresh["w"]), "b": fresh["b"]})
        else:
            convs.append(fresh)
    spare = channels - old_channels
    mean, largest = jnp.split(params["w1"], 2, axis=1)
    return {
        **params,
        "convs": convs,
        "policy": jnp.pad(params["policy"], (0, spare)),
        "w1": jnp.concatenate([jnp.pad(a, ((0, 0), (0, spare))) for a in (mean, largest)], axis=1),
        "aux": {
            "reply": jnp.pad(params["aux"]["reply"], (0, spare)),
            "chain": jnp.pad(params["aux"]["chain"], ((0, 0), (0, spare))),
            "chain_bias": params["aux"]["chain_bias"],
        },
    }


def _wider(layer: net.Params, fresh: net.Params, first: bool) -> net.Params:
    """``fresh`` with the old outputs put in place, which read nothing from new inputs."""
    inputs, outputs = layer["w"].shape[2:]
    kernel = fresh["w"] if first else fresh["w"].at[:, :, inputs:, :outputs].set(0)
    return {
        "w": kernel.at[:, :, :inputs, :outputs].set(layer["w"]),
        "b": fresh["b"].at[:outputs].set(layer["b"]),
    }
