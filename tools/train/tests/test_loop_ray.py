"""Tasks on Ray: a worker that is killed loses nothing, and nothing counts twice."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from twixt_train.loop.pool import LocalPool, Result
from twixt_train.loop.ray_pool import RayPool, unpacked
from twixt_train.loop.work import Task

PROGRAM = """\
import os, pathlib, sys, time
log, name, seconds = sys.argv[1:]
with open(log, "a") as file:
    file.write(f"{name} {os.getppid()}\\n")
pathlib.Path("out/half").write_text("half")
time.sleep(float(seconds))
text = pathlib.Path("input").read_text()
pathlib.Path("out/half").unlink()
pathlib.Path("out/deep").mkdir()
pathlib.Path("out/deep/result").write_text(f"{name} {text}")
"""


def tasks(folder: Path, seconds: float) -> list[Task]:
    """Six tasks that note when they begin and who runs them."""
    (folder / "some input").write_text("42")
    found = []
    for name in "abcdef":
        arguments = (str(folder / "log"), name, str(seconds))
        found.append(Task(name, "program", arguments, {"input": folder / "some input"}))
    return found


def begun(folder: Path) -> list[tuple[str, int]]:
    """Tasks begun so far, with the processes that run them."""
    log = folder / "log"
    words = [line.split() for line in log.read_text().splitlines()] if log.exists() else []
    return [(name, int(worker)) for name, worker in words]


@pytest.fixture
def program(tmp_path: Path) -> dict[str, Path]:
    """The program of the tasks."""
    path = tmp_path / "program"
    path.write_text(f"#!{sys.executable} -IS\n{PROGRAM}")
    path.chmod(0o700)
    return {"program": path}


def test_the_local_pool_leaves_what_the_programs_made(
    tmp_path: Path, program: dict[str, Path]
) -> None:
    """Each task comes back once, with its files, and its folder is gone."""
    work = tmp_path / "work"
    work.mkdir()
    results = list(LocalPool(program, work, 2).run(tasks(tmp_path, 0), lambda: None))
    wanted = [(name, {"deep/result": f"{name} 42".encode()}) for name in "abcdef"]
    assert sorted((task.name, result) for task, result in results) == wanted
    assert list(work.iterdir()) == []


def test_a_file_is_unpacked_once(tmp_path: Path) -> None:
    """The first of two workers that unpack the same content keeps the file that it may run."""
    first: list[os.stat_result] = []

    def content() -> bytes:
        first.append(unpacked("digest", lambda: b"program", tmp_path / "store").stat())
        return b"program"

    path = unpacked("digest", content, tmp_path / "store")
    assert path.read_bytes() == b"program" and os.access(path, os.X_OK)
    assert path.stat().st_ino == first[0].st_ino
    assert list((tmp_path / "store").iterdir()) == [path]


@pytest.mark.ray
def test_a_killed_worker_loses_nothing(tmp_path: Path, program: dict[str, Path]) -> None:
    """With a worker killed in the midst of a task the results are those of a quiet run."""
    pytest.importorskip("ray", reason="Ray is not installed: sh tools/train/install.sh --ray")
    killed: list[tuple[str, int]] = []

    def kill() -> None:
        running = begun(tmp_path)
        if running and not killed:
            time.sleep(0.2)
            killed.append(running[0])
            os.kill(running[0][1], signal.SIGKILL)

    found: list[tuple[str, Result]] = []
    pool = RayPool(program, "local", 2)
    try:
        for task, result in pool.run(tasks(tmp_path, 1), kill):
            found.append((task.name, result))
    finally:
        pool.close()
    wanted = [(name, {"deep/result": f"{name} 42".encode()}) for name in "abcdef"]
    assert sorted(found, key=lambda each: each[0]) == wanted
    names = [name for name, _ in begun(tmp_path)]
    assert len(killed) == 1 and names.count(killed[0][0]) == 2, "the killed task ran again"


@pytest.mark.ray
def test_a_failing_program_is_told(tmp_path: Path, program: dict[str, Path]) -> None:
    """A program that fails by itself is not tried for ever."""
    pytest.importorskip("ray", reason="Ray is not installed: sh tools/train/install.sh --ray")
    pool = RayPool(program, "local", 1)
    try:
        with pytest.raises(ValueError, match="wrong: program failed: ValueError: not enough"):
            list(pool.run([Task("wrong", "program", ())], lambda: None))
    finally:
        pool.close()
