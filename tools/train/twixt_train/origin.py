"""The parameters of a network that is there already: a checkpoint's, or a weights file's."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import jax
import jax.numpy as jnp

from twixt_train import checkpoint, net, weights
from twixt_train.checkpoint import Tree
from twixt_train.growth import grow

TRAINING_HEADS: Final = "['aux']"
"""What the names of the training heads' arrays hold; checkpoints made before them lack those."""


def read(path: Path) -> net.Params:
    """The network in a checkpoint (``.npz``; its average if it keeps one) or a weights file.

    A weights file is ``.tpn`` or, as text of 15 bits a character, ``.txt``.

    Raises:
        ValueError: the file is malformed.
    """
    if path.suffix != ".npz":
        return weights.from_weights(weights.load(path))
    shapes = checkpoint.shapes(path)
    name = "average" if "['average']['policy']" in shapes else "params"
    if f"['{name}']['policy']" not in shapes:
        raise ValueError(f"{path}: no network inside; is it a checkpoint of this trainer?")
    blocks = (sum(n.startswith(f"['{name}']['convs']") for n in shapes) // 2 - 1) // 2
    like = {name: net.init(0, shapes[f"['{name}']['policy']"][0], blocks)}
    return checkpoint.load(path, like, optional=TRAINING_HEADS)[name]


def begin(path: Path, channels: int, blocks: int, seed: int) -> net.Params:
    """A file's network, grown to the size that is asked for.

    Raises:
        ValueError: the file is malformed or its network is larger.
    """
    params = read(path)
    try:
        return grow(params, channels, blocks, seed)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def resume(path: Path, state: Tree) -> Tree:
    """A run's state from its checkpoint, of the same form as ``state``.

    What checkpoints did not always hold begins anew: training heads, and the average as the
    parameters are.

    Raises:
        ValueError: an array is missing or has another shape.
    """
    if "average" in state and "['average']['policy']" not in checkpoint.shapes(path):
        rest = {name: part for name, part in state.items() if name != "average"}
        loaded = checkpoint.load(path, rest, optional=TRAINING_HEADS)
        return {**loaded, "average": jax.tree_util.tree_map(jnp.copy, loaded["params"])}
    return checkpoint.load(path, state, optional=TRAINING_HEADS)
