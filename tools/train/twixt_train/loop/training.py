"""Training a generation's network, in a process of its own so that its memory goes with it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from twixt_train.loop import work
from twixt_train.loop.pool import NICENESS
from twixt_train.loop.progress import Progress
from twixt_train.loop.settings import Settings, amount
from twixt_train.loop.state import Line, Minutes, State, read_json, write

PACKAGE: Final = Path(__file__).resolve().parents[2]
HELD_OUT: Final = re.compile(r"held out: policy ([\d.]+), .*? value ([\d.]+)")
NOTED: Final = 10.0
"""Seconds after which the time spent is noted."""
LEFT: Final = re.compile(r"([\d.]+) min left")


def shares(settings: Settings, generation: int) -> dict[int, float]:
    """Parts of a training batch by the generation whose games they are."""
    ages = range(min(len(settings.window), generation + 1))
    parts = {generation - age: settings.window[age] for age in ages}
    total = sum(parts.values())
    parts = {number: part / total for number, part in parts.items()}
    classical = settings.classical
    if classical > parts.get(0, 0.0) and generation > 0:
        others = sum(part for number, part in parts.items() if number != 0)
        parts = {n: part * (1 - classical) / others for n, part in parts.items() if n != 0}
        parts[0] = classical
    return parts


def train(state: State, settings: Settings, generation: int, trainer: Sequence[str]) -> Line:
    """Trains what is missing; the held-out losses (``None`` where nothing was held out).

    Raises:
        ValueError: the trainer failed.
    """
    folder = state.generation(generation)
    note = folder / "trained.json"
    figures = read_json(note)
    if figures is not None:
        return figures
    if settings.network_first and state.champion() is None:
        state.keep(folder / "net", {"net.tpn": Path(settings.network_first).read_bytes()})
        return {"policy": None, "value": None}
    minutes, begun = Minutes(folder), time.monotonic()
    log = folder / "train.log"
    if finished(folder / "net" / "checkpoint.npz"):
        command = [*trainer, "export", str(folder / "net" / "checkpoint.npz")]
        command += ["--out", str(state.temporary / "net.tpn")]
        run(command, log, f"generation {generation}, export")
        (state.temporary / "net.tpn").replace(state.network(generation))
    else:
        command = [*trainer, *arguments(state, settings, generation)]
        run(command, log, f"generation {generation}, training", minutes)
        begun = time.monotonic()
    if not state.network(generation).exists():
        raise ValueError(f"the trainer left no {state.network(generation)}; {log} tells more")
    held = HELD_OUT.findall(log.read_text(encoding="utf-8"))
    policy, value = (float(text) for text in held[-1]) if held else (None, None)
    minutes.lap("training", begun)
    write(note, json.dumps({"policy": policy, "value": value}))
    return read_json(note) or {}


def arguments(state: State, settings: Settings, generation: int) -> list[str]:
    """The trainer's command line; the same one begins and goes on."""
    champion = state.champion()
    first = champion is None
    kind, length = amount(
        "training", settings.train_first if first else settings.train, ("minutes", "epochs")
    )
    files = [
        f"{(state.generation(number) / 'games.rec').resolve()}:{share:.6g}"
        for number, share in shares(settings, generation).items()
    ]
    out = (state.generation(generation) / "net").resolve()
    command = ["train", *files, "--out", str(out), f"--{kind}", f"{length:g}"]
    command += ["--channels", str(settings.channels), "--blocks", str(settings.blocks)]
    command += ["--seed", str(settings.seed + generation), "--resume"]
    if champion is not None:
        start = state.generation(champion) / "net" / "checkpoint.npz"
        if not start.exists():
            start = state.network(champion)
        command += ["--start", str(start.resolve())]
    return [*command, *(settings.train_args_first if first else settings.train_args)]


def finished(checkpoint: Path) -> bool:
    """Whether a training ended whose end was not noted any more."""
    if not checkpoint.exists():
        return False
    with np.load(checkpoint) as arrays:
        return "['done']" in arrays and float(arrays["['done']"]) >= 1


def run(command: Sequence[str], log: Path, title: str, minutes: Minutes | None = None) -> None:
    """Runs the trainer to its end, with its own estimate as the progress.

    Raises:
        ValueError: it failed.
    """
    path = os.pathsep.join([str(PACKAGE), *filter(None, [os.environ.get("PYTHONPATH")])])
    begun = time.monotonic()
    with log.open("ab") as out:
        at = out.tell()
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,
            preexec_fn=work.as_a_child(NICENESS),  # noqa: PLW1509
        )
    try:
        with Progress(title, 1, "") as progress:
            while process.poll() is None:
                left = LEFT.findall(tail(log, at))
                progress.show(f"about {left[-1]} min left" if left else "")
                if minutes is not None and time.monotonic() - begun > NOTED:
                    begun = minutes.lap("training", begun)
                time.sleep(0.05)
    finally:
        process.kill()
        process.wait()
    if minutes is not None:
        minutes.lap("training", begun)
    if process.returncode != 0:
        words = tail(log, at).strip().splitlines()
        raise ValueError(f"training failed: {words[-1] if words else 'it said nothing'}; see {log}")


def tail(log: Path, at: int) -> str:
    """The end of what was written to a file from there on."""
    with log.open("rb") as file:
        file.seek(max(at, log.stat().st_size - 2000))
        return file.read().decode(errors="replace")
