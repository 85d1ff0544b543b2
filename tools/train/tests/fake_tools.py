"""Stands for selfplay, lab and the trainer in the loop's tests: fast, and alike at every run.

What it is told to do follows from its arguments alone, as with the real ones. FAKE_PAUSE makes a
piece of work last so many seconds; FAKE_LOG is a file that gets a line for each piece begun.
"""

import json
import os
import random
import sys
import time
from pathlib import Path

RECORD, GAME, PLY = (int(word) for word in os.environ["FAKE_RECORD"].split())
"""The length of a record, and where the numbers of game and ply stand in it."""


def option(name: str) -> str:
    """The value after an option."""
    return sys.argv[sys.argv.index(name) + 1]


def begin(text: str) -> None:
    """Notes a piece of work and takes its time."""
    log = os.environ.get("FAKE_LOG")
    if log:
        with Path(log).open("a", encoding="utf-8") as file:
            file.write(text + "\n")
    time.sleep(float(os.environ.get("FAKE_PAUSE", "0")))


def play() -> None:
    """Two positions a game; a torn half first, as a killed run would leave it."""
    out, seed = Path(option("--out")), option("--seed")
    path = out / f"shard-{seed}-0.games"
    evaluator = option("--evaluator")
    if ":" in evaluator:
        evaluator += Path(evaluator.partition(":")[2]).read_text(encoding="utf-8")
    path.write_text("torn", encoding="utf-8")
    begin(f"play {seed}")
    games = [f"{evaluator} {seed} {n}" for n in range(int(option("--games")))]
    path.write_text("\n".join(games) + "\n", encoding="utf-8")


def expand() -> None:
    """Records that hold nothing but the numbers of game and ply."""
    folders = [b for a, b in zip(sys.argv, sys.argv[1:], strict=False) if a == "--in"]
    data = b""
    for folder in folders:
        for shard in sorted(Path(folder).iterdir()):
            for number, _ in enumerate(shard.read_text(encoding="utf-8").splitlines()):
                for ply in range(2):
                    record = bytearray(RECORD)
                    record[GAME : GAME + 4] = number.to_bytes(4, "little")
                    record[PLY : PLY + 2] = ply.to_bytes(2, "little")
                    data += record
    Path(option("--out")).write_bytes(data)


def train() -> None:
    """A network whose strength is the number of trainings that led to it."""
    out = Path(option("--out"))
    out.mkdir(exist_ok=True)
    begin(f"train {out.parent.name}")
    older = 0
    if "--start" in sys.argv:
        older = int(Path(option("--start")).with_name("net.tpn").read_text(encoding="utf-8"))
    (out / "net.tpn").write_text(str(older + 1), encoding="utf-8")
    print(
        "step 1  loss 1  held out: policy 2.500, top-1 1.0 %, top-5 2.0 %, value 0.700  1 min left"
    )


def match() -> None:
    """The stronger network wins most games; the classical bot is as strong as 1.

    A file of openings, each of them, makes the first one stronger: so it shows that it was read.
    """
    bots = [b.split("=", 1) for a, b in zip(sys.argv, sys.argv[1:], strict=False) if a == "--bot"]
    strengths = []
    for _, command in bots:
        file = command.partition("--weights ")[2]
        strengths.append(int(Path(file).read_text(encoding="utf-8")) if file else 1)
    seed, openings = option("--srand"), Path(option("--openings"))
    if openings.suffix == ".txt" and option("--order") == "random":
        strengths[0] += len(openings.read_text(encoding="utf-8").split())
    begin(f"match {' '.join(map(str, strengths))} {seed}")
    dice = random.Random(seed)
    lines = [json.dumps({"plan": {"rounds": int(option("--rounds"))}})]
    for game in range(2 * int(option("--rounds"))):
        names = [bots[game % 2][0], bots[1 - game % 2][0]]
        chance = 1 / (1 + 3.0 ** (strengths[1] - strengths[0]))
        winner = bots[0][0] if dice.random() < chance else bots[1][0]
        seat = ("first", "second")[names.index(winner)] if dice.random() < 0.9 else None
        lines.append(
            json.dumps({"game": game, "pair": game // 2, "players": names, "winner": seat})
        )
    Path(option("--out")).write_text("\n".join(lines) + "\n", encoding="utf-8")


def sprt() -> None:
    """A test that is decided by a lead of so many half points."""
    at = sys.argv.index("--ptnml") + 1
    counts = [int(word) for word in sys.argv[at : at + 5]]
    lead = sum((n - 2) * count for n, count in enumerate(counts))
    accepted = "H1" if lead >= 8 else "H0" if lead <= -8 else None
    print(json.dumps({"elo": {"value": 10.0 * lead, "error": 20.0}, "accepted": accepted}))


if __name__ == "__main__":
    {"play": play, "expand": expand, "train": train, "match": match, "sprt": sprt}[sys.argv[1]]()
