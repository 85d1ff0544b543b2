#!/bin/sh
# Makes the trainer's environment in target/train-venv from the locked, hashed requirements.
# PYTHON names another interpreter than python3.11.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
venv="$here/../../target/train-venv"
"${PYTHON:-python3.11}" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --require-hashes -r "$here/requirements.txt"
# A path file puts the package on the environment's path: edits count at once, no build step.
site=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
echo "$here" > "$site/twixt_train.pth"
"$venv/bin/python" -m twixt_train --help > /dev/null
echo "ready: target/train-venv/bin/python -m twixt_train --help"
