"""A task: a program run once in an empty folder, and the files that it leaves there.

Only the standard library is used, and nothing else of this package: this module travels to
machines that have neither.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

OUT = "out"
"""The folder, in the one a program runs in, whose files are the task's result."""
_ERRORS = "stderr"
_KILL_ON_PARENTS_DEATH = 1


@dataclass(frozen=True)
class Task:
    """What a worker is to do. Runs that are alike leave the same files, wherever they run."""

    name: str
    program: str
    """Which program: a key of the pool's programs."""
    arguments: tuple[str, ...]
    """Paths in them are relative: inputs by their names, results under ``out``."""
    inputs: Mapping[str, Path] = field(default_factory=dict)
    """Files that the program finds in its folder, by name."""


def as_a_child(niceness: int) -> Callable[[], None]:
    """What a child does before its program starts: step back, and die with its parent."""
    prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None

    def prepare() -> None:
        total = os.nice(niceness)
        # Linux may share the processor among sessions first, this one's own being new: a process's
        # niceness then counts within it only.
        with contextlib.suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(total), encoding="ascii")
        if prctl is not None:
            prctl(_KILL_ON_PARENTS_DEATH, signal.SIGKILL)

    return prepare


def start(
    command: Sequence[str], folder: Path, inputs: Mapping[str, Path], niceness: int
) -> subprocess.Popen[bytes]:
    """Starts a program in a new folder, where it finds its inputs."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / OUT).mkdir(parents=True)
    for name, path in inputs.items():
        (folder / name).symlink_to(path.resolve())
    with (folder / _ERRORS).open("wb") as errors:
        return subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=errors,
            stderr=errors,
            # Ctrl-C is for the loop alone, which ends its children by itself.
            start_new_session=True,
            # It takes no lock that another thread could hold.
            preexec_fn=as_a_child(niceness),  # noqa: PLW1509
        )


def collect(folder: Path) -> dict[str, bytes]:
    """The files that a program left, and the end of its folder."""
    out = folder / OUT
    files = {str(path.relative_to(out)): path for path in sorted(out.rglob("*")) if path.is_file()}
    result = {name: path.read_bytes() for name, path in files.items()}
    shutil.rmtree(folder, ignore_errors=True)
    return result


def last_words(folder: Path, status: int) -> str:
    """Why a program failed: the last line that it printed."""
    text = (folder / _ERRORS).read_text(encoding="utf-8", errors="replace").strip()
    shutil.rmtree(folder, ignore_errors=True)
    return text.splitlines()[-1] if text else f"it ended with status {status} and said nothing"
