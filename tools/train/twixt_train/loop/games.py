"""Self-play in chunks that any worker can make, and the training records of a generation."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from twixt_train import records
from twixt_train.loop.pool import Pool
from twixt_train.loop.progress import Progress
from twixt_train.loop.settings import Settings
from twixt_train.loop.state import Minutes, State
from twixt_train.loop.work import OUT, Task

NETWORK = "net.tpn"
"""What a worker's network is called, so that games do not depend on where it lies."""


def chunks(total: int, size: int) -> list[tuple[int, int]]:
    """Number and size of the chunks that make ``total``."""
    return [(n, min(size, total - at)) for n, at in enumerate(range(0, total, size))]


def name(number: int, size: int) -> str:
    """A chunk's name. Its size is part of it: a chunk of another size is another chunk."""
    return f"{number:05}x{size}"


def seed(settings: Settings, generation: int, part: int, chunk: int) -> int:
    """A chunk's seed: no two chunks of a loop share one, so no game is made twice."""
    return (((settings.seed % 2**24) * 2**14 + generation) * 8 + part) * 2**20 + chunk


def carried(arguments: Sequence[str]) -> tuple[list[str], dict[str, Path]]:
    """The arguments as a worker needs them, and the files among them, which travel with it."""
    files = {f"{n}-{Path(a).name}": Path(a) for n, a in enumerate(arguments) if Path(a).is_file()}
    names = {path: name for name, path in files.items()}
    return [names.get(Path(argument), argument) for argument in arguments], files


def tasks(state: State, settings: Settings, generation: int) -> dict[Path, tuple[Task, int]]:
    """The chunks of a generation: by the folder of each its task and its number of games."""
    champion = state.champion()
    first = champion is None
    nodes = settings.nodes_first if first else settings.nodes
    evaluator = settings.evaluator_first if champion is None else f"network:{NETWORK}"
    extra, inputs = carried(settings.selfplay_args_first if first else settings.selfplay_args)
    if champion is not None:
        inputs[NETWORK] = state.network(champion)
    found = {}
    for number, size in chunks(
        settings.games_first if first else settings.games, settings.chunk_games
    ):
        arguments = ["play", "--out", OUT, "--games", str(size), "--nodes", str(nodes)]
        arguments += ["--seed", str(seed(settings, generation, 0, number)), "--workers", "1"]
        arguments += ["--evaluator", evaluator, *extra]
        chunk = name(number, size)
        task = Task(f"games {chunk}", "selfplay", tuple(arguments), inputs)
        found[state.generation(generation) / "games" / chunk] = (task, size)
    return found


def play(
    state: State, settings: Settings, generation: int, pool: Pool, selfplay: Path
) -> tuple[int, int]:
    """Makes the generation's games and records that are missing; counts games and positions.

    Raises:
        ValueError: self-play failed.
    """
    wanted = tasks(state, settings, generation)
    games = sum(size for _, size in wanted.values())
    out = state.generation(generation) / "games.rec"
    if not out.exists():
        minutes, begun = Minutes(state.generation(generation)), time.monotonic()
        missing = {f: chunk for f, chunk in wanted.items() if not f.exists()}
        folders = {task.name: folder for folder, (task, _) in missing.items()}
        queue = [task for task, _ in missing.values()]
        with (
            Progress(f"generation {generation}, self-play", games, "games") as progress,
            closing(pool.run(queue, progress.show)) as results,
        ):
            progress.skip(games - sum(size for _, size in missing.values()))
            for task, files in results:
                folder = folders[task.name]
                state.keep(folder, files)
                begun = minutes.lap("games", begun)
                progress.add(missing[folder][1])
        expand(state, list(wanted), out, selfplay)
        minutes.lap("games", begun)
    return games, out.stat().st_size // records.RECORD.itemsize


def expand(state: State, folders: Sequence[Path], out: Path, selfplay: Path) -> None:
    """Makes one file of records of the chunks' games.

    Raises:
        ValueError: it cannot be done.
    """
    part = state.temporary / "games.rec"
    command = [str(selfplay), "expand", "--out", str(part)]
    for folder in folders:
        command += ["--in", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ValueError(f"selfplay expand failed: {done.stderr.strip()}")
    if not part.exists() or part.stat().st_size == 0:
        raise ValueError(f"{folders[0].parent}: the games hold no position to learn from")
    rows = np.memmap(part, dtype=records.RECORD, mode="r+")
    rows["game"] = numbered(np.asarray(rows["game"]), np.asarray(rows["ply"]))
    rows.flush()
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.replace(out)


def numbered(games: NDArray[np.uint32], plies: NDArray[np.uint16]) -> NDArray[np.uint32]:
    """Game numbers from 0 on without repetition, where every chunk began to count anew.

    The trainer holds games out by their number, and they should be one in so many of all games,
    not the same few of each chunk.
    """
    new = (games[1:] != games[:-1]) | (plies[1:] <= plies[:-1])
    return np.concatenate([[0], np.cumsum(new)]).astype(np.uint32)
