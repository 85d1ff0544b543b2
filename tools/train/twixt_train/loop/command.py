"""The subcommand ``loop``: its options, its tools, and a clean end whatever happens."""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from types import FrameType
from typing import Final

from twixt_train.loop import settings
from twixt_train.loop.pool import LocalPool, Pool
from twixt_train.loop.ray_pool import RayPool
from twixt_train.loop.run import Loop, Tools, tell
from twixt_train.loop.state import State

STOPPED: Final = 130
DESCRIPTION: Final = """\
Goes round: games of the best network (at first of the search by link distances), training from the
best network's checkpoint on the games of the last generations, matches against the best network
until a test decides, promotion of the better one.

Everything lies in DIR. Killed at any moment, the same command goes on where it was; at most the
chunk of games in flight is made anew. DIR/loop.toml has the settings, DIR/generations.jsonl a line
for each generation, DIR/strength.svg the strength by generation, DIR/best.tpn the best network."""
EXAMPLES: Final = """\
examples:
  python -m twixt_train loop target/tiny --tiny                  # see it work, a few minutes
  python -m twixt_train loop target/loop --generations 5 --workers 2
  python -m twixt_train loop target/loop --config my.toml        # other settings, first start only
  python -m twixt_train loop target/loop --ray local             # workers under Ray on this machine
  python -m twixt_train loop target/loop --ray 192.168.0.7:6379  # those of a cluster"""


def add(commands: argparse._SubParsersAction) -> None:
    """Adds the subcommand."""
    parser = commands.add_parser(
        "loop",
        help="self-play, training and promotion by a test, round and round",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="where everything lies")
    source = parser.add_mutually_exclusive_group()
    source.add_argument(
        "--config", type=Path, metavar="FILE.toml", help="settings other than usual; at the start"
    )
    source.add_argument("--tiny", action="store_true", help="settings for a run of a few minutes")
    parser.add_argument(
        "--generations",
        type=int,
        metavar="N",
        help="stop after generation N; 0 is the classical one (default: 1 with --tiny, else never)",
    )
    parser.add_argument(
        "--workers", type=int, metavar="N", help="tasks at a time here (default: the cores)"
    )
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="work on a Ray cluster; local starts one with --workers"
    )
    for name in ("selfplay", "lab"):
        parser.add_argument(
            f"--{name}", type=Path, metavar="FILE", help=f"default: target/release/{name}"
        )
    parser.add_argument(
        "--trainer", metavar="CMD", help="what trains (default: this Python with -m twixt_train)"
    )


def _wanted(args: argparse.Namespace) -> settings.Settings | None:
    if args.tiny:
        return settings.TINY
    return settings.parse(args.config) if args.config else None


def _program(given: Path | None, name: str) -> Path:
    path = given or settings.ROOT / "target" / "release" / name
    if not os.access(path, os.X_OK):
        raise ValueError(f"there is no {path}: run `cargo build --release -p selfplay -p lab`")
    return path.resolve()


def _copies(programs: Mapping[str, Path], folder: Path) -> dict[str, Path]:
    """Copies to run, so that building anew meanwhile does not take the programs away."""
    folder.mkdir()
    return {n: Path(shutil.copy(path, folder / n)).resolve() for n, path in programs.items()}


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def run(args: argparse.Namespace) -> int:
    """Runs the subcommand.

    Raises:
        ValueError: a setting is wrong or a tool failed; one line says which.
    """
    programs = {name: _program(getattr(args, name), name) for name in ("selfplay", "lab")}
    trainer = shlex.split(args.trainer) if args.trainer else [sys.executable, "-m", "twixt_train"]
    workers = os.cpu_count() or 1 if args.workers is None else args.workers
    if workers < 1:
        raise ValueError("--workers takes a number from 1 on")
    last = 1 if args.tiny and args.generations is None else args.generations
    signal.signal(signal.SIGTERM, _interrupt)
    state = State(args.folder)
    # Before the folder is touched: a wrong setting should leave nothing behind.
    chosen = settings.settle(args.folder, _wanted(args))
    try:
        with state.opened():
            copies = _copies(programs, state.temporary / "bin")
            tools = Tools(copies["selfplay"], copies["lab"], trainer)
            pool = _pool(args, copies, state, workers)
            try:
                Loop(state, chosen, pool, tools).run(last)
            finally:
                pool.close()
    except KeyboardInterrupt:
        tell("\nstopped; the same command goes on")
        return STOPPED
    if state.best.exists():
        tell(f"the best network: `selfplay ship {state.best}` makes it the bot's")
    return 0


def _pool(
    args: argparse.Namespace, programs: Mapping[str, Path], state: State, workers: int
) -> Pool:
    if args.ray:
        return RayPool(programs, args.ray, workers)
    return LocalPool(programs, state.temporary, workers)
