"""Progress with an estimate: one line that is refreshed on a terminal, else a line now and then."""

from __future__ import annotations

import sys
import time
from typing import Final, Self

QUIET: Final = 2.0
"""Seconds in which nothing is told: what is over by then needs no progress."""
TERMINAL: Final = 0.5
LOG: Final = 30.0


class Progress:
    """How far a part of the work is."""

    def __init__(self, name: str, total: int, unit: str) -> None:
        """Begins at 0 of ``total`` units."""
        self.name, self.total, self.unit = name, total, unit
        self.started = time.monotonic()
        self.done = self.before = 0
        self.terminal = sys.stderr.isatty()
        self.told = self.started + QUIET - (TERMINAL if self.terminal else LOG)
        self.width = 0

    def skip(self, units: int) -> None:
        """Counts units that an earlier start has done; they say nothing of the speed."""
        self.done += units
        self.before += units

    def add(self, units: int) -> None:
        """Counts units."""
        self.done += units
        self.show()

    def show(self, note: str = "") -> None:
        """Tells how far it is, unless it was told lately."""
        now = time.monotonic()
        if now - self.told < (TERMINAL if self.terminal else LOG):
            return
        self.told = now
        done = self.done - self.before
        if done and not note:
            left = (now - self.started) * (self.total - self.done) / done
            note = f"about {minutes(left)} left"
        of = f"{self.done} of {self.total} {self.unit}, " if self.unit else ""
        self._print(f"{self.name}: {of}{note or f'{minutes(now - self.started)} so far'}")

    def _print(self, text: str) -> None:
        if self.terminal:
            print(f"\r{text:<{self.width}}", end="", file=sys.stderr, flush=True)
            self.width = len(text)
        else:
            print(text, file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        """It ends with the work that it is about."""
        return self

    def __exit__(self, *_: object) -> None:
        """Clears the line of a terminal."""
        if self.width:
            print("\r" + " " * self.width + "\r", end="", file=sys.stderr, flush=True)


def minutes(seconds: float) -> str:
    """A length of time in the unit that suits it."""
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.1f} min"
