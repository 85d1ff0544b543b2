"""The integer network against a literal loop, the float one against it, files, and learning."""

from pathlib import Path

import jax
import numpy as np
import pytest

from twixt_train import checkpoint, int_net, net, weights
from twixt_train.batches import make_batch
from twixt_train.records import synthetic
from twixt_train.train import Options, fresh, losses, step


def random_params(seed: int, channels: int = 4, blocks: int = 1, spread: float = 1.0) -> net.Params:
    """Parameters with biases that are not 0."""
    rng = np.random.default_rng(seed)
    params = net.init(seed, channels, blocks)
    return jax.tree_util.tree_map(
        lambda a: a * spread + rng.normal(0, 0.05, a.shape).astype(np.float32), params
    )


def slow_tower(w: weights.Weights, planes: np.ndarray) -> tuple[np.ndarray, bool]:
    """The tower by loops over single numbers, for one position; whether anything saturated."""
    edge, q, held, cut = len(planes), planes.astype(int).tolist(), None, False
    for index, conv in enumerate(w.convs):
        inputs = conv.weights.shape[2]
        out = [[[0] * w.channels for _ in range(edge)] for _ in range(edge)]
        for row, column, o in np.ndindex(edge, edge, w.channels):
            lanes = [int(conv.bias[o]), 0]
            for t in range(9):
                y, x = row + t // 3 - 1, column + t % 3 - 1
                if not (0 <= y < edge and 0 <= x < edge):
                    continue
                for c in range(0, inputs, 2):
                    pair = sum(
                        q[y][x][i] * int(conv.weights[o, t, i])
                        for i in range(c, min(c + 2, inputs))
                    )
                    total = lanes[c // 2 % 2] + pair
                    lanes[c // 2 % 2] = max(-32768, min(32767, total))
                    cut |= lanes[c // 2 % 2] != total
            s = max(-32768, min(32767, sum(lanes)))
            cut |= s != sum(lanes)
            y = (s * int(conv.multiplier[o]) + 0x4000) >> 15
            if index > 0 and index % 2 == 0:
                y += held[row][column][o]
            out[row][column][o] = max(0, min(127, y))
        q = out
        if index % 2 == 0:
            held = out
    return np.array(q), cut


@pytest.mark.parametrize(("seed", "spread"), [(1, 1.0), (2, 1.0), (3, 12.0)])
def test_integer_net_is_the_literal_loop(seed: int, spread: float) -> None:
    """Vectorised and literal arithmetic agree, with large weights also where sums saturate."""
    w = weights.quantise(random_params(seed, spread=spread))
    # Large biases make the lanes saturate for certain in the last case.
    if spread > 1:
        convs = tuple(
            weights.Conv(c.weights, c.bias + np.int16(30000), c.multiplier) for c in w.convs
        )
        w = weights.Weights(convs, w.policy_scale, w.policy, w.head)
    planes = np.random.default_rng(seed).integers(0, 65, (1, 5, 5, 25)).astype(np.uint8)
    expected, cut = slow_tower(w, planes[0])
    assert np.array_equal(int_net.forward(w, planes).tower[0], expected)
    assert (int_net.forward(w, planes).saturated > 0) == cut
    assert cut or spread == 1.0


def test_training_sees_the_integer_net() -> None:
    """Where nothing saturates, the float tower is the integer tower, to the last unit."""
    params = random_params(5, 16, 4)
    planes = make_batch(synthetic(16)).planes
    # Dim inputs keep the sums far from the 16 bits' ends.
    small = (planes // 16).astype(np.uint8)
    calm = int_net.forward(weights.quantise(params), small)
    assert calm.saturated == 0
    assert np.array_equal(np.asarray(net.tower(params, small, True)), calm.tower)
    policy, value = net.forward(params, small, True)
    assert np.allclose(policy, calm.policy, atol=1e-4)
    assert np.allclose(value, calm.value, atol=1e-4)


def test_weights_file_round_trip(tmp_path: Path) -> None:
    """A file reads back as written; a flipped byte and a missing end are noticed."""
    w = weights.quantise(random_params(7, 16, 2))
    size = weights.save(w, tmp_path / "a.tpn")
    data = weights.to_bytes(weights.load(tmp_path / "a.tpn"))
    assert data == weights.to_bytes(w)
    convs = 5 * 16 * 4 + 16 * 9 * 25 + 4 * 16 * 9 * 16
    head = 2 * (32 * 32 + 32 + 3 * 32 + 3)
    assert size == len(data) == 8 + convs + 4 + 16 + head + 4
    broken = bytearray(data)
    broken[100] ^= 1
    for bad in (bytes(broken), data[:-1]):
        with pytest.raises(ValueError, match="hash"):
            weights.from_bytes(bad)
    assert weights.fnv1a(b"foobar") == 0xBF9CF968


def test_a_checkpoint_restores_the_state(tmp_path: Path) -> None:
    """All leaves come back; another size of network is refused."""
    options = Options(out=tmp_path, blocks=1)
    state = fresh(options)
    checkpoint.save(tmp_path / "c.npz", state)
    again = checkpoint.load(tmp_path / "c.npz", fresh(Options(out=tmp_path, blocks=1, seed=9)))
    for a, b in zip(jax.tree.leaves(state), jax.tree.leaves(again), strict=True):
        assert np.array_equal(a, b)
    with pytest.raises(ValueError, match="--channels"):
        checkpoint.load(tmp_path / "c.npz", fresh(Options(out=tmp_path, channels=32, blocks=1)))


def test_it_learns_64_records_by_heart() -> None:
    """Quantised training brings 64 records' loss far below a guess's."""
    batch = make_batch(synthetic(64, seed=3))
    state = fresh(Options(out=Path(), blocks=1))
    before = float(losses(state["params"], batch, True)[0])
    for _ in range(150):
        state, _ = step(state, batch, 0.01, True, 0.0)
    after = float(losses(state["params"], batch, True)[0])
    assert before > 4.5
    assert after < 0.25 * before
