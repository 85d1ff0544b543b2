#!/bin/sh
# Trains on the games packed here; see README.txt.
# PYTHON names another interpreter than python3, PLANES another folder for the arrays.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 2 ] || { echo "usage: sh run.sh OUT --minutes M [options of gpu/train.py]" >&2; exit 2; }
out=$1
shift
planes=${PLANES:-$here/planes}
# A program that was carried about may have lost the right to be run.
[ -x "$here/train" ] || chmod +x "$here/train"
[ -e "$planes/planes.json" ] || "$here/train" planes "$here/games" --out "$planes" @TARGETS@
[ ! -e "$here/start.tpn" ] || set -- --start "$here/start.tpn" "$@"
exec "${PYTHON:-python3}" "$here/gpu/train.py" "$planes" --out "$out" "$@"
