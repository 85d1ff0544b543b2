# The defaults are made by a function that calls `field`.
# ruff: noqa: RUF009
"""The settings of a loop: read from TOML, written to the loop's folder, and held to afterwards."""

from __future__ import annotations

import dataclasses
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[4]
"""The repository, where its own openings and programs are found."""


def _setting(default: Any, text: str) -> Any:  # noqa: ANN401
    meta = {"text": text}
    if isinstance(default, list):
        return field(default_factory=lambda: list(default), metadata=meta)
    return field(default=default, metadata=meta)


@dataclass
class Settings:
    """What a loop does; the texts stand beside the values in ``loop.toml``."""

    seed: int = _setting(1, "all random numbers of games, training and matches")
    games_first: int = _setting(30000, "games of generation 0, by the search without a network")
    games: int = _setting(12000, "games of every later generation, by the best network so far")
    chunk_games: int = _setting(250, "games that one worker makes at a stretch")
    nodes_first: int = _setting(1600, "positions a move in the games of generation 0")
    nodes: int = _setting(250, "positions a move in later games")
    evaluator_first: str = _setting("distance", "who values positions in generation 0")
    network_first: str = _setting(
        "", "generation 0 is this network (a .tpn file) instead of one trained on its games"
    )
    selfplay_args_first: list[str] = _setting(
        [], "further flags of `selfplay play`, generation 0; files in them travel along"
    )
    selfplay_args: list[str] = _setting(
        [
            *("--noise", "0.25", "--temperature", "0.8", "--temperature-plies", "6"),
            *("--random-share", "40", "--resign", "0.03", "--balance", "0.06..0.94"),
            *("--starts", "random:2,book:2,scatter:1"),
        ],
        "the same, later generations",
    )
    window: list[float] = _setting(
        [0.5, 0.32, 0.18], "parts of a training batch: this generation's games, the last one's, ..."
    )
    classical: float = _setting(0.05, "at least this part are games of generation 0, for ever")
    channels: int = _setting(16, "the network's channels, a multiple of 16")
    blocks: int = _setting(4, "the network's residual pairs")
    train_first: str = _setting("minutes:16", "training from scratch: minutes:N or epochs:N")
    train: str = _setting("minutes:11", "training from the best network: minutes:N or epochs:N")
    train_args_first: list[str] = _setting(
        ["--batch", "128", "--rate", "0.003", "--quantise-from", "0.6"],
        "further flags of `twixt_train train`, generation 0",
    )
    train_args: list[str] = _setting(
        [
            *("--batch", "128", "--rate", "0.002", "--quantise-from", "0.7"),
            *("--search-value-share", "0.4"),
        ],
        "the same, later generations",
    )
    gate: str = _setting("nodes:800", "a match's move: nodes:N positions or ms:N milliseconds")
    openings: str = _setting(
        "tools/referee/openings/even.txt",
        "where the games of matches start: a file, or what else `lab match --help` tells",
    )
    chunk_pairs: int = _setting(20, "pairs of games that one worker plays at a stretch")
    max_pairs: int = _setting(200, "undecided after so many pairs, a lead above 0 is enough")
    sprt: list[str] = _setting(["elo0=0", "elo1=30"], "the test of new against best; `lab sprt`")
    measure_pairs: int = _setting(60, "pairs against the first network and the classical bot each")

    def check(self) -> None:
        """Refuses what no part of the loop could work with.

        Raises:
            ValueError: a setting is out of its range.
        """
        least = {name: 1 for name in ("games_first", "games", "chunk_games", "nodes_first")}
        least |= {name: 1 for name in ("nodes", "blocks", "chunk_pairs", "max_pairs")}
        least |= {"channels": 16, "measure_pairs": 0, "seed": 0, "classical": 0}
        for name, value in least.items():
            if getattr(self, name) < value:
                raise ValueError(f"{name} = {getattr(self, name)}: the least is {value}")
        if self.classical >= 1:
            raise ValueError("classical: a part below 1 is wanted")
        if self.channels % 16:
            raise ValueError(f"channels = {self.channels}: a multiple of 16 is wanted")
        if not self.window or min(self.window) <= 0:
            raise ValueError("window: list at least one part, each above 0")
        for name, kinds in (
            ("train_first", ("minutes", "epochs")),
            ("train", ("minutes", "epochs")),
            ("gate", ("nodes", "ms")),
        ):
            amount(name, getattr(self, name), kinds)

    def toml(self) -> str:
        """The settings as a TOML file with a comment a line."""
        lines = [
            "# Settings of this loop, read at every start. Change them between generations only.\n"
        ]
        for item in dataclasses.fields(self):
            lines.append(f"# {item.metadata['text']}")
            lines.append(f"{item.name} = {_value(getattr(self, item.name))}")
        return "\n".join(lines) + "\n"


def amount(name: str, text: str, kinds: tuple[str, ...]) -> tuple[str, float]:
    """Reads ``kind:number``.

    Raises:
        ValueError: it is something else.
    """
    kind, _, number = text.partition(":")
    try:
        value = float(number)
    except ValueError:
        value = 0.0
    if kind not in kinds or value <= 0:
        wanted = " or ".join(f"{kind}:N" for kind in kinds)
        raise ValueError(f"{name} = {text!r}: {wanted} is wanted")
    return kind, value


TINY: Final = Settings(
    games_first=150,
    games=60,
    chunk_games=25,
    nodes_first=100,
    nodes=60,
    window=[0.6, 0.4],
    channels=16,
    blocks=1,
    train_first="minutes:0.7",
    train="minutes:0.7",
    train_args_first=["--quantise-from", "0.7", "--batch", "64", "--save-minutes", "0.2"],
    train_args=[
        *("--quantise-from", "0.5", "--batch", "64", "--save-minutes", "0.2"),
        *("--rate", "0.002"),
    ],
    gate="nodes:50",
    chunk_pairs=5,
    max_pairs=40,
    sprt=["elo0=0", "elo1=60"],
    measure_pairs=10,
)
"""From nothing to a second network in a few minutes: to see the loop work, not to get a bot."""


def _value(value: Any) -> str:  # noqa: ANN401
    if isinstance(value, list):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return repr(value)


def parse(path: Path) -> Settings:
    """Reads settings; what the file leaves out is as by default.

    Raises:
        ValueError: it is no TOML, or names a setting that there is not, or gives a wrong value.
    """
    try:
        read = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path}: {error}") from None
    usual = Settings()
    names = {item.name for item in dataclasses.fields(usual)}
    for name, value in read.items():
        if name not in names:
            raise ValueError(f"{path}: there is no setting {name!r}; they are {sorted(names)}")
        read[name] = _like(getattr(usual, name), value, f"{path}: {name}")
    settings = Settings(**read)
    try:
        settings.check()
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    return settings


def _like(usual: Any, value: Any, name: str) -> Any:  # noqa: ANN401
    if isinstance(usual, list) and isinstance(value, list):
        kind = float if name.endswith("window") else str
        return [_like(kind(), item, name) for item in value]
    if isinstance(usual, float) and type(value) in (int, float):
        return float(value)
    if type(value) is not type(usual):
        raise ValueError(f"{name} = {value!r}: a value such as {_value(usual)} is wanted")
    return value


def settle(folder: Path, wanted: Settings | None) -> Settings:
    """The settings of the loop in ``folder``, which must not differ from ``wanted``.

    Raises:
        ValueError: they do, or cannot be read.
    """
    path = folder / "loop.toml"
    if not path.exists():
        return wanted or Settings()
    held = parse(path)
    if wanted is not None and wanted != held:
        pairs = [
            (item.name, getattr(held, item.name), getattr(wanted, item.name))
            for item in dataclasses.fields(held)
        ]
        told = [f"{n} = {_value(a)}, not {_value(b)}" for n, a, b in pairs if a != b]
        raise ValueError(
            f"{path} says {'; '.join(told)}: leave the option out to go on with the file, edit it, "
            "or choose another folder"
        )
    return held
