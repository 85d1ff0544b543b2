"""Runs tasks of `train run` on a Ray cluster; `src/stages/ray.rs` defines the messages.

A task runs a program once in an empty folder; its result is the files in the output folder.
Programs and inputs are in Ray's object store. A worker's machine needs neither a checkout nor this
file: it unpacks each program and input once, named by a digest of the content. Ray restarts the
task of a lost worker on another one, without limit. Only the driver stores results, so each counts
once.
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

OUT = ".out"
LOST = (-signal.SIGKILL, -signal.SIGTERM)
"""Exit statuses caused by the machine (shutdown, out of memory), not by the program."""
POLL_INTERVAL = 0.2
"""Interval between polls, in seconds."""
MAX_AGE = 7 * 24 * 3600.0
"""Seconds after which unused files on a worker's machine are removed."""
PR_SET_PDEATHSIG = 1
StoredFile = tuple[str, list[Any]]
"""A file in the object store: digest, and a list with the object reference."""


def cached_file(digest: str, content: Callable[[], bytes], folder: Path) -> Path:
    """Returns the path of this machine's copy of a file; fetches the file if there is none."""
    path = folder / digest
    if path.exists():
        os.utime(path)
    else:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if folder.stat().st_uid != os.getuid():
            raise PermissionError(f"cannot use {folder}: it belongs to another user")
        remove_old_files(folder)
        handle, part = tempfile.mkstemp(prefix=digest, dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(content())
        Path(part).chmod(0o700)
        # Must not replace a copy that another worker has made meanwhile and may be running.
        with contextlib.suppress(FileExistsError):
            os.link(part, path)
        Path(part).unlink()
    return path


def remove_old_files(folder: Path) -> None:
    """Removes old programs and the folders of killed workers."""
    for path in folder.iterdir():
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > MAX_AGE:
                path.unlink() if path.is_file() else shutil.rmtree(path)


def child_setup() -> Callable[[], None] | None:
    """Returns a function that sets a child's parent death signal before exec."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl
    return lambda: prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def execute(
    arguments: list[str], program: StoredFile, inputs: dict[str, StoredFile]
) -> dict[str, bytes] | str:
    """Runs a task on a worker; returns its output files, or the reason for its failure.

    Ray does not resolve references nested in arguments, so only missing files are fetched.
    """
    import ray  # noqa: PLC0415

    cache = Path(tempfile.gettempdir()) / f"twixt-train-{os.getuid()}"
    files = {
        name: cached_file(digest, lambda objects=objects: ray.get(objects[0]), cache)
        for name, (digest, objects) in {**inputs, "": program}.items()
    }
    base = Path(tempfile.mkdtemp(prefix="task-", dir=cache))
    try:
        (base / "task" / OUT).mkdir(parents=True)
        command = [str(files.pop("")), *arguments]
        for name, path in files.items():
            (base / "task" / name).parent.mkdir(parents=True, exist_ok=True)
            (base / "task" / name).symlink_to(path)
        with (base / "stderr").open("wb") as errors:
            process = subprocess.Popen(
                command,
                cwd=base / "task",
                stdin=subprocess.DEVNULL,
                stdout=errors,
                stderr=errors,
                start_new_session=True,
                # Safe with threads: the function takes no lock that another thread could hold.
                preexec_fn=child_setup(),  # noqa: PLW1509
            )
        try:
            status = process.wait()
        finally:
            process.kill()
        if status in LOST:
            raise InterruptedError(f"the program was killed by signal {-status}")
        if status:
            lines = (base / "stderr").read_text(encoding="utf-8", errors="replace").split("\n")
            lines = [line.strip() for line in lines if line.strip()]
            return lines[-1] if lines else f"exit status: {status}, without output"
        out = base / "task" / OUT
        outputs = sorted(path for path in out.rglob("*") if path.is_file())
        return {str(path.relative_to(out)): path.read_bytes() for path in outputs}
    finally:
        shutil.rmtree(base, ignore_errors=True)


def send(**message: object) -> None:
    """Sends a message to the run."""
    TO_RUN.write(json.dumps(message) + "\n")
    TO_RUN.flush()


def receive(messages: queue.Queue[dict[str, Any] | None]) -> None:
    """Queues the run's messages, and None at the end of the input."""
    for line in sys.stdin:
        messages.put(json.loads(line))
    messages.put(None)


class Driver:
    """A cluster and its running tasks."""

    def __init__(self, ray: ModuleType, head: dict[str, Any]) -> None:
        """Joins or starts the cluster that the run's first message names."""
        self.ray = ray
        local = {"num_cpus": head["workers"], "include_dashboard": False}
        local = local if head["address"] == "local" else {}
        ray.init(address=head["address"], log_to_driver=False, logging_level="ERROR", **local)
        # Lost workers and killed programs are retried without limit; other failures are results.
        options = {"num_cpus": 1, "max_retries": -1, "retry_exceptions": [InterruptedError]}
        self.execute = ray.remote(**options)(execute)
        self.stored = {}
        self.programs = {name: self.store(path) for name, path in head["programs"].items()}
        self.running = {}
        self.capacity = 0

    def store(self, path: str) -> StoredFile:
        """Puts a file into the object store, unless it is already there."""
        status = os.stat(path)
        key = (os.path.realpath(path), status.st_ino, status.st_size, status.st_mtime_ns)
        if key not in self.stored:
            content = Path(path).read_bytes()
            digest = hashlib.sha256(content).hexdigest()[:32]
            self.stored[key] = (digest, [self.ray.put(content)])
        return self.stored[key]

    def send_capacity(self) -> None:
        """Reports the capacity if it has changed; it exceeds the CPU count, so that no CPU is idle."""
        capacity = 1 + int(self.ray.cluster_resources().get("CPU", 1) * 1.25)
        if capacity != self.capacity:
            self.capacity = capacity
            send(room=capacity)

    def handle(self, message: dict[str, Any]) -> None:
        """Starts a task."""
        inputs = {name: self.store(path) for name, path in message["inputs"].items()}
        program = self.programs[message["program"]]
        reference = self.execute.remote(message["arguments"], program, inputs)
        self.running[reference] = (message["task"], Path(message["out"]))

    def collect(self) -> None:
        """Waits briefly for a task to end; writes its output, or reports its failure."""
        ended, _ = self.ray.wait(list(self.running), num_returns=1, timeout=POLL_INTERVAL)
        for reference in ended:
            number, out = self.running.pop(reference)
            try:
                result = self.ray.get(reference)
            except self.ray.exceptions.RayError as error:
                result = "the worker failed: " + str(error).strip().split("\n")[-1]
            if isinstance(result, str):
                send(failed={"id": number, "why": result})
                continue
            # Fails if the run has died and another one has cleared the folder.
            out.mkdir()
            for name, content in result.items():
                (out / name).parent.mkdir(parents=True, exist_ok=True)
                (out / name).write_bytes(content)
            send(done=number)


def main() -> int:
    """Runs tasks until the run closes the pipe."""
    try:
        import ray  # noqa: PLC0415
    except ImportError:
        send(error="cannot import ray; run `sh tools/training/ray/install.sh`")
        return 1
    messages: queue.Queue[dict[str, Any] | None] = queue.Queue()
    threading.Thread(target=receive, args=(messages,), daemon=True).start()
    head = messages.get()
    if head is None:
        return 0
    try:
        driver = Driver(ray, head)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        send(error=str(error).strip().split("\n")[0])
        return 1
    try:
        while True:
            driver.send_capacity()
            with contextlib.suppress(queue.Empty):
                while (message := messages.get(not driver.running, POLL_INTERVAL)) is not None:
                    driver.handle(message)
                return 0
            if driver.running:
                driver.collect()
    finally:
        ray.shutdown()


if __name__ == "__main__":
    # Ray prints to stdout, which therefore becomes stderr. Ray's processes, which can outlive this one,
    # do not inherit the pipe to the run.
    TO_RUN = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.exit(main())
