"""Training records: fixed-size rows, mapped from disk and unpacked to planes.

A ``.rec`` file is any number of 1076-byte records with no header. Everything in a record is seen
by the mover, who always joins top and bottom; hole index = row * 12 + column.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

EDGE: Final = 12
"""Holes an edge of the records' board."""
HOLES: Final = EDGE * EDGE
BIT_PLANES: Final = 18
"""Own pegs, opponent's pegs, 8 own link ways, 8 opponent's link ways."""
VALUE_PLANES: Final = 4
"""Nearness of top and bottom (mover), left and right (opponent)."""
STORED_PLANES: Final = BIT_PLANES + VALUE_PLANES
PLANES: Final = STORED_PLANES + 3
"""With the planes that no record needs to hold: top and bottom row, side columns, ones."""
ONE: Final = 64
"""The quantised input that stands for 1."""

DIRECTIONS: Final = ((1, 2), (2, 1), (-1, 2), (-2, 1), (-1, -2), (-2, -1), (1, -2), (2, -1))
"""Link directions as (column, row) steps, in the order of the planes."""

RECORD: Final = np.dtype(
    [
        ("bits", "u1", (BIT_PLANES * HOLES // 8,)),
        ("near", "u1", (VALUE_PLANES, HOLES)),
        ("policy", "u1", (HOLES,)),
        ("has_policy", "u1"),
        ("result", "u1"),
        ("value", "u1"),
        ("has_value", "u1"),
        ("game", "<u4"),
        ("ply", "<u2"),
        ("reply", "<u2"),
        ("chain", "u1", (HOLES // 8,)),
        ("zero", "<u2"),
    ]
)
"""One record; ``result`` is 2 for the mover's win, 1 a draw, 0 a loss. ``reply`` is 1 + the hole of
the opponent's next move, 0 for none; ``chain`` has a bit for each peg of the winner's chain."""
assert RECORD.itemsize == 1076
FORMER_LENGTH: Final = 1056
"""Bytes of a record before it held the reply and the chain."""

HELD_OUT: Final = 50
"""One game in this many is held out."""

Records = NDArray[np.void]
Bytes = NDArray[np.uint8]


def load(path: Path) -> Records:
    """Maps a record file read-only.

    Raises:
        ValueError: the file is empty, no whole number of records, or of the former layout.
    """
    size = path.stat().st_size
    whole = size > 0 and size % RECORD.itemsize == 0
    if size > 0 and size % FORMER_LENGTH == 0 and not (whole and _plausible(path)):
        raise ValueError(
            f"{path}: records of the former layout, {FORMER_LENGTH} bytes each; "
            f"write them anew from their games, at {RECORD.itemsize} bytes each"
        )
    if not whole:
        raise ValueError(
            f"{path}: {size} bytes are not a whole number of {RECORD.itemsize}-byte records; "
            "was it cut short while being written?"
        )
    return np.memmap(path, dtype=RECORD, mode="r")


def _plausible(path: Path) -> bool:
    """Whether the first records' small fields are within their ranges."""
    head = np.fromfile(path, dtype=RECORD, count=64)
    flags = (head["has_policy"] <= 1) & (head["has_value"] <= 1) & (head["result"] <= 2)
    return bool(np.all(flags & (head["reply"] <= HOLES) & (head["zero"] == 0)))


def held_out(games: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Which records belong to a held-out game.

    The game number is scattered first (Knuth's multiplicative hash), so that no pattern in the
    numbering, such as seats in turn, decides what is held out.
    """
    scattered = games.astype(np.uint32) * np.uint32(2654435761)
    return (scattered >> np.uint32(8)) % HELD_OUT == 0


def split(records: Records) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Row numbers of the records to train on and of the held-out ones."""
    out = held_out(np.asarray(records["game"]))
    return np.flatnonzero(~out), np.flatnonzero(out)


def stored_planes(records: Records) -> Bytes:
    """The planes that the records hold, quantised: ``[record, plane * 144 + hole]``, 0..=64."""
    bits = np.unpackbits(np.ascontiguousarray(records["bits"]), axis=1, bitorder="little")
    bits *= ONE
    near = records["near"].reshape(len(records), VALUE_PLANES * HOLES)
    return np.concatenate([bits, near], axis=1)


def chains(records: Records) -> Bytes:
    """The pegs of the winner's chain, ``[record, hole]``, 0 or 1."""
    return np.unpackbits(np.ascontiguousarray(records["chain"]), axis=1, bitorder="little")


def constant_planes(edge: int = EDGE) -> Bytes:
    """The last three planes, ``[row, column, 3]``: top and bottom row, side columns, ones."""
    planes = np.zeros((edge, edge, 3), np.uint8)
    planes[[0, -1], :, 0] = ONE
    planes[:, [0, -1], 1] = ONE
    planes[:, :, 2] = ONE
    return planes


def pack_bits(planes: NDArray[np.bool_]) -> Bytes:
    """A field of bits, such as ``bits`` for planes ``[record, 18, 144]``."""
    return np.packbits(planes.reshape(len(planes), -1), axis=1, bitorder="little")


def synthetic(count: int, seed: int = 0) -> Records:
    """Random records for tests and speed measurements, about eight to a game.

    They are shaped like real ones and have something to learn: the policy's hole is the vacant
    one nearest the top, the reply's the vacant one nearest the left side, the result depends on who
    has more pegs, and the winner's chain is all its pegs.
    """
    rng = np.random.default_rng(seed)
    records = np.zeros(count, RECORD)
    pegs = rng.integers(0, 6, (count, HOLES))
    corners = [0, EDGE - 1, HOLES - EDGE, HOLES - 1]
    pegs[:, corners] = 5
    planes = rng.random((count, BIT_PLANES, HOLES)) < 0.7
    planes[:, 0] = pegs == 0
    planes[:, 1] = pegs == 1
    planes[:, :, corners] = False
    records["bits"] = pack_bits(planes)
    near = np.round(ONE * np.exp(-rng.integers(0, 12, (count, VALUE_PLANES, HOLES)) / 3))
    near[:, :, corners] = 0
    records["near"] = near
    columns = np.arange(HOLES) % EDGE
    vacant = (pegs > 1) & (columns > 0) & (columns < EDGE - 1)
    records["policy"][
        np.arange(count), (near[:, 0] + 1e-3 * near[:, 1] + vacant * 1000).argmax(axis=1)
    ] = 255
    records["has_policy"] = rng.random(count) < 0.9
    lead = planes[:, 0].sum(axis=1) - planes[:, 1].sum(axis=1)
    records["result"] = 1 + np.sign(lead)
    records["value"] = np.clip(128 + 8 * lead, 0, 255)
    records["has_value"] = 1
    records["game"] = np.arange(count) // 8
    records["ply"] = np.arange(count) % 8
    rows = np.arange(HOLES) // EDGE
    vacant = (pegs > 1) & (rows > 0) & (rows < EDGE - 1)
    reply = (near[:, 2] + 1e-3 * near[:, 3] + vacant * 1000).argmax(axis=1)
    records["reply"] = np.where(rng.random(count) < 0.9, 1 + reply, 0)
    winner = np.where(records["result"][:, None] == 2, planes[:, 0], planes[:, 1])
    records["chain"] = pack_bits(winner & (records["result"] != 1)[:, None])
    return records
