#!/bin/sh
# Makes the trainer's environment in target/train-venv from the locked, hashed requirements.
# PYTHON names another interpreter than python3.11, VENV another folder than target/train-venv.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
venv=${VENV:-$here/../../target/train-venv}
[ $# -eq 0 ] || { echo "usage: sh tools/train/install.sh" >&2; exit 2; }
"${PYTHON:-python3.11}" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --require-hashes -r "$here/requirements.txt"
# A path file puts the package on the environment's path: edits count at once, no build step.
site=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
echo "$here" > "$site/twixt_train.pth"
"$venv/bin/python" -m twixt_train --help > /dev/null
echo "ready: ${VENV:-target/train-venv}/bin/python -m twixt_train --help"
