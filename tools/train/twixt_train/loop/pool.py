"""Where tasks are worked off. The loop knows :class:`Pool`; here is the one of this machine."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Final, Protocol

from twixt_train.loop import work
from twixt_train.loop.work import Task

Result = dict[str, bytes]
"""The files that a task left, by name."""
NICENESS: Final = 10
PAUSE: Final = 0.02
"""Seconds between looks at the programs that run."""


class Pool(Protocol):
    """Works off tasks, several at a time."""

    def run(self, tasks: Iterable[Task], idle: Callable[[], None]) -> Iterator[tuple[Task, Result]]:
        """Yields each task once with its result, in the order in which they end.

        ``idle`` is called now and then while nothing ends. Closing the iterator gives up what is
        still running.

        Raises:
            ValueError: a task's program failed.
        """
        ...

    def close(self) -> None:
        """Lets the workers go."""
        ...


class LocalPool:
    """Programs on this machine, so many at a time, with a low priority."""

    def __init__(self, programs: Mapping[str, Path], folder: Path, workers: int) -> None:
        """Programs run in folders of their own in ``folder``."""
        self.programs = {name: path.resolve() for name, path in programs.items()}
        self.folder = folder.resolve()
        self.workers = workers
        self.numbers = count()

    def run(self, tasks: Iterable[Task], idle: Callable[[], None]) -> Iterator[tuple[Task, Result]]:
        """See :class:`Pool`."""
        waiting = iter(tasks)
        running: list[tuple[Task, Path, subprocess.Popen[bytes]]] = []
        try:
            while True:
                while len(running) < self.workers and (task := next(waiting, None)) is not None:
                    folder = self.folder / f"task-{next(self.numbers)}"
                    command = [str(self.programs[task.program]), *task.arguments]
                    process = work.start(command, folder, task.inputs, NICENESS)
                    running.append((task, folder, process))
                if not running:
                    return
                ended = [entry for entry in running if entry[2].poll() is not None]
                for entry in ended:
                    running.remove(entry)
                    task, folder, process = entry
                    if process.returncode != 0:
                        why = work.last_words(folder, process.returncode)
                        raise ValueError(f"{task.name}: {task.program} failed: {why}")
                    yield task, work.collect(folder)
                if not ended:
                    idle()
                    time.sleep(PAUSE)
        finally:
            for _, _, process in running:
                process.kill()
                process.wait()

    def close(self) -> None:
        """Nothing is held between runs."""
