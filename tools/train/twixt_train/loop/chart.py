"""Strength by generation as an SVG picture, written by hand: no plotting library is needed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from twixt_train.loop.state import Line

WIDTH: Final = 640
HEIGHT: Final = 360
LEFT: Final = 56
RIGHT: Final = 20
TOP: Final = 48
BOTTOM: Final = 44
MINUS: Final = "\N{MINUS SIGN}"
STEPS: Final = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)


def _style(paper: str, ink: str, grid: str, a: str, b: str) -> str:
    """Plain rules: many viewers know no variables."""
    return (
        f".paper {{ fill: {paper} }} .ink {{ fill: {ink} }} .axis {{ stroke: {ink} }} "
        f".grid {{ stroke: {grid} }} .fa {{ fill: {a} }} .fb {{ fill: {b} }} "
        f".sa {{ stroke: {a} }} .sb {{ stroke: {b} }}"
    )


STYLE: Final = (
    f"<style>{_style('#fff', '#24292f', '#d8dee4', '#0969da', '#bc4c00')} "
    "@media (prefers-color-scheme: dark) "
    f"{{ {_style('#0d1117', '#e6edf3', '#30363d', '#58a6ff', '#f0883e')} }}</style>"
)


@dataclass(frozen=True)
class Point:
    """A generation's strength."""

    generation: int
    elo: float
    error: float
    best: bool
    """Whether its network was promoted."""


def above_first(lines: Sequence[Line]) -> list[Point]:
    """Elo above the first network."""
    return [
        Point(n, line["above_first"]["elo"], line["above_first"]["error"], line["promoted"])
        for n, line in enumerate(lines)
    ]


def above_classical(lines: Sequence[Line]) -> list[Point]:
    """Elo above the classical bot."""
    return [
        Point(n, line["classical"]["elo"], line["classical"]["error"], line["promoted"])
        for n, line in enumerate(lines)
        if line["classical"] is not None
    ]


def draw(lines: Sequence[Line]) -> str:
    """The picture of the generations' lines."""
    series = (
        ("a", "above the first network", above_first(lines)),
        ("b", "above the classical bot", above_classical(lines)),
    )
    points = [point for _, _, of in series for point in of]
    step, low, high = scale(
        min(p.elo - p.error for p in points), max(p.elo + p.error for p in points)
    )
    last = max(len(lines) - 1, 1)

    def x(generation: float) -> float:
        return LEFT + 16 + (WIDTH - LEFT - RIGHT - 32) * generation / last

    def y(elo: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (elo - low) / (high - low)

    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        STYLE,
        '<rect class="paper" width="100%" height="100%"/>',
    ]
    for elo in range(low, high + 1, step):
        drawn.append(
            f'<path class="{"grid" if elo else "axis"}" d="M{LEFT} {y(elo):.1f}H{WIDTH - RIGHT}"/>'
            f'<text class="ink" x="{LEFT - 8}" y="{y(elo) + 4:.1f}" text-anchor="end">'
            f"{f'{elo:+}'.replace('-', MINUS) if elo else 0}</text>"
        )
    every = math.ceil((last + 1) / 16)
    foot = HEIGHT - BOTTOM + 18
    drawn += [
        f'<text class="ink" x="{x(n):.1f}" y="{foot}" text-anchor="middle">{n}</text>'
        for n in range(0, len(lines), every)
    ]
    middle = (LEFT + WIDTH - RIGHT) // 2
    drawn.append(
        f'<text class="ink" x="{middle}" y="{HEIGHT - 8}" text-anchor="middle">generation</text>'
    )
    drawn.append(f'<text class="ink" x="{LEFT - 8}" y="24" text-anchor="end">Elo</text>')
    for n, (name, label, of) in enumerate(series):
        # Side by side, so that the error bars of one do not hide the other's.
        shift = 3 if n else -3
        drawn.append(f'<g class="s{name}">')
        drawn.append(
            f'<text class="f{name}" x="{LEFT + 200 * n}" y="24" stroke="none">{label}</text>'
        )
        best = [p for p in of if p.best]
        way = " ".join(f"{x(p.generation) + shift:.1f},{y(p.elo):.1f}" for p in best)
        drawn.append(f'<polyline points="{way}" fill="none" stroke-width="2"/>')
        for p in of:
            at = f"{x(p.generation) + shift:.1f}"
            ends = f"M{at} {y(p.elo - p.error):.1f}V{y(p.elo + p.error):.1f}"
            fill = f"f{name}" if p.best else "paper"
            drawn.append(f'<path d="{ends}" opacity="0.6"/>')
            drawn.append(f'<circle cx="{at}" cy="{y(p.elo):.1f}" r="4" class="{fill}"/>')
        drawn.append("</g>")
    if not all(p.best for p in points):
        note = f'x="{WIDTH - RIGHT}" y="24" text-anchor="end">hollow: not promoted'
        drawn.append(f'<text class="ink" {note}</text>')
    return "\n".join([*drawn, "</svg>"]) + "\n"


def scale(low: float, high: float) -> tuple[int, int, int]:
    """A step of at most eight on the axis, and the axis's ends, multiples of it."""
    low, high = min(low, 0.0), max(high, 10.0)
    step = next((step for step in STEPS if (high - low) / step <= 8), STEPS[-1])
    return step, math.floor(low / step) * step, math.ceil(high / step) * step
