"""Records and batches: unpacking, splitting, mirroring, targets."""

from pathlib import Path

import numpy as np
import pytest

from twixt_train import records as rec
from twixt_train.batches import MIRRORS, Mixture, make_batch, mirrored_holes, mirrored_planes


def slow_planes(record: np.void, left_right: bool, top_bottom: bool) -> np.ndarray:
    """One record's planes [row][column][25], bit by bit, mirrored hole by hole."""
    edge = rec.EDGE
    out = np.zeros((edge, edge, rec.PLANES), np.uint8)
    for row in range(edge):
        for column in range(edge):
            to = (
                edge - 1 - row if top_bottom else row,
                edge - 1 - column if left_right else column,
            )
            hole = row * edge + column
            for plane in range(rec.BIT_PLANES):
                at = plane * rec.HOLES + hole
                bit = record["bits"][at // 8] >> (at % 8) & 1
                target = plane
                if plane >= 2:
                    c, r = rec.DIRECTIONS[(plane - 2) % 8]
                    step = (-c if left_right else c, -r if top_bottom else r)
                    target = 2 + (plane - 2) // 8 * 8 + rec.DIRECTIONS.index(step)
                out[(*to, target)] = bit * 64
            for k in range(4):
                swap = top_bottom if k < 2 else left_right
                out[(*to, 18 + (k ^ 1 if swap else k))] = record["near"][k, hole]
    out[[0, -1], :, 22] = 64
    out[:, [0, -1], 23] = 64
    out[..., 24] = 64
    return out


def test_a_file_keeps_its_records(tmp_path: Path) -> None:
    """What is written is mapped again, and the bits unpack to what was packed."""
    records = rec.synthetic(20)
    records.tofile(tmp_path / "a.rec")
    again = rec.load(tmp_path / "a.rec")
    assert again.tobytes() == records.tobytes()
    planes = np.random.default_rng(1).random((3, 18, 144)) < 0.5
    records["bits"][:3] = rec.pack_bits(planes)
    stored = rec.stored_planes(records[:3])[:, : 18 * 144]
    assert np.array_equal(stored.reshape(3, 18, 144) == 64, planes)


def test_a_cut_file_is_refused(tmp_path: Path) -> None:
    """A file that ends inside a record is named and refused."""
    (tmp_path / "cut.rec").write_bytes(bytes(1077))
    with pytest.raises(ValueError, match=r"cut\.rec: 1077 bytes"):
        rec.load(tmp_path / "cut.rec")


@pytest.mark.parametrize("count", [3, 269])
def test_records_of_the_former_layout_are_refused(tmp_path: Path, count: int) -> None:
    """Shorter records are told from new ones, also where their bytes are a whole number of those.

    As many bytes of new records are read.
    """
    former = [name for name in rec.RECORD.names or () if name not in ("reply", "chain")]
    records = np.zeros(count, np.dtype([(name, rec.RECORD[name]) for name in former]))
    new = rec.synthetic(count)
    for name in former:
        records[name] = new[name]
    records.tofile(tmp_path / "old.rec")
    with pytest.raises(ValueError, match=r"old\.rec: .* former layout.* 1076 bytes each"):
        rec.load(tmp_path / "old.rec")
    rec.synthetic(264).tofile(tmp_path / "new.rec")
    assert len(rec.load(tmp_path / "new.rec")) == 264


def test_reply_and_chain_stand_where_the_layout_says() -> None:
    """The reply is bytes 1054 and 1055, bit h of what follows is hole h of the chain."""
    data = bytearray(1076)
    data[1054:1056] = (100).to_bytes(2, "little")
    data[1056 + 5] = 1 << 3
    record = np.frombuffer(bytes(data), rec.RECORD)
    assert record["reply"].tolist() == [100]
    assert np.flatnonzero(rec.chains(record)[0]).tolist() == [43]


def test_mirrors_agree_with_the_slow_version() -> None:
    """Each quarter of a batch is mirrored as planes and policy drawn hole by hole are."""
    records = rec.synthetic(8)
    batch = make_batch(records, mirror=True)
    for i, record in enumerate(records):
        mirror = MIRRORS[i // 2]
        assert np.array_equal(batch.planes[i], slow_planes(record, *mirror)), mirror
        policy = record["policy"].reshape(12, 12)
        policy = policy[:: -1 if mirror[1] else 1, :: -1 if mirror[0] else 1].reshape(-1)
        assert np.allclose(batch.policy[i], policy / max(policy.sum(), 1))


def test_reply_and_chain_are_mirrored_as_the_planes_are() -> None:
    """In each quarter of a batch they are hole by hole where the mirror puts them."""
    records = rec.synthetic(16)
    records["reply"][::5] = 0
    pegs = rec.chains(records)
    batch = make_batch(records, mirror=True)
    for i, record in enumerate(records):
        left_right, top_bottom = MIRRORS[i // 4]
        turn = np.s_[:: -1 if top_bottom else 1, :: -1 if left_right else 1]
        for side, result in enumerate((2, 0)):
            expected = pegs[i].reshape(12, 12)[turn] * (record["result"] == result)
            assert np.array_equal(batch.chain[i, :, side], expected.reshape(-1))
        assert batch.has_chain[i] == (record["result"] != 1)
        assert batch.has_reply[i] == (record["reply"] > 0)
        if record["reply"]:
            holes = np.zeros(144)
            holes[record["reply"] - 1] = 1
            assert holes.reshape(12, 12)[turn].reshape(-1)[batch.reply[i]] == 1
        assert not batch.reply_open[i].reshape(12, 12)[[0, -1]].any()


def test_a_reply_that_cannot_be_is_not_learnt() -> None:
    """A reply to a hole with a peg, or in the mover's border row, counts as none."""
    records = rec.synthetic(3)
    peg = np.flatnonzero(rec.stored_planes(records[:1])[0, :144])[0]
    records["reply"][:2] = [1 + peg, 5]
    assert records["reply"][2] > 0
    assert make_batch(records).has_reply.tolist() == [0, 0, 1]


def test_mirrors_are_involutions() -> None:
    """Twice the same mirror changes nothing."""
    for mirror in MIRRORS:
        planes, holes = np.array(mirrored_planes(*mirror)), mirrored_holes(*mirror)
        assert np.array_equal(planes[planes], np.arange(22))
        assert np.array_equal(holes[holes], np.arange(144))


def test_games_are_held_out_whole() -> None:
    """No game is on both sides of the split, and about one in fifty is held out."""
    records = rec.synthetic(40000)
    train, held = rec.split(records)
    assert not set(records["game"][train]) & set(records["game"][held])
    assert len(train) + len(held) == len(records)
    assert 0.01 < len(held) / len(records) < 0.03


def test_value_targets_mix_result_and_search() -> None:
    """A win with search value 51/255 at share 1/4 is 0.75 + 0.05 win and 0.2 loss."""
    records = rec.synthetic(2)
    records["result"], records["value"], records["has_value"] = 2, 51, [1, 0]
    wdl = make_batch(records, 0.25).wdl
    assert np.allclose(wdl, [[0.8, 0, 0.2], [1, 0, 0]])


def test_shares_and_full_passes(tmp_path: Path) -> None:
    """Files come in their shares, and a file's rows are all seen before one comes again."""
    for name, seed in (("a", 1), ("b", 2)):
        records = rec.synthetic(400, seed)
        records["ply"] = seed
        records.tofile(tmp_path / name)
    data = Mixture([(tmp_path / "a", 3.0), (tmp_path / "b", 1.0)], seed=1)
    assert np.bincount(data.draw(100)["ply"]).tolist() == [0, 75, 25]
    single = Mixture([(tmp_path / "a", None)], seed=1)
    seen = single.draw(len(single))
    assert len(np.unique(seen["bits"], axis=0)) == len(single)
