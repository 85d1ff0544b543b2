"""The loop as a whole, with tools that only pretend: it ends alike however often it is killed."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from twixt_train.loop import settings as loop_settings
from twixt_train.loop.run import chained, promoted, sentence
from twixt_train.records import RECORD

HERE = Path(__file__).parent
FAKE = HERE / "fake_tools.py"
PYTHON = f"{sys.executable} -IS"
"""Quick to start: no site-packages."""
CONFIG = """
games_first = 10
games = 6
chunk_games = 2
train = "minutes:1"
chunk_pairs = 2
max_pairs = 16
measure_pairs = 4
openings = "random:4"
"""


def command(folder: Path, *more: str) -> list[str]:
    """The loop's command line with pretending tools."""
    program = folder.parent / "fake"
    program.write_text(f"#!{PYTHON}\n{FAKE.read_text(encoding='utf-8')}", encoding="utf-8")
    program.chmod(0o700)
    fake = [f"--{name}={program}" for name in ("selfplay", "lab")]
    trainer = f"--trainer={PYTHON} {FAKE}"
    start = [sys.executable, "-m", "twixt_train", "loop", str(folder), "--generations", "2"]
    return [*start, *fake, trainer, *more]


def environment(log: Path, pause: float) -> dict[str, str]:
    """What the tools are to know."""
    python = os.pathsep.join([str(HERE.parent), os.environ.get("PYTHONPATH", "")])
    places = [RECORD.itemsize, *(RECORD.fields[name][1] for name in ("game", "ply"))]
    more = {"FAKE_LOG": str(log), "FAKE_PAUSE": str(pause), "PYTHONPATH": python}
    more["FAKE_RECORD"] = " ".join(map(str, places))
    return {**os.environ, **more}


def outcome(line: list[str], log: Path) -> subprocess.CompletedProcess[str]:
    """Runs the loop to its end."""
    env = environment(log, 0)
    return subprocess.run(line, env=env, capture_output=True, text=True, check=False)


def config(folder: Path, text: str = CONFIG) -> str:
    """A file with the settings, as an option."""
    path = folder / "config.toml"
    path.write_text(text, encoding="utf-8")
    return f"--config={path}"


def finished(folder: Path) -> dict[str, bytes]:
    """All that a loop has made that counts, and nothing of the time that it took."""
    made = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_file() and not path.name.startswith((".", "minutes", "train.log")):
            made[name] = path.read_bytes()
    lines = [json.loads(line) for line in made.pop("generations.jsonl").splitlines()]
    for line in lines:
        del line["minutes"]
    made["lines"] = json.dumps(lines).encode()
    return made


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A loop that nobody killed, with one worker, and its output."""
    base = tmp_path_factory.mktemp("undisturbed")
    run = outcome(command(base / "loop", config(base), "--workers", "1"), base / "log")
    assert run.returncode == 0, run.stderr
    return base, run.stdout


def test_the_loop_goes_round(undisturbed: tuple[Path, str]) -> None:
    """Lines, networks and folders are those of three generations, and nothing was done twice."""
    base, printed = undisturbed
    lines = [json.loads(text) for text in (base / "loop/generations.jsonl").open()]
    assert [line["games"] for line in lines] == [10, 6, 6]
    assert [line["positions"] for line in lines] == [20, 12, 12]
    assert [line["games_of"] for line in lines][:2] == [None, 0]
    assert all(line["value_loss"] == 0.7 and line["policy_loss"] == 2.5 for line in lines)
    assert lines[0]["last"] is None and lines[1]["first"] == lines[1]["last"]
    assert [line["classical"]["pairs"] for line in lines] == [4, 4, 4]
    champion = [line["generation"] for line in lines if line["promoted"]][-1]
    best = (base / "loop/best.tpn").read_bytes()
    assert best == (base / f"loop/g{champion}/net/net.tpn").read_bytes()
    assert printed.splitlines() == [sentence(line) for line in lines]
    begun = Counter((base / "log").read_text().splitlines())
    assert set(begun.values()) == {1}
    assert sum(piece.startswith("play") for piece in begun) == 5 + 3 + 3


def grown(log: Path, to: int, process: subprocess.Popen[bytes]) -> bool:
    """Waits until so many pieces of work were begun; false if the loop ended first."""
    while process.poll() is None:
        if log.exists() and len(log.read_text().splitlines()) >= to:
            return True
        time.sleep(0.01)
    return False


@pytest.mark.parametrize("seed", range(2))
def test_killed_at_any_moment_it_goes_on(
    tmp_path: Path, undisturbed: tuple[Path, str], seed: int
) -> None:
    """Killed at random again and again, with two workers, it ends with the very same files."""
    dice = random.Random(seed)
    log = tmp_path / "log"
    line = command(tmp_path / "loop", config(tmp_path), "--workers", "2")
    kills = 0
    pieces = 0
    while True:
        process = subprocess.Popen(line, env=environment(log, 0.05), stdout=subprocess.DEVNULL)
        pieces += dice.randint(3, 8)
        if not grown(log, pieces, process):
            break
        time.sleep(dice.uniform(0, 0.15))
        process.send_signal(signal.SIGKILL)
        process.wait()
        kills += 1
        pieces = len(log.read_text().splitlines())
    assert process.wait() == 0
    assert kills > 2
    ours, theirs = finished(tmp_path / "loop"), finished(undisturbed[0] / "loop")
    # What two workers played beyond a test's decision is left, and does not count.
    beyond = {name for name in ours.keys() - theirs.keys() if "matches/last" in name}
    assert {name: ours[name] for name in ours.keys() - beyond} == theirs
    begun = Counter(log.read_text().splitlines())
    # A kill loses at most what the two workers had in flight.
    assert sum(begun.values()) - len(begun) <= 2 * kills


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_children_die_with_the_loop(tmp_path: Path, number: signal.Signals) -> None:
    """A loop that is ended leaves no program behind that goes on writing; it tells if it can."""
    log = tmp_path / "log"
    line = command(tmp_path / "loop", config(tmp_path), "--workers", "2")
    process = subprocess.Popen(line, env=environment(log, 30), stderr=subprocess.PIPE, text=True)
    while not log.exists() or len(log.read_text().splitlines()) < 2:
        time.sleep(0.02)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    assert len(children) == 2
    process.send_signal(number)
    _, errors = process.communicate()
    if number != signal.SIGKILL:
        assert process.returncode == 130
        assert errors.endswith("stopped; the same command goes on\n")
    end = time.monotonic() + 5
    while any(Path(f"/proc/{child}/cwd").exists() for child in children):
        assert time.monotonic() < end, "a child lives on"
        time.sleep(0.02)


def test_other_settings_are_refused(undisturbed: tuple[Path, str], tmp_path: Path) -> None:
    """The settings of the first run hold; what differs is told."""
    loop = undisturbed[0] / "loop"
    held = loop_settings.parse(loop / "loop.toml")
    assert (held.games, held.chunk_pairs, held.nodes) == (6, 2, loop_settings.Settings().nodes)
    other = config(tmp_path, CONFIG.replace("games = 6", "games = 7"))
    run = outcome(command(loop, other), tmp_path / "log")
    assert run.returncode == 1
    assert "loop.toml says games = 6, not 7:" in run.stderr and run.stderr.count("\n") == 1


def test_a_failing_tool_is_told_in_a_line(tmp_path: Path) -> None:
    """The line names the task and why it failed."""
    text = CONFIG + 'gate = "ms:5"\n'
    line = command(tmp_path / "loop", config(tmp_path, text), "--lab=/bin/false")
    run = outcome(line, tmp_path / "log")
    assert run.returncode == 1
    assert "lab failed: it ended with status 1" in run.stderr.splitlines()[-1]


def test_a_loop_may_begin_with_a_network(tmp_path: Path) -> None:
    """Generation 0 is then that network, and matches start from a file that travels along."""
    network, openings = tmp_path / "there.tpn", tmp_path / "even.txt"
    network.write_text("5", encoding="utf-8")
    openings.write_text("f6,c4\nd5,g7\n", encoding="utf-8")
    more = CONFIG.replace("random:4", str(openings)) + f'network_first = "{network}"\n'
    folder = tmp_path / "loop"
    done = outcome([*command(folder, config(tmp_path, more))], tmp_path / "log")
    assert done.returncode == 0, done.stderr
    assert (folder / "g0" / "net" / "net.tpn").read_text(encoding="utf-8") == "5"
    assert not (folder / "g0" / "train.log").exists()
    log = (tmp_path / "log").read_text(encoding="utf-8")
    # The first network trained from the given one has a strength of 6; the two openings add 2.
    assert "match 8 5 " in log, log
    assert len((folder / "generations.jsonl").read_text(encoding="utf-8").splitlines()) == 3


def test_promotion_and_chain() -> None:
    """A test decides; undecided, a lead above 0 is enough. Errors add by their squares."""
    match = {"accepted": None, "elo": 3.0, "error": 40.0}
    assert promoted(None) and promoted(match)
    assert promoted({**match, "accepted": "H1", "elo": -1.0})
    assert not promoted({**match, "accepted": "H0"}) and not promoted({**match, "elo": 0.0})
    lines = [{"above_first": {"elo": 0.0, "error": 0.0}}, {"above_first": {"elo": 50, "error": 30}}]
    assert chained(lines, 1, match) == {"elo": 53.0, "error": 50.0}
    assert chained(lines, 0, match) == {"elo": 3.0, "error": 40.0}
