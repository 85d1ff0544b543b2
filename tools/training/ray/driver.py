"""Runs the loop's tasks on the workers of a Ray cluster; `src/rounds/pool/ray.rs` defines the messages.

A task is a program run once in an empty folder, and the files that it leaves there. Programs and
inputs lie in Ray's object store; a worker's machine, which needs neither a checkout nor this file,
unpacks each once, under a name made of its content. Ray gives the task of a lost worker to another
one, for ever. Only this driver keeps results, so a task that was begun twice counts once.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

OUT = "out"
LOST = (-signal.SIGKILL, -signal.SIGTERM)
"""Ends of a program that tell of its machine rather than of itself."""
WAIT = 0.2
"""Seconds between looks at what has ended and at what is wanted."""
LONG = 7 * 24 * 3600.0
"""Seconds after which what lies on a worker's machine unused is taken away."""
KILL_ON_PARENTS_DEATH = 1
Held = tuple[str, list[Any]]
"""A file in the object store: digest, and a list with the object."""


def unpacked(digest: str, content: Callable[[], bytes], folder: Path) -> Path:
    """The file with this content on the worker's machine, fetched if it is not there."""
    path = folder / digest
    if path.exists():
        os.utime(path)
    else:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if folder.stat().st_uid != os.getuid():
            raise PermissionError(f"{folder} is somebody else's")
        clear(folder)
        handle, part = tempfile.mkstemp(prefix=digest, dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(content())
        Path(part).chmod(0o700)
        # Never over one that another worker has put there meanwhile and may be running.
        with contextlib.suppress(FileExistsError):
            os.link(part, path)
        Path(part).unlink()
    return path


def clear(folder: Path) -> None:
    """Takes away what was not used for long: old programs, and what a killed worker left."""
    for path in folder.iterdir():
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > LONG:
                path.unlink() if path.is_file() else shutil.rmtree(path)


def as_a_child(niceness: int) -> Callable[[], None]:
    """What a child does before its program starts: step back, and die with its parent."""
    prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None

    def prepare() -> None:
        total = os.nice(niceness)
        # Its session is its own, so that this lowers nothing else; see `src/rounds/child.rs`.
        with contextlib.suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(total), encoding="ascii")
        if prctl is not None:
            prctl(KILL_ON_PARENTS_DEATH, signal.SIGKILL)

    return prepare


def execute(
    arguments: list[str], program: Held, inputs: dict[str, Held], niceness: int
) -> dict[str, bytes] | str:
    """Runs a task on a worker: the files that it leaves, or why it failed.

    Files come as digest and a list with the object that holds them: only who lacks one gets it.
    """
    import ray  # noqa: PLC0415

    store = Path(tempfile.gettempdir()) / f"twixt-train-{os.getuid()}"
    files = {
        name: unpacked(digest, lambda held=held: ray.get(held[0]), store)
        for name, (digest, held) in {**inputs, "": program}.items()
    }
    base = Path(tempfile.mkdtemp(prefix="task-", dir=store))
    try:
        (base / "task" / OUT).mkdir(parents=True)
        command = [str(files.pop("")), *arguments]
        for name, path in files.items():
            (base / "task" / name).symlink_to(path)
        with (base / "stderr").open("wb") as errors:
            process = subprocess.Popen(
                command,
                cwd=base / "task",
                stdin=subprocess.DEVNULL,
                stdout=errors,
                stderr=errors,
                start_new_session=True,
                # It takes no lock that another thread could hold.
                preexec_fn=as_a_child(niceness),  # noqa: PLW1509
            )
        try:
            status = process.wait()
        finally:
            process.kill()
        if status in LOST:
            raise InterruptedError(f"the program was ended by signal {-status}")
        if status:
            words = (base / "stderr").read_text(encoding="utf-8", errors="replace").split("\n")
            words = [line.strip() for line in words if line.strip()]
            return words[-1] if words else f"it ended with status {status} and said nothing"
        out = base / "task" / OUT
        left = sorted(path for path in out.rglob("*") if path.is_file())
        return {str(path.relative_to(out)): path.read_bytes() for path in left}
    finally:
        shutil.rmtree(base, ignore_errors=True)


def say(**what: object) -> None:
    """Tells the loop something."""
    SAY.write(json.dumps(what) + "\n")
    SAY.flush()


def read(into: queue.Queue[dict[str, Any] | None]) -> None:
    """Passes on what the loop says; None at its end."""
    for line in sys.stdin:
        into.put(json.loads(line))
    into.put(None)


class Driver:
    """A cluster, and the tasks under way on it."""

    def __init__(self, ray: ModuleType, head: dict[str, Any]) -> None:
        """Joins or starts the cluster that the loop's first line names."""
        self.ray, self.niceness = ray, head["niceness"]
        local = {"num_cpus": head["workers"], "include_dashboard": False}
        local = local if head["address"] == "local" else {}
        ray.init(address=head["address"], log_to_driver=False, logging_level="ERROR", **local)
        # Lost workers and programs are made good for ever; a program that fails comes back as text.
        options = {"num_cpus": 1, "max_retries": -1, "retry_exceptions": [InterruptedError]}
        self.execute = ray.remote(**options)(execute)
        self.held = {}
        self.programs = {name: self.hold(path) for name, path in head["programs"].items()}
        self.running = {}
        self.room = 0

    def hold(self, path: str) -> Held:
        """A file in the object store, once for each content."""
        status = os.stat(path)
        key = (os.path.realpath(path), status.st_ino, status.st_size, status.st_mtime_ns)
        if key not in self.held:
            content = Path(path).read_bytes()
            digest = hashlib.sha256(content).hexdigest()[:32]
            self.held[key] = (digest, [self.ray.put(content)])
        return self.held[key]

    def tell_room(self) -> None:
        """Tasks to have under way: more than there are workers, so that none waits for the next."""
        room = 1 + int(self.ray.cluster_resources().get("CPU", 1) * 1.25)
        if room != self.room:
            self.room = room
            say(room=room)

    def hear(self, what: dict[str, Any]) -> None:
        """Begins a task, or gives up all."""
        if "give_up" in what:
            for reference in self.running:
                self.ray.cancel(reference, force=True)
            self.running = {}
            return
        inputs = {name: self.hold(path) for name, path in what["inputs"].items()}
        program = self.programs[what["program"]]
        reference = self.execute.remote(what["arguments"], program, inputs, self.niceness)
        self.running[reference] = (what["task"], Path(what["out"]))

    def look(self) -> None:
        """Takes in what has ended."""
        ended, _ = self.ray.wait(list(self.running), num_returns=1, timeout=WAIT)
        for reference in ended:
            number, out = self.running.pop(reference)
            try:
                result = self.ray.get(reference)
            except self.ray.exceptions.RayError as error:
                result = "the worker failed: " + str(error).strip().split("\n")[-1]
            if isinstance(result, str):
                say(failed={"id": number, "why": result})
                continue
            # Its folder is there, unless this driver's loop is gone and another one has cleared it.
            out.mkdir()
            for name, content in result.items():
                (out / name).parent.mkdir(parents=True, exist_ok=True)
                (out / name).write_bytes(content)
            say(done=number)


def main() -> int:
    """Works until the loop's end."""
    try:
        import ray  # noqa: PLC0415
    except ImportError:
        say(error="there is no Ray: `sh tools/training/ray/install.sh` installs it")
        return 1
    heard: queue.Queue[dict[str, Any] | None] = queue.Queue()
    threading.Thread(target=read, args=(heard,), daemon=True).start()
    head = heard.get()
    if head is None:
        return 0
    try:
        driver = Driver(ray, head)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        say(error=str(error).strip().split("\n")[0])
        return 1
    try:
        while True:
            driver.tell_room()
            with contextlib.suppress(queue.Empty):
                while (what := heard.get(block=not driver.running, timeout=WAIT)) is not None:
                    driver.hear(what)
                return 0
            if driver.running:
                driver.look()
    finally:
        ray.shutdown()


if __name__ == "__main__":
    # For the loop alone: what Ray prints goes to stderr, and its processes, which may live longer
    # than this one, do not keep the pipe open.
    SAY = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.exit(main())
