"""Checkpoints: the whole training state as a flat ``.npz`` file, one array a leaf."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

Tree = Any


def save(path: Path, tree: Tree) -> None:
    """Writes the tree's leaves, named by their way through it; replaces the file in one go."""
    leaves, _ = jax.tree_util.tree_flatten_with_path(tree)
    part = path.with_suffix(".part.npz")
    np.savez(part, **{jax.tree_util.keystr(way): np.asarray(leaf) for way, leaf in leaves})
    part.replace(path)


def shapes(path: Path) -> dict[str, tuple[int, ...]]:
    """The names of the arrays in a checkpoint, and their shapes."""
    with np.load(path) as arrays:
        return {name: arrays[name].shape for name in arrays}


def load(path: Path, like: Tree, optional: str | None = None) -> Tree:
    """Reads a tree of the same form as ``like``.

    An array whose name contains ``optional`` may be missing: ``like``'s is taken then.

    Raises:
        ValueError: an array is missing or has another shape (another size of network).
    """
    with np.load(path) as arrays:

        def leaf(way: tuple[Any, ...], old: Any) -> jax.Array:  # noqa: ANN401
            name = jax.tree_util.keystr(way)
            if name not in arrays and optional is not None and optional in name:
                return old
            if name not in arrays:
                raise ValueError(f"{path}: {name} is missing; is it a checkpoint of this trainer?")
            if arrays[name].shape != np.shape(old):
                raise ValueError(
                    f"{path}: {name} is {arrays[name].shape}, wanted {np.shape(old)}; "
                    "start with the same --channels and --blocks"
                )
            return jnp.asarray(arrays[name])

        return jax.tree_util.tree_map_with_path(leaf, like)
