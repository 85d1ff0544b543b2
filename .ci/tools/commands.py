"""Writes the commands of workflows and actions to files, one per step, for shellcheck.

    commands.py FOLDER FILE...

The folder is replaced. A command with an expression (`${{ … }}`) is an error: it would be text of the script, not a
value, so pass it through `env`.
"""

import pathlib
import shutil
import sys

from ruamel.yaml import YAML


def steps(node):
    """Yields the mappings below a node that have a key `run` with text, in order."""
    if isinstance(node, dict):
        if isinstance(node.get("run"), str):
            yield node
        for child in node.values():
            yield from steps(child)
    elif isinstance(node, list):
        for child in node:
            yield from steps(child)


def main(folder, *files):
    folder = pathlib.Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for file in map(pathlib.Path, files):
        stem = file.parent.name if file.stem == "action" else file.stem
        for number, step in enumerate(steps(YAML(typ="safe").load(file)), 1):
            command = step["run"]
            if "${{" in command:
                sys.exit(f"cannot check command {number} of {file}: it contains an expression; pass it through env")
            (folder / f"{stem}-{number}").write_text(command)


main(*sys.argv[1:])
