"""Weights files, mirrors, what is drawn, and that a run learns and goes on. Run by pytest."""

import json
import subprocess
import sys
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import net
import weights
from data import DIRECTIONS, MIRRORS, Plan, Rows, image, mirrored
from losses import Extra, losses

HERE = Path(__file__).parent
KINDS = {
    "planes": "u8",
    "policy": "u16",
    "wdl": "f32",
    "reply": "i16",
    "chain": "u8",
    "weight": "f32",
}


def positions(count: int, edge: int = 7, seed: int = 1) -> Rows:
    """Random ones whose policy is an open hole near the top and whose result the pegs tell."""
    rng = np.random.default_rng(seed)
    planes = np.zeros((count, edge, edge, 28), np.uint8)
    pegs = rng.integers(0, 6, (count, edge, edge))
    leader = rng.integers(0, 2, (count, 1, 1))
    pegs = np.where(pegs == 5, leader, pegs)
    planes[..., :2] = 64 * (pegs[..., None] == [0, 1])
    planes[..., 2:18] = 64 * (rng.random((count, edge, edge, 16)) < 0.7)
    planes[..., 18:22] = rng.integers(0, 34, (count, edge, edge, 4))
    planes[..., 24] = 64
    may = pegs > 1
    may[:, :, [0, -1]] = False
    best = (may * rng.random(may.shape)).reshape(count, -1).argmax(axis=1)
    planes.reshape(count, edge * edge, 28)[np.arange(count), best, 18] = 64
    policy = np.zeros((count, edge * edge), np.uint16)
    policy[np.arange(count), best] = 65535
    own = (pegs == 0).sum(axis=(1, 2)) > (pegs == 1).sum(axis=(1, 2))
    chain = np.where(own[:, None, None], pegs == 0, 2 * (pegs == 1)).reshape(count, -1)
    reply = rng.integers(-1, edge * edge, count).astype(np.int16)
    wdl = np.stack([own, 0 * own, ~own], axis=1).astype(np.float32)
    ones = np.ones(count, np.float32)
    return Rows(planes, policy, wdl, reply, chain.astype(np.uint8), ones)


def test_weights_are_parameters_again() -> None:
    """A file reads back to parameters that write it; damage is noticed."""
    rng = np.random.default_rng(2)
    for rules, magic in ((0, b"TPN1"), (0.1, b"TPN2")):
        params = net.init(3, 16, 2)
        params = jax.tree.map(lambda a: a + rng.normal(0, 0.05, a.shape), params)
        w = params["convs"][0]["w"]
        params["convs"][0]["w"] = w.at[:, :, -1].multiply(rules)
        data = weights.to_bytes(weights.quantise(params))
        assert data[:4] == magic
        again = weights.to_params(weights.from_bytes(data))
        back = weights.to_bytes(weights.quantise(again))
        # The policy's scale, before its 16 weights and the value head, may differ in its last bit.
        scale = len(data) - 4 - 2 * (32 * 32 + 32 + 3 * 32 + 3) - 16 - 4
        assert back[:scale] == data[:scale]
        assert back[scale + 4 : -4] == data[scale + 4 : -4]
        for bad in (data[:-1], data[:100] + bytes([data[100] ^ 1]) + data[101:], b"abc"):
            with pytest.raises(ValueError, match=r"hash|begins"):
                weights.from_bytes(bad)


def test_mirrors_are_those_drawn_hole_by_hole() -> None:
    """Each quarter of a batch is mirrored as holes, link ways and borders are, one by one."""
    edge, rows = 7, positions(8)
    turned = jax.device_get(mirrored(rows))
    for i in range(8):
        columns, swapped = MIRRORS[i // 2]
        where = lambda r, c: (  # noqa: E731
            edge - 1 - r if swapped else r,  # noqa: B023
            edge - 1 - c if columns else c,  # noqa: B023
        )
        for r, c in np.ndindex(edge, edge):
            to, old = where(r, c), rows.planes[i, r, c]
            new = turned.planes[i][to]
            assert np.array_equal(new[[0, 1, 22, 23, 24, 25]], old[[0, 1, 22, 23, 24, 25]])
            for way, (x, y) in enumerate(DIRECTIONS):
                other = DIRECTIONS.index((-x if columns else x, -y if swapped else y))
                assert np.array_equal(new[[2 + other, 10 + other]], old[[2 + way, 10 + way]])
            near = [1, 0] if swapped else [0, 1]
            near += [3, 2] if columns else [2, 3]
            assert np.array_equal(new[18:22], old[18:22][near])
            hole, image_hole = r * edge + c, to[0] * edge + to[1]
            assert turned.policy[i, image_hole] == rows.policy[i, hole]
            assert turned.chain[i, image_hole] == rows.chain[i, hole]
            assert (turned.reply[i] == image_hole) == (rows.reply[i] == hole)
        assert (turned.reply[i] < 0) == (rows.reply[i] < 0)


def test_a_plan_shows_every_position_and_keeps_shares() -> None:
    """Each pass over a board shows all of it; boards come in their shares; it goes on the same."""
    plan = Plan({"7 pp": 60, "6 standard": 40}, {"7 pp": 3.0, "6 standard": 1.0}, 5)
    drawn: dict[str, list[int]] = {"7 pp": [], "6 standard": []}
    for _ in range(40):
        name, chosen = plan.draw(10)
        drawn[name] += chosen.tolist()
    assert [len(drawn[name]) for name in drawn] == [300, 100]
    assert all(sorted(drawn["7 pp"][i : i + 60]) == list(range(60)) for i in range(0, 300, 60))
    again = Plan(plan.counts, plan.shares, 5, dict(plan.drawn))
    for _ in range(9):
        (name, chosen), (other, same) = plan.draw(10), again.draw(10)
        assert name == other and chosen.tolist() == same.tolist()
    with pytest.raises(ValueError, match="8 pp"):
        Plan({"7 pp": 60}, {"8 pp": 1.0}, 5)


def test_weights_of_positions_and_heads_that_are_off() -> None:
    """A position of weight 2 counts as two; a head of weight 0 has no gradient."""
    params, rows = net.init(1, 16, 1), positions(6)
    doubled = rows._replace(weight=np.array([2, 1, 1, 1, 1, 1], np.float32))
    twice = Rows(*(jnp.concatenate([a[:1], a]) for a in rows))
    one, two = (losses(params, r, False, Extra(soft=0.5))[1] for r in (doubled, twice))
    for name in ("policy", "soft"):
        assert np.isclose(one[name], two[name], rtol=1e-5)
    grads = jax.grad(lambda p: losses(p, rows, False, Extra(chain=1.0))[0])(params)["aux"]
    assert not np.any(grads["reply"]) and not np.any(grads["soft"]) and np.all(grads["chain"])
    assert np.array_equal(image(image(rows, True, True), True, True).planes, rows.planes)


def test_a_run_learns_and_goes_on(tmp_path: Path) -> None:
    """Losses fall far below a guess's; a run that was killed ends as one that was not."""
    head: dict = {"boards": [], "search_share": 0.4, "surprise": 0.0}
    for edge in (6, 7):
        counts = {"training": 2000, "held_out": 100}
        board = {"name": f"{edge} pp", "folder": f"{edge}-pp", **counts}
        for part, count in counts.items():
            folder = tmp_path / "planes" / board["folder"] / part.replace("_", "-")
            folder.mkdir(parents=True)
            rows = positions(count, edge, count)._asdict()
            for name, array in rows.items():
                array.tofile(folder / f"{name}.{KINDS[name]}")
        board["arrays"] = [
            {"name": name, "kind": KINDS[name], "dims": array.shape[1:]}
            for name, array in rows.items()
        ]
        head["boards"].append(board)
    (tmp_path / "planes/planes.json").write_text(json.dumps(head))
    command = [sys.executable, HERE / "train.py", tmp_path / "planes", "--samples", "9600"]
    command += ["--pairs", "1", "--batch", "32", "--rate", "0.01", "--soft-weight", "0.5"]
    command += ["--board", "7xpp:2", "--board", "6xpp:1", "--save-minutes", "0.001", "--out"]
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    subprocess.run([*command, whole], check=True, capture_output=True)
    result = json.loads((whole / "result.json").read_text())
    assert result["done"] and result["samples"] == 9600
    # A guess is worth some 3 nats and 0.69.
    assert result["held_out"]["policy"] < 1 and result["held_out"]["value"] < 0.5
    assert set(result["boards"]) == {"6 pp", "7 pp"}
    child = subprocess.Popen([*command, killed], stdout=subprocess.DEVNULL)
    while not (killed / "checkpoint.npz").exists() and child.poll() is None:
        time.sleep(0.01)
    child.kill()
    child.wait()
    assert not (killed / "result.json").exists(), "it was too fast to be killed"
    for _ in range(2):
        # Once more when it has ended: nothing changes.
        subprocess.run([*command, killed], check=True, capture_output=True)
        assert (killed / "net.tpn").read_bytes() == (whole / "net.tpn").read_bytes()
    refused = subprocess.run(
        [*command, killed, "--channels", "32"], capture_output=True, text=True, check=False
    )
    assert refused.returncode == 1 and "another network" in refused.stderr
