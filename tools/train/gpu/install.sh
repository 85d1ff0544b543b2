#!/bin/sh
# Makes target/train-venv, to try the trainer for a GPU on a machine without one, from the locked,
# hashed requirements. On the machine with the GPU its own JAX serves.
# PYTHON names another interpreter than python3.11, VENV another folder than target/train-venv.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
venv=${VENV:-$here/../../../target/train-venv}
[ $# -eq 0 ] || { echo "usage: sh tools/train/gpu/install.sh" >&2; exit 2; }
"${PYTHON:-python3.11}" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --require-hashes -r "$here/requirements.txt"
"$venv/bin/python" "$here/train.py" --help > /dev/null
echo "ready: ${VENV:-target/train-venv}/bin/python tools/train/gpu/train.py --help"
