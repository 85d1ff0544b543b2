"""Parts of the loop: counts of pairs, decisions in order, shares, seeds, settings, the chart."""

import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from twixt_train.loop import chart, games, gate, settings, training
from twixt_train.loop.settings import TINY, Settings
from twixt_train.loop.state import State


def journal(*pairs: tuple[str | None, str | None]) -> bytes:
    """A match's file with these winners: of each pair new opens the first game."""
    lines = [json.dumps({"plan": {"rounds": len(pairs)}})]
    for n, winners in enumerate(pairs):
        for k, winner in enumerate(winners):
            players = ["new", "old"] if k == 0 else ["old", "new"]
            seat = None if winner is None else ("first", "second")[players.index(winner)]
            game = {"game": 2 * n + k, "pair": n, "players": players, "winner": seat}
            lines.append(json.dumps(game))
    return ("\n".join(lines) + "\n").encode()


def test_pairs_are_counted_by_their_points() -> None:
    """Each of the five kinds of pairs, seen from both players; a torn pair is refused."""
    pairs = [("new", "new"), ("new", None), ("new", "old"), (None, None), (None, "old")]
    whole = journal(*pairs, ("old", "old"), ("old", "old"))
    assert gate.points(whole) == [2, 1, 2, 1, 1]
    assert gate.points(whole, "old") == [1, 1, 2, 1, 2]
    torn = whole[: whole[:-1].rindex(b"\n") + 1]
    with pytest.raises(ValueError, match="pair 6 has 1 games"):
        gate.points(torn)


def test_strength_is_finite() -> None:
    """The lab's figures where it has some; one drawn pair more where it has none."""
    known = {"elo": {"value": 18.04, "error": 8.23}}
    assert gate.strength([50, 287, 610, 387, 73], known)["elo"] == 18.0
    swept = gate.strength([0, 0, 0, 0, 4], {"elo": {"value": None, "error": None}})
    assert swept["bound"] and swept["pairs"] == 4 and swept["ptnml"] == [0, 0, 0, 0, 4]
    # 9 points of 10: 400 log10(9); a standard deviation of the mean of 0.2 / sqrt(5).
    assert swept["elo"] == 381.7
    assert swept["error"] == pytest.approx(1.96 * 0.2 / 5**0.5 * 173.72 / 0.09, abs=0.2)
    level = gate.strength([0, 0, 3, 0, 0], {"elo": {"value": 0.0, "error": None}})
    assert level["elo"] == 0 and 0 < level["error"] < 1000


def test_chunks_count_in_their_order(tmp_path: Path) -> None:
    """Whatever ends first, the test sees the same counts and stops at the same chunk."""
    lab = tmp_path / "lab"
    # Decided by the third chunk's fifth pair won.
    lab.write_text(
        '#!/bin/sh\n[ "$8" -ge 5 ] && a=\'"H1"\' || a=null\n'
        'echo "{\\"elo\\": {\\"value\\": 1, \\"error\\": 2}, \\"accepted\\": $a}"\n'
    )
    lab.chmod(0o700)
    match = gate.Match("last", None, pairs=100, sprt=True)
    chunk = {0: [0, 0, 0, 0, 2], 1: [1, 0, 0, 0, 1], 2: [0, 0, 0, 0, 2], 3: [9, 0, 0, 0, 0]}
    for order in ([0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]):
        score = gate.Score(Settings(), match, lab)
        for number in order:
            score.add(number, chunk[number])
        assert score.over and score.counts == [1, 0, 0, 0, 5] and score.said["accepted"] == "H1"


def test_shares_of_the_window() -> None:
    """The newest games first, the classical ones never below their part."""
    chosen = Settings(window=[0.6, 0.25, 0.15], classical=0.05)
    assert training.shares(chosen, 0) == {0: 1.0}
    assert training.shares(chosen, 1) == pytest.approx({1: 0.6 / 0.85, 0: 0.25 / 0.85})
    assert training.shares(chosen, 2) == pytest.approx({2: 0.6, 1: 0.25, 0: 0.15})
    later = training.shares(chosen, 7)
    assert later == pytest.approx({7: 0.57, 6: 0.2375, 5: 0.1425, 0: 0.05})
    assert training.shares(Settings(window=[1.0], classical=0.0), 3) == {3: 1.0}


def test_chunks_and_seeds_do_not_meet() -> None:
    """Chunks make the total, and no two of them share a seed."""
    assert games.chunks(10, 4) == [(0, 4), (1, 4), (2, 2)]
    places = [(g, part, n) for g in (0, 1, 9) for part in range(4) for n in (0, 1, 99)]
    seeds = {games.seed(Settings(seed=s), *place) for s in (1, 2) for place in places}
    assert len(seeds) == 2 * len(places) and max(seeds) < 2**64


def test_games_are_numbered_through() -> None:
    """Chunks that each begin at 0 get numbers of their own, single games of two chunks too."""
    numbers = np.array([0, 0, 0, 1, 1, 0, 0, 0], np.uint32)
    plies = np.array([4, 5, 6, 3, 4, 2, 3, 2], np.uint16)
    assert games.numbered(numbers, plies).tolist() == [0, 0, 0, 1, 1, 2, 2, 3]


def test_files_travel_with_their_arguments(tmp_path: Path) -> None:
    """An argument that names a file is replaced by the name that it has at the worker."""
    starts = tmp_path / "starts.txt"
    starts.write_text("f6")
    arguments, files = games.carried(["--starts", str(starts), "--noise", "0.2"])
    assert arguments == ["--starts", "1-starts.txt", "--noise", "0.2"]
    assert files == {"1-starts.txt": starts}


def test_settings_are_read_as_written(tmp_path: Path) -> None:
    """What is written is read again; wrong names and values are told."""
    chosen = Settings(games=7, window=[0.5, 0.5], selfplay_args=["--set", 'a="\\'])
    path = tmp_path / "loop.toml"
    for each in (chosen, TINY, Settings()):
        path.write_text(each.toml())
        assert settings.parse(path) == each
    for text, told in (
        ("gmaes = 4", "there is no setting 'gmaes'"),
        ("games = 0", "games = 0: the least is 1"),
        ('games = "4"', "games = '4': a value such as 12000"),
        ('gate = "800"', "nodes:N or ms:N is wanted"),
        ("games = ", "Invalid value"),
    ):
        path.write_text(text)
        with pytest.raises(ValueError, match=f"loop.toml.*{told}"):
            settings.parse(path)


def test_a_loop_is_alone_in_its_folder(tmp_path: Path) -> None:
    """A second one is told to wait, and the first one's work is not cleared away."""
    first, second = State(tmp_path), State(tmp_path)
    with first.opened():
        (first.temporary / "mine").touch()
        with pytest.raises(ValueError, match="another loop is at work"), second.opened():
            pass
        assert (first.temporary / "mine").exists()
    with second.opened():
        assert list(second.temporary.iterdir()) == []


def example(elo: float, error: float, classical: float, promoted: bool) -> dict[str, object]:
    """A generation's line as the chart needs it."""
    strength = {"elo": elo, "error": error}
    against = {"elo": classical, "error": 60.0}
    return {"above_first": strength, "classical": against, "promoted": promoted}


@pytest.mark.parametrize("count", [1, 2, 40])
def test_the_chart_holds_every_generation(count: int) -> None:
    """Two marks a generation, inside the picture; hollow where not promoted."""
    lines = [example(40.0 * n, 20.0 * n, 30.0 * n - 150, n % 3 != 2) for n in range(count)]
    root = ElementTree.fromstring(chart.draw(lines))
    marks = root.findall(".//{http://www.w3.org/2000/svg}circle")
    assert len(marks) == 2 * count
    assert all(0 < float(mark.attrib["cx"]) < chart.WIDTH for mark in marks)
    assert all(chart.TOP <= float(mark.attrib["cy"]) <= chart.HEIGHT for mark in marks)
    assert sum(mark.attrib["class"] == "paper" for mark in marks) == 2 * (count // 3)
