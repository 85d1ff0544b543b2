"""Tasks on the workers of a Ray cluster, which need neither a checkout nor this package.

Programs and inputs lie in Ray's object store; a worker's machine unpacks each once, under a name
made of its content. Ray gives the task of a lost worker to another one. Only the driver keeps
results, so a task that was begun twice counts once.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from twixt_train.loop import work
from twixt_train.loop.pool import NICENESS, Result
from twixt_train.loop.work import Task

LOST: Final = (-signal.SIGKILL, -signal.SIGTERM)
"""Ends of a program that tell of its machine rather than of itself."""
WAIT: Final = 0.2
"""Seconds between looks at what has ended."""


def unpacked(digest: str, content: Callable[[], bytes], folder: Path) -> Path:
    """The file with this content on the worker's machine, fetched if it is not there."""
    path = folder / digest
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if folder.stat().st_uid != os.getuid():
            raise PermissionError(f"{folder} is somebody else's")
        handle, part = tempfile.mkstemp(prefix=digest, dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(content())
        Path(part).chmod(0o700)
        # Never over one that another worker has put there meanwhile and may be running.
        with contextlib.suppress(FileExistsError):
            os.link(part, path)
        Path(part).unlink()
    return path


def execute(
    arguments: tuple[str, ...], program: tuple[str, Any], inputs: Mapping[str, tuple[str, Any]]
) -> Result | str:
    """Runs a task on a worker: the files that it leaves, or why it failed.

    Files come as digest and a list with the object that holds them: only who lacks one gets it.
    """
    import ray  # noqa: PLC0415

    store = Path(tempfile.gettempdir()) / f"twixt-loop-{os.getuid()}"
    files = {
        name: unpacked(digest, lambda held=held: ray.get(held[0]), store)
        for name, (digest, held) in {**inputs, "": program}.items()
    }
    command = [str(files.pop("")), *arguments]
    base = Path(tempfile.mkdtemp(prefix="twixt-task-"))
    try:
        process = work.start(command, base / "task", files, NICENESS)
        try:
            status = process.wait()
        finally:
            process.kill()
        if status in LOST:
            raise InterruptedError(f"the program was ended by signal {-status}")
        return work.last_words(base / "task", status) if status else work.collect(base / "task")
    finally:
        shutil.rmtree(base, ignore_errors=True)


class RayPool:
    """Workers of a Ray cluster; ``local`` makes one here."""

    def __init__(self, programs: Mapping[str, Path], address: str, workers: int) -> None:
        """Joins or starts the cluster; ``workers`` is the number of a local one's.

        Raises:
            ValueError: Ray is not there, or the cluster cannot be reached.
        """
        try:
            import ray  # noqa: PLC0415
            from ray import cloudpickle  # noqa: PLC0415
        except ImportError:
            raise ValueError(
                "--ray needs Ray: `sh tools/train/install.sh --ray` installs it"
            ) from None
        self.ray = ray
        # By value, so that a worker's machine need not have this package.
        for module in (work, __import__(__name__, fromlist=["execute"])):
            cloudpickle.register_pickle_by_value(module)
        local = {"num_cpus": workers, "include_dashboard": False} if address == "local" else {}
        try:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR", **local)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise ValueError(f"--ray {address}: {str(error).splitlines()[0]}") from error
        # Lost workers and programs are made good for ever; a program that fails comes back as text.
        options = {"num_cpus": 1, "max_retries": -1, "retry_exceptions": [InterruptedError]}
        self.execute = ray.remote(**options)(execute)
        self.held: dict[Path, tuple[str, Any]] = {}
        self.programs = {name: self._hold(path) for name, path in programs.items()}

    def _hold(self, path: Path) -> tuple[str, Any]:
        if path not in self.held:
            content = path.read_bytes()
            digest = hashlib.sha256(content).hexdigest()[:32]
            self.held[path] = (digest, [self.ray.put(content)])
        return self.held[path]

    def _room(self) -> int:
        """Tasks to have under way: more than there are workers, so that none waits for the next."""
        return 1 + int(self.ray.cluster_resources().get("CPU", 1) * 1.25)

    def run(self, tasks: Iterable[Task], idle: Callable[[], None]) -> Iterator[tuple[Task, Result]]:
        """See :class:`twixt_train.loop.pool.Pool`."""
        waiting = iter(tasks)
        running: dict[Any, Task] = {}
        try:
            while True:
                room = self._room()
                while len(running) < room and (task := next(waiting, None)) is not None:
                    inputs = {name: self._hold(path) for name, path in task.inputs.items()}
                    program = self.programs[task.program]
                    running[self.execute.remote(task.arguments, program, inputs)] = task
                if not running:
                    return
                ended, _ = self.ray.wait(list(running), num_returns=1, timeout=WAIT)
                for reference in ended:
                    task = running.pop(reference)
                    try:
                        result = self.ray.get(reference)
                    except self.ray.exceptions.RayError as error:
                        why = str(error).strip().splitlines()[-1]
                        raise ValueError(f"{task.name}: the worker failed: {why}") from error
                    if isinstance(result, str):
                        raise ValueError(f"{task.name}: {task.program} failed: {result}")
                    yield task, result
                if not ended:
                    idle()
        finally:
            for reference in running:
                self.ray.cancel(reference, force=True)

    def close(self) -> None:
        """Leaves the cluster; one that was made here ends."""
        self.ray.shutdown()
