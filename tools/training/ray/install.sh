#!/bin/sh
# Creates the Python environment for `train run --ray` in target/ray-venv from the locked requirements, checking their
# hashes. PYTHON overrides the interpreter python3.11, VENV the folder target/ray-venv.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
venv=${VENV:-$here/../../../target/ray-venv}
[ $# -eq 0 ] || { echo "usage: sh tools/training/ray/install.sh" >&2; exit 2; }
"${PYTHON:-python3.11}" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --require-hashes -r "$here/requirements.txt"
"$venv/bin/python" -c 'import ray'
echo "ready: pass --ray local to train run, or --ray ADDRESS of a cluster's head"
