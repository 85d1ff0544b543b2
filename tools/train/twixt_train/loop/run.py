"""The loop: each generation's games, training, matches and line, and what is done is not redone."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from twixt_train.loop import chart, games, gate, training
from twixt_train.loop.pool import Pool
from twixt_train.loop.settings import Settings
from twixt_train.loop.state import Line, Minutes, State, write


@dataclass
class Tools:
    """The programs that the loop calls."""

    selfplay: Path
    lab: Path
    trainer: Sequence[str]


@dataclass
class Loop:
    """A loop in its folder, with the workers that it has this time."""

    state: State
    settings: Settings
    pool: Pool
    tools: Tools

    def run(self, last: int | None) -> None:
        """Goes on to the end of generation ``last``; without end if it is ``None``.

        Raises:
            ValueError: one of the tools failed.
        """
        if not (self.state.folder / "loop.toml").exists():
            write(self.state.folder / "loop.toml", self.settings.toml())
        for line in self.state.lines():
            print(sentence(line), flush=True)
        self.publish()
        while last is None or len(self.state.lines()) <= last:
            line = self.generation(len(self.state.lines()))
            self.state.finish(line)
            self.publish()
            print(sentence(line), flush=True)

    def publish(self) -> None:
        """Brings the best network and the chart up to the finished generations."""
        self.state.crown()
        lines = self.state.lines()
        if lines:
            write(self.state.folder / "strength.svg", chart.draw(lines))

    def generation(self, number: int) -> Line:
        """Does what is missing of a generation; the line about it."""
        state, settings = self.state, self.settings
        champion = state.champion()
        state.generation(number).mkdir(exist_ok=True)
        played, positions = games.play(state, settings, number, self.pool, self.tools.selfplay)
        held = training.train(state, settings, number, self.tools.trainer)
        found: dict[str, Line | None] = {"last": None, "first": None, "classical": None}
        if champion is not None:
            found["last"] = self.match(number, "last", champion, settings.max_pairs)
            if champion == 0:
                found["first"] = found["last"]
            elif settings.measure_pairs:
                found["first"] = self.match(number, "first", 0, settings.measure_pairs)
        if settings.measure_pairs:
            found["classical"] = self.match(number, "classical", None, settings.measure_pairs)
        line: Line = {"generation": number, "games": played, "positions": positions}
        line |= {"games_of": champion, "value_loss": held["value"], "policy_loss": held["policy"]}
        line |= found
        line["promoted"] = promoted(found["last"])
        line["above_first"] = chained(state.lines(), champion, found["last"])
        line["minutes"] = {
            part: round(spent, 2) for part, spent in Minutes(state.generation(number)).spent.items()
        }
        return line

    def match(self, number: int, kind: str, opponent: int | None, pairs: int) -> Line:
        """Plays one of a generation's matches."""
        weights = None if opponent is None else self.state.network(opponent)
        match = gate.Match(kind, weights, pairs, sprt=kind == "last")
        pool, lab = self.pool, self.tools.lab
        return gate.play(self.state, self.settings, number, match, pool=pool, lab=lab)


def promoted(last: Line | None) -> bool:
    """Whether the match against the best network so far, if there is one, makes it the best."""
    if last is None or last["accepted"] == "H1":
        return True
    return last["accepted"] is None and last["elo"] > 0


def chained(lines: Sequence[Line], champion: int | None, last: Line | None) -> Line:
    """Elo above the first network: the best one's, and the lead over it; errors by squares."""
    if champion is None or last is None:
        return {"elo": 0.0, "error": 0.0}
    base = lines[champion]["above_first"]
    error = math.hypot(base["error"], last["error"])
    return {"elo": round(base["elo"] + last["elo"], 1), "error": round(error, 1)}


def sentence(line: Line) -> str:
    """A generation in one line of text."""
    losses = "nothing held out"
    if line["value_loss"] is not None:
        losses = f"held out value {line['value_loss']:.3f}, policy {line['policy_loss']:.3f}"
    elo = [
        f"{match['elo']:+.0f} ± {match['error']:.0f}{' or beyond' * out(match)} against {name} "
        f"({match['pairs']} pairs)"
        for name, match in (
            ("the best", line["last"]),
            ("the first", line["first"]),
            ("the classical bot", line["classical"]),
        )
        if match is not None
    ]
    spent = ", ".join(f"{part} {minutes:.1f}" for part, minutes in line["minutes"].items())
    return "; ".join(
        [
            f"generation {line['generation']}: {line['games']} games, "
            f"{line['positions']} positions",
            losses,
            *([f"Elo {', '.join(elo)}"] if elo else []),
            "promoted" if line["promoted"] else "not promoted, the old network plays on",
            f"minutes: {spent}",
        ]
    )


def out(match: Line) -> bool:
    """Whether a match was so one-sided that its Elo is a bound."""
    return match["bound"] and bool(match["elo"])


def tell(text: str) -> None:
    """A line about the loop itself."""
    print(text, file=sys.stderr, flush=True)
