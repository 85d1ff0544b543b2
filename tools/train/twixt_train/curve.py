"""The loss curve as an SVG picture, written by hand: no plotting library is needed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

WIDTH: Final = 640
HEIGHT: Final = 320
MARGIN: Final = 48
COLOURS: Final = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf")
LEGEND_COLUMNS: Final = 4


def write(path: Path, steps: Sequence[int], lines: dict[str, Sequence[float]]) -> None:
    """Draws each line over the steps; all share the axes, which start at 0."""
    if not steps:
        return
    top = max(max(values) for values in lines.values()) * 1.05 or 1.0
    right = max(steps[-1], 1)

    def x(step: float) -> float:
        return MARGIN + (WIDTH - 2 * MARGIN) * step / right

    def y(value: float) -> float:
        return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * value / top

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="11">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for tick in range(5):
        value = top * tick / 4
        out.append(
            f'<path d="M{MARGIN} {y(value):.1f}H{WIDTH - MARGIN}" stroke="#ddd"/>'
            f'<text x="{MARGIN - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.2f}</text>'
        )
    out.append(
        f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - 20}" text-anchor="end">{right} steps</text>'
    )
    for colour, values in zip(COLOURS, lines.values(), strict=False):
        points = " ".join(f"{x(s):.1f},{y(v):.1f}" for s, v in zip(steps, values, strict=True))
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
    for i, (colour, name) in enumerate(zip(COLOURS, lines, strict=False)):
        row, column = divmod(i, LEGEND_COLUMNS)
        at = f'x="{MARGIN + 130 * column}" y="{18 + 16 * row}"'
        out.append(f'<text {at} fill="{colour}">{name}</text>')
    path.write_text("\n".join([*out, "</svg>\n"]))
