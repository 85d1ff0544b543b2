"""Matches: the new network against the best, the first and the classical bot.

A match is played in chunks, each with openings of its own. Chunks count in their order, whichever
ends first, so that a match is decided alike however many workers there are and however often the
loop was killed.
"""

from __future__ import annotations

import json
import math
import subprocess
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from twixt_train.loop.games import chunks, name, seed
from twixt_train.loop.pool import Pool
from twixt_train.loop.progress import Progress
from twixt_train.loop.settings import ROOT, Settings, amount
from twixt_train.loop.state import Line, Minutes, State, write
from twixt_train.loop.work import OUT, Task

Counts = list[int]
"""Pairs in which the new network made 0, 0.5, 1, 1.5 and 2 points."""
NEW: Final = "new"
OLD: Final = "old"
PARTS: Final = {"last": 1, "first": 2, "classical": 3}
"""Kinds of matches; the numbers keep their openings apart."""
AMPLE_MS: Final = 60000
"""The clock where positions are counted instead."""


@dataclass(frozen=True)
class Match:
    """A match that a generation's network has to play."""

    kind: str
    opponent: Path | None
    """Its weights; ``None`` for the classical bot."""
    pairs: int
    """At most so many."""
    sprt: bool
    """Whether a test may end it early."""


def points(journal: bytes, player: str = NEW) -> Counts:
    """The pairs of a match's file, by the points of one of the two players.

    Raises:
        ValueError: the file is torn, or holds a pair of which a game is missing.
    """
    pairs: dict[int, list[int]] = {}
    for line in journal.decode().splitlines():
        game: dict[str, Any] = json.loads(line)
        if "plan" in game:
            continue
        seat = ("first", "second")[game["players"].index(player)]
        half_points = 1 if game["winner"] is None else 2 * (game["winner"] == seat)
        pairs.setdefault(game["pair"], []).append(half_points)
    counts = [0] * 5
    for number, games in pairs.items():
        if len(games) != 2:
            raise ValueError(f"pair {number} has {len(games)} games, not 2")
        counts[sum(games)] += 1
    return counts


def judge(lab: Path, counts: Counts, sprt: Sequence[str]) -> Line:
    """What the lab says of the counts.

    Raises:
        ValueError: it says nothing.
    """
    command = [str(lab), "sprt", "--json", "--ptnml", *map(str, counts), "--sprt", *sprt]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ValueError(f"{' '.join(command)} failed: {done.stderr.strip()}")
    return json.loads(done.stdout)


def strength(counts: Counts, said: Line) -> Line:
    """Elo with half the width of its 95 % interval, finite always.

    Where the lab knows no finite figure (all won or lost, all pairs alike) a drawn pair is added
    to the others, and ``bound`` tells that the truth is likely farther out.
    """
    pairs = sum(counts)
    found = {"pairs": pairs, "ptnml": counts, "bound": False}
    elo, error = (said["elo"][key] for key in ("value", "error"))
    if elo is None or error is None:
        more = [count + (n == 2) for n, count in enumerate(counts)]
        mean = sum(n * count for n, count in enumerate(more)) / 4 / (pairs + 1)
        variance = sum(count * (n / 4 - mean) ** 2 for n, count in enumerate(more)) / (pairs + 1)
        elo = 400 * math.log10(mean / (1 - mean)) if elo is None else elo
        slope = 400 / math.log(10) / (mean * (1 - mean))
        # Never less than one more pair could move it.
        error = slope * max(1.96 * math.sqrt(variance / (pairs + 1)), 0.5 / (pairs + 1))
        found["bound"] = True
    return found | {"elo": round(elo, 1), "error": round(error, 1)}


def tasks(state: State, settings: Settings, generation: int, match: Match) -> dict[int, Task]:
    """A match's chunks by number."""
    kind, number = amount("gate", settings.gate, ("nodes", "ms"))
    terms = ["--concurrency", "1", "--quiet"]
    if kind == "nodes":
        # Pinned to cores or not, games of counted positions are the same.
        terms += ["--nodes", f"{number:.0f}", "--no-pin"]
        terms += ["--first-ms", str(AMPLE_MS), "--turn-ms", str(AMPLE_MS)]
    else:
        terms += ["--first-ms", f"{2 * number:.0f}", "--turn-ms", f"{number:.0f}"]
    inputs = {"new.tpn": state.network(generation)}
    # Those of the repository are found from wherever the loop is started.
    files = [path for path in (Path(settings.openings), ROOT / settings.openings) if path.is_file()]
    if files:
        inputs["openings.txt"] = files[0]
        terms += ["--openings", "openings.txt", "--order", "random"]
    else:
        terms += ["--openings", settings.openings]
    old = "own --search distance"
    if match.opponent is not None:
        inputs["old.tpn"] = match.opponent
        old = "own --weights old.tpn"
    found = {}
    for chunk, pairs in chunks(match.pairs, settings.chunk_pairs):
        arguments = ["match", "--bot", f"{NEW}=own --weights new.tpn", "--bot", f"{OLD}={old}"]
        arguments += ["--rounds", str(pairs), "--out", f"{OUT}/match.jsonl", *terms]
        arguments += ["--srand", str(seed(settings, generation, PARTS[match.kind], chunk))]
        found[chunk] = Task(name(chunk, pairs), "lab", tuple(arguments), inputs)
    return found


class Score:
    """A match's counts: its chunks in order, until the test or their number ends it."""

    def __init__(self, settings: Settings, match: Match, lab: Path) -> None:
        """Begins without a game."""
        self.settings, self.match, self.lab = settings, match, lab
        self.held: dict[int, Counts] = {}
        self.counts: Counts = [0] * 5
        self.said: Line = {"accepted": None}
        self.next = 0
        self.over = False

    def add(self, chunk: int, counts: Counts) -> None:
        """Takes a chunk's counts, and counts it if its turn has come."""
        self.held[chunk] = counts
        while not self.over and self.next in self.held:
            added = self.held[self.next]
            self.counts = [a + b for a, b in zip(self.counts, added, strict=True)]
            self.next += 1
            ended = sum(self.counts) >= self.match.pairs
            if self.match.sprt or ended:
                self.said = judge(self.lab, self.counts, self.settings.sprt)
            decided = self.match.sprt and self.said["accepted"] is not None
            self.over = decided or ended


def play(
    state: State, settings: Settings, generation: int, match: Match, *, pool: Pool, lab: Path
) -> Line:
    """Plays what is missing of a match; its strength and what the test accepted.

    Raises:
        ValueError: the lab failed.
    """
    folder = state.generation(generation) / "matches" / match.kind
    folder.mkdir(parents=True, exist_ok=True)
    score = Score(settings, match, lab)
    wanted = tasks(state, settings, generation, match)
    files = {chunk: folder / f"{task.name}.jsonl" for chunk, task in wanted.items()}
    missing = {chunk: task for chunk, task in wanted.items() if not files[chunk].exists()}
    for chunk in wanted.keys() - missing.keys():
        score.add(chunk, points(files[chunk].read_bytes()))
    if not score.over:
        numbers = {task.name: chunk for chunk, task in missing.items()}
        minutes, begun = Minutes(state.generation(generation)), time.monotonic()
        unit = "pairs at most" if match.sprt else "pairs"
        title = f"generation {generation}, against {match.kind}"
        with (
            Progress(title, match.pairs, unit) as progress,
            closing(pool.run(missing.values(), progress.show)) as results,
        ):
            progress.skip(sum(map(sum, score.held.values())))
            for task, content in results:
                chunk = numbers[task.name]
                counts = points(content["match.jsonl"])
                write(files[chunk], content["match.jsonl"])
                begun = minutes.lap("matches", begun)
                progress.add(sum(counts))
                score.add(chunk, counts)
                if score.over:
                    break
    return strength(score.counts, score.said) | {"accepted": score.said["accepted"]}
