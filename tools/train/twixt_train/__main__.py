"""The command line: ``python -m twixt_train train|check|golden|export|synthetic``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path


def _source(text: str) -> tuple[Path, float | None]:
    path, colon, share = text.rpartition(":")
    if not colon:
        return Path(text), None
    try:
        value = float(share)
    except ValueError:
        return Path(text), None
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{text}: a share is above 0")
    return Path(path), value


def _add_train(commands: argparse._SubParsersAction) -> None:
    parser = commands.add_parser("train", help="train a network and export it")
    parser.add_argument(
        "data",
        nargs="+",
        type=_source,
        metavar="FILE.rec[:SHARE]",
        help="training records; give all files a share of a batch or none",
    )
    parser.add_argument(
        "--out", type=Path, required=True, help="folder for checkpoint.npz, net.tpn and loss.svg"
    )
    length = parser.add_mutually_exclusive_group(required=True)
    length.add_argument("--epochs", type=float, help="passes over the records")
    length.add_argument("--minutes", type=float, help="train this long, wherever that leads")
    parser.add_argument("--channels", type=int, default=16, help="a multiple of 16")
    parser.add_argument("--blocks", type=int, default=4, help="residual pairs")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=0.004, help="highest learning rate")
    parser.add_argument("--decay", type=float, default=1e-4, help="weight decay")
    parser.add_argument(
        "--quantise-from",
        type=float,
        default=0.0,
        metavar="PART",
        help="train in plain floats before this part (0 to 1) of the run",
    )
    parser.add_argument(
        "--search-value-share",
        type=float,
        default=0.0,
        metavar="SHARE",
        help="the search value's part of the value target",
    )
    parser.add_argument(
        "--reply-weight",
        type=float,
        default=0.15,
        metavar="WEIGHT",
        help="of guessing the opponent's next move, which only shapes the network (0: leave out)",
    )
    parser.add_argument(
        "--chain-weight",
        type=float,
        default=1.0,
        metavar="WEIGHT",
        help="of guessing the winning chain's pegs, which only shapes the network (0: leave out)",
    )
    parser.add_argument(
        "--average",
        type=float,
        default=0.999,
        metavar="DECAY",
        help="export the average of the weights over about 1/(1 - DECAY) steps (0: the last ones)",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--start",
        type=Path,
        metavar="FILE",
        help="begin with the network of a checkpoint (.npz) or a weights file (.tpn, or .txt as "
        "in the bot's source); it grows to --channels and --blocks without changing what it says",
    )
    parser.add_argument("--resume", action="store_true", help="go on with --out's checkpoint")
    parser.add_argument("--save-minutes", type=float, default=3.0)
    parser.add_argument("--nice", type=int, default=5, help="lower the priority by this much")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="twixt_train", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    _add_train(commands)
    for name, text in (
        ("check", "what quantising costs: the integer network beside the float one"),
        ("golden", "write inputs and expected outputs for the bot's tests"),
    ):
        sub = commands.add_parser(name, help=text)
        sub.add_argument("weights", type=Path)
        sub.add_argument("records", type=Path)
        sub.add_argument("--count", type=int, default=2000 if name == "check" else 4)
        if name == "golden":
            sub.add_argument("--out", type=Path, required=True)
        else:
            sub.add_argument(
                "--checkpoint",
                type=Path,
                help="the float network (default: checkpoint.npz beside the weights)",
            )
    sub = commands.add_parser("export", help="weights file of a checkpoint")
    sub.add_argument("checkpoint", type=Path)
    sub.add_argument("--out", type=Path, required=True)
    sub = commands.add_parser("synthetic", help="random records, to try the trainer without games")
    sub.add_argument("out", type=Path)
    sub.add_argument("--count", type=int, default=20000)
    return parser


def _train(args: argparse.Namespace) -> None:
    os.nice(args.nice)
    from twixt_train.train import Options, train  # noqa: PLC0415

    if args.channels < 16 or args.channels % 16 or args.blocks < 1 or args.batch < 1:
        raise ValueError("--channels is a multiple of 16, --blocks and --batch at least 1")
    if args.reply_weight < 0 or args.chain_weight < 0 or not 0 <= args.average < 1:
        raise ValueError("--reply-weight and --chain-weight are 0 or more, --average 0 to below 1")
    if len({share is None for _, share in args.data}) > 1:
        raise ValueError("give all record files a share or none of them")
    options = {k: v for k, v in vars(args).items() if k not in ("command", "data", "nice")}
    train(Options(**options), args.data)


def _check(args: argparse.Namespace) -> None:
    from twixt_train import check, int_net, net, origin, weights  # noqa: PLC0415
    from twixt_train.batches import make_batch  # noqa: PLC0415

    integer = weights.load(args.weights)
    records = check.some_records(args.records, args.count)
    batch = make_batch(records)
    out = int_net.forward(integer, batch.planes)
    rows = [("integer", check.figures(out.policy, out.value, batch))]
    path = args.checkpoint or args.weights.with_name("checkpoint.npz")
    if path.exists():
        params = origin.read(path)
        for name, quantise in (("trained (rounded floats)", True), ("floats", False)):
            policy, value = (a.__array__() for a in net.forward(params, batch.planes, quantise))
            rows.append((name, check.figures(policy, value, batch)))
    print(f"{len(records)} held-out records, {out.saturated} sums saturated")
    for name, row in rows:
        print(
            f"{name:>26}: policy {row['policy']:.4f}, top-1 {100 * row['top1']:.2f} %, "
            f"value log-loss {row['value']:.4f}"
        )


def _small(args: argparse.Namespace) -> None:
    from twixt_train import check, origin, records, weights  # noqa: PLC0415

    if args.command == "synthetic":
        records.synthetic(args.count).tofile(args.out)
    elif args.command == "export":
        size = weights.save(weights.quantise(origin.read(args.checkpoint)), args.out)
        print(f"{args.out}: {size} bytes, {weights.source_characters(size)} characters at 15 bits")
    else:
        chosen = check.some_records(args.records, args.count)
        check.write_golden(weights.load(args.weights), chosen, args.out)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; 0 if it went well, 1 with one line on stderr if not."""
    args = _parser().parse_args(arguments)
    try:
        {"train": _train, "check": _check}.get(args.command, _small)(args)
    except (ValueError, OSError) as error:
        print(f"twixt_train: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
