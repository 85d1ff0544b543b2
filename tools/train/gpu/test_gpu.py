"""The integer network against a literal loop, the float one against it, files, and learning."""

import functools
from pathlib import Path

import jax
import numpy as np
import pytest

from twixt_train import checkpoint, int_net, net, origin, weights
from twixt_train.batches import make_batch
from twixt_train.growth import grow
from twixt_train.losses import Extra, evaluate, losses
from twixt_train.records import synthetic
from twixt_train.train import Method, Options, fresh, step


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


def trained(steps: int, method: Method, options: Options, count: int = 32) -> dict:
    """A run's state after some steps on the same few records."""
    batch = make_batch(synthetic(count, seed=3))
    state = fresh(options)
    for _ in range(steps):
        state, _ = step(state, batch, 0.01, False, method)
    return state


@functools.partial(jax.jit, static_argnums=2)
def outputs(params: net.Params, planes: np.ndarray, quantise: bool) -> tuple[jax.Array, ...]:
    """The first 16 channels of the tower, and all heads' logits."""
    q = net.tower(params, planes, quantise)
    extra = net.reply_logits(params, q), net.chain_logits(params, q)
    return q[..., :16], *net.heads(params, q, quantise), *extra


def test_weights_are_parameters_again(tmp_path: Path) -> None:
    """Parameters from a weights file quantise to it and compute the same, whatever their size."""
    params = random_params(11, 16, 1)
    params["aux"] = net.init(0, 16, 1)["aux"]
    # Large, tiny and absent output channels: multipliers from 1 up, where rounding is rough.
    sizes = np.geomspace(1e-6, 3, 16).astype(np.float32)
    sizes[3] = 0
    params["convs"][0]["w"] *= sizes
    for layer in params["convs"][1:]:
        layer["w"] *= sizes[::-1]
    w = weights.quantise(params)
    assert min(c.multiplier.min() for c in w.convs) == 1
    weights.save(w, tmp_path / "a.tpn")
    again = origin.read(tmp_path / "a.tpn")
    back = weights.quantise(again)
    assert np.isclose(back.policy_scale, w.policy_scale, rtol=1e-6)
    back = weights.Weights(back.convs, w.policy_scale, back.policy, back.head)
    assert weights.to_bytes(back) == weights.to_bytes(w)
    planes = make_batch(synthetic(4)).planes
    for one, two in zip(outputs(params, planes, True), outputs(again, planes, True), strict=True):
        assert np.allclose(one, two, rtol=0, atol=1e-5)


def test_weights_as_text(tmp_path: Path) -> None:
    """The bot's network is read from its text; a changed character is noticed."""
    text = Path(__file__).parents[3] / "src/network/best.txt"
    path = tmp_path / "best.txt"
    path.write_bytes(text.read_bytes())
    w = weights.load(path)
    assert weights.source_characters(len(weights.to_bytes(w))) + 2 == len(text.read_text("utf-8"))
    path.write_text(text.read_text("utf-8").replace("\u3400", "A", 1), "utf-8")
    with pytest.raises(ValueError, match=r"best\.txt: no weights as text"):
        weights.load(path)
    path.write_text(text.read_text("utf-8")[:-1], "utf-8")
    with pytest.raises(ValueError, match="digits"):
        weights.load(path)


def test_a_grown_network_says_the_same() -> None:
    """More pairs and channels change no output, in floats and quantised; training uses them."""
    params = random_params(12, 16, 1)
    large = grow(params, 32, 2, seed=4)
    assert jax.tree.map(np.shape, large) == jax.tree.map(np.shape, net.init(4, 32, 2))
    batch = make_batch(synthetic(8))
    for quantise in (False, True):
        old, new = (outputs(p, batch.planes, quantise) for p in (params, large))
        # Whole numbers have the same sums in any order, other floats nearly.
        assert np.allclose(old[0], new[0], rtol=0, atol=0 if quantise else 1e-3)
        for a, b in zip(old[1:], new[1:], strict=True):
            assert np.allclose(a, b, rtol=0, atol=1e-4)
    weights.quantise(large)
    grads = jax.jit(jax.grad(lambda p: losses(p, batch, True)[0]))(large)
    assert np.abs(grads["policy"][16:]).sum() > 0
    assert np.abs(grads["convs"][-1]["w"][:, :, :, :16]).sum() > 0


def test_networks_do_not_shrink(tmp_path: Path) -> None:
    """A start that is larger than what is asked for is refused, with the size to ask for."""
    weights.save(weights.quantise(net.init(1, 32, 2)), tmp_path / "a.tpn")
    with pytest.raises(ValueError, match=r"a\.tpn: .*--channels 32 --blocks 2"):
        origin.begin(tmp_path / "a.tpn", 16, 2, seed=1)


def test_older_checkpoints_start_and_resume(tmp_path: Path) -> None:
    """Without training heads and average these begin anew, the rest is what it was."""
    options = Options(out=tmp_path, blocks=1)
    state = trained(1, options.method, options)
    path = tmp_path / "checkpoint.npz"
    checkpoint.save(path, state)
    with np.load(path) as arrays:
        kept = {n: arrays[n] for n in arrays if "['aux']" not in n and "['average']" not in n}
    np.savez(path, **kept)
    other = fresh(Options(out=tmp_path, blocks=1, seed=9))
    resumed = origin.resume(path, other)
    assert int(resumed["step"]) == 1
    for params in (resumed["params"], resumed["average"], origin.read(path)):
        assert np.array_equal(params["convs"][2]["w"], state["params"]["convs"][2]["w"])
    assert np.array_equal(resumed["params"]["aux"]["reply"], other["params"]["aux"]["reply"])
    # What was resumed can be trained: no memory is given away twice.
    step(resumed, make_batch(synthetic(32)), 0.01, False, options.method)


def test_the_average_trails_the_parameters(tmp_path: Path) -> None:
    """It is the sum by the rule, it is what a start takes, and its checkpoint comes back whole."""
    options = Options(out=tmp_path, blocks=1, average=0.5)
    batch = make_batch(synthetic(8))
    state = fresh(options)
    expected = np.asarray(state["params"]["policy"])
    for i in range(12):
        state, _ = step(state, batch, 0.01, True, options.method)
        kept = min(0.5, (1 + i) / (10 + i))
        expected = kept * expected + (1 - kept) * np.asarray(state["params"]["policy"])
    assert np.allclose(state["average"]["policy"], expected, atol=1e-6)
    assert not np.allclose(state["average"]["policy"], state["params"]["policy"], atol=1e-6)
    checkpoint.save(tmp_path / "c.npz", state)
    assert np.array_equal(origin.read(tmp_path / "c.npz")["policy"], state["average"]["policy"])
    again = origin.resume(tmp_path / "c.npz", fresh(options))
    assert all(jax.tree.leaves(jax.tree.map(np.array_equal, state, again)))
    assert "average" not in fresh(Options(out=tmp_path, average=0))


def test_training_heads_learn_and_stay_out_of_the_export() -> None:
    """Their losses fall, records without a reply or a chain do not count, the file has neither."""
    records = synthetic(64, seed=3)
    extra = Extra(0.5, 2.0)
    options = Options(out=Path(), blocks=1)
    before = evaluate(fresh(options)["params"], records, False, extra)
    state = trained(60, Method(extra=extra), options, 64)
    after = evaluate(state["params"], records, False, extra)
    assert after["reply"] < 0.5 * before["reply"]
    assert after["reply_top1"] > before["reply_top1"]
    assert after["chain"] < 0.95 * before["chain"]
    some = records.copy()
    some["reply"][32:], some["chain"][32:] = 0, 0
    part = evaluate(state["params"], some, False, extra)
    half = evaluate(state["params"], records[:32], False, extra)
    for name in ("reply", "reply_top1", "chain"):
        assert np.isclose(part[name], half[name], rtol=1e-4)
    changed = {**state["params"], "aux": net.init(9)["aux"]}
    assert weights.to_bytes(weights.quantise(changed)) == weights.to_bytes(
        weights.quantise(state["params"])
    )


def test_a_head_of_weight_0_learns_nothing() -> None:
    """Switched off, neither head moves nor is measured."""
    batch = make_batch(synthetic(8))
    params = net.init(1, 16, 1)
    grads = jax.grad(lambda p: losses(p, batch, False, Extra(0, 1.0))[0])(params)["aux"]
    assert not np.any(grads["reply"])
    assert np.all(grads["chain"] != 0)
    assert not {"reply", "chain"} & set(losses(params, batch, False)[1])


def test_it_learns_64_records_by_heart() -> None:
    """Quantised training brings 64 records' loss far below a guess's."""
    batch = make_batch(synthetic(64, seed=3))
    state = fresh(Options(out=Path(), blocks=1))
    before = float(losses(state["params"], batch, True)[0])
    for _ in range(150):
        state, _ = step(state, batch, 0.01, True, Method())
    after = float(losses(state["params"], batch, True)[0])
    assert before > 4.5
    assert after < 0.25 * before
