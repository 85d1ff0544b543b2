"""Positions as `train planes` lays them out: arrays on the device, batches of them, mirrors.

Twixt has four symmetries that keep top-bottom the mover's: the two mirrors and both at once. A
mirror moves the holes and with them the directions of the link planes and the borders of the
nearness planes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

DIRECTIONS: Final = ((1, 2), (2, 1), (-1, 2), (-2, 1), (-1, -2), (-2, -1), (1, -2), (2, -1))
"""Link directions as (column, row) steps, in the order of the planes."""
MIRRORS: Final = ((False, False), (True, False), (False, True), (True, True))
"""The symmetries as (columns change places, rows do); the first one is no change."""
TYPES: Final = {"u8": "u1", "u16": "<u2", "i16": "<i2", "f32": "<f4"}


class Rows(NamedTuple):
    """Some positions' rows of the arrays, all from the mover's view."""

    planes: jax.Array
    """``[position, row, column, 28]``, quantised inputs."""
    policy: jax.Array
    """``[position, hole]``: shares in any unit, all 0 where there is nothing to learn."""
    wdl: jax.Array
    """``[position, 3]``: win, draw, loss."""
    reply: jax.Array
    """``[position]``: the hole of the opponent's next move, -1 where there is none."""
    chain: jax.Array
    """``[position, hole]``: 1 for a peg of the winning chain if it is the mover's, 2 for one of the
    opponent's, else 0."""
    weight: jax.Array
    """``[position]``: how much the policy counts."""


@dataclass(frozen=True)
class Board:
    """A board's positions."""

    name: str
    """Such as ``12 pp``."""
    training: Rows | None
    held_out: Rows | None


def load(folder: Path) -> tuple[list[Board], dict]:
    """The boards, their arrays on the device; and what `planes.json` tells besides."""
    head = json.loads((folder / "planes.json").read_text())

    def rows(board: dict, part: str, count: int) -> Rows | None:
        def array(name: str, kind: str, dims: list[int]) -> jax.Array:
            path = folder / board["folder"] / part / f"{name}.{kind}"
            return jax.device_put(np.memmap(path, TYPES[kind], "r", shape=(count, *dims)))

        return Rows(**{a["name"]: array(**a) for a in board["arrays"]}) if count else None

    boards = [
        Board(b["name"], rows(b, "training", b["training"]), rows(b, "held-out", b["held_out"]))
        for b in head["boards"]
    ]
    return boards, head


@dataclass
class Plan:
    """Which positions a batch is made of: all of one board, and boards come in their shares.

    What is drawn next depends on nothing but the seed and how much was drawn before, so a run that
    was stopped goes on as if it had not been.
    """

    counts: dict[str, int]
    """Training positions by board."""
    shares: dict[str, float]
    """Parts of the training by board; empty: by the counts."""
    seed: int
    drawn: dict[str, int] = field(default_factory=dict)
    orders: dict[str, tuple[int, np.ndarray]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Checks the shares.

        Raises:
            ValueError: there is nothing to learn from.
        """
        self.shares = self.shares or {name: count for name, count in self.counts.items() if count}
        for name in self.shares:
            if self.counts.get(name, 0) == 0:
                raise ValueError(f"there are no positions to learn from of the board {name}")
        if not self.shares:
            raise ValueError("there are no positions to learn from")

    def draw(self, size: int) -> tuple[str, np.ndarray]:
        """The board that is furthest behind its share, and the next of its positions."""
        part, total = sum(self.shares.values()), sum(self.drawn.values()) + size
        name = max(self.shares, key=lambda n: self.shares[n] / part * total - self.drawn.get(n, 0))
        first = self.drawn.get(name, 0)
        self.drawn[name] = first + size
        passes, places = np.divmod(np.arange(first, first + size), self.counts[name])
        chosen = [self.order(name, int(p))[places[passes == p]] for p in np.unique(passes)]
        return name, np.concatenate(chosen)

    def order(self, name: str, number: int) -> np.ndarray:
        """In which order a pass over a board's positions takes them."""
        if self.orders.get(name, (None,))[0] != number:
            rng = np.random.default_rng([self.seed, sorted(self.counts).index(name), number])
            self.orders[name] = number, rng.permutation(self.counts[name]).astype(np.int32)
        return self.orders[name][1]


def mirrored_planes(columns: bool, rows: bool) -> np.ndarray:
    """For each plane the plane that it is read from in the mirrored position."""
    steps = [(-c if columns else c, -r if rows else r) for c, r in DIRECTIONS]
    turned = [DIRECTIONS.index(step) for step in steps]
    links = [2 + 8 * side + d for side in range(2) for d in turned]
    ends = [19, 18] if rows else [18, 19]
    sides = [21, 20] if columns else [20, 21]
    return np.array([0, 1, *links, *ends, *sides, *range(22, 28)])


def image(of: Rows, columns: bool, rows: bool) -> Rows:
    """A mirror image of positions."""
    edge = of.planes.shape[1]

    def flip(a: jax.Array) -> jax.Array:
        a = a[:, :, ::-1] if columns else a
        return a[:, ::-1] if rows else a

    def holes(a: jax.Array) -> jax.Array:
        return flip(a.reshape(-1, edge, edge)).reshape(a.shape)

    hole = of.reply.astype(jnp.int32)
    row, column = hole // edge, hole % edge
    row = edge - 1 - row if rows else row
    column = edge - 1 - column if columns else column
    return of._replace(
        planes=flip(of.planes[..., mirrored_planes(columns, rows)]),
        policy=holes(of.policy),
        chain=holes(of.chain),
        reply=jnp.where(hole < 0, -1, row * edge + column),
    )


def mirrored(of: Rows) -> Rows:
    """Each quarter of the positions in another one of the four images."""
    ends = [len(of.reply) * i // 4 for i in range(5)]
    parts = [
        image(Rows(*(a[start:end] for a in of)), *mirror)
        for start, end, mirror in zip(ends, ends[1:], MIRRORS, strict=False)
    ]
    return Rows(*(jnp.concatenate(arrays) for arrays in zip(*parts, strict=True)))
