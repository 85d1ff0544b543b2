"""What a loop has on disk. Everything appears whole, under its own name, by a rename.

loop.toml          settings
generations.jsonl  a line for every finished generation
best.tpn           the best network so far
strength.svg       strength by generation
g0, g1, ...        games/, games.rec, net/, matches/, and what the parts found out
tmp                work in flight; emptied at every start
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Files = dict[str, bytes]
"""Contents by path, relative to a folder."""
Line = dict[str, Any]


def write(path: Path, content: bytes | str) -> None:
    """Writes a file that is there whole or not at all, whatever ends the process."""
    data = content.encode() if isinstance(content, str) else content
    part = path.with_name(f".{path.name}.part")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


@dataclass
class State:
    """The folder of a loop."""

    folder: Path

    @property
    def temporary(self) -> Path:
        """Where work in flight lies."""
        return self.folder / "tmp"

    @property
    def best(self) -> Path:
        """The best network so far."""
        return self.folder / "best.tpn"

    def generation(self, number: int) -> Path:
        """The folder of a generation."""
        return self.folder / f"g{number}"

    @contextlib.contextmanager
    def opened(self) -> Iterator[None]:
        """Keeps other loops out of the folder, and clears what a killed one left half done.

        Raises:
            ValueError: another one is at work here.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / ".lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise ValueError(f"another loop is at work in {self.folder}: wait for it") from None
            shutil.rmtree(self.temporary, ignore_errors=True)
            self.temporary.mkdir()
            yield
            shutil.rmtree(self.temporary, ignore_errors=True)

    def keep(self, folder: Path, files: Files) -> None:
        """Puts files into a folder of their own; does nothing if it is there already."""
        if folder.exists():
            return
        part = self.temporary / f"keep-{os.getpid()}"
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        for name, content in files.items():
            (part / name).parent.mkdir(parents=True, exist_ok=True)
            write(part / name, content)
        folder.parent.mkdir(parents=True, exist_ok=True)
        part.rename(folder)

    def lines(self) -> list[Line]:
        """The finished generations.

        Raises:
            ValueError: the file holds something else.
        """
        path = self.folder / "generations.jsonl"
        if not path.exists():
            return []
        try:
            lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            whole = [line["generation"] for line in lines] == list(range(len(lines)))
        except (ValueError, KeyError, TypeError):
            whole = False
        if not whole:
            raise ValueError(f"{path} is damaged: each line should be a generation, from 0 on")
        return lines

    def finish(self, line: Line) -> None:
        """Adds a generation's line."""
        lines = [*self.lines(), line]
        text = "".join(json.dumps(each) + "\n" for each in lines)
        write(self.folder / "generations.jsonl", text)

    def champion(self) -> int | None:
        """The generation whose network is the best so far; ``None`` before there is one."""
        promoted = [line["generation"] for line in self.lines() if line["promoted"]]
        return promoted[-1] if promoted else None

    def network(self, number: int) -> Path:
        """The weights of a generation's network."""
        return self.generation(number) / "net" / "net.tpn"

    def crown(self) -> None:
        """Makes ``best.tpn`` the champion's network."""
        champion = self.champion()
        if champion is None:
            return
        weights = self.network(champion).read_bytes()
        if not self.best.exists() or self.best.read_bytes() != weights:
            write(self.best, weights)


def read_json(path: Path) -> Line | None:
    """What was noted in a file, if it is there."""
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


class Minutes:
    """How long each part of a generation took, over all starts of the loop."""

    def __init__(self, folder: Path) -> None:
        """Goes on with what is noted in the generation's folder."""
        self.path = folder / "minutes.json"
        self.spent: dict[str, float] = read_json(self.path) or {}

    def lap(self, part: str, since: float) -> float:
        """Counts the time since then on the monotonic clock for a part; returns the time now."""
        now = time.monotonic()
        self.spent[part] = self.spent.get(part, 0.0) + (now - since) / 60
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write(self.path, json.dumps(self.spent))
        return now
