"""Batches: records of several files mixed by shares, mirrored and laid out channel-last.

Twixt has four symmetries that keep top-bottom the mover's: the two mirrors and both at once. A
mirror moves the holes and with them the directions of the link planes and the borders of the
nearness planes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twixt_train.records import (
    BIT_PLANES,
    DIRECTIONS,
    EDGE,
    HOLES,
    ONE,
    PLANES,
    STORED_PLANES,
    Bytes,
    Records,
    chains,
    constant_planes,
    load,
    split,
    stored_planes,
)

Index = NDArray[np.int64]
Floats = NDArray[np.float32]


class Batch(NamedTuple):
    """What the network sees and what it should say, all from the mover's view."""

    planes: Bytes
    """``[record, row, column, 25]``, quantised inputs."""
    open: NDArray[np.bool_]
    """``[record, hole]``: holes that the mover may peg."""
    policy: Floats
    """``[record, hole]``: shares that sum to 1, or all 0."""
    has_policy: Floats
    """1 where the policy is to be learnt, else 0."""
    wdl: Floats
    """``[record, 3]``: win, draw, loss."""
    reply_open: NDArray[np.bool_]
    """``[record, hole]``: holes that the opponent may peg."""
    reply: NDArray[np.int32]
    """``[record]``: the hole of the opponent's next move, any where there is none."""
    has_reply: Floats
    """1 where there is a reply to be learnt, else 0."""
    chain: Bytes
    """``[record, hole, 2]``: 1 for a peg of the winning chain if it is the mover's, the
    opponent's."""
    has_chain: Floats
    """1 where there is a winning chain, else 0."""


def mirrored_planes(left_right: bool, top_bottom: bool) -> list[int]:
    """For each stored plane the plane that it is read from in the mirrored position."""
    steps = [(-c if left_right else c, -r if top_bottom else r) for c, r in DIRECTIONS]
    turned = [DIRECTIONS.index(step) for step in steps]
    links = [2 + 8 * side + d for side in range(2) for d in turned]
    top, left = BIT_PLANES, BIT_PLANES + 2
    rows = [top + 1, top] if top_bottom else [top, top + 1]
    columns = [left + 1, left] if left_right else [left, left + 1]
    return [0, 1, *links, *rows, *columns]


def mirrored_holes(left_right: bool, top_bottom: bool) -> Index:
    """For each hole the hole that its content comes from in the mirrored position."""
    holes = np.arange(HOLES).reshape(EDGE, EDGE)
    if left_right:
        holes = holes[:, ::-1]
    if top_bottom:
        holes = holes[::-1]
    return np.ascontiguousarray(holes).reshape(-1)


def _layout(left_right: bool, top_bottom: bool) -> Index:
    """Where each value of a channel-last mirrored position stands in the stored planes."""
    planes = np.array(mirrored_planes(left_right, top_bottom))
    return (planes[None, :] * HOLES + mirrored_holes(left_right, top_bottom)[:, None]).reshape(-1)


MIRRORS: Final = ((False, False), (True, False), (False, True), (True, True))
"""The symmetries as (left-right, top-bottom); the first one is no change."""
_LAYOUTS: Final = tuple(_layout(*mirror) for mirror in MIRRORS)
_HOLES: Final = tuple(mirrored_holes(*mirror) for mirror in MIRRORS)


def make_batch(records: Records, search_value_share: float = 0.0, mirror: bool = False) -> Batch:
    """Unpacks records; with ``mirror`` each quarter of them by another symmetry.

    ``search_value_share`` is the search value's part of the value target where a record has one;
    the rest is the game's result.
    """
    count = len(records)
    stored = stored_planes(records)
    planes = np.empty((count, HOLES, PLANES), np.uint8)
    policy = np.empty((count, HOLES), np.float32)
    reply = np.maximum(records["reply"].astype(np.int32) - 1, 0)
    pegs = chains(records)
    quarters = np.array_split(np.arange(count), 4) if mirror else [np.arange(count)]
    for rows, layout, holes in zip(quarters, _LAYOUTS, _HOLES, strict=False):
        if len(rows):
            part = slice(rows[0], rows[-1] + 1)
            planes[part, :, :STORED_PLANES] = stored[part][:, layout].reshape(-1, HOLES, 22)
            policy[part] = records["policy"][part][:, holes]
            # A mirror undoes itself: where a hole's content comes from is where it goes to.
            reply[part] = holes[reply[part]]
            pegs[part] = pegs[part][:, holes]
    planes = planes.reshape(count, EDGE, EDGE, PLANES)
    planes[..., STORED_PLANES:] = constant_planes()
    vacant = open_holes(planes)
    policy *= vacant
    total = policy.sum(axis=1)
    policy /= np.maximum(total, 1)[:, None]
    has_policy = ((records["has_policy"] != 0) & (total > 0)).astype(np.float32)
    reply_open = open_holes(planes, opponent=True)
    may_reply = np.take_along_axis(reply_open, reply[:, None], axis=1)[:, 0]
    has_reply = ((records["reply"] > 0) & may_reply).astype(np.float32)
    owner = np.stack([records["result"] == 2, records["result"] == 0], axis=1)
    chain = pegs[:, :, None] * owner[:, None, :]
    has_chain = chain.any(axis=(1, 2)).astype(np.float32)
    wdl = value_targets(records, search_value_share)
    return Batch(
        planes, vacant, policy, has_policy, wdl, reply_open, reply, has_reply, chain, has_chain
    )


def open_holes(planes: Bytes, opponent: bool = False) -> NDArray[np.bool_]:
    """Holes that the mover may peg: vacant and not in the opponent's border columns.

    With ``opponent`` those that the opponent may peg: vacant and not in the mover's border rows.
    """
    vacant = (planes[..., 0] != ONE) & (planes[..., 1] != ONE)
    if opponent:
        vacant[:, [0, -1]] = False
    else:
        vacant[:, :, [0, -1]] = False
    return vacant.reshape(len(planes), -1)


def value_targets(records: Records, search_value_share: float) -> Floats:
    """Win, draw, loss for the mover: the result, mixed with the search value where there is one.

    A search value v counts as a win by v and a loss by 1 - v: a search value knows no draws.
    """
    result = np.eye(3, dtype=np.float32)[2 - records["result"].astype(np.int64)]
    value = records["value"].astype(np.float32) / 255
    searched = np.stack([value, np.zeros_like(value), 1 - value], axis=1)
    share = (search_value_share * (records["has_value"] != 0)).astype(np.float32)[:, None]
    return (1 - share) * result + share * searched


@dataclass
class Source:
    """One record file's training rows, drawn without repetition until all were seen."""

    records: Records
    rows: Index
    share: float
    """This file's part of every batch."""
    at: int = 0

    def draw(self, count: int, rng: np.random.Generator) -> Records:
        """The next ``count`` records in random order."""
        parts = []
        while count > 0:
            if self.at in (0, len(self.rows)):
                rng.shuffle(self.rows)
                self.at = 0
            rows = self.rows[self.at : self.at + count]
            self.at += len(rows)
            count -= len(rows)
            parts.append(self.records[rows])
        return np.concatenate(parts)


class Mixture:
    """Several record files, each with its share of every batch."""

    def __init__(self, files: Sequence[tuple[Path, float | None]], seed: int) -> None:
        """Maps the files; where no share is given, a file weighs by its number of records.

        Raises:
            ValueError: a file is malformed or has no training records.
        """
        self.rng = np.random.default_rng(seed)
        self.sources: list[Source] = []
        held: list[Records] = []
        for path, share in files:
            records = load(path)
            train, test = split(records)
            if len(train) == 0:
                raise ValueError(f"{path}: no record is left to train on, all games are held out")
            weight = float(len(train)) if share is None else share
            self.sources.append(Source(records, train, weight))
            held.append(records[test])
        total = sum(source.share for source in self.sources)
        for source in self.sources:
            source.share /= total
        self.held_out: Records = np.concatenate(held)

    def __len__(self) -> int:
        """Training records of all files."""
        return sum(len(source.rows) for source in self.sources)

    def draw(self, count: int) -> Records:
        """Random training records by the files' shares, in random order."""
        counts = np.floor(np.array([s.share for s in self.sources]) * count).astype(int)
        spare = self.rng.choice(
            len(counts), count - counts.sum(), p=[s.share for s in self.sources]
        )
        np.add.at(counts, spare, 1)
        parts = [s.draw(int(n), self.rng) for s, n in zip(self.sources, counts, strict=True) if n]
        drawn = np.concatenate(parts)
        self.rng.shuffle(drawn)
        return drawn
